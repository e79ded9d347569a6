"""The pebble game and the paper's k-WL agree, though they share nothing but the graphs."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.generators.atlas import graph_atlas_g
from oracle import apart
from pebble import duplicator_wins

from klgnn import Graph

HEXAGON = Graph.from_edges(list(nx.cycle_graph(6).edges))
TRIANGLES = Graph.from_edges([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
SPIDERS = [[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (leg, 6)] for leg in (1, 2)]


def equal_size_pairs(max_nodes):
    atlas = [g for g in graph_atlas_g() if g.number_of_nodes() <= max_nodes]
    for g, h in combinations(atlas, 2):
        if (g.number_of_nodes(), g.size()) == (h.number_of_nodes(), h.size()):
            yield (Graph.from_edges(list(x.edges), x.number_of_nodes()) for x in (g, h))


@pytest.mark.parametrize("k", [2, 3])
def test_agreement_on_the_atlas(k):
    pairs = [tuple(pair) for pair in equal_size_pairs(5)]
    assert len(pairs) == 64
    for g, h in pairs:
        assert duplicator_wins(g, h, k) != apart(g, h, k)


@pytest.mark.parametrize(("k", "wins"), [(1, True), (2, True), (3, False)])
def test_hexagon_and_two_triangles(k, wins):
    assert duplicator_wins(HEXAGON, TRIANGLES, k) == wins
    if k > 1:
        assert apart(HEXAGON, TRIANGLES, k) != wins


def test_all_pairs_on_six_nodes_that_color_refinement_leaves():
    pairs = [tuple(pair) for pair in equal_size_pairs(6)]
    left = [(g, h) for g, h in pairs if not apart(g, h, 1)]
    assert left
    for g, h in left:
        for k, equal in [(2, True), (3, False)]:
            assert duplicator_wins(g, h, k) == equal
            assert apart(g, h, k) != equal


@pytest.mark.parametrize("k", [2, 3])
def test_trees_of_one_degree_sequence(k):
    g, h = (Graph.from_edges(edges) for edges in SPIDERS)
    assert sorted(g.degrees()) == sorted(h.degrees())
    assert not duplicator_wins(g, h, k)
    assert duplicator_wins(g, g.relabel([3, 1, 4, 0, 5, 2, 6]), k)


def test_one_pebble_sees_nodes_only():
    one, none = Graph.from_edges([(0, 1)]), Graph.from_edges([], 2)
    assert duplicator_wins(one, none, 1)
    assert not duplicator_wins(one, none, 2)
    colored = [Graph.from_edges([], 3, node_colors=colors) for colors in ([1, 1, 2], [1, 2, 2])]
    assert not duplicator_wins(*colored, 1)  # the colors agree as sets, not as multisets
    assert not duplicator_wins(none, Graph.from_edges([(1, 1)]), 1)


def test_two_pebbles_see_which_neighbor_is_in_both_directions():
    circle = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)], directed=True)
    two_cycles = Graph.from_edges([(0, 1), (1, 0), (2, 3), (3, 2)], directed=True)
    assert not duplicator_wins(circle, two_cycles, 2)
    assert duplicator_wins(circle, circle.relabel([2, 0, 3, 1]), 2)


def test_sizes():
    empty, node = Graph.from_edges([], 0), Graph.from_edges([], 1)
    assert not duplicator_wins(empty, node, 2)
    assert duplicator_wins(empty, empty, 2)
    with pytest.raises(ValueError, match="expected at least 1"):
        duplicator_wins(empty, empty, 0)


@st.composite
def colored_digraphs(draw, n):
    pairs = [(u, v) for u in range(n) for v in range(n)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2 * n))
    return Graph.from_edges(
        edges,
        n,
        node_colors=draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)),
        edge_colors=[draw(st.integers(0, 1)) for _ in edges],
        directed=True,
    )


@st.composite
def look_alikes(draw):
    """A random graph and a renumbered one: itself, its reverse, or another."""
    n = draw(st.integers(1, 4))
    g = draw(colored_digraphs(n))
    h = draw(st.sampled_from([g, g.reverse()]) | colored_digraphs(n))
    return g, h.relabel(draw(st.permutations(range(n))))


@settings(max_examples=40, deadline=None, database=None)
@given(pair=look_alikes(), k=st.sampled_from([2, 3]))
def test_agreement_on_colored_directed_graphs(pair, k):
    g, h = pair
    assert duplicator_wins(g, h, k) != apart(g, h, k)
