"""Dataset, splits and arrays: laws on small data sets."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from klgnn import as_graph
from klgnn.data import DataError, load, pack, splits
from klgnn.data.arrays import Arrays, smallest
from klgnn.data.to_pyg import both_ways
from klgnn.families import erdos_renyi


@pytest.fixture
def typed(tmp_path):
    """Random graphs with types, regression targets and a split."""
    generator = np.random.default_rng(3)
    graphs = []
    for seed in range(12):
        graph = erdos_renyi(1 + seed % 5, 0.5, seed=seed)
        edge_colors = np.zeros(len(graph.indices), int)
        for u, v in graph.edges():
            value = int(generator.integers(0, 3))
            for a, b in ((u, v), (v, u)):
                edge_colors[graph.indptr[a] + np.searchsorted(graph.neighbors(a), b)] = value
        colors = generator.integers(0, 300, graph.num_nodes)
        graphs.append(graph.recolor(node_colors=colors, edge_colors=edge_colors))
    y = generator.normal(size=(12, 2))
    split = [0] * 6 + [1] * 3 + [2] * 3
    file = pack(graphs, tmp_path / "t.npz", y=y, y_names=["a", "b"], split=split)
    return load(str(file)), graphs, y


def test_data_and_graphs_agree(typed):
    found, graphs, y = typed
    assert found.graphs() == graphs
    for number, data in enumerate(found):
        assert data.num_nodes == graphs[number].num_nodes
        assert torch.allclose(data.y, torch.tensor(y[number : number + 1], dtype=torch.float32))
        assert data.is_undirected()
        assert data.is_coalesced()
        if graphs[number].num_edges:
            assert as_graph(data) == graphs[number]


def test_parts(typed):
    found, graphs, y = typed
    assert found[3:7].graphs() == graphs[3:7]
    assert found[[5, 2, -1]].graphs() == [graphs[5], graphs[2], graphs[11]]
    assert found[np.arange(12) % 2 == 0].graphs() == graphs[::2]
    assert found[3:7][1:3].graphs() == graphs[4:6]
    assert found[np.int64(4)].num_nodes == found[-8].num_nodes == 5
    assert len(found[[]]) == 0
    np.testing.assert_array_equal(found[::-1].y, y[::-1])
    assert found.valid.graphs() == graphs[6:9]
    assert found.train.arrays is found.arrays  # nothing is copied
    assert found[2:5].standalone().digest == found[[2, 3, 4]].standalone().digest
    assert "3 of 12 graphs" in repr(found.test)


def test_what_is_no_index(typed):
    found = typed[0]
    for wrong in (12, -13):
        with pytest.raises(IndexError):
            found[wrong]
    for wrong in ("a", 1.5, [1.5], [[1]]):
        with pytest.raises((DataError, IndexError)):
            found[wrong]
    with pytest.raises(DataError, match="has no splits"):
        _ = found.train.splits


def test_batches(typed):
    from torch_geometric.loader import DataLoader

    found = typed[0]
    batch = next(iter(DataLoader(found, batch_size=12)))
    assert batch.y.shape == (12, 2)
    assert batch.num_nodes == int(found.arrays.num_nodes.sum())
    workers = DataLoader(found, batch_size=5, num_workers=1)
    assert sum(len(batch.y) for batch in workers) == 12


def test_targets_and_scales(typed):
    found, _, y = typed
    path_ = found.source
    for by, rows in (("train", slice(0, 6)), ("all", slice(None))):
        scaled = load(path_, normalize=by, target="b")
        scale = y[rows, 1].std(ddof=1)
        np.testing.assert_allclose(scaled.y[:, 0] * scale, y[:, 1])
        assert scaled.task.targets[0].scale == pytest.approx(scale)
        assert scaled.task.names == ("b",)
        assert scaled.task.units[0].startswith(f"{scale:.6g}")
    assert load(path_, target=["b", 0]).task.names == ("b", "a")
    with pytest.raises(DataError, match="'train', 'all' or None"):
        load(path_, normalize="test")


def test_digests_tell_apart(typed):
    found = typed[0]
    digests = {d.digest for d in (found, found[:5], found[1:], found[::-1], load("csl"))}
    assert len(digests) == 5
    assert found[:5].digest == found[[0, 1, 2, 3, 4]].digest


@given(st.integers(1, 200), st.integers(0, 5))
def test_a_random_split_is_a_partition(graphs, seed):
    found = splits.random(graphs, seed)
    together = np.concatenate([found.train, found.valid, found.test])
    assert sorted(together.tolist()) == list(range(graphs))
    assert len(found.train) == int(0.8 * graphs)
    np.testing.assert_array_equal(found.train, splits.random(graphs, seed).train)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(2, 10))
def test_stratified_folds(classes, folds):
    classes = np.array(classes)
    found = splits.stratified(classes, folds, seed=0)
    tested = np.concatenate([split.test for split in found])
    assert sorted(tested.tolist()) == list(range(len(classes)))
    for value in set(classes.tolist()):
        shares = [int((classes[split.test] == value).sum()) for split in found]
        assert max(shares) - min(shares) <= 1
    for split in found:
        together = np.concatenate([split.train, split.valid, split.test])
        assert len(set(together.tolist())) == len(together) == len(classes)


def test_blocks_keep_pairs_whole():
    for split in splits.blocks(1200, 10):
        for part in (split.train, split.valid, split.test):
            assert set((part // 2 * 2).tolist()) | set((part // 2 * 2 + 1).tolist()) == set(
                part.tolist()
            )


@given(st.lists(st.integers(-(2**62), 2**62), max_size=5))
def test_smallest_keeps_values(values):
    array = np.array(values, np.int64)
    np.testing.assert_array_equal(smallest(array), array)


def test_a_self_loop_stands_once():
    entries, which = both_ways(np.array([[1, 1], [0, 1]]), 2)
    assert entries.tolist() == [[0, 1, 1], [1, 0, 1]]
    assert which.tolist() == [1, 1, 0]


def test_arrays_take():
    graphs = Arrays(
        np.array([4, 0, 2]), np.array([3, 0, 1]), np.array([[0, 1], [1, 2], [2, 3], [0, 1]])
    )
    cut = graphs.take(np.array([2, 0]))
    assert cut.num_nodes.tolist() == [2, 4]
    assert cut.edge_index.tolist() == [[0, 1], [0, 1], [1, 2], [2, 3]]
