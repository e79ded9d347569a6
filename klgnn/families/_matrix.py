"""Between a graph and its adjacency matrix, for constructions that rewrite whole blocks of it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr
from klgnn.families import _check
from klgnn.graph import Graph

Array = npt.NDArray[Any]


def to_matrix(graph: Graph, what: str) -> Array:
    """The boolean adjacency matrix, shape ``(n, n)``; refused for large graphs."""
    n = graph.num_nodes
    _check.dense(n, what)
    adjacent = np.zeros((n, n), bool)
    adjacent[_csr.rows(graph.indptr), graph.indices] = True
    return adjacent


def from_matrix(adjacent: Array, node_colors: Array | None = None) -> Graph:
    """The undirected graph of a symmetric matrix without diagonal; the colors are encoded ones."""
    plain = Graph.from_edges(np.argwhere(np.triu(adjacent)), len(adjacent))
    return plain if node_colors is None else with_colors(plain, node_colors)


def with_colors(graph: Graph, node_colors: Array) -> Graph:
    """The same structure with colors that are encoded already and must not be encoded again."""
    return Graph._trusted(graph.indptr, graph.indices, node_colors)
