"""Refinement of an ordered partition by a worklist, for canonical orders of nodes.

As :mod:`klgnn.wl.cells`, without a trace: a cell that waits in the list splits its neighbor cells
by how many arcs lead into it; of the parts of a cell that is not waiting, all but the largest join
the list (Hopcroft 1971; Paige and Tarjan 1987). Every choice depends on counts and on the order of
cells alone, never on node numbers.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.sorting import sort_by_key


@njit()
def refine(indptr: Any, indices: Any, arc_class: Any, order: Any, starts: Any) -> Any:
    """The coarsest stable partition below the given one; a cell is named by where it starts.

    Args:
        order: nodes sorted by initial cell; sorted by final cell afterwards.
        starts: where each initial cell starts.
    """
    n = order.shape[0]
    place = np.empty(n, np.int64)  # of each node in order
    cell = np.empty(n, np.int64)  # of each node: where its cell starts
    length = np.zeros(n + 1, np.int64)  # of the cell that starts here
    queue = np.empty(n + 1, np.int64)  # a ring: every cell waits at most once
    waiting = np.zeros(n + 1, np.bool_)
    head, tail = 0, 0
    for c in range(starts.shape[0]):
        start = starts[c]
        end = starts[c + 1] if c + 1 < starts.shape[0] else n
        length[start] = end - start
        queue[tail], waiting[start] = start, True
        tail += 1
        for p in range(start, end):
            place[order[p]], cell[order[p]] = p, start
    count = np.zeros(n, np.int64)
    touched = np.empty(n, np.int64)
    classes, ends = np.empty(len(indices), np.int64), np.empty(len(indices), np.int64)
    while head != tail:
        splitter = queue[head]
        head = (head + 1) % (n + 1)
        waiting[splitter] = False
        members = order[splitter : splitter + length[splitter]].copy()
        arcs = arcs_of(indptr, indices, arc_class, members, classes, ends)
        begin = 0
        while begin < arcs:
            number, end = 0, begin
            while end < arcs and classes[end] == classes[begin]:
                v = ends[end]
                if count[v] == 0:
                    touched[number] = v
                    number += 1
                count[v] += 1
                end += 1
            begin = end
            tail = split_all(
                touched[:number], count, order, place, cell, length, queue, tail, waiting
            )
            for i in range(number):
                count[touched[i]] = 0
    return cell


@njit()
def arcs_of(
    indptr: Any, indices: Any, arc_class: Any, members: Any, classes: Any, ends: Any
) -> int:
    """The arcs out of a cell, by class; returns how many there are."""
    size = 0
    sorted_already = True
    for i in range(members.shape[0]):
        for e in range(indptr[members[i]], indptr[members[i] + 1]):
            classes[size], ends[size] = arc_class[e], indices[e]
            sorted_already &= size == 0 or classes[size] >= classes[size - 1]
            size += 1
    if not sorted_already:
        sort_by_key(classes[:size], ends[:size])
    return size


@njit()
def split_all(
    touched: Any,
    count: Any,
    order: Any,
    place: Any,
    cell: Any,
    length: Any,
    queue: Any,
    tail: int,
    waiting: Any,
) -> int:
    """Split every touched cell by count, cells in order, parts in the order of their counts.

    Returns:
        The new end of the queue.
    """
    n = order.shape[0]
    key = np.empty(touched.shape[0], np.int64)
    for i in range(touched.shape[0]):
        key[i] = cell[touched[i]] * (n + 1) + count[touched[i]]
    ranked = touched.copy()
    sort_by_key(key, ranked)
    first = 0
    while first < ranked.shape[0]:
        start = cell[ranked[first]]
        last = first
        while last < ranked.shape[0] and cell[ranked[last]] == start:
            last += 1
        end = start + length[start]
        untouched = length[start] - (last - first)
        for i in range(last - 1, first - 1, -1):  # the touched ones move to the end, in order
            v, target = ranked[i], end - (last - i)
            other = order[target]
            order[place[v]], place[other] = other, place[v]
            order[target], place[v] = v, target
        tail = name_parts(
            ranked[first:last], count, start, untouched, cell, length, queue, tail, waiting
        )
        first = last
    return tail


@njit()
def name_parts(
    ranked: Any,
    count: Any,
    start: int,
    untouched: int,
    cell: Any,
    length: Any,
    queue: Any,
    tail: int,
    waiting: Any,
) -> int:
    """Name the parts of one cell and put all but the largest into the queue."""
    slots = queue.shape[0]
    whole = untouched + ranked.shape[0]
    largest, largest_size = start, untouched
    part, size = start + untouched, 0
    if untouched > 0:
        length[start] = untouched
    for i in range(ranked.shape[0]):
        size += 1
        cell[ranked[i]] = part
        if i + 1 == ranked.shape[0] or count[ranked[i + 1]] != count[ranked[i]]:
            length[part] = size
            if size > largest_size:
                largest, largest_size = part, size
            part, size = part + size, 0
    if largest_size == whole:
        return tail  # nothing was split
    # A cell that waits already stays in the list as its first part, and all the others join it.
    stays = start if waiting[start] else largest
    part = start
    while part < start + whole:
        if part != stays:
            queue[tail], waiting[part] = part, True
            tail = (tail + 1) % slots
        part += length[part]
    return tail
