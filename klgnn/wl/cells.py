"""Algorithm 1 of the paper for k = 1: ordered partitions, refined from where they stand.

A cell that waits in a list splits its neighbor cells by how many arcs lead into it; of the parts of
a cell that is not waiting, all but the largest join the list (Hopcroft 1971; Paige and Tarjan
1987), so a node is looked at O(log n) times. A label splits one node off its cell, and only what
that changes is looked at: the labeled graph costs what differs from the graph it was made of.

Every choice depends on counts and on the order of cells alone, never on node numbers. Graphs that
color refinement cannot tell apart therefore run in step, and what is seen on the way, the *trace*,
is the same: for each waiting cell, which cells its arcs lead to, how many of their nodes, and how
often. The trace in turn determines the arc counts between all final cells (those into a part that
never waited are what the others leave of the whole). So two traces are equal exactly when color
refinement cannot tell apart. A trace is written to a tape, which is hashed, or read
where a hash is not exact enough.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.hashing import CHAIN, GOLDEN, MULTIPLIER_1, MULTIPLIER_2, mix

U = np.uint64
# Rows of a partition: nodes sorted by cell; where each node stands there; where its cell starts,
# which is the cell's name; how long the cell that starts here is.
ORDER, PLACE, CELL, LENGTH = 0, 1, 2, 3
# Rows of the scratch: arcs into each node; nodes met in each cell; cells met; a ring of waiting
# cells; whether a cell waits.
COUNT, HITS, MET, QUEUE, WAITS = 0, 1, 2, 3, 4
SCRATCH_ROWS = 5
# Counters: numbers on the tape; whether there is one; the step, one for each waiting cell and class
# of arcs; nodes and arcs looked at; the queue's end, the cells, how many of them wait; the sums.
TAPE, KEEP, STEP, WORK, TAIL, CELLS, WAITING, FIRST, SECOND = 0, 1, 2, 3, 4, 5, 6, 7, 8
COUNTERS = 9
ABSENT, KIND, DISCRETE = 2**62, 2**62 + 1, 2**62 + 2  # what stands in a trace where no cell can


@njit()
def see(x: Any, y: Any, tape: Any, counters: Any) -> None:
    """Add a pair to the trace; what runs over the end of a tape is only counted."""
    if counters[KEEP]:
        if counters[TAPE] + 1 < tape.shape[0]:
            tape[counters[TAPE]], tape[counters[TAPE] + 1] = x, y
        counters[TAPE] += 2
        return
    a, b = U(np.int64(x)), U(np.int64(y))
    counters[FIRST] += np.int64(mix(a * CHAIN + mix(b + GOLDEN)))
    counters[SECOND] += np.int64(mix(a * MULTIPLIER_1 + mix(b + MULTIPLIER_2)))


@njit()
def close(counters: Any, word: Any) -> None:
    """The trace ends here: chain it to a color."""
    word[0] = mix(word[0] * CHAIN + U(counters[FIRST]))
    word[1] = mix(word[1] * CHAIN + U(counters[SECOND]))
    counters[FIRST] = counters[SECOND] = counters[STEP] = 0


@njit()
def start(first: Any, partition: Any, scratch: Any, tape: Any, counters: Any) -> int:
    """Cells from classes of nodes, numbered from 0, all of them waiting; returns how many."""
    n = first.shape[0]
    sizes = np.zeros(n + 1, np.int64)
    for v in range(n):
        sizes[first[v]] += 1
    cells, position = 0, 0
    while position < n:
        size = sizes[cells]
        partition[LENGTH, position] = size
        scratch[QUEUE, cells], scratch[WAITS, position] = position, 1
        see(position, size, tape, counters)
        sizes[cells] = position
        position, cells = position + size, cells + 1
    for v in range(n):
        c, p = scratch[QUEUE, first[v]], sizes[first[v]]
        sizes[first[v]] += 1
        partition[ORDER, p], partition[PLACE, v], partition[CELL, v] = v, p, c
    return cells


@njit()
def individualize(part: Any, v: Any, scratch: Any) -> None:
    """Give a node of a cell of several a cell of its own, which waits."""
    c = part[CELL, v]
    last = c + part[LENGTH, c] - 1
    p, other = part[PLACE, v], part[ORDER, last]
    part[ORDER, p], part[PLACE, other], part[ORDER, last], part[PLACE, v] = other, p, v, last
    part[CELL, v], part[LENGTH, last] = last, 1
    part[LENGTH, c] -= 1
    scratch[QUEUE, 0], scratch[WAITS, last] = last, 1


@njit()
def refine(
    indptr: Any, indices: Any, kinds: Any, part: Any, cells: int, waiting: int,
    scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> int:  # fmt: skip
    """Work off the queue, whose first so many places are taken; returns the number of cells."""
    n, head, plain, work = part.shape[1], 0, kinds.shape[0] == 0, 0
    counters[TAIL], counters[CELLS], counters[WAITING] = waiting % max(n, 1), cells, waiting
    while counters[WAITING]:
        splitter = scratch[QUEUE, head]
        head = head + 1 if head + 1 < n else 0
        counters[WAITING] -= 1
        scratch[WAITS, splitter] = 0
        arcs = 0
        for p in range(splitter, splitter + part[LENGTH, splitter]):
            v = part[ORDER, p]
            for e in range(indptr[v], indptr[v + 1]):
                ends[arcs] = indices[e]
                if not plain:
                    keys[arcs] = kinds[e]
                arcs += 1
        work += arcs + part[LENGTH, splitter]
        if not plain and part[LENGTH, splitter] > 1:
            sort_pairs(keys, ends, arcs)
        first, last = 0, arcs
        while first < arcs:  # once for each class of arcs
            counters[STEP] += 1
            if not plain:
                last = first
                while last < arcs and keys[last] == keys[first]:
                    last += 1
                see(KIND, (counters[STEP] << 32) | keys[first], tape, counters)
            meet(ends, first, last, part, scratch, tape, counters)
            first = last
        counters[STEP] += 1
        if counters[CELLS] == n and 3 * counters[WAITING] > n and not counters[KEEP]:
            see_arcs(indptr, indices, kinds, part, counters)
            while counters[WAITING]:
                scratch[WAITS, scratch[QUEUE, head]] = 0
                head = head + 1 if head + 1 < n else 0
                counters[WAITING] -= 1
    counters[WORK] += work
    return int(counters[CELLS])


@njit()
def see_arcs(indptr: Any, indices: Any, kinds: Any, part: Any, counters: Any) -> None:
    """Add all arcs of a graph whose cells are single nodes to the trace."""
    first, second = U(DISCRETE), U(DISCRETE)
    for v in range(part.shape[1]):
        row = U(part[PLACE, v]) << U(32)
        for e in range(indptr[v], indptr[v + 1]):
            a = row | U(part[PLACE, indices[e]])
            b = U(kinds[e]) + U(1) if kinds.shape[0] else U(0)
            first += mix(a * MULTIPLIER_2 + b * GOLDEN)
            second += mix(a * GOLDEN + b * CHAIN)
    counters[FIRST] += np.int64(mix(first))
    counters[SECOND] += np.int64(mix(second))
    counters[WORK] += indices.shape[0]


@njit()
def meet(
    ends: Any, first: int, last: int, part: Any, scratch: Any, tape: Any, counters: Any
) -> None:
    """Follow some arcs, and split every cell they lead to by how many lead to each node."""
    number = 0
    for e in range(first, last):
        u = ends[e]
        if scratch[COUNT, u] == 0:
            c = part[CELL, u]
            if scratch[HITS, c] == 0:
                scratch[MET, number] = c
                number += 1
            scratch[HITS, c] += 1
            if part[LENGTH, c] > 1:  # those met move to the end of their cell
                p, q = part[PLACE, u], c + part[LENGTH, c] - scratch[HITS, c]
                v = part[ORDER, q]
                part[ORDER, p], part[PLACE, v], part[ORDER, q], part[PLACE, u] = v, p, u, q
        scratch[COUNT, u] += 1
    step, rest = counters[STEP] << 32, number
    if not counters[KEEP]:  # single nodes stay cells, and their order does not matter to a sum
        rest = 0
        for i in range(number):
            c = scratch[MET, i]
            if part[LENGTH, c] > 1:
                scratch[MET, rest] = c
                rest += 1
            else:
                v = part[ORDER, c]
                see(step | c, (np.int64(scratch[COUNT, v]) << 32) | 1, tape, counters)
                scratch[COUNT, v] = scratch[HITS, c] = 0
    if rest > 1:
        sort_row(scratch, MET, rest)
    for i in range(rest):
        split(scratch[MET, i], part, scratch, tape, counters)


@njit()
def split(c: int, part: Any, scratch: Any, tape: Any, counters: Any) -> None:
    """Split one cell, whose last nodes were met, by count; those not met stay first."""
    size, h, step = part[LENGTH, c], scratch[HITS, c], counters[STEP] << 32
    scratch[HITS, c] = 0
    begin, end = c + size - h, c + size
    rank(part, scratch, begin, end)
    largest, largest_size = c, size - h
    if h < size:
        part[LENGTH, c] = size - h
    new, parts = begin, 1 if h < size else 0
    for p in range(begin, end):
        v = part[ORDER, p]
        count = scratch[COUNT, v]
        part[CELL, v] = new
        if p + 1 == end or scratch[COUNT, part[ORDER, p + 1]] != count:
            length = p + 1 - new
            part[LENGTH, new] = length
            see(step | new, (np.int64(count) << 32) | length, tape, counters)
            if length > largest_size:
                largest, largest_size = new, length
            new = p + 1
            parts += 1
    for p in range(begin, end):
        scratch[COUNT, part[ORDER, p]] = 0
    if parts > 1:
        counters[CELLS] += parts - 1
        counters[WAITING] += parts - 1
        # A cell that waits already stays in the list as its first part; all the others join it.
        put(c, end, c if scratch[WAITS, c] else largest, part, scratch, counters)


@njit()
def put(begin: int, end: int, stays: int, part: Any, scratch: Any, counters: Any) -> None:
    """All cells of a stretch but one join the queue."""
    n, tail, c = part.shape[1], counters[TAIL], begin
    while c < end:
        if c != stays:
            scratch[QUEUE, tail], scratch[WAITS, c] = c, 1
            tail = tail + 1 if tail + 1 < n else 0
        c += part[LENGTH, c]
    counters[TAIL] = tail


@njit()
def rank(part: Any, scratch: Any, begin: int, end: int) -> None:
    """Sort a piece of the order by count, by Shell's sort: in place, and little code."""
    low = high = scratch[COUNT, part[ORDER, begin]]
    for p in range(begin + 1, end):
        count = scratch[COUNT, part[ORDER, p]]
        low, high = min(low, count), max(high, count)
    if low == high:
        return
    gap = (end - begin) // 2 if end - begin > 16 else 1
    while gap:
        for p in range(begin + gap, end):
            v, q = part[ORDER, p], p
            count = scratch[COUNT, v]
            while q >= begin + gap and scratch[COUNT, part[ORDER, q - gap]] > count:
                part[ORDER, q] = part[ORDER, q - gap]
                q -= gap
            part[ORDER, q] = v
        gap = 0 if gap == 1 else max(gap * 5 // 11, 1)
    for p in range(begin, end):
        part[PLACE, part[ORDER, p]] = p


@njit()
def sort_row(rows: Any, row: int, size: int) -> None:
    """Sort the beginning of a row."""
    gap = size // 2 if size > 16 else 1
    while gap:
        for i in range(gap, size):
            x, j = rows[row, i], i
            while j >= gap and rows[row, j - gap] > x:
                rows[row, j] = rows[row, j - gap]
                j -= gap
            rows[row, j] = x
        gap = 0 if gap == 1 else max(gap * 5 // 11, 1)


@njit()
def sort_pairs(keys: Any, values: Any, size: int) -> None:
    """Sort the first so many keys, and values along with them."""
    gap = size // 2 if size > 16 else 1
    while gap:
        for i in range(gap, size):
            key, value, j = keys[i], values[i], i
            while j >= gap and keys[j - gap] > key:
                keys[j], values[j] = keys[j - gap], values[j - gap]
                j -= gap
            keys[j], values[j] = key, value
        gap = 0 if gap == 1 else max(gap * 5 // 11, 1)
