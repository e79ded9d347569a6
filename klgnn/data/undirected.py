"""From edges listed both ways to each edge once."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]


def once(entries: Array, attributes: Array | None, nodes: int) -> tuple[Array, Array | None]:
    """Each undirected edge once, as ``u < v`` in ascending order; self-loops are left out.

    Args:
        entries: pairs of node numbers, each edge both ways or one way, shape ``(m, 2)``.
        attributes: one row per entry, the same both ways.
        nodes: how many nodes there are.

    >>> once(np.array([[1, 0], [0, 1], [2, 1], [1, 2]]), np.array([[5], [5], [7], [7]]), 3)
    (array([[0, 1],
           [1, 2]]), array([[5],
           [7]]))
    """
    low, high = entries.min(axis=1, initial=nodes), entries.max(axis=1, initial=-1)
    if len(entries) and (low.min() < 0 or high.max() >= nodes):
        raise DataError(f"got an edge to node {int(high.max())}, expected 0 to {nodes - 1}")
    proper = np.flatnonzero(low < high)
    keys, first, which = np.unique(
        low[proper] * nodes + high[proper], return_index=True, return_inverse=True
    )
    edges = np.stack([keys // nodes, keys % nodes], axis=1) if nodes else entries[:0]
    if attributes is None:
        return edges, None
    values = attributes[proper]
    if (values != values[first][which]).any():
        raise DataError(
            "got an edge with one attribute in one direction and another one in the other, expected"
            " undirected edges; remove edge_attr or use PyG's own loader"
        )
    return edges, values[first]
