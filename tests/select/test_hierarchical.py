"""Hierarchical selection: the clusters, and the sets within them."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import SMALL, as_rows, is_partition, largest, nothing, thirds, undirected, within
from strategies import graphs, permutations_of

from klgnn import Graph, GraphError, MemoryBudgetError, families
from klgnn.select import Hierarchical
from klgnn.select._canonical import canonical_order
from klgnn.select._clusters import find_clusters

KINDS = ["louvain", "spectral", "min-cut", "blocks", "color"]
PARTITIONS = [kind for kind in KINDS if kind != "blocks"]
options = st.tuples(st.integers(1, 5), st.sampled_from([0.3, 0.5, 1.0, 2.5]))


@pytest.mark.parametrize("kind", [*KINDS, thirds, nothing])
@settings(max_examples=40, deadline=None)
@given(graph=graphs(), options=options, least=st.integers(1, 2), more=st.integers(0, 3))
def test_sets_lie_in_one_cluster(kind, graph, options, least, more):
    l, resolution = options
    policy = Hierarchical(l, kind, resolution, least + more, least)
    clusters = [set(c.tolist()) for c in find_clusters(graph, kind, resolution, 0)]
    near = within(graph, least, least + more)
    expected = largest(graph, l, lambda c: near(c) and any(set(c) <= part for part in clusters))
    assert as_rows(policy.label_sets(graph)) == expected


@pytest.mark.parametrize("kind", PARTITIONS)
@settings(max_examples=40, deadline=None)
@given(graph=graphs(), resolution=st.sampled_from([0.3, 1.0, 2.5]))
def test_clusters_are_a_partition_into_connected_parts(kind, graph, resolution):
    clusters = list(find_clusters(graph, kind, resolution, 0))
    assert is_partition(clusters, graph.num_nodes)
    parts = {v: i for i, c in enumerate(nx.connected_components(undirected(graph))) for v in c}
    assert all(len({parts[v] for v in nodes.tolist()}) == 1 for nodes in clusters)


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_blocks(graph):
    foreign = undirected(graph)
    expected = [sorted(part) for part in nx.biconnected_components(foreign)]
    expected += [[v] for v in foreign if foreign.degree(v) == 0]
    found = [nodes.tolist() for nodes in find_clusters(graph, "blocks", 1.0, 0)]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("kind", PARTITIONS)
def test_two_cliques_and_a_bridge(kind):
    edges = [(u, v) for a in (0, 5) for u in range(a, a + 5) for v in range(u + 1, a + 5)]
    graph = Graph.from_edges([*edges, (4, 5)])
    found = as_rows(find_clusters(graph, kind, 1.0, 0))
    assert found == [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]


@pytest.mark.parametrize("kind", PARTITIONS)
def test_clusters_raise_the_modularity(kind):
    for graph in [families.grid(4, 5), *families.molecules(10, seed=4)]:
        for resolution in (0.5, 1.0):
            parts = [set(c.tolist()) for c in find_clusters(graph, kind, resolution, 0)]
            value = nx.community.modularity(undirected(graph), parts, resolution=resolution)
            whole = nx.community.modularity(
                undirected(graph), [set(range(graph.num_nodes))], resolution=resolution
            )
            assert value > whole


def test_a_higher_resolution_gives_more_clusters():
    graph = families.grid(5, 6)
    for kind in PARTITIONS[:3]:
        numbers = [len(find_clusters(graph, kind, r, 0)) for r in (0.2, 1.0, 4.0)]
        assert numbers == sorted(numbers)
        assert numbers[0] < numbers[2]


@pytest.mark.parametrize("graph", SMALL)
@pytest.mark.parametrize("kind", KINDS)
def test_the_seed_fixes_everything(kind, graph):
    one, two = (as_rows(Hierarchical(3, kind, seed=4).label_sets(graph)) for _ in range(2))
    assert one == two


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_canonical_order(data):
    """Where the graph has no symmetry that 1-WL leaves, the order follows the relabeling."""
    graph = data.draw(graphs())
    order = canonical_order(graph)
    assert sorted(order.tolist()) == list(range(graph.num_nodes))
    number = data.draw(permutations_of(graph))
    there = canonical_order(graph.relabel(number))
    # All ties on so few nodes are automorphisms: the two orders show the same graph.
    assert graph.induced_subgraph(order) == graph.relabel(number).induced_subgraph(there)


@pytest.mark.parametrize(
    "graph",
    [
        families.cycle(3).disjoint_union(families.cycle(4)),
        families.cycle(4).disjoint_union(families.cycle(3)).complement(),
        families.random_regular(12, 3, seed=1),
        families.random_regular(30, 4, seed=2),
        families.cycle(12),
        families.rook(4),
    ],
    ids=range(6),
)
def test_the_canonical_order_of_regular_graphs(graph):
    """One cell, whose nodes are not all automorphic; with a node individualized, 1-WL knows."""
    rng = np.random.default_rng(0)
    expected = graph.induced_subgraph(canonical_order(graph))
    for _ in range(10):
        other = graph.relabel(rng.permutation(graph.num_nodes))
        assert other.induced_subgraph(canonical_order(other)) == expected


def test_relabeling_molecules_changes_nothing_but_by_automorphism():
    rng = np.random.default_rng(0)
    policy, changed = Hierarchical(4), 0
    graphs = families.molecules(100, seed=2)
    for graph in graphs:
        number = rng.permutation(graph.num_nodes)
        there = as_rows(policy.label_sets(graph.relabel(number)))
        here = as_rows(number[nodes] for nodes in policy.label_sets(graph))
        assert len(here) == len(there)
        changed += here != there
    assert changed <= 3


def test_colors_break_ties():
    # All automorphisms of a cycle move the one colored node, so nothing is left to chance.
    graph = families.cycle(9).recolor(node_colors=[1, 0, 0, 2, 0, 0, 0, 0, 0])
    for shift in range(9):
        number = (np.arange(9) + shift) % 9
        here = as_rows(number[nodes] for nodes in Hierarchical(3).label_sets(graph))
        assert here == as_rows(Hierarchical(3).label_sets(graph.relabel(number)))


def outside(graph):
    return [[0, graph.num_nodes]]


def twice(graph):
    return [[0, 0]]


@pytest.mark.parametrize(
    ("clusters", "match"), [(outside, "clusters: got node 3"), (twice, "distinct")]
)
def test_clusters_of_a_wrong_kind(clusters, match):
    with pytest.raises(GraphError, match=match):
        Hierarchical(2, clusters).label_sets(families.path(3))


def test_more_sets_than_fit(monkeypatch):
    monkeypatch.setattr("klgnn.select._checks.available", lambda: 10**6)
    with pytest.raises(MemoryBudgetError, match=r"Hierarchical\(l=5.*more than 8,333 sets"):
        Hierarchical(5, "blocks").label_sets(families.complete(60))


def test_color_classes_of_large_graphs():
    with pytest.raises(GraphError, match=r"clusters='color': got .* classes of .* edges"):
        Hierarchical(2, "color").label_sets(families.erdos_renyi(8000, degree=4, seed=0))
    # Few classes are no trouble, however large the graph.
    assert len(Hierarchical(2, "color").label_sets(families.cycle(2000))) == 6000
