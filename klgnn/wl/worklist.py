"""Algorithm 1 of the paper for k = 1: refinement by a worklist, exact, with a canonical result.

A cell that waits in the list splits its neighbor cells by how many arcs lead into it; of the parts
of a cell that is not waiting, all but the largest join the list (Hopcroft 1971; Paige and Tarjan
1987), so a node is looked at O(log n) times: long paths cost what they should.

Every choice depends on counts and on the order of cells alone, never on node numbers. Graphs that
color refinement cannot tell apart therefore run in step and end with the same cells in the same
order, and the cells' types, sizes and mutual arc counts are a certificate: equal exactly when
color refinement cannot tell apart. No hash is involved.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from klgnn.wl.structure import Structure

Array = npt.NDArray[Any]


def certificate(structure: Structure, label_tuple: Array) -> tuple[bytes, Array]:
    """What color refinement knows of a labeled graph, and the cell of every node.

    Returns:
        The certificate, and the canonical number of each node's cell, shape ``(n,)``.
    """
    types, first = _initial_classes(structure, label_tuple)
    relations, arc_class = _arc_classes(structure)
    order, starts = _sorted_cells(first)
    cell = refine(structure.indptr, structure.indices, arc_class, order, starts)
    _, number = np.unique(cell, return_inverse=True)
    parts = [types, np.bincount(number), relations, _quotient(structure, arc_class, number)]
    shapes = [np.array(part.shape, np.int64) for part in parts]
    arrays = [array for pair in zip(shapes, parts, strict=True) for array in pair]
    return b"".join(array.astype("<i8").tobytes() for array in arrays), number


def _initial_classes(structure: Structure, label_tuple: Array) -> tuple[Array, Array]:
    """Exact types in use, sorted, and which one each node has; labels are part of a type."""
    labels = np.zeros((structure.num_nodes, len(label_tuple)), np.int64)
    inside = np.flatnonzero(label_tuple >= 0)
    labels[label_tuple[inside], inside] = 1
    rows = np.concatenate([structure.types, labels], axis=1)
    types, first = np.unique(rows, axis=0, return_inverse=True)
    counts = np.bincount(first.reshape(-1), minlength=len(types))
    return np.concatenate([types, counts[:, None]], axis=1), first.reshape(-1)


def _arc_classes(structure: Structure) -> tuple[Array, Array]:
    """Exact relations in use, sorted, and which one each arc has."""
    if structure.relations is None:
        return np.zeros((1, 0), np.int64), np.zeros(len(structure.indices), np.int64)
    relations, place = np.unique(structure.relations, axis=0, return_inverse=True)
    return relations, place.reshape(-1)


def _sorted_cells(first: Array) -> tuple[Array, Array]:
    """Nodes sorted by initial class, and where each class starts."""
    order = np.argsort(first, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(first))])[:-1]
    return order, starts.astype(np.int64)


def _quotient(structure: Structure, arc_class: Array, number: Array) -> Array:
    """For each cell, relation and other cell: how many arcs a node of the cell has there."""
    _, members = np.unique(number, return_index=True)
    degrees = np.diff(structure.indptr)[members]
    rows = np.repeat(np.arange(len(members)), degrees)
    offsets = np.arange(len(rows)) - np.repeat(np.cumsum(degrees) - degrees, degrees)
    arcs = np.repeat(structure.indptr[:-1][members], degrees) + offsets
    triples = np.stack([rows, arc_class[arcs], number[structure.indices[arcs]]], axis=1)
    distinct, counts = np.unique(triples, axis=0, return_counts=True)
    return np.concatenate([distinct, counts[:, None]], axis=1)


@njit(cache=True, nogil=True)
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
    while head != tail:
        splitter = queue[head]
        head = (head + 1) % (n + 1)
        waiting[splitter] = False
        members = order[splitter : splitter + length[splitter]].copy()
        arcs = arcs_by_class(indptr, indices, arc_class, members)
        begin = 0
        while begin < arcs.shape[0]:
            number, end = 0, begin
            while end < arcs.shape[0] and arcs[end, 0] == arcs[begin, 0]:
                v = arcs[end, 1]
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


@njit(cache=True, nogil=True)
def arcs_by_class(indptr: Any, indices: Any, arc_class: Any, members: Any) -> Any:
    """The arcs out of a cell as rows (class, other end), classes in order."""
    size = 0
    for i in range(members.shape[0]):
        size += indptr[members[i] + 1] - indptr[members[i]]
    arcs = np.empty((size, 2), np.int64)
    at, lowest, highest = 0, np.int64(2**62), np.int64(-1)
    for i in range(members.shape[0]):
        for e in range(indptr[members[i]], indptr[members[i] + 1]):
            arcs[at, 0], arcs[at, 1] = arc_class[e], indices[e]
            lowest, highest = min(lowest, arc_class[e]), max(highest, arc_class[e])
            at += 1
    if lowest >= highest:
        return arcs
    return arcs[np.argsort(arcs[:, 0], kind="mergesort")]


@njit(cache=True, nogil=True)
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
    ranked = touched[np.argsort(key, kind="mergesort")]
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


@njit(cache=True, nogil=True)
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
