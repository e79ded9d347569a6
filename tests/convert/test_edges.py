"""Edge lists: round trips, and what is refused."""

import numpy as np
import pytest
from hypothesis import given

from klgnn import Graph, GraphError, as_graph
from tests.strategies import graphs


@given(graphs(colors=False))
def test_edge_list_round_trip(graph):
    if graph.num_edges:
        pairs = graph.to("edges")
        assert as_graph(pairs, directed=graph.directed).edges().tolist() == graph.edges().tolist()


def test_any_collection_of_pairs():
    path = as_graph([(0, 1), (1, 2)])
    for pairs in (((0, 1), (1, 2)), {(0, 1), (1, 2)}, iter([(0, 1), (1, 2)]), [[0, 1], [1, 2]]):
        assert as_graph(pairs) == path
    assert as_graph([]) == Graph.from_edges([], 0)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(0, 1, 2)], "expected \\(e, 2\\)"),
        ([[0, 1], [1, 2, 3]], "rows of different lengths"),
        ([(0, 1.0)], "expected integers"),
        ([("a", "b")], "expected integers"),
        ([(0, -1)], "got node -1"),
        ([(0, 10**12)], "without large gaps"),
        ([(0, 10**30)], "expected integers"),
        ([(0, 1), (1, 0)], "more than once"),
        ([None], "expected integers"),
        (np.ma.masked_array([[0, 1], [1, 2]], [[0, 1], [0, 0]]), "masked"),
    ],
)
def test_pairs_that_are_none(pairs, message):
    with pytest.raises(GraphError, match=message):
        as_graph(pairs)
