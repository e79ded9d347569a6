"""Zhou, Wang and Zhang (2023), the example and the localized tests: what a subgraph changes."""

from dataclasses import replace

import pytest
from order import (
    apart,
    assert_below,
    atlas,
    cycles,
    directed,
    hard,
    look_alikes,
    molecules,
    ornaments,
)

from klgnn import Method, families, presets
from klgnn.select import ConnectedPairs, EgoNets, LabelBased, RootedEgoNets

CYCLES = families.hexagon_and_triangles()
STRONGLY_REGULAR = families.rook(4), families.shrikhande()
CELLS = [(k, l) for k in (1, 2) for l in (0, 1, 2)]
# The paper's two tables, as printed.
TABLE_OF_THE_CYCLES = dict(zip(CELLS, [False, True, True, True, True, True], strict=True))
TABLE_OF_ROOK_AND_SHRIKHANDE = dict(
    zip(CELLS, [False, False, True, False, True, True], strict=True)
)
PLAIN = [*atlas(), *look_alikes(), *ornaments(1), *ornaments(1, spaced=True)]


@pytest.mark.parametrize(("k", "l"), CELLS)
def test_table_of_the_cycles(k, l):
    assert apart(CYCLES, Method(k, l, "fwl")) == TABLE_OF_THE_CYCLES[k, l]


@pytest.mark.parametrize(("k", "l"), CELLS)
def test_table_of_rook_and_shrikhande(k, l):
    assert apart(STRONGLY_REGULAR, Method(k, l, "fwl")) == TABLE_OF_ROOK_AND_SHRIKHANDE[k, l]


# "If we perform k,l-FWL on extracted 1-hop subgraph, the result will be the same" as on the cycles.
@pytest.mark.parametrize(("k", "l"), CELLS)
def test_one_hop_subgraphs_repeat_the_table_of_the_cycles(k, l):
    localized = Method(k, l, "fwl", subgraphs=RootedEgoNets(1))
    assert apart(STRONGLY_REGULAR, localized) == TABLE_OF_THE_CYCLES[k, l]


# "Decreasing the subgraph size improves the expressive power of 1,1-FWL, 2,0-FWL and 2,1-FWL": true
# for the first two. 2,1-FWL needs no help, as the paper's own table says.
def test_a_smaller_subgraph_can_help():
    for k, l in CELLS:
        full, local = (
            apart(STRONGLY_REGULAR, Method(k, l, "fwl", subgraphs=s))
            for s in (None, RootedEgoNets(1))
        )
        assert (local and not full) == ((k, l) in {(1, 1), (2, 0)})


# If the one label is the root, it tells color refinement nothing: all nodes know the root already.
def test_a_label_on_the_root_itself_is_not_enough():
    assert not apart(STRONGLY_REGULAR, presets.id_gnn(1))
    assert apart(STRONGLY_REGULAR, Method(2, 1, "fwl", subgraphs=EgoNets(1)))


# It can hurt as well: one-hop subgraphs of long cycles are all the same path.
def test_a_smaller_subgraph_can_hurt():
    pair = cycles(8, 8), cycles(16)
    assert apart(pair, Method(1, 1))
    assert not apart(pair, presets.id_gnn(1))
    assert not apart(pair, presets.nested(1))


# What a label or two on the full graph can do of it: all distances from a label are stable colors,
# so a ball around a root costs one label, and balls around labels cost none.
@pytest.mark.parametrize("hops", [1, 2])
@pytest.mark.parametrize("make", [lambda: PLAIN, hard, molecules, directed])
def test_nested_and_id_gnn_are_below_1_1_wl(make, hops):
    assert_below(make(), presets.nested(hops), Method(1, 1))
    assert_below(make(), presets.id_gnn(hops), Method(1, 1))


@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1)])
def test_labels_inside_of_a_ball_are_below_one_more_label(k, l):
    graphs = [g for g in PLAIN if g.num_nodes <= (18 if k + l < 3 else 9)]
    graphs += [*STRONGLY_REGULAR] if k + l < 3 else []
    assert_below(graphs, Method(k, l, subgraphs=RootedEgoNets(1)), Method(k, l + 1))


@pytest.mark.parametrize("policy", [LabelBased(), EgoNets(1), EgoNets(2)], ids=repr)
def test_balls_around_labels_are_below_the_full_graph(policy):
    graphs = [g for g in PLAIN if g.num_nodes <= 16]
    assert_below(PLAIN, Method(1, 1, subgraphs=policy), Method(1, 1))
    assert_below(graphs[-30:], Method(1, 2, subgraphs=policy), Method(1, 2))
    assert_below(graphs[-30:], Method(2, 1, subgraphs=policy), Method(2, 1))


# Proposition: 1,2-WL incorporates I²-GNN, which marks connected pairs only. True if all pairs are
# pooled at once.
CONNECTED = Method(1, 2, labels=ConnectedPairs())


@pytest.mark.parametrize("make", [lambda: PLAIN, hard, molecules, directed])
def test_connected_pairs_pooled_at_once_are_below_1_2_wl(make):
    graphs = [g for g in make() if g.num_nodes <= 26]
    assert_below(graphs, CONNECTED, Method(1, 2))
    assert_below(graphs[-20:], replace(CONNECTED, subgraphs=EgoNets(1)), Method(1, 2))


def test_connected_pairs_pooled_at_once_are_strictly_below_1_2_wl():
    assert not apart(ornaments(1), CONNECTED)
    assert apart(ornaments(1), Method(1, 2))


# Pooled at once they do not even count nodes that no edge reaches.
def test_connected_pairs_need_an_edge_to_see_anything():
    pair = families.complete(1), families.complete(2).complement()
    assert not apart(pair, CONNECTED)
    assert apart(pair, Method(1, 0))
    assert apart(pair, presets.i2gnn())


# I²-GNN pools the pairs of each root first. So a root reads all its neighbors' marks together:
# the hub of a flower every letter, however many there are.
@pytest.mark.parametrize("hops", [None, 1, 2])
def test_i2gnn_is_not_below_1_l_wl(hops):
    for l in (1, 2):
        assert apart(ornaments(l), presets.i2gnn(hops))
        assert not apart(ornaments(l), Method(1, l))
    assert apart(ornaments(3), presets.i2gnn(hops))


@pytest.mark.parametrize("hops", [None, 1, 2])
def test_i2gnn_is_above_its_pairs_pooled_at_once(hops):
    nested = presets.i2gnn(hops)
    for make in (lambda: PLAIN, molecules, directed):
        assert_below(make(), replace(nested, pooling="tl"), nested)


# If every ornament hangs on a node of its own, no root and neighbor are in two of them.
def test_1_2_wl_is_not_below_i2gnn():
    pair = ornaments(1, hung=True)
    assert apart(pair, Method(1, 2))
    for hops in (None, 1, 2, 3, 4):
        assert not apart(pair, presets.i2gnn(hops))
