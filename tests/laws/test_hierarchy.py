"""Zhou, Wang and Zhang (2023), "Expressivity hierarchy of k,l-WL": what never hurts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import tuple_colors
from order import (
    apart,
    assert_below,
    atlas,
    colored,
    colors,
    cycles,
    directed,
    hard,
    look_alikes,
    molecules,
    ornaments,
)
from strategies import graphs

from klgnn import Graph, Method, families

POOLINGS = ["tl", "lt"]
FEW = [*look_alikes()[:8], *look_alikes()[-6:-4], *families.atlas(4)]
PLAIN = [*atlas(), *look_alikes()]


def small(graphs, nodes):
    return [graph for graph in graphs if graph.num_nodes <= nodes]


# What follows would hold for nothing on graphs that every test tells apart.
@pytest.mark.parametrize(
    ("make", "classes"),
    [(look_alikes, [9, 19, 19, 20]), (hard, [3, 3, 4, 10]), (colored, [4, 6, 6, 8])],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_graphs_are_hard_enough_to_say_something(make, classes):
    methods = [Method(1, 0), Method(1, 1), Method(2, 0, "fwl"), Method(1, 2)]
    assert [len(set(colors(make(), method))) for method in methods] == classes


# Lemma: for k >= 2 and l >= 0, k,l-WL <= k,l+1-WL under both poolings.
@pytest.mark.parametrize("pooling", POOLINGS)
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)])
def test_another_label_never_hurts(k, l, pooling):
    corpus = small(PLAIN, {1: 18, 2: 12, 3: 18}[k] if k + l < 4 else 6)
    assert_below(corpus, Method(k, l, pooling=pooling), Method(k, l + 1, pooling=pooling))


@pytest.mark.parametrize("make", [hard, colored], ids=["hard", "colored"])
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0)])
def test_another_label_never_hurts_on_hard_graphs(make, k, l):
    assert_below(make(), Method(k, l), Method(k, l + 1))


# Lemma: for k >= 2 and l >= 0, k,l-WL <= k+1,l-WL under both poolings.
@pytest.mark.parametrize("pooling", POOLINGS)
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)])
def test_another_dimension_never_hurts(k, l, pooling):
    corpus = small(PLAIN, 18 if k + l < 3 else 8)
    assert_below(corpus, Method(k, l, pooling=pooling), Method(k + 1, l, pooling=pooling))


@pytest.mark.parametrize("make", [hard, colored], ids=["hard", "colored"])
def test_another_dimension_never_hurts_on_hard_graphs(make):
    assert_below(make(), Method(2, 0), Method(3, 0))
    assert_below(make(), Method(1, 1), Method(2, 1, "fwl"))


# Both lemmas are proved round by round.
@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("pooling", POOLINGS)
def test_both_lemmas_hold_after_any_number_of_rounds(rounds, pooling):
    corpus = [*FEW, *families.atlas(5)]
    for k, l in [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]:
        weak = Method(k, l, pooling=pooling, rounds=rounds)
        assert_below(corpus, weak, Method(k, l + 1, pooling=pooling, rounds=rounds))
        assert_below(corpus, weak, Method(k + 1, l, pooling=pooling, rounds=rounds))


# Lemma: for k >= 2 and l >= 0, k,l+1-WL <= k+1,l-WL. The paper has it for tuple-label pooling.
@pytest.mark.parametrize("pooling", POOLINGS)
@pytest.mark.parametrize(("k", "l"), [(2, 0), (2, 1), (3, 0)])
def test_a_dimension_is_worth_a_label(k, l, pooling):
    corpus = small(PLAIN, 18 if k + l < 3 else 6)
    weak, strong = (Method(*cell, pooling=pooling) for cell in ((k, l + 1), (k + 1, l)))
    assert_below(corpus, weak, strong)


@pytest.mark.parametrize("make", [hard, colored, molecules, directed])
def test_a_dimension_is_worth_a_label_on_other_graphs(make):
    assert_below(make(), Method(1, 1), Method(3, 0))  # 1,1-WL is 2,1-WL
    assert_below(small(make(), 25), Method(2, 1), Method(3, 0))


# At k = 1 it is false: 1,1-WL tells apart what 2-WL, which is 1-WL, cannot.
def test_at_k_1_a_dimension_is_worth_nothing():
    pair = families.hexagon_and_triangles()
    assert apart(pair, Method(1, 1))
    assert not apart(pair, Method(2, 0))


# Corollary: for k >= 2 and l >= 1, k,l-WL <= k+l-WL.
@pytest.mark.parametrize(("k", "l"), [(2, 1), (2, 2), (3, 1)])
def test_k_l_wl_is_below_k_plus_l_wl(k, l):
    assert_below(small(PLAIN, 16 if k + l < 4 else 8), Method(k, l), Method(k + l - 1, 0, "fwl"))


def test_k_l_wl_is_below_k_plus_l_wl_on_hard_graphs():
    assert_below(hard(), Method(1, 1), Method(2, 0, "fwl"))
    assert_below(colored(), Method(1, 2), Method(3, 0, "fwl"))
    assert_below(colored(), Method(2, 1, "fwl"), Method(3, 0, "fwl"))


@given(st.lists(graphs(max_nodes=4, directed=True, colors=True), min_size=2, max_size=6))
@settings(max_examples=40, deadline=None, database=None)
def test_the_order_on_directed_colored_graphs(drawn):
    corpus = [*drawn, *(graph.reverse() for graph in drawn)]
    for pooling in POOLINGS:
        for weak, strong in [
            ((1, 0), (1, 1)),
            ((2, 0), (2, 1)),
            ((2, 1), (3, 0)),
            ((2, 0), (3, 0)),
            ((1, 1), (2, 1)),
        ]:
            assert_below(corpus, *(Method(*cell, pooling=pooling) for cell in (weak, strong)))


# "We prove that LT pooling leads to higher expressivity": for stable colors.
@pytest.mark.parametrize(("k", "l"), [(1, 1), (1, 2), (2, 1), (3, 1)])
def test_label_tuple_pooling_is_at_least_as_strong(k, l):
    corpus = small(PLAIN, 18 if k + l < 3 else 8)
    assert_below(corpus, Method(k, l), Method(k, l, pooling="lt"))


@pytest.mark.parametrize("make", [hard, colored, directed], ids=lambda make: make.__name__)
def test_label_tuple_pooling_is_at_least_as_strong_on_other_graphs(make):
    assert_below(make(), Method(1, 1), Method(1, 1, pooling="lt"))


# It is strictly stronger: a hub learns from many labelings what none of them shows.
def test_label_tuple_pooling_is_strictly_stronger():
    for l in (1, 2):
        assert not apart(ornaments(l), Method(1, l))
        assert apart(ornaments(l), Method(1, 1, pooling="lt"))


# With a fixed number of rounds it may be weaker: after one round it takes a triangle with an edge
# beside it for a path.
def test_label_tuple_pooling_needs_stable_colors():
    tl, lt = (Method(1, 1, pooling=pooling, rounds=1) for pooling in POOLINGS)
    pair = families.path(5), cycles(3).disjoint_union(families.path(2))
    assert apart(pair, tl)
    assert not apart(pair, lt)
    assert_below(families.atlas(4), tl, lt)  # so the pair is as small as can be
    assert [len(set(colors(atlas(), method))) for method in (tl, lt)] == [205, 152]
    assert len(set(colors(atlas(), Method(1, 1, pooling="lt")))) == len(atlas()) == 209


# Lemma kwl-pool: for k >= 2, the color of v after t+h rounds determines, for any h places a, the
# multiset of the colors after t rounds of v with any nodes in these places.
@pytest.mark.parametrize(("k", "places"), [(2, (0,)), (2, (0, 1)), (3, (1,)), (3, (0, 2))])
@pytest.mark.parametrize("t", [0, 1])
def test_lemma_kwl_pool(k, places, t):
    corpus = [cycles(3, 3), cycles(6)] if k == 2 else [cycles(4), families.path(4)]
    corpus += [families.star(3), Graph.from_edges([(0, 1)], 4)]
    before = [c for [(_, c)] in tuple_colors(corpus, k, 0, rounds=t)]
    after = [c for [(_, c)] in tuple_colors(corpus, k, 0, rounds=t + len(places))]
    assert determines(after, [pooled(c, places) for c in before])


# It needs k >= 2: color refinement does not look at nodes it is not connected to.
def test_lemma_kwl_pool_is_false_at_k_1():
    corpus = [Graph.from_edges([], 3), Graph.from_edges([(0, 1)], 3)]
    stable = [c for [(_, c)] in tuple_colors(corpus, 1, 0)]
    assert not determines(stable, [pooled(c, (0,)) for c in stable])
    assert stable[0][0,] == stable[1][2,]


def pooled(coloring, places):
    """For every tuple the multiset of colors over all replacements in these places."""
    groups = {}
    for v, color in coloring.items():
        groups.setdefault(_kept(v, places), []).append(color)
    return {v: tuple(sorted(groups[_kept(v, places)])) for v in coloring}


def _kept(v, places):
    return tuple(u for i, u in enumerate(v) if i not in places)


def determines(colorings, values):
    """Whether equal colors have equal values, in all graphs together."""
    pairs = {(c[v], of[v]) for c, of in zip(colorings, values, strict=True) for v in c}
    return len(pairs) == len({color for color, _ in pairs})
