"""Compressed sparse rows as plain arrays: build, check, cut. No graph semantics here."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError

Array = npt.NDArray[Any]
MAX_NODES = 2**31 - 1  # neighbors are stored in 32 bits


def build(num_nodes: int, source: Array, target: Array) -> tuple[Array, Array]:
    """Rows sorted by target, from distinct entries in any order: ``indptr`` and ``indices``."""
    key = keys(num_nodes, source, target)
    key.sort()  # values: far faster than argsort
    return cut(num_nodes, key)


def build_ordered(num_nodes: int, source: Array, target: Array) -> tuple[Array, Array, Array]:
    """As :func:`build`, and which entry came where."""
    key = keys(num_nodes, source, target)
    order = key.argsort()
    return *cut(num_nodes, key[order]), order


def keys(num_nodes: int, source: Array, target: Array) -> Array:
    """Entries as single numbers, row before column, so that one sort puts them in order."""
    return source.astype(np.int64, copy=False) << num_nodes.bit_length() | target


def cut(num_nodes: int, ordered: Array) -> tuple[Array, Array]:
    """``indptr`` and ``indices`` from the sorted :func:`keys` of entries."""
    shift = num_nodes.bit_length()
    indptr = ordered.searchsorted(np.arange(num_nodes + 1) << shift)
    return indptr, (ordered & ((1 << shift) - 1)).astype(np.int32)


def rows(indptr: Array) -> Array:
    """The row of every entry, shape (m,)."""
    return np.arange(len(indptr) - 1).repeat(indptr[1:] - indptr[:-1])


def check(indptr: Array, indices: Array) -> None:
    """Refuse arrays that are not sorted, duplicate-free compressed sparse rows."""
    n = len(indptr) - 1
    if n < 0 or indptr[0] != 0 or indptr[-1] != len(indices) or (np.diff(indptr) < 0).any():
        raise GraphError(
            f"indptr: expected {max(n, 0) + 1} ascending offsets from 0 to {len(indices)},"
            f" got {_glimpse(indptr)}"
        )
    check_range(indices, n, "indices")
    step = np.diff(indices)
    starts = indptr[1:-1]
    step[starts[(starts > 0) & (starts < len(indices))] - 1] = 1  # a new row may start lower
    if (step <= 0).any():
        at = int(np.flatnonzero(step <= 0)[0])
        raise GraphError(
            f"indices: expected ascending neighbors without repeats in each row, got"
            f" {indices[at]} before {indices[at + 1]}; use Graph.from_edges for unsorted input"
        )


def check_range(nodes: Array, num_nodes: int, what: str) -> None:
    """Refuse node numbers outside 0..num_nodes-1."""
    # Read as unsigned, a negative number is a large one: one look instead of two.
    if len(nodes) and nodes.astype(np.int64, copy=False).view(np.uint64).max() >= num_nodes:
        bad = nodes[(nodes < 0) | (nodes >= num_nodes)][0]
        raise GraphError(
            f"{what}: got node {bad}, expected 0 to {num_nodes - 1} in a graph of {num_nodes}"
            " nodes; raise num_nodes or renumber"
        )


def reverse_order(indptr: Array, indices: Array) -> Array:
    """For every entry of the transposed rows, where it stands in the given rows."""
    return np.argsort(indices, kind="stable")


def asymmetry(indptr: Array, indices: Array, colors: Array | None) -> str | None:
    """What keeps the rows (and entry colors) from being symmetric, or None."""
    n, row, column = len(indptr) - 1, rows(indptr), indices
    forward, backward = keys(n, row, column), keys(n, column, row)
    order = backward.argsort()
    if (backward[order] != forward).any():
        lonely = np.flatnonzero(~np.isin(forward, backward))[0]
        return (
            f"an edge {row[lonely]} -> {column[lonely]} without its reverse in an undirected graph;"
            " add it, or say directed=True"
        )
    if colors is not None and (colors[order] != colors).any():
        at = np.flatnonzero(colors[order] != colors)[0]
        return (
            f"edge {row[at]} - {column[at]} with two colors, one in each direction, in an"
            " undirected graph; make them one, or say directed=True"
        )
    return None


def induce(indptr: Array, indices: Array, nodes: Array) -> tuple[Array, Array, Array]:
    """Rows and columns ``nodes``, renumbered in that order.

    Returns:
        The new ``indptr`` and ``indices``, and which old entry each new one was.
    """
    new_number = np.full(len(indptr) - 1, -1, np.int64)
    new_number[nodes] = np.arange(len(nodes))
    entries = gather(indptr, nodes)
    source = np.repeat(np.arange(len(nodes)), np.diff(indptr)[nodes])
    target = new_number[indices[entries]]
    kept = target >= 0
    new_indptr, new_indices, order = build_ordered(len(nodes), source[kept], target[kept])
    return new_indptr, new_indices, entries[kept][order]


def gather(indptr: Array, nodes: Array) -> Array:
    """The positions of all entries of the rows ``nodes``, row after row."""
    counts = np.diff(indptr)[nodes]
    starts = np.repeat(indptr[:-1][nodes] - np.cumsum(counts) + counts, counts)
    return starts + np.arange(len(starts))


def _glimpse(values: Array) -> str:
    shown = ", ".join(str(v) for v in values[:6].tolist())
    return f"[{shown}{', ...' if len(values) > 6 else ''}]"
