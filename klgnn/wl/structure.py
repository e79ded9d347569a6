"""From a Graph to what the kernels read: node colors and relations as 128-bit words.

Directed graphs are reduced here, once: the kernels see a symmetric neighborhood whose arcs carry
the pair (color forward or absent, color backward or absent). Refining on that joint status, and
not on in- and out-neighbors apart, is what keeps 1-WL as strong as 2-WL on directed graphs.
Self-loops become part of the node's own color.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.wl import hashing

Array = npt.NDArray[Any]

# First words of a chain: what kind of thing is hashed.
NODE, ARC, EQUAL, APART = 1, 2, 3, 4


@dataclass(frozen=True)
class Structure:
    """A graph as the kernels read it.

    Attributes:
        indptr, indices: the symmetric neighborhoods without self-loops.
        types: exact integers per node, ``(n, c)``: presence and value of color and loop.
        relations: exact integers per arc, ``(m, r)``, or None when all arcs are alike.
    """

    indptr: Array
    indices: Array
    types: Array
    relations: Array | None

    def __post_init__(self) -> None:
        # All read-only, as those of a graph are: kernels are compiled for one kind of arrays only.
        for name in ("indptr", "indices"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def num_nodes(self) -> int:
        """How many nodes."""
        return len(self.indptr) - 1

    @cached_property
    def nodes(self) -> hashing.Words:
        """The color of each node before any label, shape ``(n, 2)``."""
        if self.types.strides[0] == 0:  # one row for all
            return np.repeat(hashing.chain_rows(NODE, self.types[:1]), self.num_nodes, axis=0)
        return hashing.chain_rows(NODE, self.types)

    @cached_property
    def arcs(self) -> hashing.Words:
        """The color of each arc, shape ``(m, 2)``; empty when all arcs are alike."""
        if self.relations is None:
            return np.zeros((0, 2), np.uint64)
        return hashing.chain_rows(ARC, self.relations)

    @cached_property
    def matrix(self) -> hashing.Words:
        """The relation of every ordered node pair, lane by lane: shape ``(2, n, n)``."""
        n = self.num_nodes
        pairs = np.empty((n, n, 2), np.uint64)
        pairs[:] = hashing.chain(APART)
        arcs = self.arcs if self.relations is not None else hashing.chain(ARC)
        pairs[np.repeat(np.arange(n), np.diff(self.indptr)), self.indices] = arcs
        pairs[np.arange(n), np.arange(n)] = hashing.chain(EQUAL)
        return np.ascontiguousarray(pairs.transpose(2, 0, 1))

    def induced(self, nodes: Array) -> "Structure":
        """The structure on some nodes, numbered in that order."""
        from klgnn import _csr

        indptr, indices, entries = _csr.induce(self.indptr, self.indices, nodes)
        relations = None if self.relations is None else self.relations[entries]
        return Structure(indptr, indices, self.types[nodes], relations)


def read_only(array: Array) -> Array:
    """The same numbers, not to be written."""
    view = array.view()
    view.flags.writeable = False
    return view


def structure_of(graph: Graph) -> Structure:
    """The kernels' view of a graph."""
    rows = np.repeat(np.arange(graph.num_nodes, dtype=np.int32), graph.degrees())
    columns = graph.indices
    loops = rows == columns
    types = _node_types(graph, rows[loops], loops)
    if not graph.directed and not loops.any():
        colors = graph.edge_colors
        relations = None if colors is None else np.asarray(colors, np.int64)[:, None]
        indptr = graph.indptr.astype(np.int64, copy=False)
        return Structure(indptr, columns.astype(np.int32, copy=False), types, relations)
    rows, columns = rows[~loops].astype(np.int64), columns[~loops].astype(np.int64)
    colors = None if graph.edge_colors is None else graph.edge_colors[~loops]
    if graph.directed:
        return _directed(graph.num_nodes, rows, columns, colors, types)
    indptr = np.zeros(graph.num_nodes + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=graph.num_nodes), out=indptr[1:])
    relations = None if colors is None else colors[:, None]
    return Structure(indptr, columns.astype(np.int32), types, relations)


def _node_types(graph: Graph, looped: Array, loops: Array) -> Array:
    """Columns: has a color, the color, has a loop, is the loop colored, its color."""
    if graph.node_colors is None and not len(looped):
        return np.broadcast_to(np.zeros((1, 5), np.int64), (graph.num_nodes, 5))
    types = np.zeros((graph.num_nodes, 5), np.int64)
    if graph.node_colors is not None:
        types[:, 0], types[:, 1] = 1, graph.node_colors
    types[looped, 2] = 1
    if graph.edge_colors is not None:
        types[looped, 3], types[looped, 4] = 1, graph.edge_colors[loops]
    return types


def _directed(n: int, rows: Array, columns: Array, colors: Array | None, types: Array) -> Structure:
    """Arcs in both rows, each with (forward?, color, backward?, color) as seen from the row."""
    key = np.concatenate([rows * n + columns, columns * n + rows])
    distinct, place = np.unique(key, return_inverse=True)
    forward, backward = place[: len(rows)], place[len(rows) :]
    relations = np.zeros((len(distinct), 4), np.int64)
    relations[forward, 0], relations[backward, 2] = 1, 1
    if colors is not None:
        relations[forward, 1], relations[backward, 3] = colors, colors
    sources, targets = np.divmod(distinct, max(n, 1))
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=n), out=indptr[1:])
    return Structure(indptr, targets.astype(np.int32), types, relations)
