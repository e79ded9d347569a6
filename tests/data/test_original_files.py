"""Each original format, read back; and what is said of files that are damaged."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
import torch
from data_files import HCN, WATER, write_csv_gz, write_ogb, write_qm9, write_tu, write_zinc

from klgnn.data import DataError, load, registry
from klgnn.data.sets import brec, counting, exp, tu
from klgnn.families import circular_skip_link, cycle, path, srg_25_12_5_6


@pytest.fixture
def small(monkeypatch):
    """The data sets are as small as the files of the tests."""

    def shrink(name, graphs, split_sizes=None):
        entry = replace(registry.ENTRIES[name], graphs=graphs, split_sizes=split_sizes)
        monkeypatch.setitem(registry.ENTRIES, name, entry)

    return shrink


def test_ogb(tmp_path, small):
    small("molhiv", 3, (1, 1, 1))
    write_ogb(tmp_path / "hiv")
    found = load("molhiv", tmp_path)
    assert [data.num_nodes for data in found] == [3, 1, 2]
    assert found[0].edge_index.tolist() == [[0, 1, 1, 2], [1, 0, 2, 1]]
    assert found[0].edge_attr.tolist() == [[0, 0, 0], [0, 0, 0], [4, 5, 1], [4, 5, 1]]
    assert found[1].x.tolist() == [[7, 1, 0, 5, 0, 0, 1, 1, 1]]
    assert found[1].edge_attr.shape == (0, 3)
    assert found[1].y.tolist() == [[1.0]]
    assert found[2].x[0, 0] == 118
    splits = found.splits
    assert (splits.train.tolist(), splits.valid.tolist(), splits.test.tolist()) == ([0], [1], [2])
    assert found.task.metric == "ROC-AUC"
    assert found.task.higher_is_better


def test_ogb_damaged(tmp_path, small):
    small("molhiv", 3, (1, 1, 1))
    write_ogb(tmp_path)
    file = tmp_path / "raw" / "node-feat.csv.gz"
    content = file.read_bytes()
    file.write_bytes(content[:-9])
    with pytest.raises(DataError, match=r"node-feat.csv.gz: got a table that is not read"):
        load("molhiv", tmp_path)
    file.write_bytes(content)
    write_csv_gz(tmp_path / "raw" / "edge.csv.gz", [(1, 0), (1, 2)])
    with pytest.raises(DataError, match="lengths do not fit"):
        load("molhiv", tmp_path)
    write_csv_gz(tmp_path / "raw" / "edge.csv.gz", [(1, 0), (1, 3), (0, 1)])
    with pytest.raises(DataError, match="outside of its graph"):
        load("molhiv", tmp_path)
    write_ogb(tmp_path)
    write_csv_gz(tmp_path / "split" / "scaffold" / "test.csv.gz", [(1,)])
    with pytest.raises(DataError, match=r"split: expected|split: got"):
        load("molhiv", tmp_path)


def test_tu(tmp_path):
    write_tu(tmp_path / "TOY" / "raw")
    found = load("tu:TOY", tmp_path)
    first, second = found
    assert first.edge_index.tolist() == [[0, 0, 1, 1, 2, 2, 2, 3], [1, 2, 0, 2, 0, 1, 3, 2]]
    assert first.edge_attr.view(-1).tolist() == [0, 1, 0, 0, 1, 0, 2, 2]
    assert second.edge_index.tolist() == [[0, 1, 1, 2], [1, 0, 2, 1]]  # without the self-loop
    assert first.x.view(-1).tolist() == [0, 0, 0, 2]
    assert second.x.view(-1).tolist() == [0, 1, 0]
    assert [float(data.y) for data in found] == [1.0, 0.0]  # the labels were 1 and -1
    assert second.node_attributes.tolist() == [[4.5, 4.0], [5.5, 5.0], [6.5, 6.0]]
    assert found.num_node_types == (3,)
    assert found.num_edge_types == (3,)
    assert found.task.kind == "binary"
    assert len(found.folds) == 10


def test_tu_as_pyg_reads_it(tmp_path):
    from torch_geometric.io import read_tu_data

    write_tu(tmp_path)
    theirs, slices, _ = read_tu_data(str(tmp_path), "TOY")
    for number, ours in enumerate(load("tu:TOY", tmp_path)):
        start, stop = slices["edge_index"][number : number + 2].tolist()
        assert torch.equal(ours.edge_index, theirs.edge_index[:, start:stop])
        assert torch.equal(ours.edge_attr.view(-1), theirs.edge_attr[start:stop].argmax(1))
        assert float(ours.y) == float(theirs.y[number])


def test_tu_without_extras_and_with_targets(tmp_path):
    write_tu(tmp_path)
    for part in ("node_labels", "edge_labels", "node_attributes", "graph_labels"):
        (tmp_path / f"TOY_{part}.txt").unlink()
    assert load("tu:TOY", tmp_path).graphs()[1] == path(3)
    (tmp_path / "TOY_graph_attributes.txt").write_text("0.5, 1\n1.5, 2\n")
    found = load("tu:TOY", tmp_path)
    assert found.task.kind == "regression"
    assert found[1].y.tolist() == [[1.5, 2.0]]
    assert found.num_node_types == (1,)
    assert found[0].x.tolist() == [[0]] * 4


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("edge_labels", "1\n" * 12, "got 12 lines, expected 13"),
        ("edge_labels", "".join(f"{i}\n" for i in range(13)), "one attribute in one direction"),
        ("graph_indicator", "1\n2\n1\n1\n2\n2\n2\n", "not ascending"),
        ("graph_indicator", "1\n1\n1\n2\n2\n2\n2\n", "edge between two graphs"),
        ("A", "1, 2\n2, 9\n", "expected 0 to 6|got 13 lines"),
        ("A", "1, x\n", "not read"),
    ],
)
def test_tu_damaged(tmp_path, part, text, message):
    write_tu(tmp_path)
    (tmp_path / f"TOY_{part}.txt").write_text(text)
    with pytest.raises(DataError, match=message):
        load("tu:TOY", tmp_path)


def test_a_tu_name_is_no_path():
    for name in ("tu:", "tu:../x", "tu:a/b", "tu:.."):
        with pytest.raises(DataError, match="tu:MUTAG"):
            load(name)
    assert tu.entry("MUTAG").remotes[0].url.endswith("graphkerneldatasets/MUTAG.zip")


def test_qm9(tmp_path, small):
    small("qm9", 2)
    write_qm9(tmp_path / "QM9" / "raw")
    found = load("qm9", tmp_path)
    water, hcn = found
    assert water.z.tolist() == [8, 1, 1]
    assert water.x.view(-1).tolist() == [3, 0, 0]
    assert hcn.edge_index.tolist() == [[0, 0, 1, 2], [1, 2, 0, 0]]
    assert hcn.edge_attr.view(-1).tolist() == [3, 1, 3, 1]
    assert torch.allclose(water.pos[0], torch.tensor([-0.0344, 0.9775, 0.0076]))
    # PyG's QM9()[2].y and QM9()[4].y.
    known = torch.tensor([1.8511, 6.31, -7.9675, 1.8694, 9.8369, 19.0002, 0.5816, -2079.0778])
    assert torch.allclose(water.y[0, :8], known, atol=1e-3)
    assert hcn.y[0, 11] == 6.278
    assert found.arrays.per_graph["gdb_index"].tolist() == [1, 2]


def test_qm9_leaves_out_what_is_not_characterized(tmp_path, small):
    small("qm9", 1)
    write_qm9(tmp_path, bad=[1])
    found = load("qm9", tmp_path)
    assert len(found) == 1
    assert found[0].z.tolist() == [6, 7, 1]
    assert found.arrays.per_graph["gdb_index"].tolist() == [2]


@pytest.mark.parametrize(
    ("molecules", "message"),
    [
        ([WATER], "got 1 molecules, and 2 rows"),
        ([WATER, HCN[:300]], "molecule 2 that is not read"),
        ([WATER, HCN.replace(" N ", " Xx")], "molecule 2 that is not read .*Xx"),
        ([WATER.replace("  1  3  1", "  1  4  1"), HCN], "molecule 1 .*atom that is not there"),
        ([WATER.replace("V2000", "V3000"), HCN], "molecule 1 .*V2000"),
    ],
)
def test_qm9_damaged(tmp_path, small, molecules, message):
    small("qm9", 2)
    write_qm9(tmp_path, molecules)
    with pytest.raises(DataError, match=message):
        load("qm9", tmp_path)


def test_zinc(tmp_path, small):
    small("zinc12k", 8, (4, 2, 2))
    whole = write_zinc(tmp_path / "ZINC" / "raw")
    found = load("zinc12k", tmp_path)
    assert found.splits.sizes() == (4, 2, 2)
    chosen = [
        (part, 1 + i) for part in ("train", "val", "test") for i in range(len(whole[part]) - 2)
    ]
    for data, (part, row) in zip(found, chosen, strict=True):
        molecule = whole[part][row]  # read as PyG's ZINC.process does
        adjacency = molecule["bond_type"]
        edge_index = adjacency.nonzero().t()
        assert torch.equal(data.edge_index, edge_index)
        assert torch.equal(data.edge_attr.view(-1), adjacency[edge_index[0], edge_index[1]])
        assert torch.equal(data.x.view(-1), molecule["atom_type"])
        assert torch.equal(data.y.view(-1), molecule["logP_SA_cycle_normalized"])


def test_zinc_damaged(tmp_path, small):
    small("zinc12k", 8, (4, 2, 2))
    write_zinc(tmp_path)
    (tmp_path / "test.index").write_text("1,7\n")
    with pytest.raises(DataError, match=r"test.pickle: got no molecule 7.*use the pack zinc12k"):
        load("zinc12k", tmp_path)
    (tmp_path / "val.index").write_text("1,a\n")
    with pytest.raises(DataError, match="numbers with commas"):
        load("zinc12k", tmp_path)
    (tmp_path / "train.pickle").write_bytes(pickle.dumps([{"atom_type": 5}] * 6))
    with pytest.raises(DataError, match="got no molecule 1"):
        load("zinc12k", tmp_path)


EXP_TEXT = """2
3 1
0 2 1 2
1 1 0
1 1 0
2 0
0 1 1
1 1 0
"""


def test_exp_text(tmp_path):
    (tmp_path / "GRAPHSAT.txt").write_text(EXP_TEXT)
    arrays = exp.ENTRY.read(tmp_path)
    assert arrays.num_nodes.tolist() == [3, 2]
    assert arrays.y.tolist() == [[1], [0]]
    assert arrays.edge_index.tolist() == [[0, 1], [0, 2], [0, 1]]
    assert arrays.x.tolist() == [[0], [1], [1], [0], [1]]
    for length in range(0, len(EXP_TEXT) - 3, 5):
        (tmp_path / "GRAPHSAT.txt").write_text(EXP_TEXT[:length])
        with pytest.raises(DataError, match="cut short or damaged"):
            exp.ENTRY.read(tmp_path)


def test_exp_pickle(tmp_path, monkeypatch):
    import torch_geometric.data.data as module

    class Data:  # of the PyG of 2020: a plain object
        def __init__(self, **fields):
            self.__dict__.update(fields, edge_attr=None, pos=None)

    Data.__module__, Data.__qualname__ = module.__name__, "Data"
    with monkeypatch.context() as patch:
        patch.setattr(module, "Data", Data)
        content = pickle.dumps(
            [
                Data(
                    x=torch.tensor([[0], [1]]),
                    edge_index=torch.tensor([[0, 1], [1, 0]]),
                    y=torch.tensor([label]),
                )
                for label in (1, 0)
            ]
        )
    (tmp_path / "GRAPHSAT.pkl").write_bytes(content)
    arrays = exp.ENTRY.read(tmp_path)
    assert arrays.y.tolist() == [[1], [0]]
    assert arrays.edge_index.tolist() == [[0, 1]] * 2
    assert arrays.per_graph["pair"].tolist() == [0, 0]
    (tmp_path / "GRAPHSAT.pkl").write_bytes(pickle.dumps([1, 2]))
    with pytest.raises(DataError, match=r"use the pack exp.npz"):
        exp.ENTRY.read(tmp_path)


def test_counting_from_matlab(tmp_path, small):
    from scipy.io import savemat

    small("counting_regular", 3, (1, 1, 1))
    graphs = [cycle(5), srg_25_12_5_6()[0], path(4)]
    matrices = np.empty((1, 3), object)
    for number, graph in enumerate(graphs):
        matrices[0, number] = graph.to("numpy").astype(float)
    indices = {f"{part}_idx": np.array([[n]]) for n, part in enumerate(("train", "val", "test"))}
    savemat(tmp_path / "randomgraph.mat", {"A": matrices, "F": np.zeros((3, 2)), **indices})
    found = load("counting_regular", tmp_path)
    assert found.graphs() == graphs
    assert found.splits.sizes() == (1, 1, 1)
    content = (tmp_path / "randomgraph.mat").read_bytes()
    (tmp_path / "randomgraph.mat").write_bytes(content[: len(content) // 2])
    with pytest.raises(DataError, match=r"randomgraph.mat: got a file that is not read"):
        load("counting_regular", tmp_path)


def test_brec(tmp_path, monkeypatch):
    lines = [g.to("graph6").encode() for g in (cycle(6), circular_skip_link(11, 3))]
    records = np.array((lines * 32) * 800)
    np.save(tmp_path / "brec_v3.npy", records)
    arrays = brec._read(tmp_path, known="")
    assert len(arrays) == 800
    assert arrays.num_nodes[:4].tolist() == [6, 11, 6, 11]
    with pytest.raises(DataError, match="expected the published"):
        load("brec", tmp_path)
    ready = brec.ENTRY.finish(arrays, None)
    assert ready.arrays.per_graph["category"][119:121].tolist() == ["basic", "regular"]
    assert ready.arrays.per_graph["pair"].tolist() == [n // 2 for n in range(800)]


def test_brec_that_is_a_pickle_is_refused(tmp_path):
    np.save(tmp_path / "brec_v3.npy", np.array([b"Bw", None], object), allow_pickle=True)
    with pytest.raises(DataError, match="not read"):
        brec._read(tmp_path, known="")


def test_the_official_counting_er_is_explained():
    with pytest.raises(DataError, match=r"pack counting_er.npz.*binary of DGL"):
        load("counting_er")
    assert counting.ER.read is None
