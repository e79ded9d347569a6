"""Known values, laws and refusals of the public functions."""

import subprocess
import sys
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError
from klgnn.counts import PATTERNS, count, count_many, pattern

PETERSEN = Graph.from_edges(
    [(i, (i + 1) % 5) for i in range(5)]
    + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    + [(i, 5 + i) for i in range(5)]
)


def complete_bipartite(n):
    return Graph.from_edges([(i, n + j) for i in range(n) for j in range(n)])


@pytest.mark.parametrize(("length", "number"), [(5, 12), (6, 10), (7, 0), (8, 15), (9, 20)])
def test_petersen_cycles(length, number):
    assert count(PETERSEN, f"cycle{length}") == number


def test_complete_graphs():
    host = pattern("clique7")
    for k in range(3, 8):
        assert count(host, f"cycle{k}") == comb(7, k) * factorial(k - 1) // 2
        assert count(host, f"clique{k}") == comb(7, k)
        assert count(host, f"path{k}") == factorial(7) // factorial(7 - k) // 2
        assert count(host, f"cycle{k}", induced=True) == (comb(7, 3) if k == 3 else 0)
    assert count(host, "chordal_cycle") == 6 * comb(7, 4)
    assert count(host, "tailed_triangle") == 12 * comb(7, 4)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_complete_bipartite_graphs(n):
    host = complete_bipartite(n)
    for k in range(2, 5):
        ways = comb(n, k) ** 2 * factorial(k) * factorial(k - 1) // 2
        assert count(host, f"cycle{2 * k}") == ways
        assert count(host, f"cycle{2 * k - 1}" if k > 2 else "triangle") == 0
    assert count(host, "cycle4", induced=True) == comb(n, 2) ** 2


def test_cycle_graphs():
    for length in range(3, 9):
        for n in range(3, 12):
            assert count(pattern(f"cycle{n}"), f"cycle{length}") == (n == length)


def test_single_node_and_empty_graph():
    node = Graph.from_edges([], 1)
    assert count(PETERSEN, node) == 10
    assert count(PETERSEN, node, induced=True, per_node=True).tolist() == [1] * 10
    empty = Graph.from_edges([], 0)
    for name in PATTERNS:
        assert count(empty, name) == 0
        assert count(empty, name, induced=True, per_node=True).shape == (0,)


def test_every_small_graph_holds_itself_once():
    for name in PATTERNS:
        assert count(pattern(name), name) == 1
        assert count(pattern(name), name, induced=True) == 1


def test_largest_patterns_have_a_plan():
    for name in ("path16", "star15", "cycle16", "clique16"):
        assert count(pattern(name), name, induced=True) == 1


@given(st.integers(0, 2**32 - 1), st.sampled_from(PATTERNS), st.booleans())
@settings(deadline=None, max_examples=60)
def test_relabeling(seed, name, induced):
    rng = np.random.default_rng(seed)
    host = Graph.from_edges(rng.integers(0, 9, (16, 2)), 9, parallel="collapse")
    order = rng.permutation(9)
    before = count(host, name, induced=induced, per_node=True)
    after = count(host.relabel(order), name, induced=induced, per_node=True)
    assert after[order].tolist() == before.tolist()
    small = pattern(name)
    turned = small.relabel(rng.permutation(small.num_nodes))
    assert count(host, turned, induced=induced, per_node=True).tolist() == before.tolist()


def test_colors_and_loops_are_ignored():
    plain = pattern("clique4")
    edges = [*plain.edges().tolist(), [0, 0], [3, 3]]
    dressed = Graph.from_edges(edges, node_colors=[1, 2, 3, 4], edge_colors=list(range(8)))
    for name in PATTERNS:
        for induced in (False, True):
            options = {"induced": induced, "per_node": True}
            assert (
                count(dressed, name, **options).tolist() == count(plain, name, **options).tolist()
            )


def test_count_many_is_count():
    hosts = [PETERSEN, pattern("clique5"), Graph.from_edges([], 2)]
    table = count_many(hosts, PATTERNS, induced=True)
    assert table.dtype == np.int64
    assert table.tolist() == [[count(g, p, induced=True) for p in PATTERNS] for g in hosts]
    nodes = count_many(hosts, ["triangle", "star3"], per_node=True)
    assert nodes.shape == (17, 2)
    assert nodes[10:15].tolist() == [[6, 16]] * 5
    assert count_many([], ["triangle"]).shape == (0, 1)
    assert count_many(hosts, []).shape == (3, 0)


@pytest.mark.parametrize(
    ("host", "small", "words"),
    [
        (PETERSEN, "pentagon", "pentagon.*triangle.*cycle8"),
        (PETERSEN, "cycle2", "cycle3 to cycle16"),
        (PETERSEN, "clique99", "clique2 to clique16"),
        (PETERSEN, 5, "expected one of"),
        (PETERSEN, Graph.from_edges([(0, 1)], 3), "2 connected components"),
        (PETERSEN, Graph.from_edges([], 0), "0 nodes"),
        (PETERSEN, Graph.from_edges([(0, 0)]), "self-loops"),
        (PETERSEN, Graph.from_edges([(0, 1)], directed=True), "directed"),
        (Graph.from_edges([(0, 1)], directed=True), "triangle", "directed=False"),
        ({"a": 1}, "triangle", "as_graph"),
        ("no graph", "triangle", "graph6"),
    ],
)
def test_refusals(host, small, words):
    with pytest.raises(GraphError, match=words):
        count(host, small)


def test_whatever_holds_a_graph():
    assert count("Bw", "triangle") == 1
    assert count_many(["Bw", [(0, 1), (1, 2)]], ["triangle", "star2"]).tolist() == [[1, 3], [0, 1]]


def test_count_many_refuses():
    with pytest.raises(GraphError, match="expected a list"):
        count_many([PETERSEN], "triangle")
    hub = Graph.from_edges([(0, leaf) for leaf in range(1, 2001)])
    with pytest.raises(GraphError, match="64 bits"):
        count_many([hub], ["star15"])


def test_import_is_light():
    code = (
        "import sys, klgnn.counts as c; c.count(c.pattern('star3'), 'star3');"
        "print({'numba', 'networkx', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
