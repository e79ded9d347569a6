"""The kernel of quotient execution: color refinement of all labeled graphs of a batch, exactly.

The same refinement as the engine's 1-WL, but round by round and with dense numbers in place of
hashes: a signature (own color, sorted codes of neighbors) is looked up in a hash table and compared
in full with the one found there, so two rows share a color exactly if their signatures are equal.
"""

from typing import Any

import numpy as np
from numba import njit

U = np.uint64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)


@njit(cache=True, nogil=True)
def incoming(sources: Any, targets: Any, rows: int, indptr: Any, order: Any) -> None:
    """Sort edges by target: row r receives along edges ``order[indptr[r]:indptr[r + 1]]``."""
    for e in range(targets.shape[0]):
        indptr[targets[e] + 1] += 1
    for r in range(rows):
        indptr[r + 1] += indptr[r]
    for e in range(targets.shape[0]):
        order[indptr[targets[e]]] = e
        indptr[targets[e]] += 1
    for r in range(rows, 0, -1):
        indptr[r] = indptr[r - 1]
    indptr[0] = 0


@njit(cache=True, nogil=True)
def initial(
    masks: Any, base: Any, permutations: Any, color: Any, table: Any, where: Any, count: Any
) -> int:
    """Colors of layer 0, numbered in the order of first sight: base color and set of labels.

    Args:
        masks: the places of each row's labels as bits, ``(rows,)``.
        base: what each row's node looks like, ``(rows,)``.
        permutations: ``(copies, l)``.
        color: out, ``(copies, rows)``.
        table: scratch, a power of two long, all -1.
        where: out, the first (copy, row) of each color, as one number.
        count: out, how many (copy, row) have each color.

    Returns:
        How many colors.
    """
    copies, rows, found = permutations.shape[0], masks.shape[0], 0
    keys = np.empty((where.shape[0], 2), np.int64)
    for p in range(copies):
        for r in range(rows):
            mask, left, place = 0, masks[r], 0
            while left:
                if left & 1:
                    mask |= 1 << permutations[p, place]
                left >>= 1
                place += 1
            slot = _slot(U(mask) * GOLDEN + U(base[r]), table.shape[0])
            while True:
                c = table[slot]
                if c < 0:
                    c = found
                    table[slot], keys[c, 0], keys[c, 1] = c, mask, base[r]
                    where[c], count[c] = p * rows + r, 0
                    found += 1
                elif keys[c, 0] != mask or keys[c, 1] != base[r]:
                    slot = (slot + 1) & (table.shape[0] - 1)
                    continue
                color[p, r] = c
                count[c] += 1
                break
    return found


@njit(cache=True, nogil=True)
def refine(
    indptr: Any, order: Any, sources: Any, codes: Any, kinds: int, old: Any, new: Any,
    table: Any, where: Any, count: Any, ends: Any, arc_code: Any,
) -> int:  # fmt: skip
    """One round: number the signatures (own color, neighbors' colors with the edges to them).

    Args:
        indptr, order: the edges into each row, see :func:`incoming`.
        sources: the row each edge comes from.
        codes: the kind of each edge, 0 to ``kinds`` - 1.
        old: the colors before, ``(copies, rows)``.
        new: out, the colors after.
        table: scratch, a power of two long, all -1.
        where: out, the first (copy, row) of each color, as one number.
        count: out, how many (copy, row) have each color.
        ends: out, the arcs of color c are those from ``ends[c]`` to ``ends[c + 1]``.
        arc_code: out, for each arc its old color and kind, ``color * kinds + kind``.

    Returns:
        How many colors.
    """
    copies, rows = old.shape
    found, arcs, size = 0, 0, table.shape[0]
    ends[0] = 0
    for p in range(copies):
        for r in range(rows):
            first, last = indptr[r], indptr[r + 1]
            for i in range(first, last):  # the signature goes where it would be kept, sorted
                e = order[i]
                code = np.int64(old[p, sources[e]]) * kinds + codes[e]
                j = arcs + i - first
                while j > arcs and arc_code[j - 1] > code:
                    arc_code[j] = arc_code[j - 1]
                    j -= 1
                arc_code[j] = code
            degree = last - first
            hash_ = U(old[p, r]) * GOLDEN + U(degree)
            for j in range(arcs, arcs + degree):
                hash_ = (hash_ ^ (hash_ >> U(29))) * MULTIPLIER + U(arc_code[j])
            slot = _slot(hash_, size)
            while True:
                c = table[slot]
                if c < 0:
                    c = found
                    table[slot], where[c], count[c] = c, p * rows + r, 0
                    found += 1
                    arcs += degree
                    ends[found] = arcs
                elif not _same(c, p, r, degree, arcs, old, where, ends, arc_code):
                    slot = (slot + 1) & (size - 1)
                    continue
                new[p, r] = c
                count[c] += 1
                break
    return found


@njit(cache=True, nogil=True)
def _slot(hash_: Any, size: int) -> Any:
    hash_ = (hash_ ^ (hash_ >> U(32))) * MULTIPLIER
    return np.int64((hash_ ^ (hash_ >> U(29))) & U(size - 1))


@njit(cache=True, nogil=True)
def _same(
    c: int, p: int, r: int, degree: int, arcs: int, old: Any, where: Any, ends: Any, arc_code: Any
) -> bool:
    rows = old.shape[1]
    if ends[c + 1] - ends[c] != degree or old[where[c] // rows, where[c] % rows] != old[p, r]:
        return False
    for j in range(degree):  # noqa: SIM110 - numba has no generators
        if arc_code[ends[c] + j] != arc_code[arcs + j]:
            return False
    return True


@njit(cache=True, nogil=True)
def by_row(color: Any, found: int, group: Any, source: Any, count: Any) -> int:
    """The distinct colors of each row over all copies, with their numbers; how many in all."""
    copies, rows = color.shape
    entry = np.full(found, -1, np.int64)
    entries = 0
    for r in range(rows):
        start = entries
        for p in range(copies):
            c = color[p, r]
            if entry[c] < start:
                entry[c], group[entries], source[entries], count[entries] = entries, r, c, 0
                entries += 1
            count[entry[c]] += 1
    return entries
