"""Arrays: many graphs as a few flat arrays, one graph after another."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class Arrays:
    """Undirected graphs, one after another, in the smallest whole numbers that hold them.

    Args:
        num_nodes: nodes of each graph, shape ``(G,)``.
        num_edges: edges of each graph, shape ``(G,)``.
        edge_index: each undirected edge once, by the numbers of its graph, shape ``(E, 2)``.
        x: node types, one column per attribute, shape ``(N, d)``; None: nodes are all alike.
        edge_attr: edge types, shape ``(E, e)``; None: edges are all alike.
        y: targets, shape ``(G, T)``; a class is a whole number. None: there are none.
        y_names: what the columns of ``y`` are called.
        split: 0 train, 1 valid, 2 test, shape ``(G,)``, where there is an official one.
        per_node: further arrays with one row per node, such as ``pos``.
        per_graph: further arrays with one row per graph, such as ``pair``.

    >>> arrays = Arrays(np.array([3, 2]), np.array([2, 1]), np.array([[0, 1], [1, 2], [0, 1]]))
    >>> arrays
    Arrays(2 graphs, 5 nodes, 3 edges)
    """

    num_nodes: Array
    num_edges: Array
    edge_index: Array
    x: Array | None = None
    edge_attr: Array | None = None
    y: Array | None = None
    y_names: tuple[str, ...] = ()
    split: Array | None = None
    per_node: Mapping[str, Array] = field(default_factory=dict)
    per_graph: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if faults := self.faults():
            raise DataError(
                f"got graphs that do not fit together: {'; '.join(faults)};"
                " see the format of packs in the documentation of klgnn.data"
            )

    def __len__(self) -> int:
        return len(self.num_nodes)

    def __repr__(self) -> str:
        return f"Arrays({len(self)} graphs, {self.node_ends[-1]} nodes, {self.edge_ends[-1]} edges)"

    @cached_property
    def node_ends(self) -> Array:
        """Where the nodes of each graph start and end, shape ``(G + 1,)``."""
        return _ends(self.num_nodes)

    @cached_property
    def edge_ends(self) -> Array:
        """Where the edges of each graph start and end, shape ``(G + 1,)``."""
        return _ends(self.num_edges)

    def edges(self, graph: int) -> Array:
        """The edges of one graph, each once, shape ``(e, 2)``."""
        return self.edge_index[self.edge_ends[graph] : self.edge_ends[graph + 1]]

    def of_nodes(self, rows: Array, graph: int) -> Array:
        """The part of an array of node rows that is one graph's."""
        return rows[self.node_ends[graph] : self.node_ends[graph + 1]]

    def of_edges(self, rows: Array, graph: int) -> Array:
        """The part of an array of edge rows that is one graph's."""
        return rows[self.edge_ends[graph] : self.edge_ends[graph + 1]]

    def named(self) -> dict[str, Array]:
        """All arrays by name, without those that are not there."""
        own = ("num_nodes", "num_edges", "edge_index", "x", "edge_attr", "y", "split")
        found = {name: getattr(self, name) for name in own if getattr(self, name) is not None}
        return {**found, **self.per_node, **self.per_graph}

    @cached_property
    def digest(self) -> str:
        """A hexadecimal digest of all values, the same in every process: part of cache keys."""
        state = hashlib.blake2b(digest_size=16, person=b"klgnn-data")
        for name, array in self.named().items():
            if array.dtype.kind in "iub":  # however few bytes hold them
                array = array.astype("<i8")
            state.update(f"{name}{array.dtype.str}{array.shape}".encode())
            state.update(np.ascontiguousarray(array).data if array.size else b"")
        state.update(repr(self.y_names).encode())
        return state.hexdigest()

    def take(self, rows: Array) -> "Arrays":
        """Only these graphs, in this order."""
        nodes, edges = _members(self.node_ends, rows), _members(self.edge_ends, rows)

        def of(array: Array | None, members: Array) -> Array | None:
            return None if array is None else array[members]

        return Arrays(
            self.num_nodes[rows],
            self.num_edges[rows],
            self.edge_index[edges],
            of(self.x, nodes),
            of(self.edge_attr, edges),
            of(self.y, rows),
            self.y_names,
            of(self.split, rows),
            {name: array[nodes] for name, array in self.per_node.items()},
            {name: array[rows] for name, array in self.per_graph.items()},
        )

    def faults(self) -> list[str]:
        """What is wrong with shapes and ranges, in words."""
        counts = self.num_nodes, self.num_edges
        if any(c.ndim != 1 or c.dtype.kind not in "iu" for c in counts):
            return ["num_nodes and num_edges: expected whole numbers, one per graph"]
        if len(counts[0]) != len(counts[1]):
            return [f"num_edges: got {len(counts[1])} rows for {len(counts[0])} graphs"]
        if any((c < 0).any() for c in counts):
            return ["num_nodes and num_edges: got a negative number"]
        found = [fault for check in (self._shapes, self._ranges) for fault in check()]
        return found

    def _shapes(self) -> list[str]:
        graphs, nodes, edges = len(self), int(self.node_ends[-1]), int(self.edge_ends[-1])
        expected: list[tuple[str, Array | None, int, tuple[int, ...]]] = [
            ("edge_index", self.edge_index, edges, (2,)),
            ("x", self.x, nodes, (2,)),
            ("edge_attr", self.edge_attr, edges, (2,)),
            ("y", self.y, graphs, (2,)),
            ("split", self.split, graphs, (1,)),
            *((name, array, nodes, (1, 2)) for name, array in self.per_node.items()),
            *((name, array, graphs, (1, 2)) for name, array in self.per_graph.items()),
        ]
        found = [
            f"{name}: got shape {array.shape}, expected {rows} rows"
            for name, array, rows, ranks in expected
            if array is not None and (len(array) != rows or array.ndim not in ranks)
        ]
        if self.y is not None and self.y.ndim == 2 and self.y.shape[1] != len(self.y_names):
            found.append(f"y_names: got {len(self.y_names)} for {self.y.shape[1]} columns of y")
        return found

    def _ranges(self) -> list[str]:
        if self.edge_index.ndim != 2 or len(self.edge_index) != self.edge_ends[-1]:
            return []  # said already
        found = []
        if self.edge_index.shape[1] != 2 or self.edge_index.dtype.kind not in "iu":
            return ["edge_index: expected whole numbers of shape (E, 2)"]
        largest = np.repeat(self.num_nodes, self.num_edges)
        outside = self.edge_index.max(axis=1) >= largest
        if (self.edge_index < 0).any() or outside.any():
            found.append("edge_index: got a node number outside of its graph")
        for name, array in (("x", self.x), ("edge_attr", self.edge_attr)):
            if array is not None and (array.dtype.kind not in "iu" or (array < 0).any()):
                found.append(f"{name}: expected whole numbers from 0, the types")
        if self.split is not None and not np.isin(self.split, (0, 1, 2)).all():
            found.append("split: expected 0 for train, 1 for valid, 2 for test")
        return found


def smallest(values: Any) -> Array:
    """Whole numbers in the smallest type that holds them."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu" or not array.size:
        return array
    low, high = int(array.min()), int(array.max())
    fitting = np.result_type(np.min_scalar_type(low), np.min_scalar_type(high))
    return array.astype(fitting) if fitting.kind in "iu" else array


def _ends(counts: Array) -> Array:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def _members(ends: Array, rows: Array) -> Array:
    counts = ends[rows + 1] - ends[rows]
    starts = np.repeat(ends[rows] - np.cumsum(counts) + counts, counts)
    members: Array = starts + np.arange(int(counts.sum()))
    return members
