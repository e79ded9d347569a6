"""Flexible numbers of labels: one set per cluster, in parts where it is too large."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import as_rows, nothing, undirected
from strategies import graphs

from klgnn import distinguish, families
from klgnn.select import Flexible
from klgnn.select._clusters import find_clusters


@pytest.mark.parametrize("kind", ["louvain", "spectral", "min-cut", "blocks", "color"])
@settings(max_examples=40, deadline=None)
@given(graph=graphs(), max_size=st.integers(1, 6))
def test_clusters_in_as_few_parts_as_can_be(kind, graph, max_size):
    sets = [set(nodes.tolist()) for nodes in Flexible(kind, max_size, 0.5).label_sets(graph)]
    clusters = [set(nodes.tolist()) for nodes in find_clusters(graph, kind, 0.5, 0)]
    at = 0
    for cluster in clusters:
        number = -(-len(cluster) // max_size)
        parts = sets[at : at + number]
        at += number
        assert set().union(*parts) == cluster
        assert sum(map(len, parts)) == len(cluster)
        assert max(map(len, parts)) <= max_size
        assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert at == len(sets)


def test_the_first_part_is_connected():
    for graph in families.molecules(10, seed=8):
        for size in (3, 4):
            sets = Flexible("louvain", size, 0.2).label_sets(graph)
            first = undirected(graph).subgraph(next(iter(sets)).tolist())
            assert nx.is_connected(first)


def test_no_clusters_are_single_nodes():
    assert as_rows(Flexible(nothing, 3).label_sets(families.path(3))) == [(0,), (1,), (2,)]


def test_in_the_engine():
    one, two = families.cycle(3).disjoint_union(families.cycle(3)), families.cycle(6)
    assert Flexible(max_size=3).l == 3
    assert distinguish(one, two, 1, 3, labels=Flexible("blocks", 3))
    assert not distinguish(one, one, 1, 3, labels=Flexible("blocks", 3), mode="exact")
