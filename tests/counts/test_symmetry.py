"""Conditions and plans: exactly one map onto each occurrence remains."""

from itertools import permutations

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from klgnn import Graph
from klgnn.counts import PATTERNS, pattern
from klgnn.counts.plan import make_plan
from klgnn.counts.symmetry import conditions, count_automorphisms

CONNECTED = [g for g in nx.graph_atlas_g()[1:53] if nx.is_connected(g)]


def matrix(graph):
    return nx.to_numpy_array(graph, dtype=bool)


def automorphisms(graph):
    return [
        [m[i] for i in range(len(graph))] for m in GraphMatcher(graph, graph).isomorphisms_iter()
    ]


@pytest.mark.parametrize("graph", CONNECTED, ids=str)
def test_one_symmetry_remains(graph):
    above = conditions(matrix(graph))
    assert not np.triu(above).any()
    symmetries = automorphisms(graph)
    assert count_automorphisms(matrix(graph)) == len(symmetries)
    greater = np.argwhere(above).tolist()
    for image in permutations(range(len(graph))):
        kept = [s for s in symmetries if all(image[s[j]] > image[s[i]] for j, i in greater)]
        assert len(kept) == 1


def test_group_orders():
    orders = {"clique6": 720, "cycle8": 16, "path6": 2, "star5": 120, "chordal_cycle": 4}
    for name, order in orders.items():
        plan = make_plan(pattern(name))
        assert count_automorphisms(plan.adjacent) == order


@pytest.mark.parametrize("name", PATTERNS)
def test_search_order_is_connected(name):
    plan = make_plan(pattern(name))
    for node in range(1, len(plan.adjacent)):
        assert plan.adjacent[node, :node].any()
    assert plan.degrees.tolist() == plan.adjacent.sum(axis=1).tolist()


def test_plan_of_one_node():
    plan = make_plan(Graph.from_edges([], 1))
    assert plan.adjacent.shape == (1, 1)
