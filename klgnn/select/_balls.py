"""Kernels for node-based policies: balls, and the sets that lie in some member's ball."""

from typing import Any

import numpy as np

from klgnn._kernels import njit


@njit()
def find_balls(indptr: Any, indices: Any, hops: int, ends: Any, members: Any) -> int:
    """The nodes within ``hops`` of each node, the node itself left out, ascending.

    Args:
        ends: out, shape ``(n + 1,)``: where each ball starts.
        members: out; empty to count only.

    Returns:
        How many members there are in all.
    """
    n = indptr.shape[0] - 1
    seen = np.full(n, -1, np.int64)
    queue = np.empty(n, np.int64)
    total = 0
    for root in range(n):
        queue[0], seen[root], size, level_end = root, root, 1, 1
        head = 0
        for _ in range(hops):
            while head < level_end:
                v = queue[head]
                head += 1
                for e in range(indptr[v], indptr[v + 1]):
                    u = indices[e]
                    if seen[u] != root:
                        seen[u] = root
                        queue[size] = u
                        size += 1
            if size == level_end:
                break
            level_end = size
        if members.shape[0] > 0:
            members[total : total + size - 1] = np.sort(queue[1:size])
        total += size - 1
        ends[root + 1] = total
    return total


@njit()
def holds(ends: Any, members: Any, center: int, node: int) -> bool:
    """Whether a node is in another's ball."""
    low, high = ends[center], ends[center + 1]
    while low < high:
        middle = (low + high) // 2
        if members[middle] < node:
            low = middle + 1
        else:
            high = middle
    return bool(low < ends[center + 1] and members[low] == node)


@njit()
def rooted_sets(ends: Any, members: Any, size: int, out: Any, limit: int) -> int:
    """Sets in which some node has all others in its ball, each once: at its smallest such node.

    Args:
        out: out, shape ``(S, size)``; empty to count only.
        limit: stop when there are more than so many.
    """
    n = ends.shape[0] - 1
    at = np.empty(size, np.int64)  # which members of the ball are chosen, ascending
    chosen = np.empty(size, np.int64)
    found = 0
    rest = size - 1
    for root in range(n):
        width = ends[root + 1] - ends[root]
        if width < rest:
            continue
        for i in range(rest):
            at[i] = i
        while True:
            for i in range(rest):
                chosen[i] = members[ends[root] + at[i]]
            if is_first_root(ends, members, root, chosen, rest):
                if out.shape[0] > 0:
                    out[found, 0] = root
                    for i in range(rest):
                        out[found, i + 1] = chosen[i]
                    out[found].sort()
                found += 1
                if found > limit:
                    return found
            i = rest - 1
            while i >= 0 and at[i] == width - rest + i:
                i -= 1
            if i < 0:
                break
            at[i] += 1
            for j in range(i + 1, rest):
                at[j] = at[j - 1] + 1
    return found


@njit()
def is_first_root(ends: Any, members: Any, root: int, chosen: Any, rest: int) -> bool:
    """Whether no smaller node of the set has all others in its ball."""
    for i in range(rest):
        center = chosen[i]
        if center > root:
            return True
        covers = True
        for j in range(rest):
            if j != i and not holds(ends, members, center, chosen[j]):
                covers = False
                break
        if covers:  # its ball holds the root too: being near is mutual
            return False
    return True
