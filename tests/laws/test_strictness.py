"""Zhou, Wang and Zhang (2023), the strict half of the hierarchy: each claim with its witness.

A test named k,l-WL is run as the equally strong (k-1),l-FWL, or 1,l-WL for k = 2, which
``test_connections`` justifies, wherever that is what fits.
"""

import networkx as nx
import numpy as np
import pytest
from order import apart, assert_below, colored_clique, directed, ornaments

from klgnn import Method, as_graph, distinguish, encode, families

BLOCKS = {"chi": families.cfi_pair, "omega": families.omega_pair}
by_block = pytest.mark.parametrize("make", BLOCKS.values(), ids=BLOCKS)


# Corollary: for k >= 2, k-WL cannot tell the CFI graph of the colored clique on k+1 nodes from its
# twist. Propositions: k+1-WL and 2,k-1-WL can. The same for omega.
@by_block
@pytest.mark.parametrize("k", [2, 3])
def test_cfi_graphs_of_cliques(make, k):
    pair = make(colored_clique(k + 1))
    assert not apart(pair, Method(k, 0))
    assert apart(pair, Method(k, 0, "fwl"))  # k+1-WL
    assert apart(pair, Method(1, k - 1))  # 2,k-1-WL


@pytest.mark.slow
@by_block
def test_cfi_graphs_of_the_clique_on_five_nodes(make):
    pair = make(colored_clique(5))
    assert not apart(pair, Method(3, 0, "fwl"))  # 4-WL
    assert apart(pair, Method(1, 3))  # 2,3-WL
    # 5-WL is 4-FWL, for which 80^4 tuples are too many: it follows from 2,3-WL <= 5-WL.


# Proposition: if every separator of a base has k+1 nodes or more, k-WL cannot tell its CFI graph
# from the twist. Cliques have none; here is the rest. The same for omega.
@by_block
@pytest.mark.parametrize("base", [nx.cycle_graph(5), nx.petersen_graph(), nx.octahedral_graph()])
def test_cfi_graphs_of_bases_that_hold_together(make, base):
    k = nx.node_connectivity(base) - 1
    n = len(base)
    pair = make(as_graph(base, node_colors=range(n)))
    assert not apart(pair, Method(1, 0) if k < 3 else Method(k - 1, 0, "fwl"))


# ... and nothing with k + l below the number of clique nodes tells them apart.
@by_block
@pytest.mark.parametrize("n", [3, 4])
def test_cfi_graphs_of_cliques_need_k_plus_l_to_be_n(make, n):
    pair = make(colored_clique(n))
    for k in range(2, n + 1):
        for l in range(n - k + 1):
            assert bool(distinguish(*pair, k, l)) == (k + l == n)


@by_block
@pytest.mark.parametrize("method", [Method(1, 2), Method(2, 1, "fwl")], ids=str)
def test_cfi_graphs_of_five_nodes_need_more(make, method):
    assert not apart(make(colored_clique(5)), method)


# Theorem: for l >= 1, 2,l-WL is not <= l+1-WL.
@pytest.mark.parametrize("l", [1, 2])
def test_2_l_wl_is_not_below_l_plus_1_wl(l):
    pair = families.cfi_pair(colored_clique(l + 2))
    assert bool(distinguish(*pair, 2, l))
    assert not distinguish(*pair, l + 1, 0)


def test_1_2_wl_sees_what_swl_and_3_wl_do_not():
    pair = families.rook(4), families.shrikhande()
    assert not apart(pair, Method(1, 1))
    assert not apart(pair, Method(3, 0))
    assert apart(pair, Method(1, 2))


# Theorems: for k >= 2 (another dimension) or k >= 1 (another label), both strictly help.
@pytest.mark.parametrize(
    ("weak", "strong"),
    [((1, 0), (1, 1)), ((1, 1), (1, 2)), ((2, 0), (2, 1)), ((2, 1), (2, 2)), ((3, 0), (3, 1)),
     ((2, 0), (3, 0)), ((2, 1), (3, 1))],
)  # fmt: skip
def test_more_is_strictly_more(weak, strong):
    k, l = weak
    pair = families.cfi_pair(colored_clique(max(k, 2) + l + 1))
    assert not distinguish(*pair, *weak)
    assert bool(distinguish(*pair, *strong))


# At k = 1 another dimension does not help: 2,l-WL is 1,l-WL.
def test_from_k_1_to_2_nothing_is_gained():
    for pair in (families.cfi_pair(colored_clique(3)), families.hexagon_and_triangles()):
        assert [apart(pair, Method(k, 0)) for k in (1, 2, 3)] == [False, False, True]


# Theorem: k,l+1-WL cannot tell gamma_k of the clique on k+l+1 nodes from its twist; k+1,l-WL can.
@pytest.mark.parametrize("color", [True, False], ids=["colored", "plain base"])
def test_gamma_2_of_the_triangle(color):
    pair = families.gamma_pair(2, families.complete(3, colored=color))
    assert not apart(pair, Method(1, 1))  # 2,1-WL
    assert apart(pair, Method(2, 0, "fwl"))  # 3,0-WL


@pytest.mark.slow
def test_gamma_2_of_the_triangle_literally():
    pair = families.gamma_pair(2, colored_clique(3))
    assert not apart(pair, Method(2, 1))
    assert apart(pair, Method(3, 0))


@pytest.mark.slow
def test_gamma_2_of_the_clique_on_four_nodes_by_3_1_wl():
    # Labels on the nodes of one color are part of all labels, and 3,1-WL sees which they are. So
    # what these two labels of 632 tell apart, 3,1-WL tells apart.
    pair = families.gamma_pair(2, colored_clique(4))
    colors = pair[0].node_colors.tolist()
    rare = next(color for color in colors if colors.count(color) == 2)
    some = Method(2, 1, "fwl", labels=lambda g: np.flatnonzero(g.node_colors == rare)[:, None])
    assert apart(pair, some)


@pytest.mark.slow
def test_gamma_2_of_the_clique_on_four_nodes_by_2_2_wl():
    assert not apart(families.gamma_pair(2, colored_clique(4)), Method(1, 2))


# Its proof needs one block without a label, whatever the base: so gamma_2 of a cycle of m nodes is
# out of reach of 2,l-WL for all l < m, while 3-WL needs no label. No number of labels makes up for
# a dimension, and k+1-WL is incomparable with k,l-WL for l >= 2.
@pytest.mark.parametrize("m", [3, 4, 5])
def test_gamma_2_of_cycles_by_one_label(m):
    pair = families.gamma_pair(2, families.cycle(m).recolor(node_colors=range(m)))
    assert not apart(pair, Method(1, 1))
    assert apart(pair, Method(2, 0, "fwl"))


@pytest.mark.slow
def test_gamma_2_of_the_triangle_by_two_labels():
    assert not apart(families.gamma_pair(2, colored_clique(3)), Method(1, 2))  # 2,2-WL


# The even and odd middle nodes of gamma share a color; with two colors the theorem is false.
def test_gamma_with_the_parity_in_a_color_is_within_reach():
    pair = families.gamma_pair(2, colored_clique(3))
    assert apart([_with_parity(graph) for graph in pair], Method(1, 1))


def _with_parity(graph):
    colors = graph.node_colors.tolist()
    for block in range(3):  # of 80 nodes, whose nodes 4 to 7 are the middle ones
        for number in range(4):
            node = 80 * block + 4 + number
            colors[node] = int(encode([(colors[node], number.bit_count() % 2)])[0])
    return graph.recolor(node_colors=colors)


# Smaller witnesses of the same, without colors: see order.ornaments. 26 nodes for 3-WL against
# 2,1-WL, 66 for 4-WL against 3,1-WL, 76 for 3-WL against 2,2-WL.
@pytest.mark.parametrize("l", [1, 2])
def test_flowers_are_within_reach_of_3_wl_and_not_of_2_l_wl(l):
    pair = ornaments(l)
    assert pair[0].num_nodes == {1: 26, 2: 76}[l]
    assert not apart(pair, Method(1, l))
    assert apart(pair, Method(2, 0, "fwl"))
    if l == 1:
        assert apart(pair, Method(1, 2))
        assert not apart(pair, Method(2, 1))


def test_flowers_of_strongly_regular_graphs_are_within_reach_of_4_wl_and_not_of_3_1_wl():
    pair = ornaments(1, families.rook(4), families.shrikhande())
    assert pair[0].num_nodes == 66
    assert not apart(pair, Method(2, 1, "fwl"))  # 3,1-WL
    assert apart(pair, Method(3, 0, "fwl"))  # 4-WL


# 1-WL is as strong as 2-WL on directed graphs only if it takes what joins two nodes as one thing.
def test_1_wl_of_directed_graphs_sees_both_arcs_of_a_neighbor_together():
    circle, two_cycles = directed()[:2]
    assert apart((circle, two_cycles), Method(1, 0))
    assert [circle.degrees().tolist(), circle.reverse().degrees().tolist()] == [[1] * 4] * 2
    assert [two_cycles.degrees().tolist(), two_cycles.reverse().degrees().tolist()] == [[1] * 4] * 2
    assert_below(directed(), Method(2, 0), Method(1, 0))
