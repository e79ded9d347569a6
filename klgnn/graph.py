"""Graph: the one frozen record that everything in klgnn works on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr, _edges, _operations
from klgnn.attributes import encode
from klgnn.errors import GraphError

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Graph:
    """A graph as compressed sparse rows with integer colors; checked once, immutable after.

    Row ``v`` of the adjacency is ``indices[indptr[v]:indptr[v + 1]]``: the neighbors of ``v``
    (the out-neighbors if directed) in ascending order. An undirected edge stands in both rows,
    a self-loop once. Colors are int64 values that mean the same in every graph.

    Most graphs come from :func:`klgnn.as_graph` or :meth:`Graph.from_edges`.

    Args:
        indptr: row offsets, shape ``(num_nodes + 1,)``.
        indices: neighbors, shape ``(m,)``.
        node_colors: colors or attribute values, one per node: see :mod:`klgnn.attributes`.
        edge_colors: likewise, one per entry of ``indices``.
        directed: whether rows hold out-neighbors only.
        names: what the user calls the nodes; carried along, never compared.

    >>> square = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> square
    Graph(4 nodes, 4 edges)
    >>> square.neighbors(0).tolist()
    [1, 3]
    """

    indptr: Array
    indices: Array
    node_colors: Array | None = None
    edge_colors: Array | None = None
    directed: bool = False
    names: tuple[Hashable, ...] | None = None

    def __post_init__(self) -> None:
        _check_directed(self.directed)
        indptr, indices = _edges.as_integers(self.indptr), _edges.as_integers(self.indices)
        for name, array in (("indptr", indptr), ("indices", indices)):
            if array.ndim != 1:
                raise GraphError(
                    f"{name}: got shape {array.shape}, expected one dimension; from a matrix or a"
                    " list of edges: klgnn.as_graph"
                )
        _csr.check(indptr, indices)
        n, m = len(indptr) - 1, len(indices)
        if n > _csr.MAX_NODES:
            raise GraphError(f"got {n} nodes, expected at most {_csr.MAX_NODES}")
        nodes, edges = self.node_colors, self.edge_colors
        nodes = None if nodes is None else encode(nodes, n, what="node colors")
        edges = None if edges is None else encode(edges, m, what="edge colors")
        if not self.directed and (fault := _csr.asymmetry(indptr, indices, edges)):
            raise GraphError(f"got {fault}")
        names = _operations.as_names(self.names, n)
        self._fill(indptr.copy(), indices.astype(np.int32), nodes, edges, self.directed, names)

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[Sequence[int]] | Array,
        num_nodes: int | None = None,
        *,
        node_colors: Any = None,
        edge_colors: Any = None,
        directed: bool = False,
        parallel: _edges.Parallel = "refuse",
    ) -> Graph:
        """A graph from a list of node pairs; an undirected edge is listed once, either way round.

        Args:
            edges: pairs of node numbers, shape ``(e, 2)``.
            num_nodes: default: one more than the largest node number or the count of node colors.
            node_colors: attribute values, one per node.
            edge_colors: attribute values, one per listed edge.
            directed: whether ``(u, v)`` means ``u -> v`` only.
            parallel: what to do with an edge that is listed again: ``"refuse"`` it, ``"collapse"``
                repeats of the same color, or make the collection of repeats the edge's ``"color"``
                (their number if they have no colors).

        >>> Graph.from_edges([(0, 1), (1, 2)], node_colors=["C", "C", "O"])
        Graph(3 nodes, 2 edges, node colors)
        >>> Graph.from_edges([(0, 1), (1, 0)], parallel="color").edge_colors.tolist()
        [2, 2]
        """
        _check_directed(directed)
        pairs = _edges.as_pairs(edges)
        if node_colors is not None:
            node_colors = encode(node_colors, num_nodes, what="node colors")
        n = _edges.count_nodes(pairs, num_nodes, node_colors)
        if edge_colors is not None:
            edge_colors = encode(edge_colors, len(pairs), what="edge colors")
        indptr, indices, edge_colors = _edges.to_rows(pairs, edge_colors, n, directed, parallel)
        return cls._trusted(indptr, indices, node_colors, edge_colors, directed)

    @classmethod
    def _trusted(
        cls,
        indptr: Array,
        indices: Array,
        node_colors: Array | None = None,
        edge_colors: Array | None = None,
        directed: bool = False,
        names: tuple[Hashable, ...] | None = None,
    ) -> Graph:
        """For callers inside klgnn whose arrays are valid by construction and not shared."""
        graph = object.__new__(cls)
        graph._fill(indptr, indices, node_colors, edge_colors, directed, names)
        return graph

    def _fill(
        self,
        indptr: Array,
        indices: Array,
        node_colors: Array | None,
        edge_colors: Array | None,
        directed: bool,
        names: tuple[Hashable, ...] | None,
    ) -> None:
        for array in (indptr, indices, node_colors, edge_colors):
            if array is not None:
                array.setflags(write=False)
        _set_indptr(self, indptr)
        _set_indices(self, indices)
        _set_node_colors(self, node_colors)
        _set_edge_colors(self, edge_colors)
        _set_directed(self, directed)
        _set_names(self, names)

    @property
    def num_nodes(self) -> int:
        """How many nodes."""
        return len(self.indptr) - 1

    @property
    def num_edges(self) -> int:
        """How many edges; an undirected edge counts once, and so does a self-loop."""
        entries = len(self.indices)
        return entries if self.directed else (entries + self.num_loops) // 2

    @property
    def num_loops(self) -> int:
        """How many edges join a node to itself."""
        return int(np.count_nonzero(_csr.rows(self.indptr) == self.indices))

    def __repr__(self) -> str:
        kind = ", directed" if self.directed else ""
        loops = f", {self.num_loops} self-loops" if self.num_loops else ""
        colors = ", node colors" if self.node_colors is not None else ""
        colors += ", edge colors" if self.edge_colors is not None else ""
        return f"Graph({self.num_nodes} nodes, {self.num_edges} edges{kind}{loops}{colors})"

    def __eq__(self, other: object) -> bool:
        """Equal as labeled records: same numbering, edges and colors; names are not compared."""
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            self.directed == other.directed
            and np.array_equal(self.indptr, other.indptr)
            and np.array_equal(self.indices, other.indices)
            and _same(self.node_colors, other.node_colors)
            and _same(self.edge_colors, other.edge_colors)
        )

    def __hash__(self) -> int:
        return int(self.digest[:15], 16)

    @property
    def digest(self) -> str:
        """A hexadecimal digest of the content, the same in every process: a cache key."""
        return _operations.digest(self)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = tuple(getattr(self, name) for name in Graph.__slots__)
        return Graph._trusted, fields

    def neighbors(self, node: int) -> Array:
        """The (out-)neighbors of a node, ascending."""
        _csr.check_range(np.array([node]), self.num_nodes, "node")
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def degrees(self) -> Array:
        """Out-degrees, shape ``(num_nodes,)``; a self-loop counts once."""
        return np.diff(self.indptr)

    def edges(self) -> Array:
        """Every edge once, shape ``(num_edges, 2)``; undirected ones as ``u <= v``."""
        entries = self.edge_entries()
        return np.stack([_csr.rows(self.indptr)[entries], self.indices[entries]], axis=1)

    def edge_entries(self) -> Array:
        """Where each row of :meth:`edges` stands in ``indices`` and ``edge_colors``."""
        if self.directed:
            return np.arange(len(self.indices))
        return np.flatnonzero(_csr.rows(self.indptr) <= self.indices)

    def relabel(self, permutation: Sequence[int] | Array) -> Graph:
        """The same graph with node ``v`` renumbered to ``permutation[v]``.

        >>> Graph.from_edges([(0, 1)], 3).relabel([2, 0, 1]).edges().tolist()
        [[0, 2]]
        """
        return _operations.relabel(self, permutation)

    def induced_subgraph(self, nodes: Sequence[int] | Array) -> Graph:
        """The subgraph on distinct ``nodes``, numbered in the order given."""
        return _operations.induced_subgraph(self, nodes)

    def ego_net(self, root: int, hops: int = 1) -> Graph:
        """The subgraph on all nodes within ``hops`` steps of ``root``; the root is node 0."""
        return _operations.ego_net(self, root, hops)

    def complement(self) -> Graph:
        """The graph on the same nodes with exactly the missing edges (never self-loops).

        Edge colors have no meaning there and are refused.
        """
        return _operations.complement(self)

    def reverse(self) -> Graph:
        """The same graph with every edge turned round."""
        return _operations.reverse(self)

    def disjoint_union(self, *others: Graph) -> Graph:
        """This graph and others side by side, numbered one after another."""
        return _operations.disjoint_union(self, *others)

    def recolor(self, *, node_colors: Any = None, edge_colors: Any = None) -> Graph:
        """The same structure with these colors, one per node and per entry of ``indices``.

        Colors not given are dropped: ``graph.recolor()`` is the plain structure.
        """
        fields = (self.indptr, self.indices, node_colors, edge_colors, self.directed, self.names)
        return type(self)(*fields)

    def rename(self, names: Iterable[Hashable] | None) -> Graph:
        """The same graph with other ``names`` for its nodes."""
        return _operations.rename(self, names)

    def distances(self, source: int | None = None) -> Array:
        """Shortest-path lengths in steps; -1 where there is no path.

        Returns:
            Shape ``(num_nodes,)`` from ``source``, or ``(num_nodes, num_nodes)`` without one.
        """
        return _operations.distances(self, source)

    def components(self) -> Array:
        """The number of each node's (weakly) connected component, shape ``(num_nodes,)``."""
        return _operations.components(self)

    def is_connected(self) -> bool:
        """Whether there is exactly one connected component; the empty graph has none."""
        return self.num_nodes > 0 and int(self.components().max()) == 0

    def to(self, form: str, **options: Any) -> Any:
        """This graph in another library's form: see :func:`klgnn.convert.forms`.

        >>> Graph.from_edges([(0, 1), (1, 2)]).to("graph6")
        'Bg'
        """
        from klgnn.convert import to_form  # the other direction of as_graph

        return to_form(self, form, **options)


# The slots' own descriptors: the class refuses assignment, and reading a million graphs is bound
# by how fast they are filled.
_set_indptr, _set_indices, _set_node_colors, _set_edge_colors, _set_directed, _set_names = (
    getattr(Graph, name).__set__ for name in Graph.__slots__
)


def _check_directed(directed: Any) -> None:
    if not isinstance(directed, bool | np.bool_):
        raise GraphError(f"directed: got {directed!r}, expected True or False")


def _same(left: Array | None, right: Array | None) -> bool:
    return left is right or (left is not None and right is not None and np.array_equal(left, right))
