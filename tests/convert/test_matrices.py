"""Dense and sparse adjacency matrices: round trips, entries as colors, and what is refused."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given

from klgnn import Graph, GraphError, as_graph, encode
from tests.strategies import graphs


@given(graphs(colors=False))
def test_matrix_round_trips(graph):
    for form in ("scipy", "numpy"):
        assert as_graph(graph.to(form), directed=graph.directed) == graph


def test_matrix_entries_as_edge_colors():
    graph = Graph.from_edges([(0, 1), (1, 2)], edge_colors=[3, 5])
    for form in ("scipy", "numpy"):
        matrix = graph.to(form)
        assert as_graph(matrix, edge_colors="weight") == graph
        with pytest.raises(GraphError, match="got entry 3"):
            as_graph(matrix)
    with pytest.raises(GraphError, match="color 0"):
        Graph.from_edges([(0, 1)], edge_colors=[0]).to("numpy")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (np.zeros((2, 3)), "expected \\(e, 2\\)"),
        (np.array([[0, 1], [0, 0]]), "without its reverse"),
        (np.array([[0, np.nan], [np.nan, 0]]), "NaN"),
        (np.array([["a", "b"], ["c", "d"]]), "expected numbers"),
        (np.array([[0, 2.5], [2.5, 0]]), "got entry 2.5"),
        (sp.csr_array(np.array([[0, 1], [0, 0]])), "without its reverse"),
        (sp.csr_array(np.zeros((2, 3))), "square"),
        (np.ma.masked_array([[0, 1], [1, 0]], [[0, 1], [1, 0]]), "masked"),
    ],
)
def test_matrices_that_are_none(source, message):
    with pytest.raises(GraphError, match=message):
        as_graph(source)


def test_directed_matrix_is_read_when_said():
    graph = as_graph(np.array([[0, 1], [0, 0]]), directed=True)
    assert graph.edges().tolist() == [[0, 1]]


def test_huge_dense_matrix_is_refused_before_it_is_made():
    path = Graph.from_edges([(0, 1)], 3_000_000)
    with pytest.raises(MemoryError, match="needs about"):
        path.to("numpy")


@given(graphs(colors=True))
def test_colored_matrix_round_trips(graph):
    above = graph.recolor(edge_colors=graph.edge_colors + 1)
    for form in ("scipy", "numpy"):
        assert as_graph(above.to(form), directed=graph.directed, edge_colors="weight") == above


def test_weights_of_every_kind():
    half = as_graph(np.array([[0, 0.5], [0.5, 0]]), edge_colors="weight")
    assert half.edge_colors.tolist() == encode([0.5, 0.5]).tolist()
    twice = sp.coo_array(([1, 1, 2], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert as_graph(twice, edge_colors="weight").edge_colors.tolist() == [2, 2]
    # One stored zero is no edge.
    assert as_graph(sp.csr_array(([0], ([0], [1])), shape=(2, 2))).num_edges == 0
    for bad in ([1, 2], "mass"):
        with pytest.raises(GraphError, match="weight"):
            as_graph(np.ones((2, 2)), edge_colors=bad)


@pytest.mark.parametrize("part", ["indices", "indptr"])
@pytest.mark.parametrize("value", [99, -1])
@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_matrix, sp.bsr_array])
def test_damaged_rows_are_refused(kind, part, value):
    matrix = kind(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    getattr(matrix, part)[1] = value
    with pytest.raises(GraphError, match="got damaged rows"):
        as_graph(matrix)
