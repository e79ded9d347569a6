"""DIMACS and bliss files."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klgnn import Graph, GraphError, as_graph
from tests.strategies import graphs


@given(graphs(directed=False, loops=False))
def test_dimacs_round_trip(graph):
    graph = graph.recolor(node_colors=graph.node_colors)
    if graph.num_nodes:
        assert as_graph(graph.to("dimacs")) == graph


def test_dimacs_and_bliss():
    text = "c a comment\np edge 3 2\nn 1 7\ne 1 2\ne 2 1\ne 2 3\n"
    graph = as_graph(text)
    assert graph.node_colors.tolist() == [7, 0, 0]
    assert graph.to("edges") == [(0, 1), (1, 2)]
    for bad, message in [
        ("p edge 2 1\ne 1 3\n", "line 2: node: got '3', expected a number from 1 to 2"),
        ("p edge 99999999999 1\n", "line 1: nodes"),
        ("p edge 2 1\nx 1 2\n", "line 2: got 'x 1 2'"),
        ("p edge 2 1\np edge 2 1\n", "line 2"),
        ("c nothing\n\n", "no 'p edge"),
        ("p edge 2 1\ne 1 ²\n", "line 2"),
    ]:
        with pytest.raises(GraphError, match=message):
            as_graph(bad, form="dimacs")
    with pytest.raises(GraphError, match="negative node color"):
        Graph.from_edges([(0, 1)], node_colors=["a", "b"]).to("dimacs")


@given(st.text(st.sampled_from("pcedgn 0123\n-x"), max_size=30))
def test_any_dimacs_text_is_a_graph_or_a_graph_error(text):
    with contextlib.suppress(GraphError):
        as_graph("p edge 5 3\n" + text, form="dimacs")


def test_bytes_and_things_that_are_no_text():
    assert as_graph(b"p edge 3 1\ne 1 2\n", form="dimacs").num_nodes == 3
    for source in (7, [1, 2]):
        with pytest.raises(GraphError, match="expected the text of a DIMACS file"):
            as_graph(source, form="dimacs")
