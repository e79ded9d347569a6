"""Dense adjacency matrices."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _memory
from klgnn.attributes import unmasked
from klgnn.convert import _matrix
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """A two-dimensional square array is a matrix; any other shape is left to edge lists.

    An array of shape (2, 2) is a matrix too; say ``form="edges"`` for two edges.
    """
    return isinstance(source, np.ndarray) and source.ndim == 2 and len(set(source.shape)) == 1


def read(source: Any, options: Options) -> Graph:
    """A graph from the nonzero entries: 0 and 1, or any with ``edge_colors="weight"``."""
    try:
        matrix = np.asanyarray(source)
    except ValueError:
        raise GraphError("matrix: got rows of different lengths, expected a square one") from None
    matrix = unmasked(matrix, "matrix")
    if matrix.dtype.kind not in "biuf":
        raise GraphError(f"matrix: got dtype {matrix.dtype}, expected numbers")
    n = _matrix.check_square(matrix.shape)
    source_nodes, targets = np.nonzero(matrix)
    pairs = np.stack([source_nodes, targets], axis=1)
    return _matrix.from_weights(pairs, matrix[source_nodes, targets], n, options)


def write(graph: Graph) -> npt.NDArray[np.int64]:
    """The adjacency matrix; edge colors become its entries."""
    n = graph.num_nodes
    _memory.require(8 * n * n, f"a dense matrix of {n} nodes")
    matrix = np.zeros((n, n), np.int64)
    rows = np.repeat(np.arange(n), graph.degrees())
    matrix[rows, graph.indices] = _matrix.entry_weights(graph)
    return matrix
