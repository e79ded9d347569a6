"""The engine's only source of colors: integer mixing with fixed constants, in two 64-bit lanes.

A color is a pair of 64-bit words, one per lane. The lanes start from different seeds and never
meet, so two different things share a color with the probability that both lanes fail at once.
Everything is arithmetic modulo 2**64: the same on every machine, process and thread count.

* ``mix`` is a bijection of 64-bit words (the finalizer of SplitMix64, Steele et al. 2014).
* A multiset is hashed by the sum of its mixed elements, a tuple by chaining.
* A multiset of tuples (folklore WL) by the sum of products of odd mixed components: a polynomial
  in pseudorandom variables, which vanishes for a wrong multiset only by chance.
"""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._kernels import njit

# Part of every fingerprint: change it when any constant or rule below changes.
HASH_VERSION = 2

Words = npt.NDArray[np.uint64]
LANES = 2

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
CHAIN = np.uint64(0xD6E8FEB86659FD93)  # odd: x -> x * CHAIN is a bijection
SEEDS = np.array([0x243F6A8885A308D3, 0x13198A2E03707344], np.uint64)  # digits of pi

# A bound on the chance that one comparison of two different colors goes wrong in both lanes,
# times the number of colors compared: see docs/engine.rst.
BITS = 116


@njit()
def mix(x: Any) -> Any:
    """A bijection of 64-bit words without visible structure."""
    x = (x ^ (x >> np.uint64(30))) * MULTIPLIER_1
    x = (x ^ (x >> np.uint64(27))) * MULTIPLIER_2
    return x ^ (x >> np.uint64(31))


def mix_array(x: Words) -> Words:
    """``mix`` of every element, in numpy."""
    x = (x ^ (x >> np.uint64(30))) * MULTIPLIER_1
    x = (x ^ (x >> np.uint64(27))) * MULTIPLIER_2
    mixed: Words = x ^ (x >> np.uint64(31))
    return mixed


def chain(*parts: Any) -> Words:
    """The color of a tuple of words (arrays broadcast): shape ``(..., 2)``, one word per lane."""
    columns = [np.asarray(part).astype(np.uint64)[..., None] for part in parts]
    color = np.broadcast_to(SEEDS, (*np.broadcast_shapes(*(c.shape[:-1] for c in columns)), 2))
    with np.errstate(over="ignore"):
        for column in columns:
            color = mix_array(color * CHAIN + column)
    return color


def chain_rows(kind: int, rows: Any) -> Words:
    """``chain(kind, *row)`` for every row of integers, compiled: ``(m, c)`` to ``(m, 2)``."""
    out = np.empty((len(rows), LANES), np.uint64)
    _chain_rows(np.uint64(kind), np.ascontiguousarray(rows, np.int64), out)
    return out


@njit()
def _chain_rows(kind: Any, rows: Any, out: Any) -> None:
    for row in range(rows.shape[0]):
        for lane in range(LANES):
            color = mix(SEEDS[lane] * CHAIN + kind)
            for column in range(rows.shape[1]):
                color = mix(color * CHAIN + np.uint64(rows[row, column]))
            out[row, lane] = color


def chain_colors(*colors: Words) -> Words:
    """The color of a tuple of colors, lane by lane; shape of the inputs, ``(..., 2)``."""
    result = np.broadcast_to(SEEDS, np.broadcast_shapes(*(c.shape for c in colors)))
    with np.errstate(over="ignore"):
        for color in colors:
            result = mix_array(result * CHAIN + color)
    return result


def digest(text: bytes) -> Words:
    """The color of exact bytes, shape ``(2,)``."""
    words = hashlib.blake2b(text, digest_size=16, person=b"klgnn-exact").digest()
    return np.frombuffer(words, "<u8").astype(np.uint64)


def pooled(totals: Words, sizes: Any) -> Words:
    """The colors of multisets, from the sums of their mixed elements and their sizes."""
    with np.errstate(over="ignore"):
        inner = mix_array(SEEDS * CHAIN + totals)
        return mix_array(inner * CHAIN + np.asarray(sizes)[..., None])


def multiset(colors: Words) -> Words:
    """The color of a multiset of colors, ``(m, 2)`` to ``(2,)``; its size is part of it."""
    result = np.empty(LANES, np.uint64)
    pool(np.ascontiguousarray(colors), result)
    return result


@njit()
def pool(colors: Any, result: Any) -> None:
    """The color of a multiset of colors into ``result``."""
    for lane in range(LANES):
        total = np.uint64(0)
        for row in range(colors.shape[0]):
            total += mix(colors[row, lane] + SEEDS[lane])
        size = np.uint64(colors.shape[0])
        result[lane] = mix(mix(SEEDS[lane] * CHAIN + total) * CHAIN + size)
