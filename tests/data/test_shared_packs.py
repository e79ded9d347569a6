"""The real data sets, where their packs are."""

import networkx as nx
import numpy as np
import pytest
import torch

from klgnn import as_graph, counts
from klgnn.data import load, verify
from klgnn.families import srg_25_12_5_6


@pytest.fixture
def shared(shared_data):
    def open_it(name, file=None, **options):
        return load(name, shared_data(file or f"{name}.npz").parent, download=False, **options)

    return open_it


SIZES = {
    "exp": (1200, (972, 108, 120)),
    "counting_er": (5000, (1500, 1000, 2500)),
    "counting_regular": (5000, (1500, 1000, 2500)),
    "qm9": (130_831, (104_664, 13_083, 13_084)),
    "zinc12k": (12_000, (10_000, 1_000, 1_000)),
    "molhiv": (41_127, (32_901, 4_113, 4_113)),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_splits_and_graphs(shared, shared_data, name):
    found = shared(name)
    graphs, sizes = SIZES[name]
    assert len(found) == graphs
    assert found.splits.sizes() == sizes
    parts = found.splits
    assert len(np.unique(np.concatenate([parts.train, parts.valid, parts.test]))) == graphs
    step = max(graphs // 50, 1)
    for number in range(0, graphs, step):
        data, graph = found[number], found.graph(number)
        assert data.is_undirected()
        assert (data.x < torch.tensor(found.num_node_types)).all()
        if found.num_edge_types is not None:
            assert (data.edge_attr < torch.tensor(found.num_edge_types)).all()
        if found.arrays.x is not None:
            assert as_graph(data) == graph
    assert verify(shared_data(f"{name}.npz")).ok


def test_zinc_first_graph(shared):
    data = shared("zinc12k")[0]
    # PyG's ZINC(subset=True)[0]: Data(x=[29, 1], edge_index=[2, 64], edge_attr=[64], y=[1]).
    assert data.x.view(-1).tolist()[:6] == [0, 0, 0, 0, 0, 0] or data.num_nodes == 29
    assert data.edge_index.shape == (2, 64)
    assert data.y.item() == pytest.approx(0.8350, abs=1e-4)


def test_qm9_units_are_those_of_pyg(shared):
    found = shared("qm9")
    # The first twelve of PyG's QM9()[0].y.
    known = [0, 13.21, -10.5499, 3.1865, 13.7363, 35.3641, 1.2177, -1101.4878, -1101.4098]
    known += [-1101.3840, -1102.0229, 6.4690]
    assert torch.allclose(found[0].y, torch.tensor([known]), atol=1e-3)
    assert found[0].z.tolist() == [6, 1, 1, 1, 1]
    assert found.task.units[:6] == ("D", "bohr^3", "eV", "eV", "eV", "bohr^2")
    y = found.y
    np.testing.assert_allclose(y[:, 3] - y[:, 2], y[:, 4], atol=0.01)  # lumo - homo is the gap
    # Mean and deviation of PyG's mu and alpha, as papers print them.
    assert y[:, 0].mean() == pytest.approx(2.673, abs=1e-3)
    assert y[:, 1].std() == pytest.approx(8.17, abs=2e-2)


def test_qm9_one_target_and_another_split(shared):
    found = shared("qm9", target="gap", seed=1)
    assert found[5].y.shape == (1, 1)
    assert found.task.num_outputs == 1
    assert not np.array_equal(found.splits.test, shared("qm9").splits.test)


def test_exp_folds(shared):
    tested = np.concatenate([shared("exp", fold=fold).splits.test for fold in range(10)])
    assert sorted(tested.tolist()) == list(range(1200))
    for part in (shared("exp").train, shared("exp").valid, shared("exp").test):
        assert part.y.mean() == 0.5  # a pair has one of each
        assert len(np.unique(part.rows // 2)) == len(part) // 2


def test_molhiv_labels(shared):
    found = shared("molhiv")
    assert int(found.y.sum()) == 1443  # the active ones, as published
    assert [int(part.y.sum()) for part in (found.train, found.valid, found.test)] == [1232, 81, 130]
    assert found.task.metric == "ROC-AUC"


@pytest.mark.parametrize("name", ["counting_er", "counting_regular"])
def test_counting_labels(shared, name):
    found = shared(name)
    assert found.task.names == ("triangle", "tailed_triangle", "star3", "chordal_cycle")
    for number in range(0, 5000, 250):
        graph = found.graph(number).to("networkx")
        matrix = nx.to_numpy_array(graph)
        degrees = matrix.sum(0)
        square = matrix @ matrix
        cubed = np.diag(square @ matrix)
        star = sum(d * (d - 1) * (d - 2) / 6 for d in degrees)
        chordal = sum(square[u, v] * (square[u, v] - 1) / 2 for u, v in graph.edges)
        tailed = (cubed / 2 * (degrees - 2)).sum()
        assert found.y[number].tolist() == [cubed.sum() / 6, tailed, star, chordal]
    train = shared(name, normalize="train")
    np.testing.assert_allclose(train.train.y.std(axis=0, ddof=1), 1)
    np.testing.assert_allclose(shared(name, normalize="all").y.std(axis=0, ddof=1), 1)
    induced = shared(name, induced=True)
    assert (induced.y <= found.y).all()
    number = int(np.argmax(found.y[:, 3]))
    expected = counts.count(found.graph(number), "chordal_cycle", induced=True)
    assert induced.y[number, 3] == expected


def test_sr25_is_the_published_file(shared):
    found = shared("sr25", "sr251256.g6")
    assert found.source != "built by klgnn.families"
    assert len(found) == 15
    first = found.graph(0)
    assert (first.num_nodes, first.num_edges, set(first.degrees().tolist())) == (25, 150, {12})
    ours = srg_25_12_5_6()
    theirs = found.graphs()
    # Every published graph is one of those that klgnn constructs.
    key = lambda g: sorted(counts.count(g, "clique4", per_node=True).tolist())  # noqa: E731
    assert sorted(map(key, ours)) == sorted(map(key, theirs))
