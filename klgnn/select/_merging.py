"""Clusters that no numbering can change: whole color classes of edges are merged at once.

An edge's class is the stable 1-WL colors of its ends and its own color. Starting from single nodes,
the class whose contraction gives the largest modularity is contracted, while that raises it. All
edges of a class are treated alike and the modularity is a function of two whole numbers, so the
result is exactly invariant; it is the coarser, the more symmetric the graph is.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr
from klgnn._kernels import njit
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._canonical import stable_cells

Array = npt.NDArray[Any]
MOST_STEPS = 10**11  # some minutes


def merged_classes(graph: Graph, structure: Graph, resolution: float) -> list[Array]:
    """The clusters of a graph; ``structure`` is its skeleton."""
    indptr, indices, arc_class, cell = stable_cells(graph)
    rows = _csr.rows(indptr)
    back = np.empty(len(rows), np.int64)  # the class of the same edge, seen from its other end
    back[np.lexsort((rows, indices))] = arc_class
    once = rows < indices
    ends = np.stack([rows, indices], axis=1)[once].astype(np.int64)
    sides = np.stack([cell[ends[:, 0]], arc_class[once], cell[ends[:, 1]], back[once]], axis=1)
    turned = sides[:, [2, 3, 0, 1]]
    lower = np.array([a <= b for a, b in zip(sides.tolist(), turned.tolist(), strict=True)], bool)
    sides = np.where(lower[:, None], sides, turned) if len(ends) else sides
    kinds, classes = np.unique(sides, axis=0, return_inverse=True)
    order = np.argsort(classes, kind="stable")
    starts = np.searchsorted(classes.reshape(-1)[order], np.arange(len(kinds) + 1))
    steps = structure.num_nodes * len(kinds) * (structure.num_nodes + len(ends))
    if steps > MOST_STEPS:
        raise GraphError(
            f"clusters='color': got {len(kinds)} classes of {len(ends)} edges, which may take"
            f" {steps:,} steps, expected at most {MOST_STEPS:,}; 'louvain' and 'blocks' are for"
            " large graphs"
        )
    number = merge(ends[order], starts, structure.degrees(), float(resolution))
    return [np.flatnonzero(number == c) for c in np.unique(number)]


@njit()
def merge(ends: Any, starts: Any, degrees: Any, resolution: float) -> Any:
    """The cluster of each node; edges are sorted by class, a class begins at each start."""
    n, classes = degrees.shape[0], starts.shape[0] - 1
    number, trial = np.arange(n), np.empty(n, np.int64)
    weight = np.empty(n, np.int64)
    best = score(ends, number, degrees, weight, resolution)
    while True:
        chosen = -1
        for c in range(classes):
            trial[:] = number
            join(ends, starts[c], starts[c + 1], trial)
            value = score(ends, trial, degrees, weight, resolution)
            if value > best:
                best, chosen = value, c
        if chosen < 0:
            return number
        join(ends, starts[chosen], starts[chosen + 1], number)


@njit()
def join(ends: Any, first: int, last: int, number: Any) -> None:
    """Put the ends of some edges into one cluster each; a cluster is named by its smallest node."""
    for e in range(first, last):
        a, b = number[ends[e, 0]], number[ends[e, 1]]
        while number[a] != a:
            a = number[a]
        while number[b] != b:
            b = number[b]
        number[max(a, b)] = min(a, b)
    for v in range(number.shape[0]):
        number[v] = number[number[v]]


@njit()
def score(ends: Any, number: Any, degrees: Any, weight: Any, resolution: float) -> float:
    """The modularity times 4 m^2."""
    inside, squares = 0, 0
    for e in range(ends.shape[0]):
        if number[ends[e, 0]] == number[ends[e, 1]]:
            inside += 1
    for c in range(weight.shape[0]):
        weight[c] = 0
    for v in range(degrees.shape[0]):
        weight[number[v]] += degrees[v]
    for c in range(weight.shape[0]):
        squares += weight[c] * weight[c]
    return float(4 * ends.shape[0] * inside) - resolution * squares
