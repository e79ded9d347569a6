"""Colors in a dict, for forms whose nodes are numbers: from node, and from node pair."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from klgnn import _csr
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph


def read(reader: Callable[[Any, Options], Graph], source: Any, options: Options) -> Graph:
    """The graph that ``reader`` makes of a source, colored by dicts where these are given."""
    options, edge_colors = _split(options)
    graph = reader(source, options)
    return graph if edge_colors is None else _with_edge_colors(graph, edge_colors)


def _split(options: Options) -> tuple[Options, Mapping[Any, Any] | None]:
    """Options without dicts, and the colors of edges, which have to wait for the graph."""
    nodes, edges = options.node_colors, options.edge_colors
    if isinstance(nodes, Mapping):
        options = replace(options, node_colors=_in_order(nodes))
    if not isinstance(edges, Mapping):
        return options, None
    if options.parallel == "color":
        raise GraphError(
            "edge_colors: got a dict with parallel='color', expected one value per listed edge"
        )
    return replace(options, edge_colors=False), edges


def _with_edge_colors(graph: Graph, chosen: Mapping[Any, Any]) -> Graph:
    """The graph with its edges colored; an undirected edge may be named either way round."""
    values, named = [], set()
    pairs = zip(_csr.rows(graph.indptr).tolist(), graph.indices.tolist(), strict=True)
    for pair in pairs:
        key = pair if pair in chosen or graph.directed else pair[::-1]
        if key not in chosen:
            raise GraphError(f"edge_colors: got a dict without {pair}, expected one for every edge")
        named.add(key)
        values.append(chosen[key])
    if len(named) != len(chosen):
        other = next(key for key in chosen if key not in named)
        raise GraphError(f"edge_colors: got {other!r} in the dict, which is not an edge; drop it")
    colors = values if values else np.zeros(0, np.int64)
    return graph.recolor(node_colors=graph.node_colors, edge_colors=colors)


def _in_order(nodes: Mapping[Any, Any]) -> list[Any]:
    """The values of nodes 0, 1, 2, ..."""
    missing = next((v for v in range(len(nodes)) if v not in nodes), None)
    if missing is not None:
        raise GraphError(
            f"node_colors: got a dict of {len(nodes)} nodes without node {missing}, expected nodes"
            " numbered from 0"
        )
    return [nodes[v] for v in range(len(nodes))]
