"""Hypothesis strategies: small graphs of every kind."""

import numpy as np
from hypothesis import strategies as st

from klgnn import Graph


@st.composite
def graphs(draw, max_nodes=8, directed=None, loops=None, colors=None, min_nodes=0):
    """Graphs with or without direction, self-loops, node and edge colors; None draws a choice."""

    def choose(option):
        return draw(st.booleans()) if option is None else option

    n = draw(st.integers(min_nodes, max_nodes))
    directed, loops = choose(directed), choose(loops)
    pairs = [
        (u, v) for u in range(n) for v in range(n) if (loops or u != v) and (directed or u <= v)
    ]
    kept = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    edges = [pair for pair, keep in zip(pairs, kept, strict=True) if keep]
    palette = st.integers(0, 2)
    node_colors = edge_colors = None
    if choose(colors):
        node_colors = draw(st.lists(palette, min_size=n, max_size=n))
    if choose(colors):
        edge_colors = draw(st.lists(palette, min_size=len(edges), max_size=len(edges)))
    return Graph.from_edges(
        edges, n, node_colors=node_colors, edge_colors=edge_colors, directed=directed
    )


@st.composite
def permutations_of(draw, graph):
    """A permutation of a graph's nodes."""
    return np.array(draw(st.permutations(range(graph.num_nodes))), dtype=np.int64)
