"""From a list of node pairs to clean arrays: what Graph.from_edges does, step by step."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from klgnn import _csr, _memory
from klgnn.attributes import as_array, encode_value, unmasked
from klgnn.errors import GraphError

Array = npt.NDArray[Any]
# More nodes than this, most of them without an edge, are rather identifiers than numbers.
MAX_IMPLIED = 10_000_000
Parallel = Literal["refuse", "collapse", "color"]


def as_integers(values: Any, what: str = "node numbers") -> Array:
    """Whole numbers as int64, refusing anything that would have to be rounded."""
    if hasattr(values, "detach"):  # a torch tensor, without importing torch
        values = as_array(values)
    try:
        array = np.asanyarray(values)
    except ValueError:
        raise GraphError(f"{what}: got rows of different lengths, expected an array") from None
    array = unmasked(array, what)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu" or (array.dtype == np.uint64 and array.max() >= 2**63):
        got = f"dtype {array.dtype}" if array.dtype.kind != "O" else "mixed values"
        raise GraphError(f"{what}: got {got}, expected integers; convert or number them")
    return array.astype(np.int64, copy=False)


def as_pairs(edges: Any) -> Array:
    """Node pairs of shape (e, 2)."""
    if not hasattr(edges, "__len__") or isinstance(edges, set | frozenset):
        edges = list(edges)
    pairs = as_integers(edges, "edges")
    if pairs.size == 0:
        return pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        square = pairs.ndim == 2 and pairs.shape[0] == pairs.shape[1]
        hint = "; a matrix: form='numpy'" if square else ""
        raise GraphError(
            f"edges: got shape {pairs.shape}, expected (e, 2), one node pair per row{hint}"
        )
    return pairs


def count_nodes(pairs: Array, num_nodes: int | None, node_colors: Array | None) -> int:
    """The number of nodes, given or implied, with every pair inside it."""
    if num_nodes is None:
        if node_colors is not None:
            num_nodes = len(node_colors)
        else:
            num_nodes = int(pairs.max()) + 1 if len(pairs) else 0
            if num_nodes > max(MAX_IMPLIED, 100 * len(pairs)):
                raise GraphError(
                    f"edges: got node {num_nodes - 1} among {len(pairs)} edges, expected nodes"
                    " numbered from 0 without large gaps; number them, or say num_nodes="
                )
    is_number = isinstance(num_nodes, int | np.integer) and not isinstance(num_nodes, bool)
    if not is_number or not 0 <= num_nodes <= _csr.MAX_NODES:
        raise GraphError(f"num_nodes: got {num_nodes!r}, expected 0 to {_csr.MAX_NODES}")
    _csr.check_range(pairs, int(num_nodes), "edges")
    if num_nodes > MAX_IMPLIED:
        _memory.require(24.0 * num_nodes, f"a graph of {num_nodes} nodes")
    return int(num_nodes)


def to_rows(
    pairs: Array, colors: Array | None, num_nodes: int, directed: bool, parallel: Parallel
) -> tuple[Array, Array, Array | None]:
    """Compressed sparse rows; undirected pairs stand in both, repeats follow ``parallel``."""
    if parallel not in ("refuse", "collapse", "color"):
        raise GraphError(f"parallel: got {parallel!r}, expected 'refuse', 'collapse' or 'color'")
    if parallel == "color":
        pairs, colors = _merged(pairs, colors, num_nodes, directed, parallel)
    key, entry_colors = _sorted_entries(pairs, colors, num_nodes, directed)
    if (key[1:] == key[:-1]).any():
        pairs, colors = _merged(pairs, colors, num_nodes, directed, parallel)
        key, entry_colors = _sorted_entries(pairs, colors, num_nodes, directed)
    return *_csr.cut(num_nodes, key), entry_colors


def _sorted_entries(
    pairs: Array, colors: Array | None, num_nodes: int, directed: bool
) -> tuple[Array, Array | None]:
    """The sorted keys of all entries, and their colors."""
    source, target = pairs[:, 0], pairs[:, 1]
    key = _csr.keys(num_nodes, source, target)
    if not directed:
        proper = source != target  # a self-loop stands in its row once
        key = np.concatenate([key, _csr.keys(num_nodes, target, source)[proper]])
        colors = None if colors is None else np.concatenate([colors, colors[proper]])
    if colors is None:
        key.sort()  # values: far faster than argsort
        return key, None
    order = key.argsort()
    return key[order], colors[order]


def _merged(
    pairs: Array, colors: Array | None, num_nodes: int, directed: bool, parallel: Parallel
) -> tuple[Array, Array | None]:
    """Every edge once, by the rule ``parallel``; undirected ones as u <= v."""
    if not directed:
        pairs = np.sort(pairs, axis=1)
    key = _csr.keys(num_nodes, pairs[:, 0], pairs[:, 1])
    order = np.argsort(key, kind="stable")
    is_first = np.ones(len(key), bool)
    is_first[1:] = key[order][1:] != key[order][:-1]
    if parallel == "color":
        merged = _merged_colors(colors, order, is_first)
        return pairs[order[is_first]], merged
    if parallel == "refuse":
        u, v = pairs[order[np.flatnonzero(~is_first)[0]]]
        raise GraphError(
            f"edges: got {u} - {v} more than once, expected each edge once; choose"
            " parallel='collapse' to drop repeats or parallel='color' to keep them as a color"
        )
    if colors is not None:
        repeats = np.flatnonzero(~is_first)
        clash = repeats[colors[order[repeats]] != colors[order[repeats - 1]]]
        if len(clash):
            u, v = pairs[order[clash[0]]]
            raise GraphError(
                f"edges: got {u} - {v} with different colors, expected repeats to agree;"
                " choose parallel='color' to keep them all"
            )
        colors = colors[order[is_first]]
    return pairs[order[is_first]], colors


def _merged_colors(colors: Array | None, order: Array, is_first: Array) -> Array:
    """One color for each bundle of parallel edges: their number, or their sorted colors."""
    starts = np.flatnonzero(is_first)
    if colors is None:
        return np.diff(np.append(starts, len(order)))
    bundles = np.split(colors[order], starts[1:]) if len(starts) else []
    return np.array([encode_value(("parallel", *sorted(b.tolist()))) for b in bundles], np.int64)
