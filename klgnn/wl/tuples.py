"""Kernels for k >= 2: colors of all k-tuples of one labeled graph after another.

    WL:   c^t(v) = Hash(c^{t-1}(v), ({{c^{t-1}(psi_i(v, u)) : u}} : i in [k]))
    FWL:  c^t(v) = Hash(c^{t-1}(v), {{(c^{t-1}(psi_i(v, u)) : i in [k]) : u}})

Colors lie in one array per lane, the tuple (v_1, ..., v_k) at v_1 n^(k-1) + ... + v_k. The inner
loops run along the last component, which is contiguous in every array they touch. The sum over u
of products of mixed components makes a round of 2-FWL a matrix product of 64-bit words.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.hashing import CHAIN, GOLDEN, SEEDS, mix
from klgnn.wl.labels import label
from klgnn.wl.sums import sparse_round, sum_pairs, sum_triples, sum_tuples

U = np.uint64
# Rounds over neighbors pay where so many times the arcs are fewer than all pairs of many nodes.
SPARSE, MANY = 6, 64


@njit()
def initialize(nodes: Any, matrix: Any, parent: Any, k: int, color: Any) -> None:
    """The isomorphism type of every k-tuple: its nodes' colors, and the relation of each pair.

    Where the stable colors of the graph without labels are given, ``(2, n^k)``, they stand for it,
    and only the labels are added.
    """
    n = nodes.shape[0]
    digits = np.zeros(k, np.int64)
    for position in range(color.shape[1]):
        rest = position
        for i in range(k - 1, -1, -1):
            digits[i] = rest % n
            rest //= n
        for lane in range(2):
            h = parent[lane, position] if parent.shape[1] else SEEDS[lane]
            for i in range(k):
                h = mix(h * CHAIN + nodes[digits[i], lane])
                for j in range(0 if parent.shape[1] else i):
                    h = mix(h * CHAIN + matrix[lane, digits[j], digits[i]])
            color[lane, position] = h


@njit()
def wl_round(n: int, k: int, color: Any, mixed: Any, total: Any) -> None:
    """One round of k-WL on one lane, in place."""
    size = color.shape[0]
    for p in range(size):
        mixed[p] = mix(color[p] + GOLDEN)
        color[p] = color[p] * CHAIN
    stride = size
    for i in range(k):
        stride //= n  # n^(k-1-i): how far apart tuples are that differ by one in component i
        tag = U(i + 1) * GOLDEN
        for block in range(0, size, stride * n):
            for s in range(stride):
                total[s] = U(0)
            for u in range(n):
                start = block + u * stride
                for s in range(stride):
                    total[s] += mixed[start + s]
            for s in range(stride):
                total[s] = mix(total[s] + tag)
            for u in range(n):
                start = block + u * stride
                for s in range(stride):
                    color[start + s] += total[s]
    for p in range(size):
        color[p] = mix(color[p])


@njit()
def spread(color: Any, i: int, out: Any) -> None:
    """Odd pseudorandom words for colors in component i of a tuple."""
    tag = U(i + 1) * GOLDEN
    for p in range(color.shape[0]):
        out[p] = mix(color[p] + tag) | U(1)


@njit()
def finish_fwl(color: Any, total: Any) -> None:
    """The new colors from the old ones and the sums."""
    for p in range(color.shape[0]):
        color[p] = mix(color[p] * CHAIN + mix(total[p]))


@njit()
def fwl_round(n: int, k: int, color: Any, odd: Any, total: Any) -> None:
    """One round of k-FWL, k >= 2, on one lane, in place; ``odd`` has shape ``(k, n^k)``."""
    for i in range(k):
        spread(color, i, odd[i])
    for p in range(total.shape[0]):
        total[p] = U(0)
    if k == 2:
        sum_pairs(n, odd, total)
    elif k == 3:
        sum_triples(n, odd, total)
    else:
        sum_tuples(n, k, odd, total)
    finish_fwl(color, total)


@njit()
def count_colors(color: Any, table: Any) -> int:
    """How many colors there are; ``table`` holds a power of two of slots, twice the colors."""
    for i in range(table.shape[0]):
        table[i] = -1
    mask = U(table.shape[0] - 1)
    distinct = 0
    for p in range(color.shape[1]):
        slot = color[0, p] & mask
        while True:
            q = table[slot]
            if q < 0:
                table[slot] = p
                distinct += 1
                break
            if color[0, q] == color[0, p] and color[1, q] == color[1, p]:
                break
            slot = (slot + U(1)) & mask
    return distinct


@njit()
def pool(color: Any, result: Any) -> None:
    """The multiset of all tuples' colors."""
    for lane in range(2):
        total = U(0)
        for p in range(color.shape[1]):
            total += mix(color[lane, p] + SEEDS[lane])
        result[lane] = mix(mix(SEEDS[lane] * CHAIN + total) * CHAIN + U(color.shape[1]))


@njit()
def one_round(n: int, k: int, folklore: bool, color: Any, buffers: Any, total: Any) -> None:
    """One round on both lanes, in place."""
    if n == 0:
        return
    for lane in range(2):
        if folklore:
            fwl_round(n, k, color[lane], buffers, total)
        else:
            wl_round(n, k, color[lane], buffers[0], total)


@njit()
def refine_labeled(
    k: int,
    folklore: bool,
    indptr: Any,
    indices: Any,
    nodes: Any,
    matrix: Any,
    parent: Any,
    label_tuples: Any,
    rounds: int,
    pooled: Any,
    colors: Any,
    last_round: Any,
) -> None:
    """Refine the k-tuples of the graph labeled by each tuple in turn.

    Args:
        indptr, indices: the neighborhoods, for rounds over neighbors alone.
        nodes: colors of the nodes before any label, shape ``(n, 2)``.
        matrix: the relation of every node pair, shape ``(2, n, n)``.
        parent: stable colors without labels to start from, ``(2, n^k)``, or none, ``(2, 0)``.
        label_tuples: shape ``(m, l)``.
        rounds: exactly so many, or -1 for stable colors.
        pooled: out, shape ``(m, 2)``: the color of each labeled graph.
        colors: out, shape ``(m, 2, n^k)``, or ``(0, 2, n^k)`` when nobody asks.
        last_round: out, shape ``(m,)``: the last round that made a new color; where nobody asks
            for colors, and rounds over neighbors run too, a number of their own.
    """
    n = nodes.shape[0]
    size = n**k
    labeled = np.empty((n, 2), np.uint64)
    color = np.empty((2, size), np.uint64)
    buffers = np.empty((k if folklore else 1, size), np.uint64)
    total = np.empty(size, np.uint64)
    slots = 4
    while slots < 2 * size:
        slots *= 2
    table = np.empty(slots, np.int32)
    is_sparse = SPARSE * indices.shape[0] < n * n and n >= MANY and k == 2 and folklore
    is_sparse = is_sparse and colors.shape[0] == 0
    for row in range(label_tuples.shape[0]):
        label(nodes, label_tuples[row], labeled)
        initialize(labeled, matrix, parent, k, color)
        last_round[row] = rounds
        for _ in range(rounds):
            one_round(n, k, folklore, color, buffers, total)
        if rounds < 0:
            last_round[row] = stabilize(
                indptr, indices, k, folklore, is_sparse, color, buffers, total, table
            )
        pool(color, pooled[row])
        if rounds < 0:  # a tuple sees the whole graph: say so, and colors compare between graphs
            t = U(last_round[row]) * GOLDEN
            for lane in range(2):
                pooled[row, lane] = mix(pooled[row, lane] + t)
                for p in range(size if colors.shape[0] > 0 else 0):
                    color[lane, p] = mix(color[lane, p] * CHAIN + pooled[row, lane])
        for lane in range(2):
            for p in range(size if colors.shape[0] > 0 else 0):
                colors[row, lane, p] = color[lane, p]


@njit()
def stabilize(
    indptr: Any, indices: Any, k: int, folklore: bool, is_sparse: bool, color: Any, buffers: Any,
    total: Any, table: Any,
) -> int:  # fmt: skip
    """Refine until the number of colors stays; returns the last round that made a new one.

    Where ``is_sparse``, 2-FWL takes as few products of matrices as may be: a round over neighbors
    costs far less, and never says more than 2-FWL will. So these run until they have nothing new to
    say, and only then a round over all nodes; they count as rounds.
    """
    n, t, colors = indptr.shape[0] - 1, 0, count_colors(color, table)
    while True:
        while is_sparse:
            for lane in range(2):
                sparse_round(indptr, indices, color[lane], buffers[0], total)
            more = count_colors(color, table)
            if more == colors:
                break
            colors = more
            t += 1
        one_round(n, k, folklore, color, buffers, total)
        more = count_colors(color, table)
        if more == colors:
            return t
        colors = more
        t += 1
