"""colors and color_history: the classes are the oracle's, and values mean the same everywhere."""

from itertools import pairwise

import numpy as np
import pytest
from against_oracle import alike, atlas, digraph, same_partition, union
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import tuple_colors
from strategies import graphs, permutations_of

from klgnn import Graph, GraphError, color_history, colors, families

RULES = [(1, "wl"), (2, "wl"), (2, "fwl"), (3, "wl"), (3, "fwl")]


def oracle_colors(given, k, variant, label_tuples, rounds=None):
    """The oracle's colors of all k-tuples of all graphs, in the order of the engine's arrays."""
    chosen = dict(zip(map(id, given), label_tuples, strict=True))
    l = len(label_tuples[0])
    found = tuple_colors(given, k, l, variant, rounds, lambda graph: [chosen[id(graph)]])
    return [coloring[v] for [(_, coloring)] in found for v in sorted(coloring)]


def engine_values(given, k, variant, label_tuples, rounds=None):
    found = []
    for graph, label_tuple in zip(given, label_tuples, strict=True):
        coloring = colors(graph, k, label_tuple=label_tuple, variant=variant, rounds=rounds)
        assert coloring.values.shape == (*[graph.num_nodes] * k, 2)
        assert coloring.label_tuple == tuple(label_tuple)
        found += [value.tobytes() for value in coloring.values.reshape(-1, 2)]
    return found


@pytest.mark.parametrize("rounds", [None, 0, 1, 2, 3])
@pytest.mark.parametrize(("k", "variant"), RULES)
def test_colors_compare_between_all_graphs_of_the_atlas(k, variant, rounds):
    given = atlas(6 if k == 1 else 5 if k == 2 else 4)
    none = [()] * len(given)
    expected = oracle_colors(given, k, variant, none, rounds)
    assert same_partition(engine_values(given, k, variant, none, rounds), expected)


@pytest.mark.parametrize(("k", "variant"), RULES[:4])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_colors_compare_between_graphs_of_every_kind(k, variant, data):
    given = data.draw(alike(max_nodes=6 if k == 1 else 4, min_nodes=1))
    l = data.draw(st.integers(0, 2))
    node = [st.integers(0, graph.num_nodes - 1) for graph in given]
    labels = [tuple(data.draw(each) for _ in range(l)) for each in node]
    rounds = data.draw(st.sampled_from([None, None, 1, 2]))
    expected = oracle_colors(given, k, variant, labels, rounds)
    assert same_partition(engine_values(given, k, variant, labels, rounds), expected)


PARTS = [
    families.path(2), families.path(3), families.path(7), families.cycle(4), families.cycle(5),
    families.star(3), Graph.from_edges([], 2), families.path(12), families.complete(4),
]  # fmt: skip
DISTINCT = Graph.from_edges([(v, v + 1) for v in range(7)], node_colors=[9, *range(6), 9])
OTHER_END = Graph.from_edges([(v, v + 1) for v in range(7)], node_colors=[9, *range(6), 8])
BOTH_ENDS = Graph.from_edges([(v, v + 1) for v in range(7)], node_colors=[8, *range(6), 8])


def test_components_of_different_speed():
    rng = np.random.default_rng(1)
    unions = [union(*(PARTS[i] for i in rng.integers(len(PARTS), size=3))) for _ in range(30)]
    none = [()] * len(unions)
    expected = oracle_colors(unions, 1, "wl", none)
    assert same_partition(engine_values(unions, 1, "wl", none), expected)
    assert same_partition(engine_values(unions[:6], 2, "fwl", none[:6]), oracle_colors(
        unions[:6], 2, "fwl", none[:6]))  # fmt: skip


def test_components_that_are_stable_before_they_are_told_apart():
    # Every node of these paths has a color of its own within the path from the start, and the
    # paths differ at their far ends only.
    given = [DISTINCT, OTHER_END, BOTH_ENDS, union(DISTINCT, BOTH_ENDS)]
    for k, variant in RULES[:3]:
        none = [()] * len(given)
        expected = oracle_colors(given, k, variant, none)
        assert same_partition(engine_values(given, k, variant, none), expected)


@settings(max_examples=40, deadline=None)
@given(graph=graphs(6), data=st.data())
def test_relabeling_relabels_the_colors(graph, data):
    permutation = data.draw(permutations_of(graph))
    for k, variant in RULES[:3]:
        one = colors(graph, k, variant=variant).values
        other = colors(graph.relabel(permutation), k, variant=variant).values
        assert np.array_equal(other[np.ix_(*[permutation] * k)], one)


@pytest.mark.parametrize(("k", "variant"), RULES[:3])
def test_history_is_the_oracles_round_by_round(k, variant):
    for graph in [*atlas(5)[1:], digraph(3), families.path(9)]:
        history = color_history(graph, k, variant=variant)
        counts = [coloring.num_colors for coloring in history]
        assert counts[-1] == counts[-2]
        assert all(fewer < more for fewer, more in pairwise(counts[:-1]))
        for rounds, coloring in enumerate(history):
            assert coloring.rounds == rounds
            expected = oracle_colors([graph], k, variant, [()], rounds)
            assert same_partition(coloring.classes.reshape(-1).tolist(), expected)


def test_history_of_a_labeled_graph():
    counts = [c.num_colors for c in color_history(families.path(5), label_tuple=[0])]
    assert counts == [2, 4, 5, 5]
    assert colors(families.path(5), label_tuple=[0]).rounds == 2


def test_classes_are_dense_and_counted():
    coloring = colors(families.star(4), 2)
    assert set(coloring.classes.reshape(-1).tolist()) == set(range(coloring.num_colors))
    assert coloring.classes.shape == (5, 5)


def test_edge_cases():
    empty, one = Graph.from_edges([], 0), Graph.from_edges([], 1)
    assert (colors(empty).num_colors, colors(empty).rounds, len(colors(empty).values)) == (0, 0, 0)
    assert colors(empty, 2).values.shape == (0, 0, 2)
    assert colors(one, 3, label_tuple=[0, 0]).num_colors == 1
    assert colors(Graph.from_edges([], 4)).num_colors == 1
    assert [c.num_colors for c in color_history(empty)] == [0, 0]


@pytest.mark.parametrize("labels", [[5], [-1], [0.5], ["a"], [[0]], [None]])
def test_labels_that_are_no_nodes(labels):
    with pytest.raises(GraphError, match="label"):
        colors(families.path(5), label_tuple=labels)


def test_more_or_fewer_labels_than_said():
    assert colors(families.path(5), 1, 2, label_tuple=[0, 1]).label_tuple == (0, 1)
    with pytest.raises(GraphError, match="expected l=2"):
        colors(families.path(5), 1, 2, label_tuple=[0])
    with pytest.raises(GraphError, match="expected l=1"):
        colors(families.path(5), 1, 1)
