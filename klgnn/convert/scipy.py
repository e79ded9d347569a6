"""Sparse adjacency matrices."""

import sys
from typing import Any

import numpy as np

from klgnn.convert import _matrix
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """Any scipy sparse array or matrix."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(source))


def read(source: Any, options: Options) -> Graph:
    """A graph from the nonzero entries: 0 and 1, or any with ``edge_colors="weight"``."""
    n = _matrix.check_square(source.shape)
    try:
        if hasattr(source, "check_format"):
            source.check_format(full_check=True)  # tocoo() trusts the rows, and could crash
        entries = source.tocoo()
    except ValueError as error:
        raise GraphError(f"matrix: got damaged rows ({error}); build it anew") from None
    if entries.dtype.kind not in "biuf":
        raise GraphError(f"matrix: got dtype {entries.dtype}, expected numbers")
    entries.sum_duplicates()
    stored = entries.data != 0
    pairs = np.stack([entries.row[stored], entries.col[stored]], axis=1)
    return _matrix.from_weights(pairs, entries.data[stored], n, options)


def write(graph: Graph) -> Any:
    """A ``scipy.sparse.csr_array``; edge colors become its entries."""
    from scipy.sparse import csr_array

    shape = (graph.num_nodes, graph.num_nodes)
    # Copies: a sparse array may be changed in place, a Graph never.
    parts = (_matrix.entry_weights(graph).copy(), graph.indices.copy(), graph.indptr.copy())
    return csr_array(parts, shape=shape)
