"""mode="exact" is right even where the hash is not."""

import numpy as np
import pytest
from against_oracle import (
    SmallSets,
    alike,
    atlas,
    atlas_classes,
    classes_of,
    digraph,
    oracle_options,
    same_partition,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import apart, tuple_colors

from klgnn import Graph, distinguish, families, partition
from klgnn.select import Constrained, EgoNets, LabelBased, RootedEgoNets
from klgnn.wl import engine
from klgnn.wl.stable import is_stable

CELLS = [(k, l) for k in (1, 2, 3) for l in (0, 1, 2)]
SMALL = [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)]


@pytest.fixture
def blind(monkeypatch):
    """A hash under which all graphs look the same."""
    monkeypatch.setattr("klgnn.wl.engine.graph_color", lambda *_: np.zeros(2, np.uint64))


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize(("k", "l"), CELLS)
def test_collisions_of_graphs_are_found(k, l, variant):
    expected = atlas_classes(4, k, l, variant if k > 1 else "wl")
    for pooling in ("tl", "nested"):
        options = {"variant": variant, "pooling": pooling, "mode": "exact"}
        assert same_partition(partition(atlas(4), k, l, **options), expected[pooling])
    assert set(partition(atlas(4), k, l, variant=variant).tolist()) == {0}


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("rounds", [None, 0, 1, 2])
@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize(("k", "l"), SMALL)
def test_collisions_of_pooled_tuples_and_rounds_are_found(k, l, variant, rounds):
    expected = atlas_classes(4, k, l, variant if k > 1 else "wl", rounds)
    for pooling in ("tl", "lt", "nested"):
        options = {"variant": variant, "pooling": pooling, "rounds": rounds, "mode": "exact"}
        assert same_partition(partition(atlas(4), k, l, **options), expected[pooling]), pooling


HARD = [
    families.hexagon_and_triangles(),
    (families.cycle(6), families.path(6)),
    (families.rook(4), families.shrikhande()),
    (families.rook(4), shuffled(families.rook(4), 5)),
    (digraph(1), digraph(2)),
    (digraph(3), shuffled(digraph(3), 1)),
]


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("pair", HARD)
def test_collisions_of_pairs_are_found(pair):
    for k, l, variant in [(1, 0, "wl"), (1, 1, "wl"), (2, 0, "fwl"), (3, 0, "wl")]:
        assert not distinguish(*pair, k, l, variant=variant)
        verdict = distinguish(*pair, k, l, variant=variant, mode="exact")
        assert verdict.apart == apart(*pair, k, l, variant=variant)
        assert verdict.probability == 0
        assert str(verdict)


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("pooling", ["tl", "lt"])
@pytest.mark.parametrize(("k", "l", "variant"), [(1, 1, "wl"), (1, 2, "wl"), (2, 1, "fwl")])
@pytest.mark.parametrize("policy", [EgoNets(1), LabelBased()])
def test_collisions_in_subgraphs_are_found(policy, k, l, variant, pooling):
    graphs = [graph for graph in atlas(4) if graph.num_nodes]
    expected = classes_of(graphs, k, l, variant, subgraphs=policy.nodes)[pooling]
    options = {"variant": variant, "pooling": pooling, "subgraphs": policy, "mode": "exact"}
    assert same_partition(partition(graphs, k, l, **options), expected)


CROWD = [
    Graph.from_edges([(0, 1)], 3), Graph.from_edges([(2, 1)], 3), Graph.from_edges([], 3),
    families.path(3), families.complete(3), families.path(4), families.star(3),
    families.path(4).relabel([2, 0, 3, 1]), Graph.from_edges([(0, 1), (2, 3)]),
]  # fmt: skip


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("subgraphs", [None, LabelBased()], ids=repr)
@pytest.mark.parametrize(("k", "l", "variant"), [(1, 2, "wl"), (2, 2, "fwl"), (2, 2, "wl")])
def test_collisions_of_labels_that_are_not_placed_are_found(k, l, variant, subgraphs):
    for policy in (SmallSets(l), Constrained(l, 1)):
        expected = classes_of(CROWD, k, l, variant, **oracle_options(policy, subgraphs))
        for pooling in ("tl", "lt", "nested"):
            options = {"variant": variant, "pooling": pooling, "subgraphs": subgraphs}
            found = partition(CROWD, k, l, labels=policy, mode="exact", **options)
            assert same_partition(found, expected[pooling]), pooling


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0)])
def test_collisions_of_ego_nets_are_found(k, l):
    one, two = families.rook(4), families.shrikhande()
    options = {"variant": "fwl", "subgraphs": RootedEgoNets(1), "mode": "exact"}
    assert distinguish(one, two, k, l, **options).apart == ((k, l) != (1, 0))
    assert not distinguish(one, shuffled(one, 3), k, l, **options)


@pytest.mark.parametrize(("k", "l"), SMALL)
@settings(max_examples=10, deadline=None)
@given(graphs=alike(max_nodes=4, count=4), variant=st.sampled_from(["wl", "fwl"]))
def test_exact_is_hashed(k, l, variant, graphs):
    options = {"variant": variant}
    exact = partition(graphs, k, l, mode="exact", **options)
    assert exact.tolist() == partition(graphs, k, l, **options).tolist()


def test_label_tuple_pooling_on_the_atlas():
    for k, l, variant in [(2, 1, "fwl"), (3, 1, "wl"), (2, 2, "wl"), (1, 2, "wl")]:
        expected = atlas_classes(4, k, l, variant)["lt"]
        options = {"variant": variant, "pooling": "lt", "mode": "exact"}
        assert same_partition(partition(atlas(4), k, l, **options), expected)


def stable_input(graphs, k):
    """What is_stable reads, from the oracle's stable k-FWL colors of uncolored simple graphs."""
    n = graphs[0].num_nodes
    classes = [
        [coloring[v] for v in sorted(coloring)]
        for [(_, coloring)] in tuple_colors(graphs, k, 0, "fwl" if k > 1 else "wl")
    ]
    relations = np.zeros((len(graphs), n, n), np.int64)
    for i, graph in enumerate(graphs):
        for u in range(n):
            relations[i, u, graph.neighbors(u)] = 2
            relations[i, u, u] = 1
    ids = np.zeros((len(graphs), n, 2), np.int64)
    numbers = np.unique(np.array(classes), return_inverse=True)[1].reshape(len(graphs), -1)
    return [k, numbers, ids, relations, np.arange(len(graphs))]


STABLE = [([families.path(4), families.cycle(4)], 2), ([families.path(4), families.star(3)], 3)]


@pytest.mark.parametrize(("graphs", "k"), STABLE)
def test_is_stable_takes_no_coarser_partition(graphs, k):
    given = stable_input(graphs, k)
    assert is_stable(*given)
    number = given[1].max() + 1
    for one in range(number):
        for two in range(one):
            merged = np.where(given[1] == one, two, given[1])
            _, dense = np.unique(merged, return_inverse=True)
            assert not is_stable(k, dense.reshape(merged.shape), *given[2:]), (one, two)


@pytest.mark.parametrize(("graphs", "k"), STABLE)
def test_is_stable_takes_the_discrete_partition(graphs, k):
    _, classes, *rest = stable_input(graphs, k)
    assert is_stable(k, np.arange(classes.size).reshape(classes.shape), *rest)


def test_is_stable_looks_at_the_types():
    # One class of everything is stable, but not below the types of pairs, labels or relations.
    k, classes, ids, relations, which = stable_input([families.complete(3)] * 2, 2)
    assert not is_stable(k, classes * 0, ids, relations, which)
    labeled = ids.copy()
    labeled[0, 1, 1] = 1
    assert not is_stable(k, classes, labeled, relations, which)
    typed = ids.copy()
    typed[1, :, 0] = 1
    assert not is_stable(k, classes, typed, relations, which)
    missing = relations.copy()
    missing[1, 0, 1] = missing[1, 1, 0] = 0
    assert not is_stable(k, classes, ids, missing, which)


def test_is_stable_declines_codes_that_do_not_fit():
    classes = np.arange(2**10).reshape(1, -1)
    zeros = np.zeros((1, 2, 2), np.int64)
    assert not is_stable(10, classes, zeros, zeros, np.zeros(1, np.int64))


def test_a_partition_that_is_too_coarse_falls_back(monkeypatch):
    # Tuples that share a hashed color against the truth: the check says no, the dictionary decides.
    real = engine.labeled_graphs

    def coarse(graph, method, keep_colors=False):
        for batch in real(graph, method, keep_colors):
            if batch.refined.colors is not None:
                batch.refined.colors[:] = 7
            yield batch

    monkeypatch.setattr("klgnn.wl.engine.labeled_graphs", coarse)
    monkeypatch.setattr("klgnn.wl.engine.graph_color", lambda *_: np.zeros(2, np.uint64))
    one, two = families.hexagon_and_triangles()
    assert distinguish(one, two, 2, variant="fwl", mode="exact")
    assert not distinguish(one, shuffled(one, 1), 2, variant="fwl", mode="exact")
