import networkx as nx
import numpy as np
import pytest

from klgnn import Graph, GraphError
from klgnn.families import (
    complete,
    cycle,
    latin_square_graph,
    paley,
    path,
    rook,
    shrikhande,
    strongly_regular_parameters,
    triangular,
)


def adjacency(graph):
    other = nx.empty_graph(graph.num_nodes)
    other.add_edges_from(graph.edges().tolist())
    return nx.to_numpy_array(other, dtype=np.int64)


def satisfies(graph, n, k, inside, outside):
    """A^2 = k I + lambda A + mu (J - I - A)."""
    A, identity, ones = adjacency(graph), np.eye(n, dtype=int), np.ones((n, n), int)
    expected = k * identity + inside * A + outside * (ones - identity - A)
    return graph.num_nodes == n and np.array_equal(A @ A, expected)


def cyclic(n):
    return np.add.outer(np.arange(n), np.arange(n)) % n


KNOWN = [
    *[(rook(n), (n * n, 2 * n - 2, n - 2, 2)) for n in (2, 3, 4, 5)],
    (shrikhande(), (16, 6, 2, 2)),
    *[
        (paley(q), (q, (q - 1) // 2, (q - 5) // 4, (q - 1) // 4))
        for q in (5, 9, 13, 17, 25, 29, 49, 81, 121, 125)
    ],
    *[(latin_square_graph(cyclic(n)), (n * n, 3 * n - 3, n, 6)) for n in (4, 5, 6, 7)],
    *[(triangular(n), (n * (n - 1) // 2, 2 * (n - 2), n - 2, 4)) for n in (5, 6, 7, 8)],
]


@pytest.mark.parametrize(("graph", "parameters"), KNOWN)
def test_parameters(graph, parameters):
    assert satisfies(graph, *parameters)
    assert strongly_regular_parameters(graph) == parameters


def test_rook_and_shrikhande_are_the_two_graphs_of_the_list(shared_data, nauty):
    lines = shared_data("sr16622.g6").read_bytes().split()
    listed = [nx.from_graph6_bytes(line) for line in lines]
    expected = {nauty.certificate(Graph.from_edges(list(g.edges()), len(g))) for g in listed}
    assert len(expected) == 2
    assert {nauty.certificate(rook(4, 4)), nauty.certificate(shrikhande())} == expected


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 4), (2, 3), (4, 3)])
def test_rook_is_a_product_of_cliques(m, n):
    product = nx.cartesian_product(nx.complete_graph(m), nx.complete_graph(n))
    numbered = nx.convert_node_labels_to_integers(product, ordering="sorted")
    assert np.array_equal(adjacency(rook(m, n)), nx.to_numpy_array(numbered, sorted(numbered)))


@pytest.mark.parametrize("n", [2, 3, 6])
def test_triangular_is_a_line_graph(n, nauty):
    line = nx.convert_node_labels_to_integers(nx.line_graph(nx.complete_graph(n)))
    expected = Graph.from_edges(list(line.edges()), len(line))
    assert nauty.certificate(triangular(n)) == nauty.certificate(expected)


@pytest.mark.parametrize("q", [5, 13, 17, 37])
def test_paley_of_a_prime(q):
    squares = {x * x % q for x in range(1, q)}
    expected = {(u, v) for u in range(q) for v in range(u + 1, q) if (v - u) % q in squares}
    assert set(map(tuple, paley(q).edges().tolist())) == expected


@pytest.mark.parametrize("q", [9, 25, 49])
def test_paley_graphs_are_self_complementary(q, nauty):
    assert nauty.certificate(paley(q)) == nauty.certificate(paley(q).complement())


def test_automorphisms_of_paley_graphs(nauty):
    # q (q - 1) / 2 times the exponent of the prime
    assert nauty.num_automorphisms(paley(13)) == 78
    assert nauty.num_automorphisms(paley(27 - 2)) == 600
    assert nauty.num_automorphisms(paley(81)) == 81 * 40 * 4


@pytest.mark.parametrize(
    "graph",
    [
        path(4),
        cycle(6),
        complete(5),
        complete(5).complement(),
        complete(1),
        rook(3, 4),
        Graph.from_edges([], 0),
        Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True),
        Graph.from_edges([(v, v) for v in range(5)]),
    ],
)
def test_graphs_that_are_not_strongly_regular(graph):
    assert strongly_regular_parameters(graph) is None


def test_disjoint_cliques_and_their_complements_count():
    cliques = complete(3).disjoint_union(complete(3))
    assert strongly_regular_parameters(cliques) == (6, 2, 1, 0)
    assert strongly_regular_parameters(cliques.complement()) == (6, 3, 0, 3)


def test_symbols_of_a_latin_square_may_be_any_numbers(nauty):
    renamed = latin_square_graph(np.array([7, -1, 4, 9])[cyclic(4)])
    assert renamed == latin_square_graph(cyclic(4).tolist())


@pytest.mark.parametrize(
    ("square", "message"),
    [
        ([[0, 1], [0, 1]], "column 0"),
        ([[0, 0], [1, 1]], "row 0"),
        ([[0, 1], [1, 2]], "row 1"),
        ([[0, 1, 2], [1, 2, 0]], r"shape \(2, 3\)"),
        ([0, 1], "shape"),
        ([], "shape"),
        ([[0, 1], [1]], "different lengths"),
        ([[0.5, 1], [1, 0.5]], "integers"),
    ],
)
def test_bad_latin_squares(square, message):
    with pytest.raises(GraphError, match=message):
        latin_square_graph(square)


@pytest.mark.parametrize("q", [1, 2, 7, 21, 33, 45, 5.0])
def test_bad_orders_of_fields(q):
    with pytest.raises(GraphError, match="q: got"):
        paley(q)


@pytest.mark.parametrize(
    ("build", "arguments"), [(rook, (0,)), (rook, (3, 0)), (triangular, (1,)), (triangular, (2.5,))]
)
def test_bad_sizes(build, arguments):
    with pytest.raises(GraphError, match="expected a whole number"):
        build(*arguments)


@pytest.mark.parametrize("build", [rook, paley, triangular])
def test_what_does_not_fit_is_refused_at_once(build):
    with pytest.raises(GraphError, match="GB"):
        build(10**6 + 1)
    with pytest.raises(GraphError, match="GB"):
        strongly_regular_parameters(cycle(30_000))
