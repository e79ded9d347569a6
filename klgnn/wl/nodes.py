"""Kernels for k = 1: color refinement of the nodes of one labeled graph after another.

    c^t(v) = Hash(c^{t-1}(v), {{(relation of v and u, c^{t-1}(u)) : u neighbor of v}})

Stable colors are taken component by component: a component is refined until the number of its
colors stays, and its nodes' colors then include that round and the set of its colors. This makes
them comparable between graphs whose other components take longer. (Two components with the same
set of colors at the confirming round refine in step from there on; a node's color alone, at a
round where both components have just become stable, would not guarantee that.)
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.hashing import CHAIN, GOLDEN, SEEDS, mix, pool
from klgnn.wl.labels import label

U = np.uint64


@njit()
def find_components(indptr: Any, indices: Any, order: Any, bounds: Any) -> int:
    """Sort nodes by connected component into ``order``; ``bounds`` says where each one starts.

    Nodes of a component stay in ascending order, which is how their rows lie in memory.

    Returns:
        The number of components.
    """
    n = order.shape[0]
    number = np.full(n, -1, np.int64)
    count, head, tail = 0, 0, 0
    for root in range(n):
        if number[root] >= 0:
            continue
        number[root], order[tail] = count, root
        tail += 1
        while head < tail:  # order serves as the queue
            v = order[head]
            head += 1
            for e in range(indptr[v], indptr[v + 1]):
                u = indices[e]
                if number[u] < 0:
                    number[u], order[tail] = count, u
                    tail += 1
        count += 1
        bounds[count] = tail
    free = bounds[:count].copy()
    for v in range(n):
        order[free[number[v]]] = v
        free[number[v]] += 1
    return count


@njit()
def one_round(indptr: Any, indices: Any, arcs: Any, order: Any, color: Any, mixed: Any) -> None:
    """One round on the nodes in ``order``, in place; ``mixed`` is a buffer."""
    for position in range(order.shape[0]):
        v = order[position]
        mixed[v, 0] = mix(color[v, 0] + SEEDS[0])
        mixed[v, 1] = mix(color[v, 1] + SEEDS[1])
    plain = arcs.shape[0] == 0
    for position in range(order.shape[0]):
        v = order[position]
        first, second = U(0), U(0)
        for e in range(indptr[v], indptr[v + 1]):
            u = indices[e]
            if plain:
                first += mixed[u, 0]
                second += mixed[u, 1]
            else:
                first += mix(mixed[u, 0] + arcs[e, 0])
                second += mix(mixed[u, 1] + arcs[e, 1])
        color[v, 0] = mix(color[v, 0] * CHAIN + mix(first))
        color[v, 1] = mix(color[v, 1] * CHAIN + mix(second))


@njit()
def count_colors(color: Any, order: Any, table: Any, total: Any) -> int:
    """How many colors the nodes in ``order`` have; their set's hash goes to ``total``."""
    size = 4
    while size < 2 * order.shape[0]:
        size *= 2
    for slot in range(size):
        table[slot] = -1
    total[0], total[1] = U(0), U(0)
    distinct = 0
    for position in range(order.shape[0]):
        v = order[position]
        slot = color[v, 0] & U(size - 1)
        while True:
            u = table[slot]
            if u < 0:
                table[slot] = v
                distinct += 1
                total[0] += mix(color[v, 0] ^ CHAIN)
                total[1] += mix(color[v, 1] ^ CHAIN)
                break
            if color[u, 0] == color[v, 0] and color[u, 1] == color[v, 1]:
                break
            slot = (slot + U(1)) & U(size - 1)
    return distinct


@njit()
def stabilize(
    indptr: Any, indices: Any, arcs: Any, order: Any, color: Any, mixed: Any, table: Any, limit: int
) -> int:
    """Refine one component until stable; returns the round, or -1 if that takes too many.

    Too many are more than ``limit``, and those in which next to nothing changes.
    """
    total = np.empty(2, np.uint64)
    colors = count_colors(color, order, table, total)
    for t in range(limit):
        one_round(indptr, indices, arcs, order, color, mixed)
        more = count_colors(color, order, table, total)
        if more == colors:
            for position in range(order.shape[0]):
                v = order[position]
                for lane in range(2):
                    color[v, lane] = mix(color[v, lane] * CHAIN + total[lane] + U(t) * GOLDEN)
            return t
        if t >= PATIENCE and (more - colors) * SLOW < order.shape[0]:
            return -1
        colors = more
    return -1


@njit()
def refine_component(
    indptr: Any, indices: Any, arcs: Any, nodes: Any, label_tuple: Any, color: Any
) -> bool:
    """Stable colors of a connected labeled graph; False if hash rounds do not suffice."""
    n = nodes.shape[0]
    label(nodes, label_tuple, color)
    mixed, table = np.empty((n, 2), np.uint64), np.empty(4 + 4 * n, np.int32)
    order = np.arange(n)
    return stabilize(indptr, indices, arcs, order, color, mixed, table, MAX_ROUNDS) >= 0


@njit()
def refine_labeled(
    indptr: Any,
    indices: Any,
    arcs: Any,
    nodes: Any,
    component_order: Any,
    component_bounds: Any,
    label_tuples: Any,
    rounds: int,
    pooled: Any,
    colors: Any,
    last_round: Any,
) -> int:
    """Refine the graph labeled by each tuple in turn.

    Args:
        component_order, component_bounds: the nodes sorted by component, and where each starts.
        label_tuples: shape ``(m, l)``.
        rounds: exactly so many, or -1 for stable colors.
        pooled: out, shape ``(m, 2)``: the color of each labeled graph.
        colors: out, shape ``(m, n, 2)``, or ``(0, n, 2)`` when nobody asks.
        last_round: out, shape ``(m,)``: the last round that made a new color.

    Returns:
        The number of tuples done; less than m if one needed too many rounds.
    """
    n = nodes.shape[0]
    color, mixed = np.empty((n, 2), np.uint64), np.empty((n, 2), np.uint64)
    table = np.empty(4 + 4 * n, np.int32)
    for row in range(label_tuples.shape[0]):
        label(nodes, label_tuples[row], color)
        last_round[row] = max(rounds, 0)
        for _ in range(rounds):
            one_round(indptr, indices, arcs, component_order, color, mixed)
        if rounds < 0:
            for c in range(component_bounds.shape[0] - 1):
                first, last = component_bounds[c], component_bounds[c + 1]
                order = component_order[first:last]
                t = stabilize(indptr, indices, arcs, order, color, mixed, table, MAX_ROUNDS)
                if t < 0:
                    return row
                last_round[row] = max(last_round[row], t)
        pool(color, pooled[row])
        for v in range(n if colors.shape[0] > 0 else 0):
            for lane in range(2):
                colors[row, v, lane] = color[v, lane]
    return len(label_tuples)


# A worklist is worth its start where, after so many rounds, one node in so many gets a new color.
PATIENCE, SLOW = 12, 1024
# Hash rounds cost O(m) each, however little changes. A component that takes more than this many
# (long paths) is finished by the worklist, which pays only for what changes.
MAX_ROUNDS = 64
