"""Graphs from graphs, and distances: the bodies of Graph's methods."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr, _edges, _memory
from klgnn.errors import GraphError

if TYPE_CHECKING:
    from klgnn.graph import Graph

Array = npt.NDArray[Any]


def relabel(graph: Graph, permutation: Sequence[int] | Array) -> Graph:
    """Node ``v`` becomes ``permutation[v]``."""
    new_number = _edges.as_integers(permutation, "permutation").reshape(-1)
    n = graph.num_nodes
    if len(new_number) != n or not np.array_equal(np.sort(new_number), np.arange(n)):
        raise GraphError(
            f"permutation: got {len(new_number)} numbers that are not 0 to {n - 1} in some order"
        )
    old_number = np.empty(n, np.int64)
    old_number[new_number] = np.arange(n)
    return induced_subgraph(graph, old_number)


def induced_subgraph(graph: Graph, nodes: Sequence[int] | Array) -> Graph:
    """The subgraph on ``nodes``, numbered in that order."""
    chosen = _edges.as_integers(nodes, "nodes").reshape(-1)
    _csr.check_range(chosen, graph.num_nodes, "nodes")
    if len(np.unique(chosen)) != len(chosen):
        raise GraphError("nodes: got a node twice, expected distinct nodes")
    indptr, indices, entries = _csr.induce(graph.indptr, graph.indices, chosen)
    return graph._trusted(
        indptr,
        indices,
        None if graph.node_colors is None else graph.node_colors[chosen],
        None if graph.edge_colors is None else graph.edge_colors[entries],
        graph.directed,
        None if graph.names is None else tuple(graph.names[v] for v in chosen.tolist()),
    )


def ego_net(graph: Graph, root: int, hops: int) -> Graph:
    """The subgraph on all nodes within so many steps of the root, which becomes node 0."""
    if isinstance(hops, bool) or not isinstance(hops, int | np.integer) or hops < 0:
        raise GraphError(f"hops: got {hops!r}, expected a whole number from 0 up")
    steps = distances(graph, root)
    within = np.flatnonzero((steps >= 0) & (steps <= hops))
    return induced_subgraph(graph, np.concatenate([[root], within[within != root]]))


def rename(graph: Graph, names: Iterable[Hashable] | None) -> Graph:
    """Other names, and everything else shared."""
    colors = graph.node_colors, graph.edge_colors
    given = as_names(names, graph.num_nodes)
    return graph._trusted(graph.indptr, graph.indices, *colors, graph.directed, given)


def as_names(names: Iterable[Hashable] | None, num_nodes: int) -> tuple[Hashable, ...] | None:
    """One name per node, or none at all."""
    given = None if names is None else tuple(names)
    if given is not None and len(given) != num_nodes:
        raise GraphError(f"names: got {len(given)}, expected {num_nodes}, one per node")
    return given


def complement(graph: Graph) -> Graph:
    """Exactly the missing edges, without self-loops."""
    if graph.edge_colors is not None:
        raise GraphError("complement: got edge colors, which absent edges lack; recolor() first")
    n = graph.num_nodes
    _memory.require(60.0 * n * n, f"the complement of a graph of {n} nodes")
    absent = ~np.eye(n, dtype=bool)
    absent[_csr.rows(graph.indptr), graph.indices] = False
    source, target = np.nonzero(absent)
    indptr, indices = _csr.build(n, source, target)
    return graph._trusted(indptr, indices, graph.node_colors, None, graph.directed, graph.names)


def reverse(graph: Graph) -> Graph:
    """Every edge turned round."""
    if not graph.directed:
        return graph
    indptr, indices, order = _csr.build_ordered(
        graph.num_nodes, graph.indices.astype(np.int64), _csr.rows(graph.indptr)
    )
    colors = None if graph.edge_colors is None else graph.edge_colors[order]
    return graph._trusted(indptr, indices, graph.node_colors, colors, True, graph.names)


def disjoint_union(first: Graph, *others: Graph) -> Graph:
    """Side by side, numbered one after another."""
    graphs = (first, *others)
    for what in ("directed", "node_colors", "edge_colors"):
        has = {getattr(g, what) is not None and getattr(g, what) is not False for g in graphs}
        if len(has) > 1:
            raise GraphError(f"disjoint_union: got graphs with and without {what}; make them alike")
    offsets = np.cumsum([0, *(g.num_nodes for g in graphs)])
    entries = np.cumsum([0, *(len(g.indices) for g in graphs)])
    if offsets[-1] > _csr.MAX_NODES:
        raise GraphError(f"disjoint_union: got {offsets[-1]} nodes, at most {_csr.MAX_NODES} fit")
    pieces = [g.indptr[1:] + e for g, e in zip(graphs, entries, strict=False)]
    indices = [g.indices + np.int32(o) for g, o in zip(graphs, offsets, strict=False)]
    return first._trusted(
        np.concatenate([np.zeros(1, np.int64), *pieces]),
        np.concatenate(indices),
        _joined([g.node_colors for g in graphs]),
        _joined([g.edge_colors for g in graphs]),
        first.directed,
    )


def distances(graph: Graph, source: int | None) -> Array:
    """Steps from one node or between all; -1 where there is no path."""
    from scipy.sparse.csgraph import shortest_path

    if source is not None:
        _csr.check_range(np.array([source]), graph.num_nodes, "source")
    if graph.num_nodes == 0:
        return np.zeros((0, 0), np.int64)
    if source is None:
        _memory.require(25.0 * graph.num_nodes**2, f"all distances of {graph.num_nodes} nodes")
    steps = shortest_path(_scipy_rows(graph), method="D", unweighted=True, indices=source)
    return np.where(np.isinf(steps), -1, steps).astype(np.int64)


def components(graph: Graph) -> Array:
    """Component numbers, in the order of their smallest node."""
    from scipy.sparse.csgraph import connected_components

    if graph.num_nodes == 0:
        return np.zeros(0, np.int64)
    _, number = connected_components(_scipy_rows(graph), directed=graph.directed)
    _, first_seen, inverse = np.unique(number, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first_seen))[inverse].astype(np.int64)


def digest(graph: Graph) -> str:
    """A hexadecimal digest of the content, the same on every machine."""
    state = hashlib.blake2b(digest_size=16, person=b"klgnn-graph")
    state.update(b"directed" if graph.directed else b"undirected")
    for array in (graph.indptr, graph.indices, graph.node_colors, graph.edge_colors):
        state.update(b"-" if array is None else b"%d:" % len(array))
        if array is not None:
            state.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return state.hexdigest()


def _scipy_rows(graph: Graph) -> Any:
    from scipy.sparse import csr_array

    ones = np.ones(len(graph.indices), np.float64)
    size = (graph.num_nodes, graph.num_nodes)
    return csr_array((ones, graph.indices, graph.indptr.astype(np.int32)), shape=size)


def _joined(parts: list[Array | None]) -> Array | None:
    arrays = [part for part in parts if part is not None]
    return np.concatenate(arrays) if arrays else None
