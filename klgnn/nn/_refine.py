"""The kernel of quotient execution: color refinement of all labeled graphs of a batch, exactly.

The same refinement as the engine's 1-WL, but round by round and with dense numbers in place of
hashes: a signature (own color, sorted codes of neighbors) is looked up in a hash table and compared
in full with the one found there, so two rows share a color exactly if their signatures are equal.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit

U = np.uint64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)


@njit()
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


@njit()
def refine(
    indptr: Any, sources: Any, codes: Any, shift: int, old: Any, new: Any, seen: Any, same: Any,
    table: Any, where: Any, own: Any, count: Any, ends: Any, arc_code: Any,
) -> int:  # fmt: skip
    """One round: number the signatures (own color, neighbors' colors with the edges to them).

    Args:
        indptr: where the edges into each row start.
        sources: the row each edge comes from, sorted by target.
        codes: the kind of each edge, in the same order.
        shift: so many bits hold a kind.
        old: the colors before, ``(copies, rows)``.
        new: out, the colors after.
        seen: the places whose labels each row can see by now, as bits.
        same: ``same[seen, p]`` is the first permutation that gives those places what p gives them.
        table: scratch, a power of two long, all -1.
        where: out, the first (copy, row) of each color, as one number.
        own: out, the color before of each color.
        count: out, how many (copy, row) have each color.
        ends: out, the arcs of color c are those from ``ends[c]`` to ``ends[c + 1]``.
        arc_code: out, for each arc its old color and kind, ``color << shift | kind``.

    Returns:
        How many colors.
    """
    copies, rows = old.shape
    found, arcs, size, top = 0, 0, table.shape[0], same.shape[0] - 1
    ends[0] = 0
    for p in range(copies):
        for r in range(rows):
            first = same[seen[r] & top, p]
            if first != p:  # labels that it cannot see are no difference
                new[p, r] = new[first, r]
                count[new[p, r]] += 1
                continue
            start, degree, before = indptr[r], indptr[r + 1] - indptr[r], old[p, r]
            for i in range(degree):  # the signature goes where it would be kept, sorted
                code = np.int64(old[p, sources[start + i]]) << shift | codes[start + i]
                j = arcs + i
                while j > arcs and arc_code[j - 1] > code:
                    arc_code[j] = arc_code[j - 1]
                    j -= 1
                arc_code[j] = code
            hash_ = U(before) * GOLDEN + U(degree)
            for j in range(arcs, arcs + degree):
                hash_ = (hash_ ^ (hash_ >> U(29))) * MULTIPLIER + U(arc_code[j])
            slot = _slot(hash_, size)
            while True:
                c = table[slot]
                if c < 0:
                    c = found
                    table[slot], where[c], own[c], count[c] = c, p * rows + r, before, 0
                    found += 1
                    arcs += degree
                    ends[found] = arcs
                elif own[c] != before or not _equal(arc_code, ends[c], ends[c + 1], arcs, degree):
                    slot = (slot + 1) & (size - 1)
                    continue
                new[p, r] = c
                count[c] += 1
                break
    return found


@njit()
def look(indptr: Any, sources: Any, seen: Any, further: Any) -> None:
    """What each row sees a round later: what it or a neighbor saw."""
    for r in range(seen.shape[0]):
        further[r] = seen[r]
        for i in range(indptr[r], indptr[r + 1]):
            further[r] |= seen[sources[i]]


@njit()
def unpack(
    found: int, ends: Any, arc_code: Any, shift: int, edge_index: Any, edge: Any, source: Any,
    kind: Any,
) -> None:  # fmt: skip
    """Arcs by color as pairs of rows and their edges, in long and in short integers."""
    mask = (1 << shift) - 1
    for c in range(found):
        for j in range(ends[c], ends[c + 1]):
            source[j], kind[j] = arc_code[j] >> shift, arc_code[j] & mask
            edge_index[0, j], edge_index[1, j], edge[j] = source[j], c, kind[j]


@njit()
def _slot(hash_: Any, size: int) -> Any:
    hash_ = (hash_ ^ (hash_ >> U(32))) * MULTIPLIER
    return np.int64((hash_ ^ (hash_ >> U(29))) & U(size - 1))


@njit()
def _equal(arc_code: Any, first: int, last: int, start: int, degree: int) -> bool:
    if last - first != degree:
        return False
    for j in range(degree):  # noqa: SIM110 - numba has no generators
        if arc_code[first + j] != arc_code[start + j]:
            return False
    return True


@njit()
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
