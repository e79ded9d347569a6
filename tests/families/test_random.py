from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from klgnn import Graph, GraphError
from klgnn.families import erdos_renyi, random_regular, tree
from klgnn.families.random import _pair_of_code


def edge_set(graph):
    return frozenset(map(tuple, graph.edges().tolist()))


def check_record(graph):
    """Builds the graph again through the checks that trusted builders skip."""
    assert Graph(graph.indptr, graph.indices) == graph
    assert graph.num_loops == 0


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_erdos_renyi_is_a_valid_graph(p):
    check_record(erdos_renyi(40, p, seed=1))


def test_extreme_probabilities():
    assert erdos_renyi(20, 0.0, seed=0).num_edges == 0
    assert erdos_renyi(20, 1, seed=0).num_edges == 190
    assert erdos_renyi(1, 0.5, seed=0).num_nodes == 1
    assert erdos_renyi(1, degree=0, seed=0).num_edges == 0


def test_every_graph_on_four_nodes_has_its_probability():
    rng = np.random.default_rng(7)
    runs, p = 8_000, 0.3
    seen = Counter(edge_set(erdos_renyi(4, p, seed=rng)) for _ in range(runs))
    pairs = list(combinations(range(4), 2))
    chi_square = 0.0
    for size in range(7):
        for edges in combinations(pairs, size):
            expected = runs * p**size * (1 - p) ** (6 - size)
            chi_square += (seen[frozenset(edges)] - expected) ** 2 / expected
    # 63 degrees of freedom: mean 63, standard deviation 11.2; five deviations up.
    assert chi_square < 63 + 5 * 11.2


def test_number_of_edges_of_large_graphs():
    n, degree = 100_000, 6
    graph = erdos_renyi(n, degree=degree, seed=3)
    mean = n * degree / 2
    assert abs(graph.num_edges - mean) < 5 * mean**0.5
    check_record(graph)


def test_pairs_are_numbered_without_gap_up_to_the_largest():
    assert _pair_of_code(np.arange(comb(50, 2))).tolist() == [
        [u, v] for u in range(50) for v in range(u)
    ]
    for u in (2**16, 2**26 + 1, 2**30, 2**31 - 2):
        first = u * (u - 1) // 2
        codes = np.array([first - 1, first, first + 1, first + u - 1, first + u])
        pairs = [[u - 1, u - 2], [u, 0], [u, 1], [u, u - 1], [u + 1, 0]]
        assert _pair_of_code(codes).tolist() == pairs


@pytest.mark.parametrize(
    ("n", "d"),
    [(1, 0), (2, 1), (3, 2), (4, 2), (9, 2), (4, 3), (6, 3), (6, 4), (30, 3), (21, 10), (22, 10)]
    + [(30, d) for d in range(4, 11)]
    + [(12, 9), (40, 35), (10_000, 3)],
)
def test_random_regular(n, d):
    for seed in range(3 if n > 100 else 10):
        graph = random_regular(n, d, seed)
        check_record(graph)
        assert (graph.degrees() == d).all()
        assert graph.is_connected()


def test_random_regular_reaches_every_cubic_graph_on_eight_nodes(nauty):
    found = {nauty.certificate(random_regular(8, 3, seed)) for seed in range(300)}
    assert len(found) == 5  # five connected cubic graphs on 8 nodes


def test_trees_are_uniform():
    rng = np.random.default_rng(5)
    runs = 6_250
    seen = Counter(edge_set(tree(5, rng)) for _ in range(runs))
    assert len(seen) == 125  # Cayley: 5^3
    expected = runs / 125
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_square < 124 + 5 * 15.8


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000])
def test_trees_are_trees(n):
    graph = tree(n, seed=n)
    assert graph.num_nodes == n
    assert graph.num_edges == n - 1
    assert graph.is_connected()


def test_same_seed_same_graph():
    for build in (
        lambda seed: erdos_renyi(50, 0.2, seed=seed),
        lambda seed: random_regular(50, 3, seed),
        lambda seed: tree(50, seed),
    ):
        assert build(3) == build(3) == build(np.random.default_rng(3))
        assert build(3) != build(4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0, "p": 0.5}, "n: got 0"),
        ({"n": 10}, "expected one of them"),
        ({"n": 10, "p": 0.5, "degree": 2}, "expected one of them"),
        ({"n": 10, "p": 1.5}, "probability 1.5"),
        ({"n": 10, "p": -0.5}, "probability -0.5"),
        ({"n": 10, "p": float("nan")}, "probability nan"),
        ({"n": 10, "degree": 10}, "at most n - 1"),
        ({"n": 10**6, "p": 0.5}, "GB"),
    ],
)
def test_bad_erdos_renyi(arguments, message):
    with pytest.raises(GraphError, match=message):
        erdos_renyi(**arguments, seed=0)


@pytest.mark.parametrize(
    ("n", "d", "message"),
    [
        (0, 0, "n: got 0"),
        (5, 5, "d: got 5"),
        (5, -1, "d: got -1"),
        (5, 3, "odd"),
        (2, 0, "degree 0 cannot connect"),
        (4, 1, "degree 1 cannot connect"),
        (10**6, 10**5, "GB"),
    ],
)
def test_bad_random_regular(n, d, message):
    with pytest.raises(GraphError, match=message):
        random_regular(n, d, seed=0)


def test_bad_tree():
    with pytest.raises(GraphError, match="n: got 0"):
        tree(0, seed=0)
