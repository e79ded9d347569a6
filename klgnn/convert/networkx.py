"""networkx graphs, directed or not, simple or multi."""

from itertools import chain
from typing import Any

import numpy as np

from klgnn import _csr
from klgnn.attributes import encode
from klgnn.convert.options import Options, is_instance, pick, warn_ignored
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """networkx's Graph and everything derived from it."""
    return is_instance(source, "networkx", "Graph")


def read(source: Any, options: Options) -> Graph:
    """A graph with networkx's own node order; its node objects become ``names``."""
    directed = source.is_directed() if options.directed is None else options.directed
    if directed and not source.is_directed():
        raise GraphError("directed: got an undirected networkx graph; call to_directed() first")
    if options.unchosen:
        warn_ignored("networkx graph", *_attributes(source))
    names = list(source)
    number = {name: i for i, name in enumerate(names)}
    chosen = options.colors("node_colors", None)
    colors = pick(chosen, names, lambda v, key: source.nodes[v][key], "node")
    graph = _rows(source, number, colors, directed, options)
    if graph is None:
        graph = _listed(source, number, colors, directed, options)
    return graph if names == list(range(len(names))) else graph.rename(names)


def _attributes(source: Any) -> tuple[list[Any], list[Any]]:
    """The names of all node attributes and of all edge attributes."""
    nodes = [name for _, data in source.nodes(data=True) if data for name in data]
    rows = [row for _, row in source.adjacency()]
    if source.is_multigraph():
        rows = [{key: data[key] for key in data} for row in rows for data in row.values()]
    edges = [name for row in rows if any(row.values()) for data in row.values() for name in data]
    return nodes, edges


def _rows(
    source: Any, number: dict[Any, int], node_colors: Any, directed: bool, options: Options
) -> Graph | None:
    """networkx's own rows, several times faster than its edges; None where edges have to be seen.

    A row is a dict, so it holds no neighbor twice; an undirected edge stands in both rows.
    """
    is_plain = not source.is_multigraph() and directed == source.is_directed()
    has_colors = options.colors("edge_colors", None) is not None
    if not is_plain or has_colors or options.parallel not in (None, "refuse", "collapse"):
        return None
    n, rows = len(number), [row for _, row in source.adjacency()]
    targets = np.fromiter(map(number.__getitem__, chain.from_iterable(rows)), np.int64)
    indptr, indices = _csr.build(n, np.arange(n).repeat([*map(len, rows)]), targets)
    colors = None if node_colors is None else encode(node_colors, n, what="node colors")
    return Graph._trusted(indptr, indices, colors, directed=directed)


def _listed(
    source: Any, number: dict[Any, int], node_colors: Any, directed: bool, options: Options
) -> Graph:
    """The general way, edge by edge."""
    edges = list(source.edges(keys=True)) if source.is_multigraph() else list(source.edges())
    chosen = options.colors("edge_colors", None)
    return Graph.from_edges(
        [(number[edge[0]], number[edge[1]]) for edge in edges],
        len(number),
        node_colors=node_colors,
        edge_colors=pick(chosen, edges, lambda e, key: source.edges[e][key], "edge"),
        directed=directed,
        parallel=options.repeats(),
    )


def write(graph: Graph) -> Any:
    """A networkx graph; colors become the attribute ``color`` of nodes and edges."""
    import networkx as nx

    foreign: Any = nx.DiGraph() if graph.directed else nx.Graph()
    names = range(graph.num_nodes) if graph.names is None else graph.names
    if len(set(names)) != len(names) or None in names:
        got = "None" if None in names else "the same name twice"
        raise GraphError(f"names: got {got}, networkx needs distinct names, not None; rename()")
    foreign.add_nodes_from(names)
    foreign.add_edges_from((names[u], names[v]) for u, v in graph.edges().tolist())
    if graph.node_colors is not None:
        colors = zip(names, graph.node_colors.tolist(), strict=True)
        nx.set_node_attributes(foreign, dict(colors), "color")
    if graph.edge_colors is not None:
        ends = [(names[u], names[v]) for u, v in graph.edges().tolist()]
        values = graph.edge_colors[graph.edge_entries()].tolist()
        nx.set_edge_attributes(foreign, dict(zip(ends, values, strict=True)), "color")
    return foreign
