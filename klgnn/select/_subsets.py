"""Subsets of a range by number: all of them, or a uniform sample without making all."""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
LARGEST = 2**62  # numbers of subsets up to here fit in int64 with room to add


def subsets(n: int, size: int) -> Array:
    """All subsets of 0, ..., n-1 with so many elements, shape ``(C(n, size), size)``.

    >>> subsets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    return unrank(np.arange(comb(n, size)), n, size)


def unrank(ranks: Array, n: int, size: int) -> Array:
    """The subsets with these numbers in colexicographic order, elements ascending."""
    ranks = ranks.astype(np.int64)
    rows = np.empty((len(ranks), size), np.int64)
    for i in range(size, 0, -1):
        below = _binomials(n, i)  # below[v]: how many subsets of i elements lie below v
        rows[:, i - 1] = np.searchsorted(below, ranks, side="right") - 1
        ranks = ranks - below[rows[:, i - 1]]
    return rows


def sample(n: int, size: int, number: int, rng: np.random.Generator) -> Array:
    """A uniform choice of ``number`` different subsets, shape ``(number, size)``."""
    total = comb(n, size)
    if total > LARGEST:
        return _sample_huge(n, size, number, rng)
    if 2 * number <= total:
        return unrank(np.sort(_distinct(total, number, rng)), n, size)
    dropped = np.zeros(total, bool)
    dropped[_distinct(total, total - number, rng)] = True
    return unrank(np.flatnonzero(~dropped), n, size)


@lru_cache(maxsize=256)
def _binomials(n: int, i: int) -> Array:
    return np.array([min(comb(v, i), 2 * LARGEST - 1) for v in range(n)], np.int64)


def _distinct(total: int, number: int, rng: np.random.Generator) -> Array:
    """So many different numbers below ``total``, at most half of them; any choice as likely."""
    drawn = np.zeros(0, np.int64)
    while len(drawn) < number:
        more = rng.integers(total, size=number - len(drawn) + 8)
        drawn = np.unique(np.concatenate([drawn, more]))
    return rng.permutation(drawn)[:number]


def _sample_huge(n: int, size: int, number: int, rng: np.random.Generator) -> Array:
    """Likewise by drawing subsets themselves; a repeat is next to impossible, and dropped."""
    rows = np.zeros((0, size), np.int64)
    while len(rows) < number:
        more = np.sort(rng.integers(n, size=(number - len(rows) + 8, size)), axis=1)
        more = more[(more[:, 1:] != more[:, :-1]).all(axis=1)]
        rows = np.unique(np.concatenate([rows, more]), axis=0)
    return rows[np.sort(rng.permutation(len(rows))[:number])]
