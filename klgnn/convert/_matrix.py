"""Adjacency given entry by entry, each direction on its own: matrices and PyG's edge_index."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr
from klgnn._edges import Parallel
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph

Array = npt.NDArray[Any]


def from_entries(
    pairs: Array,
    num_nodes: int,
    node_colors: Any,
    edge_colors: Any,
    directed: bool,
    parallel: Parallel = "refuse",
) -> Graph:
    """A graph from directed entries; an undirected one must hold both directions of each edge."""
    graph = Graph.from_edges(
        pairs,
        num_nodes,
        node_colors=node_colors,
        edge_colors=edge_colors,
        directed=True,
        parallel=parallel,
    )
    if directed:
        return graph
    rows = graph.indptr, graph.indices
    if fault := _csr.asymmetry(*rows, graph.edge_colors):
        raise GraphError(f"got {fault}")
    return Graph._trusted(*rows, graph.node_colors, graph.edge_colors)


def from_weights(pairs: Array, weights: Array, num_nodes: int, options: Options) -> Graph:
    """A graph from the nonzero entries of a matrix."""
    chosen = options.colors("edge_colors", None)
    if chosen is not None and not isinstance(chosen, str):
        raise GraphError("edge_colors: got values, expected 'weight' to use the matrix entries")
    if isinstance(chosen, str) and chosen != "weight":
        raise GraphError(f"edge_colors: got {chosen!r}, a matrix has only 'weight'")
    if weights.dtype.kind == "f" and np.isnan(weights).any():
        raise GraphError("matrix: got NaN, expected numbers; write 0 where there is no edge")
    if chosen is None and not np.all(weights == 1):
        odd = weights[weights != 1][0]
        raise GraphError(
            f"matrix: got entry {odd}, expected only 0 and 1; pass edge_colors='weight' to make"
            " entries edge colors, or compare with 0 to drop them"
        )
    return from_entries(
        pairs,
        num_nodes,
        options.colors("node_colors", None),
        weights if chosen == "weight" else None,
        bool(options.directed),
    )


def check_square(shape: tuple[int, ...]) -> int:
    """The number of nodes of an adjacency matrix."""
    if len(shape) != 2 or shape[0] != shape[1]:
        raise GraphError(f"matrix: got shape {shape}, expected a square adjacency matrix")
    return shape[0]


def entry_weights(graph: Graph) -> Array:
    """The matrix entries of a graph's edges: their colors, or ones."""
    if graph.edge_colors is None:
        return np.ones(len(graph.indices), np.int64)
    if (graph.edge_colors == 0).any():
        raise GraphError(
            "got an edge of color 0, which a matrix cannot tell from no edge; recolor() first"
        )
    return graph.edge_colors
