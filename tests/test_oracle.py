"""The oracle against the paper's tables, hand computation and classical theorems."""

from collections import Counter
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from networkx.generators.atlas import graph_atlas_g
from oracle import apart, graph_colors, isomorphism_type, node_colors_1wl, tuple_colors

from klgnn import Graph


def graph_of(g):
    return Graph.from_edges(list(g.edges), g.number_of_nodes())


def cycles(*lengths):
    return graph_of(nx.disjoint_union_all([nx.cycle_graph(n) for n in lengths]))


def on_torus(adjacent):
    """A graph on the cells of the 4x4 torus, where ``adjacent`` judges their difference."""
    cells = [(row, column) for row in range(4) for column in range(4)]
    differences = ((p, q, (p[0] - q[0]) % 4, (p[1] - q[1]) % 4) for p, q in combinations(cells, 2))
    return Graph.from_edges(
        [(cells.index(p), cells.index(q)) for p, q, x, y in differences if adjacent(x, y)], 16
    )


ATLAS = [graph_of(g) for g in graph_atlas_g()]
SMALL = [g for g in ATLAS if g.num_nodes <= 5]
UP_TO_SIX = [g for g in ATLAS if g.num_nodes <= 6]
HEXAGON, TRIANGLES = cycles(6), cycles(3, 3)
ROOK = on_torus(lambda x, y: (x == 0) != (y == 0))
SHRIKHANDE = on_torus(lambda x, y: (x, y) in {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)})

# The paper's tables, as printed.
REGULAR = {(1, 0): False, (1, 1): True, (1, 2): True, (2, 0): True, (2, 1): True, (2, 2): True}
STRONGLY_REGULAR = REGULAR | {(1, 1): False, (2, 0): False}


@pytest.mark.parametrize(("k", "l"), REGULAR)
def test_table_of_the_hexagon_and_two_triangles(k, l):
    assert apart(HEXAGON, TRIANGLES, k, l, variant="fwl") == REGULAR[k, l]


@pytest.mark.parametrize(("k", "l"), [cell for cell in STRONGLY_REGULAR if cell != (2, 2)])
def test_table_of_rook_and_shrikhande(k, l):
    assert apart(ROOK, SHRIKHANDE, k, l, variant="fwl") == STRONGLY_REGULAR[k, l]


def test_the_last_cell_of_the_table_at_its_first_round():
    # Colors only ever split, so graphs apart after one round are apart when stable.
    assert not apart(ROOK, SHRIKHANDE, 2, 2, variant="fwl", rounds=0)
    assert apart(ROOK, SHRIKHANDE, 2, 2, variant="fwl", rounds=1)


@pytest.mark.slow
def test_the_last_cell_of_the_table_when_stable():
    assert apart(ROOK, SHRIKHANDE, 2, 2, variant="fwl")


@pytest.mark.parametrize(("k", "l"), REGULAR)
def test_ego_nets_with_labels_inside_repeat_the_table_of_the_cycles(k, l):
    nets = [graph.ego_net(root) for graph in (ROOK, SHRIKHANDE) for root in range(16)]
    colors = graph_colors(nets, k, l, variant="fwl")
    assert (Counter(colors[:16]) != Counter(colors[16:])) == REGULAR[k, l]


@pytest.mark.parametrize(("k", "separates"), [(1, False), (2, True)])
def test_ego_nets_of_the_labeled_root(k, separates):
    # The reading in which the root is the label: it meets all nodes already, so it tells 1-WL
    # nothing. The paper's claim for 1,1-FWL needs the label anywhere in the subgraph.
    options = {"variant": "fwl", "subgraphs": ego_net_of_first_label}
    assert apart(ROOK, SHRIKHANDE, k, 1, **options) == separates


def test_ego_nets_of_the_labeled_root_with_a_second_label():
    def inside(graph):
        everywhere = range(graph.num_nodes)
        return [(u, v) for u in everywhere for v in ego_net_of_first_label(graph, [u])]

    options = {"tuples": inside, "subgraphs": ego_net_of_first_label}
    assert apart(ROOK, SHRIKHANDE, 1, 2, **options)


def ego_net_of_first_label(graph, label_tuple):
    root = label_tuple[0]
    return {root, *graph.neighbors(root)}


def partition(colors):
    """Class numbers in order of first appearance: equal lists are equal partitions."""
    first = {color: i for i, color in reversed(list(enumerate(colors)))}
    return [first[color] for color in colors]


def test_2wl_is_1wl():
    by_1wl = graph_colors(UP_TO_SIX, 1, 0)
    assert partition(by_1wl) == partition(graph_colors(UP_TO_SIX, 2, 0))
    assert len(set(by_1wl)) < len(UP_TO_SIX)


def test_3wl_is_2fwl_and_not_2wl():
    graphs = [*UP_TO_SIX, ROOK, SHRIKHANDE]
    by_2fwl = graph_colors(graphs, 2, 0, "fwl")
    assert partition(by_2fwl[:-2]) == partition(graph_colors(UP_TO_SIX, 3, 0))
    assert len(set(by_2fwl)) == len(graphs) - 1
    assert partition(by_2fwl) != partition(graph_colors(graphs, 2, 0))


@pytest.mark.parametrize("l", [1, 2])
def test_2l_wl_is_1l_wl(l):
    graphs = [*SMALL, HEXAGON, TRIANGLES, cycles(7), cycles(3, 4)]
    by_1l = graph_colors(graphs, 1, l)
    assert partition(by_1l) == partition(graph_colors(graphs, 2, l))


def test_1wl_tells_all_trees_apart_and_no_regular_graphs():
    trees = [g for g in ATLAS if g.is_connected() and g.num_edges == g.num_nodes - 1]
    assert len(set(graph_colors(trees, 1, 0))) == len(trees) == 1 + 1 + 1 + 2 + 3 + 6 + 11
    regular = [g for g in ATLAS if g.num_nodes and len(set(g.degrees())) == 1]
    kinds = {(g.num_nodes, g.degrees()[0]) for g in regular}
    assert len(set(graph_colors(regular, 1, 0))) == len(kinds) < len(regular)


def test_one_label_tells_all_small_graphs_apart():
    assert len(set(graph_colors(UP_TO_SIX, 1, 1))) == len(UP_TO_SIX)


@pytest.mark.parametrize("pooling", ["tl", "lt"])
@pytest.mark.parametrize(
    ("k", "l", "variant"),
    [(1, 0, "wl"), (1, 2, "wl"), (2, 1, "wl"), (2, 1, "fwl"), (3, 1, "wl"), (3, 0, "fwl")],
)
def test_relabeled_graphs_are_never_apart(k, l, variant, pooling):
    rng = np.random.default_rng(7)
    graph = Graph.from_edges(
        [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (3, 4)],
        node_colors=[5, 5, 6, 6, 6],
        edge_colors=[1, 1, 2, 1, 1, 2],
        directed=True,
    )
    other = Graph.from_edges(  # one edge color moved
        [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (3, 4)],
        node_colors=[5, 5, 6, 6, 6],
        edge_colors=[1, 2, 1, 1, 1, 2],
        directed=True,
    )
    options = {"variant": variant, "pooling": pooling}
    assert not apart(graph, graph.relabel(rng.permutation(5)), k, l, **options)
    assert apart(graph, other.relabel(rng.permutation(5)), k, l, **options)


def test_1wl_of_the_path_by_hand():
    path = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 4)])
    assert partition(node_colors_1wl(path, rounds=0)) == [0, 0, 0, 0, 0]
    assert partition(node_colors_1wl(path, rounds=1)) == [0, 1, 1, 1, 0]
    assert partition(node_colors_1wl(path, rounds=2)) == [0, 1, 2, 1, 0]
    assert partition(node_colors_1wl(path)) == [0, 1, 2, 1, 0]
    assert partition(node_colors_1wl(Graph.from_edges([(0, 1), (1, 2)]))) == [0, 1, 0]


def test_1wl_of_a_directed_path_by_hand():
    path = Graph.from_edges([(0, 1), (1, 2)], directed=True)
    assert partition(node_colors_1wl(path, rounds=1)) == [0, 1, 2]
    circle = Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True)
    assert partition(node_colors_1wl(circle)) == [0, 0, 0]


def test_2wl_of_one_edge_by_hand():
    [[(_, edge)]] = tuple_colors([Graph.from_edges([(0, 1)])], 2, 0)
    assert partition([edge[0, 0], edge[0, 1], edge[1, 0], edge[1, 1]]) == [0, 1, 1, 0]
    [[(_, arc)]] = tuple_colors([Graph.from_edges([(0, 1)], directed=True)], 2, 0)
    assert partition([arc[0, 0], arc[0, 1], arc[1, 0], arc[1, 1]]) == [0, 1, 2, 3]


@pytest.mark.parametrize(("k", "variant"), [(1, "wl"), (2, "wl"), (2, "fwl")])
def test_graphs_on_two_nodes(k, variant):
    none, one = Graph.from_edges([], 2), Graph.from_edges([(0, 1)])
    arc, loop = Graph.from_edges([(0, 1)], directed=True), Graph.from_edges([(0, 0)], 2)
    colored = Graph.from_edges([(0, 1)], edge_colors=[4])
    node = Graph.from_edges([(0, 1)], node_colors=[4, 4])
    both_ways = Graph.from_edges([(0, 1), (1, 0)], directed=True)
    graphs = [none, one, arc, loop, colored, node, both_ways]
    assert partition(graph_colors(graphs, k, 0, variant)) == [0, 1, 2, 3, 4, 5, 1]


def test_the_empty_graph():
    empty, node = Graph.from_edges([], 0), Graph.from_edges([], 1)
    assert apart(empty, node, 1)
    assert apart(empty, node, 2, 1)
    assert not apart(empty, empty, 2, 1)


def test_path_and_star():
    assert apart(graph_of(nx.path_graph(4)), graph_of(nx.star_graph(3)), 1)


def test_isomorphism_type_sees_all_and_nothing_else():
    graph = Graph.from_edges([(0, 1), (1, 2), (3, 4)], 6)
    same = isomorphism_type(graph, (0, 1), labels=(0, 3))
    assert same == isomorphism_type(graph, (2, 1), labels=(2, 5))
    assert same != isomorphism_type(graph, (0, 1), labels=(3, 0))  # another label
    assert same != isomorphism_type(graph, (0, 3), labels=(0, 3))  # no edge
    assert isomorphism_type(graph, (0, 0)) != isomorphism_type(graph, (0, 2))  # equal entries
    assert same != isomorphism_type(graph, (0, 1), labels=(0, 0))  # a repeated label


def test_label_tuple_pooling_needs_stable_colors_to_be_as_strong():
    def num_classes(pooling, rounds):
        return len(set(graph_colors(UP_TO_SIX, 1, 1, pooling=pooling, rounds=rounds)))

    assert num_classes("lt", rounds=1) < num_classes("tl", rounds=1)
    assert num_classes("lt", rounds=None) == num_classes("tl", rounds=None) == len(UP_TO_SIX)


def test_label_tuple_pooling_on_the_cycles():
    assert apart(HEXAGON, TRIANGLES, 1, 1, pooling="lt")
    assert not apart(HEXAGON, TRIANGLES, 1, 0, pooling="lt")


def test_labeled_colors_by_hand():
    # An edge and a lone node, one label, one round: what a node (row) sees of the label (column).
    [of_graph] = tuple_colors([Graph.from_edges([(0, 1)], 3)], 1, 1, rounds=1)
    rows = [[coloring[(u,)] for _, coloring in of_graph] for u in range(3)]
    assert [label_tuple for label_tuple, _ in of_graph] == [(0,), (1,), (2,)]
    assert partition([color for row in rows for color in row]) == [0, 1, 2, 1, 0, 2, 6, 6, 8]


def test_rounds_count():
    assert not apart(cycles(7), cycles(3, 4), 1, 1, rounds=1)
    assert apart(cycles(7), cycles(3, 4), 1, 1, rounds=2)


def test_label_based_subgraphs_count_edges():
    def labeled_nodes(graph, label_tuple):
        return label_tuple

    assert not apart(HEXAGON, TRIANGLES, 1, 2, subgraphs=labeled_nodes)
    assert apart(HEXAGON, TRIANGLES, 1, 3, subgraphs=labeled_nodes)  # triangles: 0 and 2


def test_1wl_is_2wl_on_directed_graphs_too():
    # It would not be with a multiset of out-neighbors and one of in-neighbors: these forget which
    # neighbor is in both, a pair's isomorphism type does not.
    circle = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)], directed=True)
    two_cycles = Graph.from_edges([(0, 1), (1, 0), (2, 3), (3, 2)], directed=True)
    assert apart(circle, two_cycles, 1)
    assert apart(circle, two_cycles, 2)
    random = [nx.gnp_random_graph(4, 0.4, seed=s, directed=True) for s in range(60)]
    directed = [Graph.from_edges(list(g.edges), 4, directed=True) for g in random]
    assert graph_colors(directed, 1, 0) == graph_colors(directed, 2, 0)


def test_refusals():
    with pytest.raises(ValueError, match="expected k >= 1"):
        graph_colors([HEXAGON], 0, 0)
    with pytest.raises(ValueError, match="'wl' or 'fwl'"):
        graph_colors([HEXAGON], 2, 0, variant="folklore")
    with pytest.raises(ValueError, match="pooling"):
        graph_colors([HEXAGON], 1, 0, pooling="sum")
    with pytest.raises(ValueError, match="expected 2 labels"):
        graph_colors([HEXAGON], 1, 2, tuples=lambda graph: [(0,)])
    with pytest.raises(ValueError, match="outside"):
        graph_colors([HEXAGON], 1, 1, subgraphs=lambda graph, label_tuple: [])
