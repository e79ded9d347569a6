"""Kernels for constrained policies: sets grown node by node, dropped as soon as they cannot pass.

Nodes are named by slots: positions in the list of all clusters' nodes, one cluster after another.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit


@njit()
def find_pairs(
    indptr: Any, indices: Any, nodes: Any, starts: Any, least: int, most: int, ends: Any, later: Any
) -> int:
    """For each slot the later slots of its cluster at a distance from ``least`` to ``most``.

    Distances are those of the whole graph, by a breadth-first search that stops at ``most``.

    Args:
        nodes, starts: the clusters' nodes, and where each cluster starts.
        ends: out, shape ``(slots + 1,)``: where the list of each slot starts.
        later: out; empty to count only.

    Returns:
        The number of pairs.
    """
    n = indptr.shape[0] - 1
    slot = np.full(n, -1, np.int64)
    distance = np.full(n, -1, np.int64)
    queue = np.empty(n, np.int64)
    total = 0
    for c in range(starts.shape[0] - 1):
        for s in range(starts[c], starts[c + 1]):
            slot[nodes[s]] = s
        for s in range(starts[c], starts[c + 1]):
            queue[0], distance[nodes[s]] = nodes[s], 0
            head, tail, begin = 0, 1, total
            while head < tail:
                v = queue[head]
                head += 1
                if distance[v] >= least and slot[v] > s:
                    if later.shape[0] > 0:
                        later[total] = slot[v]
                    total += 1
                if distance[v] == most:
                    continue
                for e in range(indptr[v], indptr[v + 1]):
                    u = indices[e]
                    if distance[u] < 0:
                        distance[u] = distance[v] + 1
                        queue[tail] = u
                        tail += 1
            for i in range(tail):
                distance[queue[i]] = -1
            if later.shape[0] > 0:
                later[begin:total].sort()
            ends[s + 1] = total
        for s in range(starts[c], starts[c + 1]):
            slot[nodes[s]] = -1
    return total


@njit()
def grow(ends: Any, later: Any, size: int, out: Any, limit: int) -> int:
    """All sets of slots that are pairwise in the lists, in lexicographic order.

    Args:
        ends, later: the ascending list of later partners of each slot.
        size: how many slots a set has.
        out: out, shape ``(S, size)``; empty to count only.
        limit: stop when there are more than so many.

    Returns:
        The number of sets.
    """
    slots = ends.shape[0] - 1
    width = 0
    for s in range(slots):
        width = max(width, ends[s + 1] - ends[s])
    candidates = np.empty((size + 1, width), np.int64)
    length, at = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    chosen = np.empty(size, np.int64)
    found = 0
    for s in range(slots):
        chosen[0] = s
        length[1], at[1] = ends[s + 1] - ends[s], 0
        candidates[1, : length[1]] = later[ends[s] : ends[s + 1]]
        depth = 1
        while depth > 0:
            if depth == size:
                if out.shape[0] > 0:
                    out[found] = chosen
                found += 1
                if found > limit:
                    return found
                depth -= 1
                continue
            if length[depth] - at[depth] < size - depth:  # too few left to fill the set
                depth -= 1
                continue
            chosen[depth] = candidates[depth, at[depth]]
            at[depth] += 1
            narrow(ends, later, chosen[depth], candidates, length, at, depth)
            depth += 1
    return found


@njit()
def narrow(
    ends: Any, later: Any, slot: int, candidates: Any, length: Any, at: Any, depth: int
) -> None:
    """The candidates of the next depth: those left at this one that are partners of ``slot``."""
    i, j, kept = at[depth], ends[slot], 0
    while i < length[depth] and j < ends[slot + 1]:
        if candidates[depth, i] < later[j]:
            i += 1
        elif candidates[depth, i] > later[j]:
            j += 1
        else:
            candidates[depth + 1, kept] = later[j]
            i, j, kept = i + 1, j + 1, kept + 1
    length[depth + 1], at[depth + 1] = kept, 0
