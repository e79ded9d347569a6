"""A verdict's words are true: rounds, counts and sizes as the oracle has them."""

from collections import Counter

import numpy as np
import pytest
from against_oracle import alike, digraph, shuffled, union
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle import apart, tuple_colors

from klgnn import Graph, Method, distinguish, families
from klgnn.select import AllTuples, EgoNets, LabelBased, RootedEgoNets
from klgnn.wl.verdict import same_probability

PAIRS = {
    "hexagon": families.hexagon_and_triangles(),
    "rings": (families.cycle(7), union(families.cycle(3), families.cycle(4))),
    "trees": (families.path(7), Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)])),
    "arcs": (digraph(1, 6, 0.3), digraph(2, 6, 0.3)),
    "sizes": (families.path(4), families.path(5)),
    "loops": (Graph.from_edges([(0, 0), (0, 1)], 3), Graph.from_edges([(2, 2), (0, 1)], 3)),
}
FAR = [9, *range(6), 9], [9, *range(6), 8], [8, *range(6), 9], [8, *range(6), 8]
FAR = [Graph.from_edges([(v, v + 1) for v in range(7)], node_colors=c) for c in FAR]
PAIRS["crossed ends"] = (union(FAR[0], FAR[3]), union(FAR[1], FAR[2]))


def check(one, two, method, most_rounds=40):
    """Compare a verdict's witness with the oracle; the first round is found by trying them all."""
    verdict = distinguish(one, two, method)
    runs = method.reduced()
    options = {"variant": runs.variant, "pooling": runs.pooling}
    if method.subgraphs in (EgoNets(1), LabelBased()):
        options["subgraphs"] = method.subgraphs.nodes
    assert verdict.apart == apart(one, two, runs.k, runs.l, rounds=runs.rounds, **options)
    assert verdict.apart == bool(verdict)
    if not verdict:
        assert (
            verdict.witness is verdict.round is verdict.label_tuple is verdict.color_class is None
        )
        return verdict
    rounds = next(
        t for t in range(most_rounds) if apart(one, two, runs.k, runs.l, rounds=t, **options)
    )
    assert verdict.round == rounds
    if runs.pooling == "tl":
        check_counts(one, two, runs, verdict, options)
    return verdict


def check_counts(one, two, runs, verdict, options):
    del options["pooling"]
    witness = verdict.witness
    labeled = tuple_colors([one, two], runs.k, runs.l, rounds=witness.round, **options)
    pooled = [[sorted(c.values()) for _, c in graph] for graph in labeled]
    [own] = [c for v, c in labeled[witness.graph] if v == witness.label_tuple]
    counts = tuple(rows.count(sorted(own.values())) for rows in pooled)
    assert witness.counts == counts
    assert counts[witness.graph] > counts[1 - witness.graph]
    if not witness.color_class:
        # No colors to show: no nodes, or nothing but copies of this labeled graph over there.
        assert not own or set(map(tuple, pooled[1 - witness.graph])) == {
            tuple(sorted(own.values()))
        }
        return
    [color] = {own[v] for v in witness.color_class}
    members = {v for v, c in own.items() if c == color}
    assert set(witness.color_class) == members
    assert witness.sizes[0] == len(members) != witness.sizes[1]
    assert witness.sizes[1] in partner_sizes(one, two, runs, witness, options, color)


def partner_sizes(one, two, runs, witness, options, color):
    """The color's size in each labeled graph of the other that looks the same a round before."""
    after = tuple_colors([one, two], runs.k, runs.l, rounds=witness.round, **options)
    if witness.round == 0:
        return {Counter(c.values())[color] for _, c in after[1 - witness.graph]} or {0}
    before = tuple_colors([one, two], runs.k, runs.l, rounds=witness.round - 1, **options)
    rows = {v: sorted(c.values()) for v, c in before[witness.graph]}
    return {
        Counter(c.values())[color]
        for (_, c), (_, earlier) in zip(
            after[1 - witness.graph], before[1 - witness.graph], strict=True
        )
        if sorted(earlier.values()) == rows[witness.label_tuple]
    }


@pytest.mark.parametrize("rounds", [None, 1, 3])
@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)])
@pytest.mark.parametrize("name", PAIRS)
def test_witnesses(name, k, l, variant, rounds):
    one, two = PAIRS[name]
    check(one, two, Method(k, l, variant, rounds=rounds))


@pytest.mark.parametrize("pooling", ["tl", "lt"])
@pytest.mark.parametrize("subgraphs", [EgoNets(1), LabelBased()])
@pytest.mark.parametrize(("k", "l"), [(1, 1), (1, 2), (2, 1)])
def test_witnesses_in_subgraphs(k, l, subgraphs, pooling):
    for name in ("rings", "trees", "loops"):
        check(*PAIRS[name], Method(k, l, "fwl", pooling, subgraphs=subgraphs))


@settings(max_examples=80, deadline=None)
@given(
    pair=alike(max_nodes=5, count=2),
    rule=st.sampled_from([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]),
    variant=st.sampled_from(["wl", "fwl"]),
    pooling=st.sampled_from(["tl", "tl", "lt"]),
    rounds=st.sampled_from([None, None, 2]),
)
def test_witnesses_for_graphs_of_every_kind(pair, rule, variant, pooling, rounds):
    check(*pair, Method(*rule, variant, pooling, rounds=rounds))


def test_the_first_round_may_come_after_every_part_is_stable():
    one, two = PAIRS["crossed ends"]
    assert distinguish(one, two).round == 4
    assert "in round 4" in str(distinguish(one, two))


def test_round_and_witness_of_ego_nets():
    verdict = distinguish(families.rook(4), families.shrikhande(), 2, subgraphs=RootedEgoNets(1))
    assert not verdict
    verdict = distinguish(families.rook(4), families.shrikhande(), 3, subgraphs=RootedEgoNets(1))
    assert verdict
    assert verdict.round == 1
    assert (verdict.witness.root, verdict.witness.counts) == (0, (16, 0))
    assert verdict.label_tuple == ()
    assert "the ego net of node 0 of the first graph occurs 16 times there" in str(verdict)


def comb(n, tooth):
    """A path with one more leaf."""
    return Graph.from_edges([*((v, v + 1) for v in range(n - 1)), (tooth, n)])


def test_rounds_of_graphs_that_a_worklist_decides():
    # The stable colors are found without rounds, the round that decides by trying few of them.
    one, two = comb(300, 150), comb(300, 151)
    verdict = distinguish(one, two)
    assert verdict.round > 64
    assert apart(one, two, 1, 0, rounds=verdict.round)
    assert not apart(one, two, 1, 0, rounds=verdict.round - 1)
    assert f"in round {verdict.round}" in str(verdict)
    assert distinguish(one, two, rounds=verdict.round)
    assert not distinguish(one, two, rounds=verdict.round - 1)
    assert distinguish(families.path(300), families.path(301)).round == 0


def test_sentences():
    one, two = families.hexagon_and_triangles()
    assert str(distinguish(one, two, mode="exact")) == "1,0-WL cannot tell the graphs apart."
    hashed = str(distinguish(one, two))
    assert hashed.startswith(
        "1,0-WL cannot tell the graphs apart (wrong with probability below 10^-"
    )
    text = str(distinguish(one, two, 1, 1))
    assert text.startswith("1,1-WL tells the graphs apart in round ")
    assert "labels on (0,) of the first graph" in text
    assert "6 times there and 0 times in the second graph" in text
    assert "1 node (namely 3) has a color that 3 have in the second graph" in text
    star = str(distinguish(families.path(4), families.star(3)))
    assert "in round 1: " in star
    assert "of the first graph (such as " in star
    pairs = str(distinguish(one, two, 2, variant="fwl"))
    assert "2-tuples of the first graph (such as (" in pairs
    assert repr(distinguish(one, two)) == "Verdict(apart=False, method=1,0-WL, mode='hashed')"


def test_sentences_where_there_is_nothing_to_show():
    empty, one = Graph.from_edges([], 0), Graph.from_edges([], 1)
    for k, l, pooling in [(1, 0, "tl"), (2, 0, "tl"), (1, 1, "tl"), (2, 1, "lt"), (3, 1, "tl")]:
        for pair in [(empty, one), (one, empty)]:
            text = str(distinguish(*pair, k, l, pooling=pooling))
            assert "tells the graphs apart" in text
        assert "cannot" in str(distinguish(empty, empty, k, l, pooling=pooling))


def test_probabilities():
    one, two = families.hexagon_and_triangles()
    for k, l in [(1, 0), (1, 1), (2, 0), (3, 1)]:
        for pair in [(one, two), (one, shuffled(one, 2))]:
            hashed = distinguish(*pair, k, l)
            assert (hashed.probability > 0) == (not hashed)
            assert hashed.probability < 1e-25
            assert distinguish(*pair, k, l, mode="exact").probability == 0
    assert same_probability(10.0) < same_probability(1e6) < same_probability(1e30) <= 1


def test_the_same_verdict_either_way_round():
    for one, two in PAIRS.values():
        forth, back = distinguish(one, two, 1, 1), distinguish(two, one, 1, 1)
        assert forth.apart == back.apart
        assert forth.round == back.round


@settings(max_examples=25, deadline=None)
@given(pair=alike(max_nodes=5, count=2, min_nodes=2), seed=st.integers(0, 99))
def test_rounds_do_not_depend_on_the_numbering(pair, seed):
    verdict = distinguish(*pair, 1, 1)
    assume(verdict.apart)
    other = distinguish(shuffled(pair[0], seed), shuffled(pair[1], seed + 1), 1, 1)
    assert (other.round, other.witness.sizes[0] > 0) == (verdict.round, True)


def test_restricted_labels_are_the_ones_named():
    one, two = PAIRS["rings"]
    verdict = distinguish(one, two, 1, 2, labels=AllTuples(distinct=True))
    assert len(set(verdict.label_tuple)) == 2
    verdict = distinguish(one, two, 1, 1, labels=lambda graph: np.array([[3]]))
    assert verdict.label_tuple == (3,)
