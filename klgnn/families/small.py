"""All small graphs, in the numbering of the atlas."""

from klgnn.families import _check
from klgnn.graph import Graph


def atlas(max_nodes: int = 7) -> list[Graph]:
    """All graphs with up to 7 nodes, each isomorphism class once, in the order of the atlas.

    The graph at position i is the atlas's graph Gi; G0 is the graph without nodes.

    Args:
        max_nodes: the largest number of nodes, 0 to 7.

    >>> [len(atlas(n)) for n in range(5)]
    [1, 2, 4, 8, 19]

    References:
        Read & Wilson (1998), An atlas of graphs.
    """
    max_nodes = _check.whole(max_nodes, "max_nodes", 0, 7)
    from networkx import graph_atlas_g  # 0.2 s to import, wanted only here

    found = [graph for graph in graph_atlas_g() if graph.number_of_nodes() <= max_nodes]
    return [Graph.from_edges(list(g.edges()), g.number_of_nodes()) for g in found]
