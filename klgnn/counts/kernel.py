"""The compiled search: every occurrence of a pattern, once. Import it inside functions only."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._kernels import njit

Array = npt.NDArray[Any]


@njit()
def search(
    indptr: Array,
    indices: Array,
    adjacent: Array,
    above: Array,
    degrees: Array,
    induced: bool,
    per_node: Array,
    max_steps: int,
) -> int:
    """The number of occurrences; adds to ``per_node`` how many contain each node.

    -1 if that takes more than ``max_steps`` looks at a candidate.

    Depth-first over the positions of a :class:`klgnn.counts.plan.Plan`. Position 0 runs over all
    nodes, every later one over the shortest row among its placed neighbors.

    >>> from klgnn.counts.plan import make_plan
    >>> from klgnn.counts.patterns import pattern
    >>> clique, plan = pattern("clique4"), make_plan(pattern("cycle4"))
    >>> rows, per_node = (clique.indptr, clique.indices), np.zeros(4, np.int64)
    >>> search(*rows, plan.adjacent, plan.above, plan.degrees, False, per_node, 99)
    3
    >>> per_node.tolist()
    [3, 3, 3, 3]
    """
    size = len(adjacent)
    image, source, before, cursor, end = np.zeros((5, size), np.int64)
    end[0] = len(indptr) - 1
    total, level, steps = 0, 0, 0
    while level >= 0:
        if cursor[level] == end[level]:
            level -= 1
            if level >= 0:
                per_node[image[level]] += total - before[level]
            continue
        node = cursor[level] if level == 0 else indices[cursor[level]]
        cursor[level] += 1
        steps += 1
        if steps > max_steps:
            return -1
        if indptr[node + 1] - indptr[node] < degrees[level]:
            continue
        if not _fits(indptr, indices, adjacent[level], image, level, source[level], node, induced):
            continue
        image[level] = node
        if level == size - 1:
            total += 1
            per_node[node] += 1
            continue
        before[level] = total
        level += 1
        _open(indptr, indices, adjacent[level], above[level], image, level, source, cursor, end)
    return total


@njit()
def _open(
    indptr: Array,
    indices: Array,
    adjacent: Array,
    above: Array,
    image: Array,
    level: int,
    source: Array,
    cursor: Array,
    end: Array,
) -> None:
    """Set the candidates of a level: the shortest row at hand, from the smallest node allowed."""
    best, bound = -1, -1
    shortest = np.int64(0)
    for earlier in range(level):
        node = image[earlier]
        if above[earlier]:
            bound = max(bound, node)
        length = indptr[node + 1] - indptr[node]
        if adjacent[earlier] and (best < 0 or length < shortest):
            best, shortest = earlier, length
    row = image[best]
    source[level] = best
    end[level] = indptr[row + 1]
    cursor[level] = _first_at_least(indices, indptr[row], indptr[row + 1], bound + 1)


@njit()
def _fits(
    indptr: Array,
    indices: Array,
    adjacent: Array,
    image: Array,
    level: int,
    source: int,
    node: int,
    induced: bool,
) -> bool:
    """Whether a node is new and has the edges (and, if induced, the non-edges) it needs."""
    for earlier in range(level):
        if image[earlier] == node:
            return False
    for earlier in range(level):
        # The candidates came out of the source's row, so that edge is there.
        if earlier == source or not (adjacent[earlier] or induced):
            continue
        if _has_edge(indptr, indices, image[earlier], node) != adjacent[earlier]:
            return False
    return True


@njit()
def _has_edge(indptr: Array, indices: Array, u: int, v: int) -> bool:
    if indptr[u + 1] - indptr[u] > indptr[v + 1] - indptr[v]:
        u, v = v, u
    at = _first_at_least(indices, indptr[u], indptr[u + 1], v)
    return bool(at < indptr[u + 1] and indices[at] == v)


@njit()
def _first_at_least(indices: Array, low: int, high: int, value: int) -> int:
    while low < high:
        middle = (low + high) // 2
        if indices[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low
