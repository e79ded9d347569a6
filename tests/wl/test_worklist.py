"""Traces of the worklist: exact for 1-WL, and the way out where rounds are too many."""

import time

import numpy as np
import pytest
from against_oracle import (
    alike,
    atlas,
    atlas_classes,
    classes_of,
    digraph,
    same_partition,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import tuple_colors

from klgnn import Graph, colors, distinguish, families, fingerprint, partition
from klgnn.select import Flexible
from klgnn.wl import Method
from klgnn.wl.prefixes import prefixes_of
from klgnn.wl.structure import structure_of
from klgnn.wl.traces import numbered

BOOK = {}  # all certificates of a run compare


def certified(graph, *labels):
    """The number of an exact trace, and the cell of every node."""
    labels = np.array(labels, np.int64)
    method = Method(1, len(labels), labels=lambda _: [labels] if len(labels) else [()])
    [(_, _, number)] = numbered(graph, method, BOOK)
    return number, prefixes_of(structure_of(graph), labels).colored()[0]


def test_certificates_on_the_atlas():
    found = [certified(graph)[0] for graph in atlas(7)]
    assert same_partition(found, atlas_classes(7, 1, 0, "wl")["tl"])


def test_cells_are_the_stable_classes():
    for graph in atlas(6)[1:]:
        [[(_, coloring)]] = tuple_colors([graph], 1, 0)
        expected = [coloring[(v,)] for v in range(graph.num_nodes)]
        assert same_partition(certified(graph)[1].tolist(), expected)


@settings(max_examples=150, deadline=None)
@given(graphs=alike(max_nodes=7, count=2, min_nodes=1), data=st.data())
def test_graphs_and_labels_of_every_kind(graphs, data):
    l = data.draw(st.integers(0, 2))
    tuples = [
        tuple(data.draw(st.integers(0, graph.num_nodes - 1)) for _ in range(l)) for graph in graphs
    ]
    one, two = (certified(g, *labels) for g, labels in zip(graphs, tuples, strict=True))
    chosen = dict(zip(map(id, graphs), tuples, strict=True))
    expected = tuple_colors(graphs, 1, l, tuples=lambda graph: [chosen[id(graph)]])
    joint = [[c[(v,)] for v in range(len(c))] for [(_, c)] in expected]
    assert (one[0] == two[0]) == (sorted(joint[0]) == sorted(joint[1]))
    for (_, cells), colored in zip((one, two), joint, strict=True):
        assert same_partition(cells.tolist(), colored)
    if one[0] == two[0]:  # the cells have the same numbers in both
        cells = [*one[1].tolist(), *two[1].tolist()]
        assert same_partition(cells, joint[0] + joint[1])


@pytest.mark.parametrize("seed", range(40))
def test_certificates_do_not_depend_on_the_numbering(seed):
    rng = np.random.default_rng(seed)
    big = [
        families.tree(60, seed), families.molecules(1, seed=seed)[0], digraph(seed, 30, 0.08, 3),
        families.random_regular(20, 3, seed), families.erdos_renyi(60, degree=2.0, seed=seed),
    ]  # fmt: skip
    for graph in big:
        permutation = rng.permutation(graph.num_nodes)
        labels = rng.integers(graph.num_nodes, size=2)
        one, cells = certified(graph, *labels)
        two, others = certified(graph.relabel(permutation), *permutation[labels])
        assert one == two
        assert np.array_equal(cells, others[permutation])


def test_the_empty_graph_has_a_certificate():
    assert certified(Graph.from_edges([], 0))[0] != certified(Graph.from_edges([], 1))[0]


def test_long_paths_finish():
    started = time.monotonic()
    one = fingerprint(families.path(100_000))
    assert one == fingerprint(shuffled(families.path(100_000), 1))
    assert one != fingerprint(families.path(100_001))
    assert time.monotonic() - started < 60  # two seconds; by rounds it would be minutes
    assert colors(families.path(100_000)).num_colors == 50_000


def test_many_small_components_beside_a_long_path_cost_little():
    crowd = families.path(300).disjoint_union(Graph.from_edges([], 50_000))
    started = time.monotonic()
    assert colors(crowd).num_colors == 151
    assert time.monotonic() - started < 15  # part by part it was half a minute


def comb(n, *teeth):
    """A path with one more leaf at some of its nodes."""
    edges = [(v, v + 1) for v in range(n - 1)] + [(v, n + i) for i, v in enumerate(teeth)]
    return Graph.from_edges(edges, n + len(teeth))


def ring(n):
    return families.cycle(n)


SLOW = {
    "path": families.path(301),
    "comb": comb(300, 150),
    "moved tooth": comb(300, 151),
    "mirrored": comb(300, 149),
    "path and ring": families.path(260).disjoint_union(ring(41)),
    "path and other rings": families.path(260).disjoint_union(ring(20), ring(21)),
    "path and nodes": families.path(260).disjoint_union(Graph.from_edges([], 41)),
    "two paths": families.path(150).disjoint_union(families.path(151)),
    "two other paths": families.path(149).disjoint_union(families.path(152)),
    "path and short path": families.path(240).disjoint_union(families.path(61)),
    "ring": ring(301),
    "rings": ring(200).disjoint_union(ring(101)),
}
SAME = {frozenset(pair) for pair in [("comb", "mirrored"), ("ring", "rings")]}
SAME.add(frozenset(("path and ring", "path and other rings")))


def test_slow_graphs_pair_by_pair():
    names = sorted(SLOW)
    numbers = partition([SLOW[name] for name in names], 1)
    certificates = [certified(SLOW[name])[0] for name in names]
    assert same_partition(numbers, certificates)
    assert numbers.tolist() == partition([SLOW[name] for name in names], 1, mode="exact").tolist()
    for i, one in enumerate(names):
        for j, two in enumerate(names[:i]):
            assert (numbers[i] == numbers[j]) == (frozenset((one, two)) in SAME), (one, two)


@pytest.mark.parametrize("name", SLOW)
def test_slow_colors_are_the_cells(name):
    given = SLOW[name]
    coloring = colors(given)
    assert same_partition(coloring.classes.tolist(), certified(given)[1].tolist())
    permutation = np.random.default_rng(0).permutation(given.num_nodes)
    other = colors(given.relabel(permutation))
    assert np.array_equal(coloring.values, other.values[permutation])


def test_slow_colors_compare_between_graphs():
    # The ring's and the path's nodes have the colors they have alone, in any company.
    company = colors(SLOW["path and ring"]).values
    assert np.array_equal(company[:260], colors(families.path(260)).values)
    assert np.array_equal(company[260:], colors(ring(41)).values)
    assert np.array_equal(company[:260], colors(SLOW["path and nodes"]).values[:260])


@pytest.mark.parametrize("node", [0, 7, 150, 259, 260, 300])
def test_one_label_inside_and_outside_of_the_slow_part(node):
    one, two = SLOW["path and ring"], SLOW["path and other rings"]
    coloring = colors(one, label_tuple=[node])
    assert same_partition(coloring.classes.tolist(), certified(one, node)[1].tolist())
    inside = node < 260
    same = distinguish(one, two, 1, 1, labels=lambda _: [(node,)])
    assert bool(same) != inside
    mirror = 259 - node if inside else node
    assert not distinguish(
        one, shuffled(one, 3), 1, 1,
        labels=lambda graph: [(node if graph == one else relabeled(one, 3)[mirror],)],
    )  # fmt: skip


def relabeled(graph, seed):
    return np.random.default_rng(seed).permutation(graph.num_nodes)


@pytest.mark.parametrize("pooling", ["tl", "lt"])
def test_one_label_anywhere(pooling):
    # Rings of 3 + 5 and of 4 + 4 differ by a label, whatever long path stands beside.
    one = families.path(140).disjoint_union(ring(3), ring(5))
    two = families.path(140).disjoint_union(ring(4), ring(4))
    assert not distinguish(one, two)
    for mode in ("hashed", "exact") if pooling == "tl" else ("hashed",):
        assert distinguish(one, two, 1, 1, pooling=pooling, mode=mode)
        assert not distinguish(one, shuffled(one, 2), 1, 1, pooling=pooling, mode=mode)


def paths_by_their_blocks(n, l):
    """Labels on one edge's ends; a path's stable colors then take more rounds than are tried."""
    one, two = families.path(n), families.path(n - 1).disjoint_union(Graph.from_edges([], 1))
    for mode in ("hashed", "exact"):
        options = {"labels": Flexible("blocks", l), "mode": mode}
        assert distinguish(one, two, 1, l, **options)
        assert not distinguish(one, shuffled(one, 0), 1, l, **options)


def test_label_sets_on_long_paths():
    paths_by_their_blocks(140, 2)


@pytest.mark.slow
def test_smaller_label_sets_on_long_paths():
    paths_by_their_blocks(300, 3)


def test_slow_trees_against_the_oracle():
    graphs = [comb(140, tooth) for tooth in (2, 3, 69, 70, 138)]
    graphs += [families.path(141), ring(141), ring(70).disjoint_union(ring(71))]
    expected = classes_of(graphs, 1, 0)["tl"]
    assert same_partition(partition(graphs, 1), expected)
    assert same_partition(partition(graphs, 1, mode="exact"), expected)
    joint = tuple_colors(graphs, 1, 0)
    expected = [c[(v,)] for [(_, c)] in joint for v in range(len(c))]
    values = [value.tobytes() for graph in graphs for value in colors(graph).values]
    assert same_partition(values, expected)
