"""Subsets by number, and uniform samples of them."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from klgnn.select._subsets import LARGEST, sample, subsets, unrank


@pytest.mark.parametrize("n", range(8))
def test_all_subsets(n):
    for size in range(1, n + 1):
        rows = [tuple(row) for row in subsets(n, size).tolist()]
        assert sorted(rows) == list(combinations(range(n), size))


def test_far_subsets():
    n, size = 10**5, 3
    last = comb(n, size) - 1
    assert unrank(np.array([0, last]), n, size).tolist() == [[0, 1, 2], [n - 3, n - 2, n - 1]]
    n, size = 100, 15  # the number of larger subsets overflows 64 bits; those of 15 still do not
    assert unrank(np.array([0]), n, size).tolist() == [list(range(15))]


@pytest.mark.parametrize(("n", "size"), [(6, 2), (6, 3), (7, 1)])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.7, 1.0])
def test_samples_are_distinct_and_uniform(n, size, share):
    total = comb(n, size)
    number = max(round(share * total), 1)
    rng, seen, runs = np.random.default_rng(0), Counter(), 3000
    for _ in range(runs):
        rows = [tuple(row) for row in sample(n, size, number, rng).tolist()]
        assert len(rows) == len(set(rows)) == number
        seen.update(rows)
    check_uniform(seen, total, number, runs)


def test_samples_of_more_subsets_than_can_be_numbered(monkeypatch):
    n, size = 200, 20
    assert comb(n, size) > LARGEST
    rows = sample(n, size, 100, np.random.default_rng(1))
    assert rows.shape == (100, size)
    assert (np.diff(rows, axis=1) > 0).all()
    assert rows.min() >= 0
    assert rows.max() < n
    monkeypatch.setattr("klgnn.select._subsets.LARGEST", 1)  # the same way where one can count
    rng, seen = np.random.default_rng(0), Counter()
    for _ in range(3000):
        rows = [tuple(row) for row in sample(6, 2, 4, rng).tolist()]
        assert len(set(rows)) == 4
        seen.update(rows)
    check_uniform(seen, 15, 4, 3000)


def check_uniform(seen, total, number, runs):
    """Each subset as often as any other: no count is five standard deviations off."""
    p = number / total
    assert len(seen) == total
    bound = 5 * (runs * p * (1 - p)) ** 0.5
    assert all(abs(count - runs * p) <= bound for count in seen.values())
