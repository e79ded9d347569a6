"""Adjacent pairs, as sets and in the engine."""

from hypothesis import given, settings
from slow_sets import as_rows, largest, within
from strategies import graphs

from klgnn import Graph, families, partition, presets
from klgnn.select import ConnectedPairs


@settings(max_examples=100, deadline=None)
@given(graph=graphs())
def test_edges_or_else_nodes(graph):
    assert as_rows(ConnectedPairs().label_sets(graph)) == largest(graph, 2, within(graph, 1, 1))


def test_both_orders_in_the_engine():
    [found] = ConnectedPairs().label_tuples(families.path(3), 2)
    assert sorted(found.tolist()) == [[0, 1], [1, 0], [1, 2], [2, 1]]


def test_graphs_without_edges_have_nothing_to_mark_in_the_engine():
    graphs = [Graph.from_edges([], n) for n in (0, 1, 2)]
    assert partition(graphs, 1, 2, labels=ConnectedPairs()).tolist() == [0, 0, 0]
    assert partition(graphs, presets.i2gnn()).tolist() == [0, 1, 2]  # roots without neighbors
    assert [ConnectedPairs().count(graph, 2) for graph in graphs] == [0, 0, 0]
    assert [len(ConnectedPairs().label_sets(graph)) for graph in graphs] == [0, 1, 2]
