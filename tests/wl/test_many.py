"""partition: many graphs, one class each."""

import networkx as nx
import numpy as np
import pytest
from against_oracle import alike, same_partition
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError, distinguish, families, partition, read_graphs, write_graphs


@pytest.fixture
def graphs():
    return [families.cycle(6), *families.hexagon_and_triangles(), families.path(6)]


def test_lists_iterators_and_files(graphs, tmp_path):
    expected = [0, 0, 1, 2]
    assert partition(graphs, 1, 1).tolist() == expected
    assert partition(iter(graphs), 1, 1).tolist() == expected
    assert partition((graph for graph in graphs), 1, 1).tolist() == expected
    path = tmp_path / "some.g6"
    write_graphs(graphs, path)
    assert partition(path, 1, 1).tolist() == partition(str(path), 1, 1).tolist() == expected


def test_whatever_holds_a_graph():
    hexagon = families.cycle(6)
    forms = [hexagon, nx.cycle_graph(6), hexagon.to("graph6"), hexagon.edges(), nx.path_graph(6)]
    assert partition(forms).tolist() == [0, 0, 0, 0, 1]


def test_classes_are_numbered_by_first_appearance(graphs):
    found = partition([*reversed(graphs), *graphs], 1, 1).tolist()
    assert found == [0, 1, 2, 2, 2, 2, 1, 0]
    assert partition(graphs, 1, 1).dtype == np.int64
    assert partition([]).tolist() == []


@pytest.mark.parametrize("mode", ["hashed", "exact"])
@settings(max_examples=40, deadline=None)
@given(graphs=alike(max_nodes=4, count=5), l=st.integers(0, 1), k=st.integers(1, 2))
def test_agrees_with_distinguish(mode, graphs, k, l):
    numbers = partition(graphs, k, l, mode=mode)
    for i, one in enumerate(graphs):
        for j, two in enumerate(graphs):
            assert (numbers[i] != numbers[j]) == bool(distinguish(one, two, k, l, mode=mode))


def test_progress_goes_to_a_bar(graphs, capsys):
    partition(graphs, 1, progress=True)
    assert "graph" in capsys.readouterr().err
    partition(graphs, 1)
    assert capsys.readouterr().err == ""


def test_refusals_name_the_graph(graphs):
    colored = Graph.from_edges([(0, 1)], node_colors=[0, 0])
    with pytest.raises(GraphError, match="graph 4: got node colors"):
        partition([*graphs, colored])
    with pytest.raises(GraphError, match="expected a list or a path"):
        partition(graphs[0])
    with pytest.raises(GraphError, match="expected a list or a path"):
        partition(7)


def test_sr25(shared_data):
    path = shared_data("sr251256.g6")
    assert set(partition(path, 2, variant="fwl").tolist()) == {0}
    assert set(partition(path, 1, 1).tolist()) == {0}
    assert partition(path, 1, 2).tolist() == list(range(15))
    assert partition(path, 2, 1, variant="fwl").tolist() == list(range(15))
    assert partition(path, 3).tolist() == [0] * 15


def test_sr16(shared_data):
    one, two = read_graphs(shared_data("sr16622.g6"))
    assert not distinguish(one, two, 2, variant="fwl")
    assert distinguish(one, two, 2, 1, variant="fwl")
    assert partition([one, two, families.rook(4), families.shrikhande()], 1, 2).max() == 1


def test_exp(shared_data):
    pack = np.load(shared_data("exp.npz"), allow_pickle=False)
    bounds = np.cumsum(pack["num_nodes"])[:-1], np.cumsum(pack["num_edges"])[:-1]
    colors = np.split(pack["x"][:, 0], bounds[0])
    edges = np.split(pack["edge_index"], bounds[1])
    graphs = [
        Graph.from_edges(e, len(c), node_colors=c) for e, c in zip(edges, colors, strict=True)
    ]
    assert len(graphs) == 1200
    by_1wl, by_11wl = partition(graphs, 1), partition(graphs, 1, 1)
    assert np.array_equal(by_1wl[0::2], by_1wl[1::2])
    assert (by_11wl[0::2] != by_11wl[1::2]).all()
    assert same_partition(by_1wl[:40], partition(graphs[:40], 1, mode="exact"))
    assert np.array_equal(by_1wl, partition(graphs, 2))


@pytest.mark.parametrize("source", [b"Bw", {1: "Bw"}, nx.path_graph(3), 7])
def test_what_is_no_list_of_graphs(source):
    with pytest.raises(GraphError, match=f"graphs: got {type(source).__name__}, expected a list"):
        partition(source)


def test_which_of_the_graphs_is_bad():
    with pytest.raises(GraphError, match="graph 1: got NoneType"):
        partition(["Bw", None])
