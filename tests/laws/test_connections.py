"""Zhou, Wang and Zhang (2023), "Connection with existing hierarchies": tests with two names."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import graph_colors
from order import (
    apart,
    assert_below,
    assert_equal,
    atlas,
    colored,
    directed,
    hard,
    look_alikes,
    molecules,
    ornaments,
)
from pebble import duplicator_wins
from strategies import graphs

from klgnn import Method, families


def corpora(*makers):
    return pytest.mark.parametrize("make", makers, ids=lambda make: make.__name__)


# Theorem: for k >= 2, k,0-WL is k-WL (here: the transcription of the definition, no engine).
@pytest.mark.parametrize("k", [2, 3])
@corpora(atlas, molecules, directed)
def test_k_0_wl_is_k_wl(make, k):
    corpus = [g for g in make() if g.num_nodes <= (6 if k == 2 else 5)]
    assert_equal(corpus, Method(k, 0), graph_colors(corpus, k, 0))


# Proposition (Cai, Fürer and Immerman 1992; Hella 1996): the k-pebble game decides k-WL, k >= 2.
@pytest.mark.parametrize("k", [2, 3])
def test_the_pebble_game_decides_k_wl(k):
    pairs = [
        pair
        for pair in combinations((g for g in atlas() if g.num_nodes <= 5), 2)
        if len({(g.num_nodes, g.num_edges) for g in pair}) == 1
    ]
    pairs += [families.hexagon_and_triangles()]
    for pair in pairs:
        assert duplicator_wins(*pair, k) != apart(pair, Method(k, 0))


# Theorem: for l >= 0, 1,l-WL is 2,l-WL (stable colors, tuple-label pooling).
@pytest.mark.parametrize("l", [0, 1])
@corpora(atlas, look_alikes, molecules, directed, colored)
def test_1_l_wl_is_2_l_wl(make, l):
    assert_equal(make(), Method(1, l), Method(2, l))


def test_1_2_wl_is_2_2_wl():
    corpus = [*families.atlas(5), *look_alikes()[-6:], *ornaments(1)]
    assert_equal(corpus, Method(1, 2), Method(2, 2))


@given(st.lists(graphs(max_nodes=4, directed=True, colors=True), min_size=2, max_size=8))
@settings(max_examples=60, deadline=None, database=None)
def test_1_l_wl_is_2_l_wl_on_directed_colored_graphs(drawn):
    corpus = [*drawn, *(graph.reverse() for graph in drawn)]
    for l in (0, 1, 2):
        assert_equal(corpus, Method(1, l), Method(2, l))


# ... and not with fixed rounds: before anything is refined, pairs see edges and nodes do not.
def test_1_l_wl_is_not_2_l_wl_with_fixed_rounds():
    pair = families.path(4), families.star(3)
    assert apart(pair, Method(2, 0, rounds=1))
    assert not apart((families.complete(2), families.path(2).complement()), Method(1, rounds=0))
    assert apart((families.complete(2), families.path(2).complement()), Method(2, rounds=0))


# Theorem: for k >= 1 and l >= 0, k,l-FWL is (k+1),l-WL.
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1)])
@corpora(atlas, look_alikes, molecules, directed)
def test_k_l_fwl_is_k_plus_1_l_wl(make, k, l):
    corpus = [g for g in make() if g.num_nodes <= 10 or k + l < 3]
    assert_equal(corpus, Method(k, l, "fwl"), Method(k + 1, l))


@pytest.mark.parametrize("l", [0, 1])
def test_3_l_fwl_is_4_l_wl(l):
    corpus = [*(g for g in look_alikes() if g.num_nodes <= 8), *families.atlas(4)]
    assert_equal(corpus, Method(3, l, "fwl"), Method(4, l))


def test_k_fwl_is_k_plus_1_wl_on_hard_graphs():
    assert_equal(hard(), Method(2, 0, "fwl"), Method(3, 0))
    assert_equal(colored(), Method(2, 0, "fwl"), Method(3, 0))


@given(st.lists(graphs(max_nodes=4, directed=True, colors=True), min_size=2, max_size=6))
@settings(max_examples=40, deadline=None, database=None)
def test_k_l_fwl_is_k_plus_1_l_wl_on_directed_colored_graphs(drawn):
    corpus = [*drawn, *(graph.reverse() for graph in drawn)]
    for k, l in [(1, 0), (1, 1), (2, 0), (2, 1)]:
        assert_equal(corpus, Method(k, l, "fwl"), Method(k + 1, l))


# Theorem: 1,1-WL is SWL(VS) (Zhang, Feng, Du, He and Wang 2023), written here from its definition.
@corpora(atlas, look_alikes, hard)
def test_1_1_wl_is_swl_vs(make):
    corpus = make()
    assert_equal(corpus, Method(1, 1), swl_vs(corpus))


def swl_vs(corpus):
    """Node-marking subgraph WL with vertex-subgraph pooling: colors c(root, node), refined in step.

    c(s, v) = Hash(c(s, v), {{c(s, u) : u neighbor of v}}), pooled over v, then over s. As many
    rounds as the largest graph has nodes, for all graphs alike, so that all are stable.
    """
    rows = [[g.neighbors(v).tolist() for v in range(g.num_nodes)] for g in corpus]
    marks = [[[s == v for v in range(len(r))] for s in range(len(r))] for r in rows]
    for _ in range(max(map(len, rows))):
        names = {}
        marks = [
            [
                [
                    names.setdefault((c[v], *sorted(c[u] for u in around)), len(names))
                    for v, around in enumerate(neighbors)
                ]
                for c in subgraphs
            ]
            for neighbors, subgraphs in zip(rows, marks, strict=True)
        ]
    return [tuple(sorted(tuple(sorted(c)) for c in subgraphs)) for subgraphs in marks]


# 1,k-WL is k-OSAN (Qian et al. 2022): by name only, the definition is the same.
def test_presets_are_points_of_the_family():
    from klgnn import presets

    assert presets.osan(3) == Method(1, 3)
    assert presets.swl() == presets.id_gnn() == Method(1, 1)
    assert_below(look_alikes(), presets.i2gnn(), Method(1, 2))
