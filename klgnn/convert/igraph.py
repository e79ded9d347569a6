"""igraph graphs. The library is met where the user has imported it, and never imported here."""

import sys
from typing import Any

from klgnn.convert.options import Options, is_instance, pick, warn_ignored
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """igraph's Graph."""
    return is_instance(source, "igraph", "Graph")


def read(source: Any, options: Options) -> Graph:
    """A graph with igraph's numbering; the vertex attribute ``name`` becomes ``names``."""
    directed = source.is_directed() if options.directed is None else options.directed
    if directed and not source.is_directed():
        raise GraphError("directed: got an undirected igraph graph; call as_directed() first")
    chosen = options.colors("node_colors", None), options.colors("edge_colors", None)
    if options.unchosen:
        known = [name for name in source.vs.attributes() if name != "name"]
        warn_ignored("igraph graph", known, source.es.attributes())
    nodes, edges = range(source.vcount()), range(source.ecount())
    graph = Graph.from_edges(
        source.get_edgelist(),
        source.vcount(),
        node_colors=pick(chosen[0], nodes, lambda v, key: source.vs[v][key], "node"),
        edge_colors=pick(chosen[1], edges, lambda e, key: source.es[e][key], "edge"),
        directed=directed,
        parallel=options.repeats(),
    )
    return graph.rename(source.vs["name"]) if "name" in source.vs.attributes() else graph


def write(graph: Graph) -> Any:
    """An igraph graph; colors become the attribute ``color`` of vertices and edges."""
    library = sys.modules.get("igraph")
    if library is None:
        raise GraphError("got form 'igraph' before igraph was imported; import igraph first")
    edges = graph.edges().tolist()
    foreign = library.Graph(n=graph.num_nodes, edges=edges, directed=graph.directed)
    if graph.names is not None:
        foreign.vs["name"] = list(graph.names)
    if graph.node_colors is not None:
        foreign.vs["color"] = graph.node_colors.tolist()
    if graph.edge_colors is not None:
        foreign.es["color"] = graph.edge_colors[graph.edge_entries()].tolist()
    return foreign
