"""Edge lists: any list of node pairs, numbered from 0."""

from typing import Any

import numpy as np

from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """Whether this is a sequence or iterator that could hold pairs."""
    is_text = isinstance(source, str | bytes | dict)
    return hasattr(source, "__iter__") and not is_text and not hasattr(source, "__fspath__")


def read(source: Any, options: Options) -> Graph:
    """A graph with as many nodes as the largest number, or the node colors, say."""
    if isinstance(source, np.ndarray) and source.ndim == 2 and source.shape[1] != 2:
        raise GraphError(
            f"edges: got shape {source.shape}, expected (e, 2); transpose an edge_index first"
        )
    return Graph.from_edges(
        source,
        node_colors=options.colors("node_colors", None),
        edge_colors=options.colors("edge_colors", None),
        directed=bool(options.directed),
        parallel=options.repeats(),
    )


def write(graph: Graph) -> list[tuple[int, int]]:
    """Every edge once, as a list of pairs."""
    return [(u, v) for u, v in graph.edges().tolist()]
