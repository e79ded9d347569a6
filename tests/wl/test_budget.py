"""estimate says it first, and the engine refuses before it allocates."""

import time
import tracemalloc

import numpy as np
import pytest

from klgnn import (
    Graph,
    GraphError,
    MemoryBudgetError,
    Method,
    color_history,
    colors,
    distinguish,
    estimate,
    families,
    fingerprint,
    partition,
)
from klgnn.select import AllTuples, ConnectedPairs, Constrained, EgoNets, RootedTuples
from klgnn.wl.budget import readable_time

GRAPH = families.rook(4)


@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize("pooling", ["tl", "lt"])
def test_more_of_anything_costs_no_less(variant, pooling):
    for k in (1, 2, 3):
        for l in (0, 1, 2):
            options = {"variant": variant, "pooling": pooling}
            here = estimate(GRAPH, k, l, **options)
            larger = [
                estimate(GRAPH, k + 1, l, **options), estimate(GRAPH, k, l + 1, **options),
                estimate(families.rook(5), k, l, **options),
            ]  # fmt: skip
            for other in larger:
                assert other.bytes >= here.bytes
                assert other.seconds >= here.seconds
            more, fewer = (estimate(GRAPH, k, l, rounds=t, **options).seconds for t in (5, 1))
            assert more > fewer > 0


@pytest.mark.parametrize(
    ("labels", "l", "expected"),
    [
        (None, 0, 1),
        (None, 3, 16**3),
        (AllTuples(distinct=True), 3, 16 * 15 * 14),
        (ConnectedPairs(), 2, 96),
        (RootedTuples(1), 2, 16 * 7),
        (RootedTuples(9), 3, 16**3),
        (lambda graph: [(0,), (5,)], 1, 2),
        (Constrained(2, 1), 2, 96),
        (Constrained(5, 1), 5, 8 * 5 * 4 * 3 * 2),  # the 8 cliques of four, with 4 of 5 labels
    ],
)
def test_label_tuples_are_counted_exactly(labels, l, expected):
    method = Method(1, l, labels=labels)
    assert estimate(GRAPH, 1, l, labels=labels).label_tuples == expected
    assert sum(len(chunk) for chunk in method.label_tuples(GRAPH)) == expected


def test_tuples_are_those_of_the_test_that_runs():
    assert estimate(GRAPH, 3).tuples == 16**2
    assert estimate(GRAPH, 3, rounds=4).tuples == 16**3
    assert estimate(GRAPH, 2, variant="fwl").tuples == 16**2
    assert estimate(GRAPH, 2).tuples == 16
    assert estimate(Graph.from_edges([], 0), 2, 1).label_tuples == 0


def test_in_words():
    text = str(estimate(GRAPH, 3, 1))
    assert text.startswith("3,1-WL as 2,1-FWL: 16 labeled graphs of 256 tuples each, about ")
    assert text.endswith(" s")
    assert str(estimate(GRAPH, 3, 1, rounds=2)).startswith("3,1-WL rounds=2: 16 labeled graphs of")
    spans = [readable_time(s) for s in (1, 600, 20_000, 1e6)]
    assert spans == ["1 s", "10 min", "5.6 h", "12 days"]


CALLS = {
    "distinguish": lambda g, k, l, **o: distinguish(g, g, k, l, **o),
    "exact": lambda g, k, l, **o: distinguish(g, g, k, l, mode="exact", **o),
    "partition": lambda g, k, l, **o: partition([g, g], k, l, **o),
    "fingerprint": fingerprint,
    "colors": lambda g, k, l, **o: colors(g, k, label_tuple=[0] * l, **o),
    "color_history": lambda g, k, l, **o: color_history(g, k, label_tuple=[0] * l, **o),
}


@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize("call", CALLS)
def test_a_tiny_budget_is_refused_before_anything_is_allocated(call, variant):
    graph = families.path(300)
    for k, l in [(3, 0), (3, 1)]:
        tracemalloc.start()
        try:
            with pytest.raises(MemoryBudgetError, match=r"needs about .* is allowed"):
                CALLS[call](graph, k, l, variant=variant, budget=100_000)
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()
    with pytest.raises(MemoryBudgetError):
        CALLS[call](graph, 1, 0, budget=1)


@pytest.mark.parametrize("call", CALLS)
def test_hopeless_work_is_refused_at_once(call):
    graph = families.path(100_000)
    started = time.monotonic()
    with pytest.raises(MemoryBudgetError, match="3,0-WL"):
        CALLS[call](graph, 3, 0)
    assert time.monotonic() - started < 2


def test_colors_need_what_they_need():
    # 3-WL's verdict takes pairs only, its colors take triples.
    graph = families.path(100)
    assert estimate(graph, 3).bytes < 5_000_000
    assert not distinguish(graph, graph, 3, budget=5_000_000)
    with pytest.raises(MemoryBudgetError):
        colors(graph, 3, budget=5_000_000)


@pytest.mark.parametrize(
    ("n", "method"),
    [
        (20_000, Method(1)),
        (150, Method(2, 0, "fwl")),
        (40, Method(3, 0, "fwl")),
        (60, Method(1, 2)),
        (40, Method(3, 0, rounds=2)),
        (100, Method(2, 0, "fwl", "lt")),
        (500, Method(1, 1, subgraphs=EgoNets(2))),
    ],
)
def test_the_estimate_bounds_what_is_taken(n, method):
    # Within a factor of two: allocations of the kernels are not seen here, those of numpy are.
    graph = families.random_regular(n, 3, 1)
    fingerprint(families.random_regular(8, 3, 1), method)
    expected = estimate(
        graph, method.k, method.l, variant=method.variant, pooling=method.pooling,
        rounds=method.rounds, subgraphs=method.subgraphs,
    ).bytes  # fmt: skip
    tracemalloc.start()
    try:
        fingerprint(graph, method)
        assert tracemalloc.get_traced_memory()[1] < 2 * expected + 500_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("budget", [-1, float("nan")])
def test_budgets_that_are_none(budget):
    with pytest.raises(GraphError, match="budget: got"):
        distinguish(families.cycle(6), families.path(6), 2, budget=budget)


def test_budgets_of_numpy():
    pair = families.cycle(6), families.path(6)
    assert distinguish(*pair, 2, budget=np.int64(10**9))
    with pytest.raises(MemoryBudgetError, match="10 bytes is allowed"):
        distinguish(*pair, 2, budget=np.int64(10))


@pytest.mark.parametrize(("k", "l"), [(1, 20), (2, 70), (400, 400)])
def test_more_label_tuples_than_a_word_holds(k, l):
    expected = estimate(families.rook(4), k, l)
    assert expected.label_tuples == 16**l
    assert "labeled graphs" in str(expected)
    first = next(AllTuples().label_tuples(families.rook(4), 20))[[0, 1, 16, -1], -4:]
    assert first.tolist() == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [15, 15, 15, 15]]
