"""All counts against networkx's matcher, which shares no code with ours."""

from collections import Counter
from functools import cache

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from klgnn import Graph
from klgnn.counts import PATTERNS, count, count_many, pattern

SMALL = [name for name in PATTERNS if pattern(name).num_nodes <= 5]


def to_networkx(graph):
    result = nx.empty_graph(graph.num_nodes)
    result.add_edges_from(graph.edges().tolist())
    return result


def from_networkx(graph):
    return Graph.from_edges(list(graph.edges), graph.number_of_nodes())


def brute_force(host, small, induced):
    """Occurrences at each node: images of all maps, each counted once per automorphism."""
    matcher = GraphMatcher(host, small)
    maps = matcher.subgraph_isomorphisms_iter if induced else matcher.subgraph_monomorphisms_iter
    met = Counter(node for mapping in maps() for node in mapping)
    symmetries = sum(1 for _ in GraphMatcher(small, small).isomorphisms_iter())
    assert all(times % symmetries == 0 for times in met.values())
    return np.array([met[node] // symmetries for node in host], np.int64)


def check(host, small, induced):
    expected = brute_force(host, to_networkx(small), induced)
    found = count(from_networkx(host), small, induced=induced, per_node=True)
    assert found.dtype == np.int64
    assert found.tolist() == expected.tolist()
    total = count(from_networkx(host), small, induced=induced)
    assert type(total) is int
    assert total * small.num_nodes == expected.sum()


@cache
def atlas():
    """Every graph of at most five nodes, and every fourth of six."""
    graphs = nx.graph_atlas_g()[1:]
    five = [g for g in graphs if len(g) <= 5]
    return [*five, *[g for g in graphs if len(g) == 6][::4]]


@pytest.mark.parametrize("induced", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_named_patterns_on_the_atlas(name, induced):
    for host in atlas():
        check(host, pattern(name), induced)


@pytest.mark.parametrize("induced", [False, True])
def test_every_connected_pattern_up_to_five_nodes(induced):
    patterns = [g for g in nx.graph_atlas_g()[1:53] if nx.is_connected(g)]
    hosts = [nx.gnp_random_graph(8, p, seed=s) for s, p in enumerate([0.3, 0.5, 0.7])]
    for small in patterns:
        for host in hosts:
            check(host, from_networkx(small), induced)


@pytest.mark.parametrize("length", range(3, 9))
def test_cycles_on_random_graphs(length):
    hosts = [nx.gnp_random_graph(9, 0.4, seed=1), nx.gnp_random_graph(10, 0.35, seed=2)]
    for host in hosts:
        for induced in (False, True):
            check(host, pattern(f"cycle{length}"), induced)


def test_triangles_of_the_shared_graphs(shared_data):
    with np.load(shared_data("counting_er.npz"), allow_pickle=False) as pack:
        ends = np.cumsum(pack["num_edges"][:50])
        pieces = np.split(pack["edge_index"][: ends[-1]], ends[:-1])
        sizes = pack["num_nodes"][:50].tolist()
    graphs = [Graph.from_edges(edges, n) for edges, n in zip(pieces, sizes, strict=True)]
    found = count_many(graphs, ["triangle", "cycle6"], per_node=True)
    assert found.shape == (sum(sizes), 2)
    expected = [t for g in graphs for t in nx.triangles(to_networkx(g)).values()]
    assert found[:, 0].tolist() == expected
    for graph in graphs[:10]:
        check(to_networkx(graph), pattern("cycle6"), True)
