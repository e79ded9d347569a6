"""Labels continued from their parents: traces, orbits, and each shortcut on and off."""

import numpy as np
import pytest
from against_oracle import alike, atlas, digraph, same_partition, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, families, fingerprint
from klgnn.select import AllTuples, Constrained
from klgnn.wl import Method, engine, everywhere, hashing
from klgnn.wl.orbits import is_automorphism
from klgnn.wl.prefixes import prefixes_of
from klgnn.wl.structure import structure_of


def all_tuples(graph, l):
    return np.concatenate([np.zeros((0, l), np.int64), *AllTuples().label_tuples(graph, l)])


def from_scratch(graphs, l):
    """Every labeled graph by hash rounds, with nothing kept from its parent."""
    method = Method(1, l)
    found = []
    for graph in graphs:
        refine = engine.refiner(structure_of(graph), method)
        found += map(bytes, refine(all_tuples(graph, l)).pooled)
    return found


def continued(graphs, l):
    found = []
    for graph in graphs:
        found += map(bytes, prefixes_of(structure_of(graph)).colors(all_tuples(graph, l)))
    return found


HARD = [
    *families.cfi_pair(families.complete(4)), families.rook(4), families.shrikhande(),
    *families.molecules(4, seed=5), *families.molecules(1, seed=5), digraph(3), digraph(4, 7, 0.2),
    families.erdos_renyi(14, 0.25, seed=1), families.random_regular(12, 3, seed=2),
    families.path(70).disjoint_union(families.cycle(6)),
]  # fmt: skip


@pytest.mark.parametrize("l", [1, 2])
def test_parents_on_and_off_on_hard_graphs(l):
    assert same_partition(continued(HARD, l), from_scratch(HARD, l))


def test_parents_on_and_off_on_the_atlas():
    assert same_partition(continued(atlas(6), 1), from_scratch(atlas(6), 1))
    assert same_partition(continued(atlas(5), 2), from_scratch(atlas(5), 2))


@settings(max_examples=60, deadline=None)
@given(graphs=alike(max_nodes=6, count=3), l=st.integers(1, 3))
def test_parents_on_and_off_on_graphs_of_every_kind(graphs, l):
    assert same_partition(continued(graphs, l), from_scratch(graphs, l))


def test_the_order_of_label_tuples_does_not_matter():
    for graph in HARD:
        tuples = all_tuples(graph, 2)
        order = np.random.default_rng(0).permutation(len(tuples))
        prefixes = prefixes_of(structure_of(graph))
        assert np.array_equal(prefixes.colors(tuples)[order], prefixes.colors(tuples[order]))


@pytest.mark.parametrize("l", [1, 2, 3])
def test_orbits_on_and_off(l):
    graphs = [graph for graph in HARD if graph.num_nodes <= (80 if l < 3 else 16)]
    for graph in graphs:
        prefixes = prefixes_of(structure_of(graph))
        plain = hashing.multiset(prefixes.colors(all_tuples(graph, l)))
        for prune in (False, True):
            assert np.array_equal(everywhere.pooled(prefixes, l, prune), plain)


@settings(max_examples=60, deadline=None)
@given(graphs=alike(max_nodes=7, count=1), l=st.integers(1, 3))
def test_orbits_on_and_off_on_graphs_of_every_kind(graphs, l):
    prefixes = prefixes_of(structure_of(graphs[0]))
    plain = hashing.multiset(prefixes.colors(all_tuples(graphs[0], l)))
    for prune in (False, True):
        assert np.array_equal(everywhere.pooled(prefixes, l, prune), plain)


@pytest.mark.parametrize("l", [1, 2])
def test_representatives_stand_for_all(l):
    for graph in HARD:
        prefixes = prefixes_of(structure_of(graph))
        tuples, weights = everywhere.representatives(prefixes, l)
        assert weights.sum() == graph.num_nodes**l
        words = [bytes(word) for word in prefixes.colors(tuples)]
        repeated = np.repeat(np.frombuffer(b"".join(words), np.uint64).reshape(-1, 2), weights, 0)
        every = prefixes.colors(all_tuples(graph, l))
        assert sorted(map(bytes, repeated)) == sorted(map(bytes, every))


def test_symmetric_graphs_need_few_labelings():
    even, _ = families.cfi_pair(families.complete(5))
    tuples, _ = everywhere.representatives(prefixes_of(structure_of(even)), 2)
    assert len(tuples) < even.num_nodes**2 / 4
    ring = prefixes_of(structure_of(families.cycle(30)))
    assert len(everywhere.representatives(ring, 1)[0]) < 5


def test_automorphisms_are_checked():
    scratch = np.zeros((5, 6), np.int32)
    graph = families.cycle(6)
    rows = (graph.indptr.astype(np.int64), graph.indices.astype(np.int32), np.zeros(0, np.int64))
    turned, swapped = np.array([1, 2, 3, 4, 5, 0]), np.array([1, 0, 2, 3, 4, 5])
    assert is_automorphism(*rows, turned, scratch)
    assert not is_automorphism(*rows, swapped, scratch)
    assert not scratch.any()
    kinds = np.array([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1])  # one edge is of another class
    assert not is_automorphism(*rows[:2], kinds, turned, scratch)


@pytest.mark.parametrize("seed", range(10))
def test_numbering_does_not_matter(seed):
    for graph in HARD:
        other = shuffled(graph, seed)
        assert fingerprint(graph, 1, 2) == fingerprint(other, 1, 2)


def test_labels_that_are_not_placed_count():
    graph = families.path(4)
    prefixes = prefixes_of(structure_of(graph))
    some = prefixes.colors(np.array([[0, -1], [-1, 0], [0, 0], [-1, -1], [3, -1]]))
    assert len({bytes(word) for word in some}) == 4
    assert np.array_equal(some[0], some[4])
    assert fingerprint(graph, 1, 3, labels=Constrained(3, 1)) == fingerprint(
        shuffled(graph, 1), 1, 3, labels=Constrained(3, 1)
    )


def test_graphs_without_nodes():
    empty = Graph.from_edges([], 0)
    assert fingerprint(empty, 1, 2) != fingerprint(Graph.from_edges([], 1), 1, 2)


@pytest.mark.parametrize(
    "method", [Method(2, 0, "fwl"), Method(2, 1, "fwl"), Method(2, 1)], ids=str
)
def test_pairs_on_and_off(method):
    """Stable colors of pairs by all shortcuts, and every labeled graph from its own colors."""
    graphs = [*HARD, families.random_regular(66, 3, seed=3), families.random_regular(66, 3, seed=4)]
    graphs += [shuffled(graph, 1) for graph in graphs]
    mine = [bytes(engine.graph_color(graph, method)) for graph in graphs]
    plain = []
    for graph in graphs:
        refine = engine.refiner(structure_of(graph), method)
        rows = all_tuples(graph, method.l)
        plain.append(tuple(sorted(bytes(refine(row[None], True).pooled) for row in rows)))
    assert same_partition(mine, plain)
