"""From flat arrays to PyG's Data."""

from typing import TYPE_CHECKING, Any

import numpy as np

from klgnn.errors import MissingDependencyError

if TYPE_CHECKING:
    from klgnn.data.dataset import Dataset


def data_of(dataset: "Dataset", row: int) -> Any:
    """The ``Data`` of one graph."""
    try:
        import torch
        from torch_geometric.data import Data
    except ImportError:
        raise MissingDependencyError("torch_geometric", "nn", "a graph as PyG Data") from None

    arrays = dataset.arrays
    nodes = int(arrays.num_nodes[row])
    entries, order = both_ways(arrays.edges(row), nodes)
    fields: dict[str, Any] = {
        "x": np.zeros((nodes, 1), np.int64)
        if arrays.x is None
        else arrays.of_nodes(arrays.x, row).astype(np.int64),
        "edge_index": entries,
    }
    if arrays.edge_attr is not None:
        attributes = arrays.of_edges(arrays.edge_attr, row).astype(np.int64)
        fields["edge_attr"] = attributes[order]
    if arrays.y is not None:
        target = arrays.y[row : row + 1]
        if dataset.task.kind == "multiclass":
            fields["y"] = target[:, 0].astype(np.int64)
        else:
            fields["y"] = target.astype(np.float32)
    for name, rows in arrays.per_node.items():
        values = arrays.of_nodes(rows, row)
        fields[name] = values.astype(np.float32 if values.dtype.kind == "f" else np.int64)
    if dataset.label_sets is not None:
        chosen, sizes = dataset.label_sets.of_graph(row)
        fields["label_index"], fields["label_size"] = chosen, sizes
        fields["label_count"] = np.array([len(sizes)])
    return Data(num_nodes=nodes, **{n: torch.from_numpy(a) for n, a in fields.items()})


def both_ways(edges: Any, nodes: int) -> tuple[Any, Any]:
    """Each edge in both directions, sorted, and which edge each entry is.

    >>> entries, which = both_ways(np.array([[1, 2], [0, 1]]), 3)
    >>> entries.tolist(), which.tolist()
    ([[0, 1, 1, 2], [1, 0, 2, 1]], [1, 1, 0, 0])
    """
    edges = edges.astype(np.int64)
    back = np.flatnonzero(edges[:, 0] != edges[:, 1])
    entries = np.concatenate([edges, edges[back, ::-1]])
    which = np.concatenate([np.arange(len(edges)), back])
    order = np.argsort(entries[:, 0] * nodes + entries[:, 1], kind="stable")
    return np.ascontiguousarray(entries[order].T), which[order]
