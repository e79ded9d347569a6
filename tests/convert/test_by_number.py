"""Colors in a dict, in every form whose nodes are numbers."""

import numpy as np
import pytest
from scipy import sparse

from klgnn import Graph, GraphError, as_graph

PATH = [(0, 1), (1, 2)]
MATRIX = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
PLAIN = Graph.from_edges(PATH)
SOURCES = [PATH, MATRIX, sparse.csr_array(MATRIX), "Bg", PLAIN.to("sparse6"), PLAIN]
SOURCES.append("p edge 3 2\ne 1 2\ne 2 3")


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_the_same_colors_in_every_form(source):
    expected = as_graph(PATH, node_colors=["a", "b", "c"], edge_colors=["x", "y"])
    nodes, edges = {2: "c", 0: "a", 1: "b"}, {(1, 0): "x", (1, 2): "y"}
    found = as_graph(as_graph(source), node_colors=nodes, edge_colors=edges)
    assert found == expected
    assert as_graph(source, node_colors=nodes) == expected.recolor(node_colors=expected.node_colors)
    if not isinstance(source, str) or "e" not in source:  # DIMACS edges have no colors
        assert as_graph(source, node_colors=nodes, edge_colors=edges) == expected


def test_a_file_of_one_graph(tmp_path):
    file = tmp_path / "path.g6"
    file.write_text("Bg\n")
    colored = as_graph(PATH, node_colors=[7, 8, 9])
    assert as_graph(file, node_colors={0: 7, 1: 8, 2: 9}) == colored
    assert as_graph(file, node_colors=[7, 8, 9]) == colored
    assert as_graph(file, edge_colors={(0, 1): 1, (1, 2): 2}).edge_colors.tolist() == [1, 1, 2, 2]


def test_nodes_without_edges_count():
    assert as_graph([(0, 1)], node_colors={0: 1, 1: 1, 2: 1}).num_nodes == 3
    assert as_graph([], node_colors={0: 1}, edge_colors={}) == as_graph(
        [], node_colors=[1], edge_colors=[]
    )


def test_directed_pairs_are_not_turned_round():
    arcs = as_graph([(0, 1), (1, 0)], directed=True, edge_colors={(0, 1): 5, (1, 0): 6})
    assert arcs.edge_colors.tolist() == [5, 6]
    with pytest.raises(GraphError, match=r"without \(0, 1\)"):
        as_graph([(0, 1)], directed=True, edge_colors={(1, 0): 5})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"node_colors": {0: 1, 1: 1, 3: 1}}, "3 nodes without node 2, expected nodes numbered"),
        ({"node_colors": {0: 1, 1: 2}}, "got node 2|2 values"),
        ({"edge_colors": {(0, 1): 1}}, r"a dict without \(1, 2\), expected one for every edge"),
        ({"edge_colors": {(0, 1): 1, (1, 2): 1, (0, 2): 1}}, r"\(0, 2\) in the dict, which is not"),
        ({"edge_colors": {(0, 1): 1, (1, 0): 2, (1, 2): 1}}, "two colors, one in each direction"),
        ({"edge_colors": {(0, 1): 1}, "parallel": "color"}, "expected one value per listed edge"),
    ],
)
def test_dicts_that_do_not_fit(options, message):
    with pytest.raises(GraphError, match=message):
        as_graph(PATH, **options)
