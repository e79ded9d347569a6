"""networkx graphs, directed or not, simple or multi."""

from typing import Any

from klgnn.convert.options import Options, is_instance, pick
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
    names = list(source)
    number = {name: i for i, name in enumerate(names)}
    edges = list(source.edges(keys=True)) if source.is_multigraph() else list(source.edges())
    chosen = options.colors("node_colors", None), options.colors("edge_colors", None)
    graph = Graph.from_edges(
        [(number[edge[0]], number[edge[1]]) for edge in edges],
        len(names),
        node_colors=pick(chosen[0], names, lambda v, key: source.nodes[v][key], "node"),
        edge_colors=pick(chosen[1], edges, lambda e, key: source.edges[e][key], "edge"),
        directed=directed,
        parallel=options.repeats(),
    )
    return graph if names == list(range(len(names))) else graph.rename(names)


def write(graph: Graph) -> Any:
    """A networkx graph; colors become the attribute ``color`` of nodes and edges."""
    import networkx as nx

    foreign: Any = nx.DiGraph() if graph.directed else nx.Graph()
    names = range(graph.num_nodes) if graph.names is None else graph.names
    if len(set(names)) != len(names):
        raise GraphError("names: got the same name twice, networkx needs them distinct; rename()")
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
