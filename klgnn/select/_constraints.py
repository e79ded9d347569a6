"""Sets within clusters whose nodes lie pairwise at admissible distances."""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._memory import MemoryBudgetError
from klgnn.graph import Graph
from klgnn.select import _growth
from klgnn.select._checks import most_that_fit, too_many
from klgnn.select._compiling import announced_once
from klgnn.select.sets import LabelSets

Array = npt.NDArray[Any]
Test = Callable[[Array], bool]


def largest_sets(
    structure: Graph,
    clusters: LabelSets,
    l: int,
    least: int,
    most: int,
    test: Test | None,
    name: str,
) -> LabelSets:
    """All admissible sets of l nodes, or else of the largest size below that has any.

    Args:
        clusters: parts of the graph; a set lies inside one of them. They may overlap.
        least, most: bounds on the distance of any two nodes of a set.
        test: what a set must pass besides.
        name: of the policy, for the error message.
    """
    starts = np.concatenate([[0], np.cumsum(clusters.sizes)])
    overlapping = len(np.unique(clusters.nodes)) < len(clusters.nodes)
    with announced_once("growth"):
        ends, later = _pairs(structure, clusters.nodes, starts, least, most)
        for size in range(min(l, int(clusters.sizes.max(initial=0))), 0, -1):
            rows = clusters.nodes[_rows(ends, later, size, name)]
            if overlapping:
                rows = np.unique(np.sort(rows, axis=1), axis=0)
            if test is not None and len(rows):
                rows = rows[np.array([bool(test(row)) for row in rows])]
            if len(rows):
                return LabelSets.from_rows(rows)
    return LabelSets.from_rows(np.arange(structure.num_nodes)[:, None])


def _pairs(
    structure: Graph, nodes: Array, starts: Array, least: int, most: int
) -> tuple[Array, Array]:
    ends, empty = np.zeros(len(nodes) + 1, np.int64), np.zeros(0, np.int64)
    given = (structure.indptr, structure.indices, nodes, starts, least, most, ends)
    later = np.empty(_growth.find_pairs(*given, empty), np.int64)
    if len(later):
        _growth.find_pairs(*given, later)
    return ends, later


def _rows(ends: Array, later: Array, size: int, name: str) -> Array:
    """The sets of one size, as slots."""
    widths, counts = np.unique(np.diff(ends), return_counts=True)
    pairs = zip(widths.tolist(), counts.tolist(), strict=True)
    bound = sum(number * comb(width, size - 1) for width, number in pairs)
    limit = most_that_fit(bound, size)
    number = _growth.grow(ends, later, size, np.zeros((0, size), np.int64), limit)
    if number > limit:
        raise MemoryBudgetError(f"{name}: {too_many(limit, bound, size)}")
    out = np.empty((number, size), np.int64)
    if number:
        _growth.grow(ends, later, size, out, limit)
    return out
