"""What a graph may be on the command line."""

import pytest

from klgnn import GraphError, as_graph, families, write_graphs
from klgnn.cli import Arguments


def one(text, **options):
    return Arguments(**options).one(text).graph


def test_the_same_graph_in_every_form(tmp_path):
    rook = families.rook(4)
    write_graphs([rook], tmp_path / "rook.g6")
    write_graphs([rook], tmp_path / "rook.col.gz")
    texts = ["rook:4", "rook:4,4", rook.to("graph6"), "g6:" + rook.to("graph6")]
    files = ["rook.g6", "rook.g6#0", "rook.col.gz"]
    texts += [rook.to("sparse6"), *(str(tmp_path / name) for name in files)]
    assert {one(text).digest for text in texts} == {rook.digest}


def test_smiles_and_what_looks_like_it():
    pytest.importorskip("rdkit")
    assert one("c1ccccc1") == one("smiles:c1ccccc1") == as_graph("c1ccccc1", form="smiles")
    assert Arguments().one("c1ccccc1").smiles == "c1ccccc1"
    assert one("g6:Bw").num_edges == 3
    assert one("smiles:CN").num_edges == 1
    with pytest.raises(GraphError, match="graph6 and SMILES"):
        one("CN")


def test_a_graph_of_a_file_by_its_number(tmp_path):
    path = tmp_path / "three#1.g6"  # the mark in a name is no number
    graphs = [families.cycle(5), families.path(4), families.star(3)]
    write_graphs(graphs, path)
    assert [one(f"{path}#{i}") for i in range(3)] == graphs
    with pytest.raises(GraphError, match=r"no graph number 3 \(they count from 0\)"):
        one(f"{path}#3")
    with pytest.raises(GraphError, match="more than one graph, expected one; choose with"):
        one(str(path))
    assert list(Arguments().all(str(path))) == graphs
    assert list(Arguments().all(f"{path}#1")) == graphs[1:2]


def test_plain_drops_colors():
    assert one("cfi:K4").node_colors is not None
    assert one("cfi:K4", plain=True).node_colors is None
    assert [graph.node_colors for graph in Arguments(plain=True).all("cfi:K4")] == [None]


def test_a_family_comes_before_a_file_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_graphs([families.path(3)], tmp_path / "shrikhande.g6")
    (tmp_path / "shrikhande.g6").rename(tmp_path / "shrikhande")
    assert one("shrikhande") == families.shrikhande()
    assert one("./shrikhande", form="graph6") == families.path(3)


def test_errors_of_files_begin_with_their_name(tmp_path):
    (tmp_path / "bad.g6").write_bytes(b"Bw\n\x01\n")
    with pytest.raises(GraphError, match=r"bad\.g6: line 2: "):
        list(Arguments().all(str(tmp_path / "bad.g6")))
