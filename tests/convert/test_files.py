"""Files: streamed in, whole or absent out."""

import gzip
import itertools
import tracemalloc

import pytest

from klgnn import Graph, GraphError, as_graph, read_graphs, write_graphs

TRIANGLE, PATH = as_graph("Bw"), as_graph("Bg")


@pytest.mark.parametrize("name", ["a.g6", "a.s6", "a.g6.gz", "a.s6.gz"])
def test_round_trip(tmp_path, name):
    assert write_graphs(iter([TRIANGLE, PATH]), tmp_path / name) == 2
    assert list(read_graphs(tmp_path / name)) == [TRIANGLE, PATH]
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_directed_and_single(tmp_path):
    arc = Graph.from_edges([(0, 1)], directed=True)
    write_graphs([arc], tmp_path / "a.d6")
    assert as_graph(tmp_path / "a.d6") == arc
    write_graphs([TRIANGLE], tmp_path / "a.col")
    assert as_graph(tmp_path / "a.col") == TRIANGLE
    write_graphs([TRIANGLE, PATH], tmp_path / "two.g6")
    with pytest.raises(GraphError, match="more than one graph"):
        as_graph(tmp_path / "two.g6")


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.g6"
    write_graphs([TRIANGLE], path)

    def fails_half_way():
        yield PATH
        yield Graph.from_edges([(0, 1)], directed=True)

    with pytest.raises(GraphError, match="no directions"):
        write_graphs(fails_half_way(), path)
    assert list(read_graphs(path)) == [TRIANGLE]
    assert list(tmp_path.iterdir()) == [path]


def test_errors_name_the_line(tmp_path):
    path = tmp_path / "a.g6"
    path.write_bytes(b">>graph6<<Bw\n\nBg\nB\x01\n")
    with pytest.raises(GraphError, match="line 4: got character"):
        list(read_graphs(path))
    path.write_bytes(b">>graph6<<\nBw\n\nBww\n")
    with pytest.raises(GraphError, match="line 4: got 2 characters"):
        list(read_graphs(path))
    smiles = tmp_path / "a.smi"
    smiles.write_text("CCO ethanol\n\nC( broken\n")
    with pytest.raises(GraphError, match="line 3: SMILES"):
        list(read_graphs(smiles))


def test_paths(tmp_path):
    with pytest.raises(GraphError, match="no such file"):
        next(read_graphs(tmp_path / "none.g6"))
    (tmp_path / "folder.g6").mkdir()
    with pytest.raises(GraphError, match="got a folder"):
        next(read_graphs(tmp_path / "folder.g6"))
    (tmp_path / "a.txt").write_bytes(b"Bw\n")
    with pytest.raises(GraphError, match="unknown suffix"):
        next(read_graphs(tmp_path / "a.txt"))
    assert list(read_graphs(str(tmp_path / "a.txt"), form="graph6")) == [TRIANGLE]
    (tmp_path / "cut.g6.gz").write_bytes(gzip.compress(b"Bw\n" * 100)[:-9])
    with pytest.raises(GraphError, match="damaged gzip"):
        list(read_graphs(tmp_path / "cut.g6.gz"))
    (tmp_path / "no.g6.gz").write_bytes(b"Bw\n")
    with pytest.raises(GraphError, match="damaged gzip"):
        list(read_graphs(tmp_path / "no.g6.gz"))


def test_a_million_lines_stream(tmp_path):
    path = tmp_path / "many.g6"
    path.write_bytes(b"Bw\n" * 1_000_000)
    tracemalloc.start()
    taken = sum(1 for _ in itertools.islice(read_graphs(path), 100_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken == 100_000
    assert peak < 80 * 2**20


def test_a_line_without_end_is_refused(tmp_path, monkeypatch):
    from klgnn.convert import files

    monkeypatch.setattr(files, "MAX_LINE", 100)
    path = tmp_path / "a.g6"
    path.write_bytes(b"~" * 1000)
    with pytest.raises(GraphError, match="more than 100 bytes"):
        list(read_graphs(path))


def test_real_file(shared_data):
    many = list(read_graphs(shared_data("sr251256.g6")))
    assert len(many) == 15
    assert all(graph.degrees().tolist() == [12] * 25 for graph in many)


def test_whatever_holds_a_graph_is_written(tmp_path):
    assert write_graphs([[(0, 1), (1, 2), (2, 0)], "Bg"], tmp_path / "a.g6") == 2
    assert list(read_graphs(tmp_path / "a.g6")) == [TRIANGLE, PATH]


def test_lines_of_four_kinds_and_line_ends(tmp_path):
    path = tmp_path / "a.g6"
    path.write_bytes(b">>graph6<<Bw\r\nBg\r\n\r\n:An\n&AO")
    arc = Graph.from_edges([(0, 1)], directed=True)
    assert list(read_graphs(path)) == [TRIANGLE, PATH, as_graph([(0, 1)]), arc]


@pytest.mark.parametrize(("lines", "message"), [([1, 2], "got int among"), (7, "got int, expe")])
def test_lines_that_are_no_text(lines, message):
    with pytest.raises(GraphError, match=message):
        list(read_graphs(lines))


def test_what_is_said_about_colors_is_never_dropped(tmp_path):
    for options in ({"node_colors": [1, 2, 3]}, {"edge_colors": "bond"}):
        with pytest.raises(GraphError, match="a choice for graph6, which holds no colors"):
            next(read_graphs(["Bw"], **options))
    with pytest.raises(GraphError, match="parallel: got 'merge'"):
        next(read_graphs(["Bw"], parallel="merge"))
    assert list(read_graphs(["Bw"], node_colors=False, edge_colors=False)) == [TRIANGLE]


def test_what_cannot_be_written(tmp_path):
    with pytest.raises(GraphError, match="'smiles', which is read only; write"):
        write_graphs([TRIANGLE], tmp_path / "a.smi")
    with pytest.raises(GraphError, match=r"expected a list of graphs; write \[graph\]"):
        write_graphs(TRIANGLE, tmp_path / "a.g6")
    assert not list(tmp_path.iterdir())
