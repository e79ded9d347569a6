"""EXP-like pairs: every promise checked by other means than those that made them."""

from collections import Counter
from functools import cache

import networkx as nx
import numpy as np
import pynauty
import pytest

from klgnn import Graph, GraphError
from klgnn.families.exp import exp_pairs, is_satisfiable
from klgnn.families.formula import Formula


@cache
def pairs():
    return exp_pairs(12, seed=3)


def joint_refinement(first, second):
    """Stable colors of both graphs by the definition, in one dictionary."""
    graphs = [first, second]
    colors = [g.node_colors.tolist() for g in graphs]
    while True:
        keys = [
            [(own[v], tuple(sorted(own[u] for u in g.neighbors(v)))) for v in range(g.num_nodes)]
            for g, own in zip(graphs, colors, strict=True)
        ]
        names = {key: i for i, key in enumerate(sorted({k for ks in keys for k in ks}))}
        refined = [[names[key] for key in ks] for ks in keys]
        if len(names) == len({c for own in colors for c in own}):
            return refined
        colors = refined


def certificate(graph):
    cells = [set(np.flatnonzero(graph.node_colors == c).tolist()) for c in (0, 1)]
    rows = {v: graph.neighbors(v).tolist() for v in range(graph.num_nodes)}
    host = pynauty.Graph(graph.num_nodes, adjacency_dict=rows, vertex_coloring=cells)
    return graph.num_nodes, len(cells[0]), pynauty.certificate(host)


def truth_table(graph):
    """Satisfiability by all assignments at once, read off the graph without our reader."""
    literals = np.flatnonzero(graph.node_colors == 1).tolist()
    negation = {
        v: next(u for u in graph.neighbors(v).tolist() if graph.node_colors[u] == 1)
        for v in literals
    }
    positive = [v for v in literals if v < negation[v]]
    assignments = np.arange(2 ** len(positive))
    value = {}
    for bit, v in enumerate(positive):
        value[v] = (assignments >> bit) & 1 == 1
        value[negation[v]] = ~value[v]
    holds = np.ones(len(assignments), bool)
    for clause in np.flatnonzero(graph.node_colors == 0).tolist():
        holds &= np.any([value[u] for u in graph.neighbors(clause).tolist()], axis=0)
    return bool(holds.any())


def test_opposite_satisfiability():
    for first, second in pairs():
        assert is_satisfiable(first)
        assert not is_satisfiable(second)
    small = [p for p in pairs() if (p[0].node_colors == 1).sum() <= 2 * 16]
    assert len(small) >= 3
    for first, second in small:
        assert truth_table(first)
        assert not truth_table(second)


def test_color_refinement_is_blind():
    for pair in pairs():
        first, second = joint_refinement(*pair)
        assert Counter(first) == Counter(second)


def test_never_isomorphic():
    certificates = {certificate(graph) for pair in pairs() for graph in pair}
    assert len(certificates) == 2 * len(pairs())


def test_planar_connected_and_of_the_promised_size():
    sizes = set()
    for first, second in pairs():
        assert first.num_nodes == second.num_nodes
        assert first.num_edges == second.num_edges
        for graph in (first, second):
            assert nx.check_planarity(nx.Graph(graph.edges().tolist()))[0]
            assert graph.is_connected()
            assert 30 <= graph.num_nodes <= 70
            assert set(graph.node_colors.tolist()) == {0, 1}
        sizes.add(first.num_nodes)
    assert len(sizes) > 3


def test_seeds():
    assert exp_pairs(4, seed=3) == pairs()[:4]
    assert exp_pairs(4, seed=4) != pairs()[:4]
    assert exp_pairs(2, np.random.default_rng(3)) == pairs()[:2]
    assert exp_pairs(0) == []


@pytest.mark.parametrize("count", [-1, 2.5, "3"])
def test_refuses_a_bad_count(count):
    with pytest.raises(GraphError, match="number of pairs"):
        exp_pairs(count)


def test_reads_the_published_graphs(shared_data):
    with np.load(shared_data("exp.npz"), allow_pickle=False) as pack:
        edges = np.split(pack["edge_index"], np.cumsum(pack["num_edges"])[:-1])
        types = np.split(pack["x"][:, 0], np.cumsum(pack["num_nodes"], dtype=np.int64)[:-1])
        labels = pack["y"][:, 0].tolist()
    assert len(labels) == 1200
    assert labels == [1, 0] * 600
    for pairs_, colors, label in zip(edges, types, labels, strict=True):
        graph = Graph.from_edges(pairs_, node_colors=colors)
        assert is_satisfiable(graph) == bool(label)


def test_published_type_one_is_the_literal(shared_data):
    with np.load(shared_data("exp.npz"), allow_pickle=False) as pack:
        sizes = pack["num_nodes"].astype(np.int64)
        starts = np.repeat(np.cumsum(sizes) - sizes, pack["num_edges"])
        ends = pack["x"][pack["edge_index"] + starts[:, None], 0]
    assert set(ends[ends[:, 0] == ends[:, 1], 0].tolist()) == {1}  # ours is 0; both are read


def test_formula_survives_either_convention():
    formula = Formula(3, ((1, -2), (2, 3), (-1,)))
    graph = formula.graph()
    assert Formula.from_graph(graph.recolor(node_colors=1 - graph.node_colors)) == formula
