"""All l-subsets, and all tuples."""

from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import EMPTY, as_rows, largest
from strategies import graphs

from klgnn import MemoryBudgetError, families, partition
from klgnn.select import All, AllTuples


@settings(max_examples=60, deadline=None)
@given(graph=graphs(max_nodes=6), l=st.integers(1, 8))
def test_all_subsets(graph, l):
    assert as_rows(All(l).label_sets(graph)) == largest(graph, l, lambda nodes: True)


@settings(max_examples=30, deadline=None)
@given(graph=graphs(max_nodes=4), l=st.integers(1, 3))
def test_all_tuples(graph, l):
    found = [tuple(nodes.tolist()) for nodes in All(l, ordered=True).label_sets(graph)]
    assert found == list(product(range(graph.num_nodes), repeat=l))


def test_the_empty_graph():
    assert len(All(2).label_sets(EMPTY)) == len(All(2, ordered=True).label_sets(EMPTY)) == 0


def test_in_the_engine_as_the_tuple_policies_are():
    graphs = [*families.atlas(4)[2:], *families.hexagon_and_triangles()]
    for policy, plain in [(All(2), AllTuples(distinct=True)), (All(2, ordered=True), AllTuples())]:
        graphs_of_two = [graph for graph in graphs if graph.num_nodes > 1]
        found = partition(graphs_of_two, 1, 2, labels=policy)
        assert found.tolist() == partition(graphs_of_two, 1, 2, labels=plain).tolist()


def test_all_subsets_cannot_tell_a_graph_by_its_size_wrong():
    assert len(All(4).label_sets(families.path(37))) == comb(37, 4)
    assert as_rows(All(3).label_sets(families.path(6))) == list(combinations(range(6), 3))


def test_more_sets_than_fit():
    with pytest.raises(MemoryBudgetError, match=r"All\(l=30, ordered=False\): .* sets of 30 nodes"):
        All(30).label_sets(families.path(100))
    with pytest.raises(MemoryBudgetError, match="sets of 12 nodes needs about"):
        All(12, ordered=True).label_sets(families.path(30))
