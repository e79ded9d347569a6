"""What every policy looks at: the structure alone."""

from typing import Any

import numpy as np

from klgnn import _csr
from klgnn.errors import GraphError
from klgnn.graph import Graph


def check_graph(graph: Any) -> None:
    """Refuse what is not a Graph."""
    if not isinstance(graph, Graph):
        raise GraphError(
            f"got {type(graph).__name__}, expected a klgnn.Graph; klgnn.as_graph reads other forms,"
            " and policy(data) takes a PyG Data"
        )


def skeleton(graph: Graph) -> Graph:
    """The undirected graph without self-loops and colors: an edge wherever there is one."""
    check_graph(graph)
    n, rows = graph.num_nodes, _csr.rows(graph.indptr)
    loops = rows == graph.indices
    if not graph.directed and not loops.any():
        return Graph._trusted(graph.indptr, graph.indices)
    rows, columns = rows[~loops], graph.indices[~loops].astype(np.int64)
    key = [_csr.keys(n, rows, columns), _csr.keys(n, columns, rows)]
    return Graph._trusted(*_csr.cut(n, np.unique(np.concatenate(key))))
