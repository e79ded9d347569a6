"""Isomorphic graphs are never apart, under any test: thousands of random relabelings."""

import numpy as np
import pytest
from against_oracle import digraph
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import graphs, permutations_of

from klgnn import Graph, distinguish, families, fingerprint, presets
from klgnn.select import AllTuples, ConnectedPairs, EgoNets, LabelBased, RootedEgoNets, RootedTuples
from klgnn.wl import Method, engine

FAMILIES = {
    "cfi": families.cfi(families.complete(4), 1),
    "rook": families.rook(4),
    "shrikhande": families.shrikhande(),
    "regular": families.random_regular(16, 3, 1),
    "molecule": families.molecules(1, seed=5)[0],
    "directed": digraph(7, 12, 0.2),
    "arcs": digraph(8, 10, 0.3).recolor(),
    "tree": families.tree(20, 2),
    "crowd": families.path(80).disjoint_union(families.cycle(5), Graph.from_edges([], 3)),
}
PRESETS = [
    presets.wl(1), presets.wl(2), presets.wl(3), presets.fwl(2), presets.id_gnn(),
    presets.id_gnn(2), presets.nested(1), presets.nested(1, 2), presets.i2gnn(), presets.i2gnn(1),
    presets.osan(1), presets.swl(), presets.local_relational_pooling(2),
]  # fmt: skip
METHODS = [
    *PRESETS,
    *(Method(1, l, pooling=p, rounds=r) for l in (0, 1) for p in ("tl", "lt") for r in (None, 2)),
    Method(2, 0, rounds=2), Method(2, 1, "fwl", "lt", rounds=1), Method(2, 1, "fwl"),
    Method(1, 2, labels=AllTuples(distinct=True)), Method(1, 2, labels=RootedTuples(1)),
    Method(1, 2, labels=RootedTuples(2), subgraphs=EgoNets(1)),
    Method(1, 1, pooling="lt", subgraphs=EgoNets(1)), Method(2, 2, "fwl", subgraphs=LabelBased()),
    Method(1, 1, subgraphs=RootedEgoNets(1)), Method(1, 2, pooling="lt", labels=ConnectedPairs()),
]  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_relabeling_never_changes_a_fingerprint(name):
    graph, rng = FAMILIES[name], np.random.default_rng(11)
    many = {Method(1): 150, Method(1, 1): 60, Method(1, rounds=3): 60, Method(2, 0, "fwl"): 25}
    for method, times in many.items():
        expected = fingerprint(graph, method)
        for _ in range(times):
            other = graph.relabel(rng.permutation(graph.num_nodes))
            assert fingerprint(other, method) == expected, method


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_isomorphic_graphs_are_never_apart(method):
    rng = np.random.default_rng(3)
    for name, graph in FAMILIES.items():
        large = graph.num_nodes > 30
        if large and (method.l > 1 or method.k > 2):
            continue  # the same said again, for longer
        expected = engine.graph_color(graph, method)
        for _ in range(2):
            other = graph.relabel(rng.permutation(graph.num_nodes))
            assert np.array_equal(engine.graph_color(other, method), expected), name
            assert not distinguish(graph, other, method), name


@pytest.mark.parametrize("method", METHODS, ids=str)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_small_isomorphic_graphs_are_never_apart(method, data):
    graph = data.draw(graphs(6))
    other = graph.relabel(data.draw(permutations_of(graph)))
    assert not distinguish(graph, other, method)
    if graph.num_nodes < 5 and method.k < 3:
        assert not distinguish(graph, other, method, mode="exact")


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_thousands_of_relabelings(name):
    graph, rng = FAMILIES[name], np.random.default_rng(17)
    expected = [fingerprint(graph, k) for k in (1, 2)]
    for _ in range(3000):
        other = graph.relabel(rng.permutation(graph.num_nodes))
        assert [fingerprint(other, k) for k in (1, 2)] == expected
