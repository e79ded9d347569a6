"""The first round after which two graphs differ.

Items of one final color are alike in every round before: a color includes the one it came from. So
the rounds are run for one item of each final color only, and those that occur equally often in both
graphs are left out. Once apart, graphs stay apart: doubling and bisection find the first round.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.wl import hashing
from klgnn.wl.confirm import number_colors
from klgnn.wl.levels import Level
from klgnn.wl.method import Method

Array = npt.NDArray[Any]
Words = hashing.Words
Pair = tuple[Level, Level]

MAX_STEPS = 10**10  # nodes, arcs and tuples looked at in a try; a minute or so
FIRST_TRIES = 2  # rounds 0 and 1 are tried on all items, which costs less than stable colors


@dataclass(frozen=True)
class Difference:
    """Where two graphs first differ.

    Attributes:
        round: the first round.
        now: the color of each item of both graphs after it.
        before: the same one round earlier; None for round 0, before which all are alike.
    """

    round: int
    now: list[Words]
    before: list[Words] | None


def first_difference(levels: Pair, method: Method, most: int) -> Difference | None:
    """The first round that differs, up to round ``most``."""
    before: list[Words] | None = None
    for t in range(min(FIRST_TRIES, most + 1)):
        now = words_at(levels, t)
        if _differ(now):
            return Difference(t, now, before)
        before = now
    return _after_the_first(levels, method, most)


def _after_the_first(levels: Pair, method: Method, most: int) -> Difference | None:
    final = words_at(levels, method.rounds)
    counts = [len(words) for words in final]
    numbers = number_colors(np.concatenate(final))
    mine, theirs = numbers[: counts[0]], numbers[counts[0] :]
    _, places, classes = np.unique(numbers, return_index=True, return_inverse=True)
    size = len(places)
    surplus_of = np.bincount(mine, minlength=size) - np.bincount(theirs, minlength=size)
    odd = np.flatnonzero(surplus_of)
    low, high = FIRST_TRIES, FIRST_TRIES
    if not len(odd):
        return None  # the hash saw no difference: another check did
    while not _uneven(_of(levels, places[odd], counts[0], high), surplus_of[odd]):
        if high >= most:
            return None
        low, high = high + 1, min(2 * high, most)
    while low < high:
        middle = (low + high) // 2
        if _uneven(_of(levels, places[odd], counts[0], middle), surplus_of[odd]):
            high = middle
        else:
            low = middle + 1
    rows = classes.reshape(-1)
    now, before = (
        np.split(_of(levels, places, counts[0], t)[rows], [counts[0]]) for t in (low, low - 1)
    )
    return Difference(low, now, before)


def words_at(levels: Pair, rounds: int | None) -> list[Words]:
    """The colors of all items of both sides."""
    return [level.colors(np.arange(len(level.names)), rounds) for level in levels]


def surplus(
    now: list[Words], before: list[Words] | None, side: int
) -> tuple[int | None, int | None]:
    """An item one side has more often, and one of the other that went another way; or None."""
    first = len(now[0])
    numbers = number_colors(np.concatenate(now))
    words = numbers[:first], numbers[first:]
    size = int(numbers.max(initial=-1)) + 1
    more = np.bincount(words[side], minlength=size) - np.bincount(words[1 - side], minlength=size)
    chosen = np.flatnonzero(more[words[side]] > 0)
    if not len(chosen):
        return None, None
    item = int(chosen[0])
    # Up to this round both sides were alike, so one of the other's items went another way.
    partners = words[1 - side] != words[side][item]
    if before is not None:
        partners &= (before[1 - side] == before[side][item]).all(axis=1)
    for of_these in (partners & (more[words[1 - side]] < 0), partners):
        if of_these.any():
            return item, int(np.argmax(of_these))
    return item, None


def most_rounds(graphs: tuple[Graph, Graph], method: Method) -> int:
    """The last round in which anything can happen, or after which the search gives up."""
    if method.rounds is not None:
        return method.rounds
    tuples: int = sum(graph.num_nodes**method.k for graph in graphs)  # each round makes a new color
    step = tuples * max(graph.num_nodes for graph in graphs)
    if method.k == 1:
        step = sum(graph.num_nodes + len(graph.indices) for graph in graphs)
    return min(tuples, MAX_STEPS // max(step, 1) + FIRST_TRIES)


def _differ(now: list[Words]) -> bool:
    one, other = (hashing.multiset(words) for words in now)
    return not np.array_equal(one, other)


def _of(levels: Pair, places: Array, first: int, rounds: int) -> Words:
    """The colors of items that are numbered through both sides."""
    sides = places[places < first], places[places >= first] - first
    found = [level.colors(which, rounds) for level, which in zip(levels, sides, strict=True)]
    answer = np.empty((len(places), 2), np.uint64)
    answer[places < first], answer[places >= first] = found
    return answer


def _uneven(words: Words, surplus_of: Array) -> bool:
    """Whether the surplus of some color is not made up for by others of that color."""
    numbers = number_colors(words)
    sums = np.zeros(len(numbers), np.int64)
    np.add.at(sums, numbers, surplus_of)
    return bool(sums.any())
