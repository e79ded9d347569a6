"""Constraint-based selection against its definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import SMALL, as_rows, colored_alike, even_sum, largest, never, within
from strategies import graphs

from klgnn import MemoryBudgetError, families
from klgnn.select import Constrained


@settings(max_examples=150, deadline=None)
@given(graph=graphs(), l=st.integers(1, 6), bounds=st.tuples(st.integers(1, 4), st.integers(0, 4)))
def test_all_pairs_are_within_bounds(graph, l, bounds):
    least, most = bounds[0], sum(bounds)
    found = as_rows(Constrained(l, most, least).label_sets(graph))
    assert found == largest(graph, l, within(graph, least, most))


@pytest.mark.parametrize("predicate", [even_sum, colored_alike, never])
@settings(max_examples=60, deadline=None)
@given(graph=graphs(), l=st.integers(1, 4), most=st.integers(1, 3))
def test_a_predicate_is_asked_about_full_sets(predicate, graph, l, most):
    found = as_rows(Constrained(l, most, predicate=predicate).label_sets(graph))
    fits = within(graph, 1, most)
    assert found == largest(graph, l, fits, lambda nodes: predicate(graph, nodes))


@pytest.mark.parametrize("graph", SMALL)
@pytest.mark.parametrize("l", [1, 2, 3, 6])
def test_small_graphs(graph, l):
    assert as_rows(Constrained(l, 2).label_sets(graph)) == largest(graph, l, within(graph, 1, 2))


def test_rings_and_no_paths():
    # The example of the paper: six nodes at distance 3 at most are many rings and no path.
    assert len(Constrained(6, 3).label_sets(families.cycle(6))) == 1
    assert Constrained(6, 3).label_sets(families.path(6)).sizes.max() == 4


def test_cost_follows_the_sets_and_not_all_tuples():
    n = 20_000  # n^4 tuples would be 10^17
    assert len(Constrained(4, 3).label_sets(families.path(n))) == n - 3


def test_more_sets_than_fit(monkeypatch):
    monkeypatch.setattr("klgnn.select._checks.available", lambda: 10**6)
    with pytest.raises(
        MemoryBudgetError, match=r"Constrained\(l=5.*more than 8,333 sets of 5.*free"
    ):
        Constrained(5, 2).label_sets(families.star(60))
    assert len(Constrained(2, 2).label_sets(families.star(60))) == 61 * 60 // 2
