"""With enough labels or dimensions k,l-WL decides isomorphism, as networkx does by search."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from order import apart, colors
from strategies import graphs, permutations_of

from klgnn import Graph, Method, families


# With enough labels, or enough dimensions, k,l-WL decides isomorphism: n - 1 labels, or k = n.
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_with_n_minus_1_labels_all_small_graphs_are_apart(n):
    graphs = [g for g in families.atlas(n) if g.num_nodes == n]
    assert len(set(colors(graphs, Method(1, n - 1)))) == len(graphs)
    assert len(set(colors(graphs, Method(n, 0)))) == len(graphs)


@given(graphs(max_nodes=4, min_nodes=2, directed=True, loops=True, colors=True).flatmap(
    lambda g: permutations_of(g).map(lambda p: (g, p))))  # fmt: skip
@settings(max_examples=60, deadline=None, database=None)
def test_k_l_wl_decides_isomorphism_as_networkx_does(drawn):
    graph, permutation = drawn
    n = graph.num_nodes
    turned = graph.relabel(permutation)
    recolored = graph.recolor(
        node_colors=np.roll(graph.node_colors, 1), edge_colors=graph.edge_colors
    )
    for other in (turned, graph.reverse(), recolored):
        same = _isomorphic(graph, other)
        assert apart((graph, other), Method(1, n - 1)) != same
        assert apart((graph, other), Method(n, 0)) != same


def _isomorphic(g, h):
    one, two = (_to_networkx(graph) for graph in (g, h))
    return nx.is_isomorphic(
        one, two, node_match=lambda a, b: a == b, edge_match=lambda a, b: a == b
    )


def _to_networkx(graph: Graph):
    found = nx.DiGraph()
    found.add_nodes_from((v, {"c": int(c)}) for v, c in enumerate(graph.node_colors))
    entry = 0
    for v in range(graph.num_nodes):
        for u in graph.neighbors(v).tolist():
            found.add_edge(v, u, c=int(graph.edge_colors[entry]))
            entry += 1
    return found


def test_one_label_tells_all_graphs_of_seven_nodes_apart():
    every = families.atlas()
    assert len(set(colors(every, Method(1, 1)))) == len(every)
