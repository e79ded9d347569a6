import networkx as nx
import numpy as np

from klgnn import Graph
from klgnn.families import srg_25_12_5_6, strongly_regular_parameters


def test_parameters():
    identity, ones = np.eye(25, dtype=int), np.ones((25, 25), int)
    for graph in srg_25_12_5_6():
        A = np.zeros((25, 25), int)
        u, v = graph.edges().T
        A[u, v] = A[v, u] = 1
        assert np.array_equal(A @ A, 12 * identity + 5 * A + 6 * (ones - identity - A))
        assert strongly_regular_parameters(graph) == (25, 12, 5, 6)


def test_no_two_are_isomorphic(nauty):
    assert len({nauty.certificate(graph) for graph in srg_25_12_5_6()}) == 15


def test_orders_of_the_automorphism_groups(nauty):
    orders = sorted(nauty.num_automorphisms(graph) for graph in srg_25_12_5_6())
    assert orders == [1, 1, 2, 2, 2, 2, 3, 3, 6, 6, 6, 6, 72, 72, 600]


def test_they_are_the_listed_fifteen(shared_data, nauty):
    lines = shared_data("sr251256.g6").read_bytes().split()
    listed = [nx.from_graph6_bytes(line) for line in lines]
    expected = {nauty.certificate(Graph.from_edges(list(g.edges()), len(g))) for g in listed}
    assert len(expected) == 15
    assert {nauty.certificate(graph) for graph in srg_25_12_5_6()} == expected


def test_the_order_is_fixed():
    assert [g.digest for g in srg_25_12_5_6()] == [g.digest for g in srg_25_12_5_6()]
