"""Switching: other graphs with the same spectrum, from edges turned into non-edges."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr, _edges
from klgnn.errors import GraphError
from klgnn.families import _check
from klgnn.families._matrix import from_matrix, to_matrix
from klgnn.graph import Graph

Array = npt.NDArray[Any]


def switch(graph: Graph, nodes: Sequence[int] | Array) -> Graph:
    """Seidel switching: edges and non-edges between ``nodes`` and all others change places.

    Args:
        graph: undirected, without self-loops and edge colors.
        nodes: distinct nodes; the others give the same graph.

    >>> switch(Graph.from_edges([(0, 1)], 3), [0]).edges().tolist()
    [[0, 2]]

    References:
        van Lint & Seidel (1966), Equilateral point sets in elliptic geometry.
    """
    chosen = _mask(graph, nodes, "switch")
    adjacent = to_matrix(graph, "switch")
    return from_matrix(adjacent ^ (chosen[:, None] ^ chosen), graph.node_colors)


def two_graph_descendant(graph: Graph, node: int) -> Graph:
    """The descendant at a node: switch so that the node has no neighbors, then remove it.

    All graphs that switching makes of one another are one two-graph, and have the same
    descendants. If one descendant is strongly regular with ``k = 2 mu``, all are, with the same
    parameters: add an isolated node to such a graph and take the descendant at any other.

    Args:
        graph: undirected, without self-loops and edge colors.
        node: the node to remove; higher ones move down by one.

    >>> pentagon = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> two_graph_descendant(pentagon, 0)
    Graph(4 nodes, 3 edges)

    References:
        Taylor (1977), Regular 2-graphs.
    """
    node = _check.whole(node, "node", 0, graph.num_nodes - 1)
    others = np.delete(np.arange(graph.num_nodes), node)
    return switch(graph, graph.neighbors(node)).induced_subgraph(others)


def godsil_mckay_switch(graph: Graph, nodes: Sequence[int] | Array) -> Graph:
    """Godsil-McKay switching: a node joined to just half of ``nodes`` changes to the other half.

    The new graph has the same spectrum, and is strongly regular if the old one was.

    Args:
        graph: undirected, without self-loops and edge colors.
        nodes: distinct nodes that induce a regular graph; every other node is joined to none,
            half or all of them.

    >>> graph = Graph.from_edges([(0, 1), (0, 2)], 5)
    >>> godsil_mckay_switch(graph, [1, 2, 3, 4]).edges().tolist()
    [[0, 3], [0, 4]]

    References:
        Godsil & McKay (1982), Constructing cospectral graphs.
    """
    chosen = _mask(graph, nodes, "godsil_mckay_switch")
    adjacent = to_matrix(graph, "godsil_mckay_switch")
    size, met = int(chosen.sum()), adjacent[:, chosen].sum(axis=1)
    if len(np.unique(met[chosen])) > 1:
        raise GraphError("nodes: got a set whose inner degrees differ, expected them equal")
    halves = ~chosen & (2 * met == size)
    bad = np.flatnonzero(~chosen & ~halves & (met != 0) & (met != size))
    if len(bad):
        raise GraphError(
            f"nodes: got a set of {size} of which node {bad[0]} meets {met[bad[0]]}, expected none,"
            " half or all; choose another set"
        )
    turned = halves[:, None] & chosen
    return from_matrix(adjacent ^ turned ^ turned.T, graph.node_colors)


def _mask(graph: Graph, nodes: Sequence[int] | Array, what: str) -> Array:
    """Which nodes are chosen, after the checks all switchings share."""
    if graph.directed or graph.num_loops or graph.edge_colors is not None:
        raise GraphError(
            f"{what}: got directed edges, self-loops or edge colors, expected a simple undirected"
            " graph; remove them"
        )
    numbers = _edges.as_integers(nodes, "nodes").reshape(-1)
    _csr.check_range(numbers, graph.num_nodes, "nodes")
    chosen = np.zeros(graph.num_nodes, bool)
    chosen[numbers] = True
    if chosen.sum() != len(numbers):
        raise GraphError("nodes: got a node twice, expected distinct nodes")
    return chosen
