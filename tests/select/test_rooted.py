"""Node-based selection against its definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import SMALL, around_a_root, as_rows, largest
from strategies import graphs

from klgnn import MemoryBudgetError, families
from klgnn.select import All, Rooted


@settings(max_examples=100, deadline=None)
@given(graph=graphs(), l=st.integers(1, 5), hops=st.integers(0, 4))
def test_some_node_has_the_others_around(graph, l, hops):
    assert as_rows(Rooted(l, hops).label_sets(graph)) == largest(
        graph, l, around_a_root(graph, hops)
    )


@pytest.mark.parametrize("graph", SMALL)
@pytest.mark.parametrize("l", [1, 2, 3, 6])
def test_small_graphs(graph, l):
    assert as_rows(Rooted(l, 1).label_sets(graph)) == largest(graph, l, around_a_root(graph, 1))


def test_a_large_ball_is_everything():
    graph = families.grid(3, 4)
    assert as_rows(Rooted(3, 9).label_sets(graph)) == as_rows(All(3).label_sets(graph))


def test_large_sparse_graphs():
    n = 20_000
    assert len(Rooted(3, 1).label_sets(families.path(n))) == n - 2


def test_more_sets_than_fit(monkeypatch):
    monkeypatch.setattr("klgnn.select._checks.available", lambda: 10**6)
    with pytest.raises(MemoryBudgetError, match=r"Rooted\(l=5, hops=1\): more than 8,333 sets"):
        Rooted(5, 1).label_sets(families.star(60))
