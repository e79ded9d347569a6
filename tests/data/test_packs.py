import numpy as np
import pytest

from klgnn import Graph
from klgnn.data import DataError, Target, Task, archive, load, pack, packs, verify
from klgnn.families import complete, cycle, molecules, path

GRAPHS = [cycle(5), path(4), Graph.from_edges([], 3), complete(4), Graph.from_edges([], 0)]


@pytest.fixture
def written(tmp_path):
    return pack(GRAPHS, tmp_path / "mine.npz", y=[0, 1, 0, 1, 0], y_names=["odd"])


def test_graphs_come_back(written):
    found = load(str(written))
    assert found.graphs() == GRAPHS
    assert found.task == Task("binary", "accuracy", (Target("odd"),))
    assert [int(data.y) for data in found] == [0, 1, 0, 1, 0]
    assert verify(written).ok
    assert verify(written).manifest
    assert (verify(written).nodes, verify(written).edges) == (16, 14)


def test_colors_splits_and_task_come_along(tmp_path):
    graphs = [
        g.recolor(node_colors=np.arange(g.num_nodes), edge_colors=np.full(len(g.indices), 2))
        for g in GRAPHS[:3]
    ]
    first = load(str(pack(graphs, tmp_path / "a.npz", y=[0.5, 1.5, 2.5], split=[0, 1, 2])))
    assert first.graphs() == graphs
    assert first.splits.sizes() == (1, 1, 1)
    again = load(str(pack(first, tmp_path / "b.npz")))
    assert again.graphs() == graphs
    assert again.task == first.task
    assert again.splits.sizes() == (1, 1, 1)
    assert again.name == "a"


def test_a_data_set_comes_back(tmp_path):
    csl = load("csl", fold=2)
    again = load(str(pack(csl, tmp_path / "mine.npz")))
    assert again.graphs() == csl.graphs()
    assert again.task == csl.task
    np.testing.assert_array_equal(again.splits.test, csl.splits.test)
    part = load(str(pack(csl.valid, tmp_path / "part.npz")))
    assert part.graphs() == csl.valid.graphs()
    assert not part.folds


def test_the_same_graphs_make_the_same_file(tmp_path):
    files = [pack(GRAPHS, tmp_path / f"{name}.npz").read_bytes() for name in "aa"]
    assert files[0] == files[1]


def test_every_truncation_is_noticed(written, tmp_path):
    content = written.read_bytes()
    broken = tmp_path / "broken.npz"
    for length in range(0, len(content), 41):
        broken.write_bytes(content[:length])
        with pytest.raises(DataError, match=r"broken.npz: .*(again|no such)"):
            verify(broken)


def test_every_flipped_bit_is_noticed_or_means_nothing(written, tmp_path):
    content = bytearray(written.read_bytes())
    good = packs.load_pack(written).arrays.digest
    broken = tmp_path / "broken.npz"
    noticed = 0
    for place in range(0, len(content), 13):
        content[place] ^= 0x10
        broken.write_bytes(content)
        content[place] ^= 0x10
        try:
            assert packs.load_pack(broken).arrays.digest == good  # a date or a flag of the archive
        except DataError:
            noticed += 1
    assert noticed > 0.7 * len(range(0, len(content), 13))


def test_values_changed_without_the_manifest_are_noticed(written, tmp_path):
    arrays, _about = archive.read(written)
    manifest = np.load(written)["manifest"]
    arrays["edge_index"] = arrays["edge_index"][::-1]
    np.savez(tmp_path / "changed.npz", manifest=manifest, **arrays)
    with pytest.raises(DataError, match="got edge_index other than the manifest says"):
        verify(tmp_path / "changed.npz")
    del arrays["edge_index"]
    np.savez(tmp_path / "changed.npz", manifest=manifest, **arrays)
    with pytest.raises(DataError, match="got edge_index other"):
        verify(tmp_path / "changed.npz")
    np.savez(tmp_path / "changed.npz", manifest=np.zeros(3), **arrays)
    with pytest.raises(DataError, match="no manifest"):
        verify(tmp_path / "changed.npz")


def plain(**changes):
    """A pack without a manifest, as others make them."""
    whole = {
        "num_nodes": np.array([3, 2]),
        "num_edges": np.array([2, 1]),
        "edge_index": np.array([[0, 1], [1, 2], [0, 1]]),
        "x": np.zeros((5, 1), np.uint8),
        "edge_attr": np.zeros((3, 1), np.uint8),
        "y": np.zeros((2, 1)),
        "y_names": np.array(["t"]),
        "split": np.array([0, 2]),
    }
    return {name: array for name, array in {**whole, **changes}.items() if array is not None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_edges": None}, "got no array 'num_edges'"),
        ({"num_edges": np.array([2])}, "got 1 rows for 2 graphs"),
        ({"num_nodes": np.array([6, -1])}, "negative"),
        ({"num_nodes": np.array([3.0, 2.0])}, "expected whole numbers"),
        ({"edge_index": np.array([[0, 1], [1, 3], [0, 1]])}, "outside of its graph"),
        ({"edge_index": np.array([[0, 1], [1, 2]])}, "expected 3 rows"),
        ({"edge_index": np.array([[0, 1], [-1, 2], [0, 1]])}, "outside of its graph"),
        ({"edge_index": np.zeros((3, 3), int)}, r"shape \(E, 2\)"),
        ({"x": np.zeros((4, 1), int)}, "x: got shape"),
        ({"x": np.zeros(5, int)}, "x: got shape"),
        ({"x": np.full((5, 1), -1)}, "x: expected whole numbers from 0"),
        ({"edge_attr": np.zeros((3, 1))}, "edge_attr: expected whole numbers from 0"),
        ({"y": np.zeros((3, 1))}, "y: got shape"),
        ({"y_names": None}, "y_names: got 0 for 1"),
        ({"split": np.array([0, 3])}, "split: expected 0 for train"),
        ({"pos": np.zeros((4, 3))}, "pos: got shape"),
        ({"x": np.array([[None]] * 5)}, "cannot be read"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path, changes, message):
    np.savez(tmp_path / "bad.npz", **plain(**changes))
    with pytest.raises(DataError, match=message) as caught:
        verify(tmp_path / "bad.npz")
    assert "bad.npz" in str(caught.value)


def test_a_pack_without_a_manifest(tmp_path):
    other = {"gdb": np.array([7, 8]), "notes": np.arange(9), "pos": np.zeros((5, 3))}
    np.savez(tmp_path / "good.npz", **plain(), **other)
    found = packs.load_pack(tmp_path / "good.npz")
    assert set(found.arrays.per_node) == {"pos"}
    assert set(found.arrays.per_graph) == {"gdb"}
    assert set(found.extra) == {"notes"}
    report = verify(tmp_path / "good.npz")
    assert report.ok
    assert not report.manifest
    assert "no checksums inside; sound" in str(report)


def test_problems_that_still_load_are_reported(tmp_path):
    twice = np.array([[0, 1], [1, 0], [0, 0]])
    y = np.array([[np.nan], [1.0]])
    np.savez(tmp_path / "odd.npz", **plain(edge_index=twice, y=y))
    report = verify(tmp_path / "odd.npz")
    assert not report.ok
    for part in ("1 edges again", "1 self-loops", "1 values that are no numbers"):
        assert part in str(report)


def test_the_pack_of_a_known_name_must_be_that_data_set(tmp_path):
    np.savez(tmp_path / "zinc12k.npz", **plain())
    report = verify(tmp_path / "zinc12k.npz")
    assert any("got 2 graphs, expected 12,000" in problem for problem in report.problems)
    with pytest.raises(DataError, match="got 2 graphs, expected 12,000"):
        load("zinc12k", tmp_path)


def test_what_is_no_graph_is_refused(tmp_path):
    target = tmp_path / "x.npz"
    hashed = next(iter(molecules(1, seed=0)))
    for wrong, message in [
        (cycle(3), "one Graph"),
        ([cycle(3), 5], "graph 1: got int"),
        ([Graph.from_edges([(0, 1)], directed=True)], "directed"),
        ([hashed, cycle(3)], "expected all or none"),
        ([cycle(3).recolor(node_colors=["a", "b", "c"])], "hashes|types from 0"),
    ]:
        with pytest.raises(DataError, match=message):
            pack(wrong, target)
    with pytest.raises(DataError, match=r"ends in \.npz"):
        pack(GRAPHS, tmp_path / "x.zip")
    with pytest.raises(DataError, match="expected neither"):
        pack(load("csl"), target, y=[1])
    assert not target.exists()
