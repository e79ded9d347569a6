"""PyTorch Geometric's Data."""

import math
import operator
from typing import Any

import numpy as np

from klgnn.attributes import as_array
from klgnn.convert import _matrix
from klgnn.convert.options import Options, attribute_names, is_instance, warn_ignored
from klgnn.errors import GraphError, MissingDependencyError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """PyG's Data and HeteroData (the latter to say what to do with it)."""
    return any(is_instance(source, "torch_geometric.data", n) for n in ("Data", "HeteroData"))


def read(source: Any, options: Options) -> Graph:
    """A graph from ``edge_index``, with the rows of ``x`` and ``edge_attr`` as colors."""
    if not is_instance(source, "torch_geometric.data", "Data"):
        raise GraphError("got a HeteroData, expected a Data; call to_homogeneous() first")
    if is_instance(source, "torch_geometric.data", "Batch"):
        raise GraphError("got a Batch of graphs, expected one; call to_data_list() first")
    fields = source.to_dict()  # a plain dict: looking into a Data takes microseconds each time
    if fields.get("edge_index") is None:
        raise GraphError("got a Data without edge_index, expected shape (2, m)")
    entries = as_array(fields["edge_index"])
    if entries.ndim != 2 or entries.shape[0] != 2:
        raise GraphError(f"edge_index: got shape {entries.shape}, expected (2, m)")
    if options.unchosen and "x" not in fields:
        warn_ignored("Data", _node_tensors(source, fields))
    num_nodes = _count_nodes(source, fields, entries)
    _check_rows(fields, entries, num_nodes)
    return _matrix.from_entries(
        entries.T,
        num_nodes,
        _attributes(fields, options.colors("node_colors", "x" if "x" in fields else None)),
        _attributes(fields, options.colors("edge_colors", _edge_default(fields))),
        bool(options.directed),
        options.repeats(),
    )


def write(graph: Graph) -> Any:
    """A Data with colors as ``x`` of shape (n, 1) and ``edge_attr`` of shape (m, 1), int64."""
    try:
        import torch
        from torch_geometric.data import Data
    except ImportError:
        raise MissingDependencyError("torch_geometric", "nn", "form 'pyg'") from None

    rows = np.repeat(np.arange(graph.num_nodes), graph.degrees())
    data = Data(
        edge_index=torch.from_numpy(np.stack([rows, graph.indices.astype(np.int64)])),
        num_nodes=graph.num_nodes,
    )
    if graph.node_colors is not None:
        data.x = torch.from_numpy(graph.node_colors.copy()).view(-1, 1)
    if graph.edge_colors is not None:
        data.edge_attr = torch.from_numpy(graph.edge_colors.copy()).view(-1, 1)
    return data


def _count_nodes(source: Any, fields: dict[str, Any], entries: Any) -> int:
    """What the Data says of its size; the largest node number where it says nothing."""
    given = fields.get("num_nodes")
    try:
        if given is not None:
            return operator.index(given)  # also of a tensor
        if any(key in fields for key in ("x", "pos", "batch")):
            return operator.index(source.num_nodes)
    except (TypeError, IndexError):
        got = "a Data that does not tell its size" if given is None else repr(given)
        raise GraphError(f"num_nodes: got {got}, expected a whole number") from None
    return int(entries.max()) + 1 if entries.size else 0


def _check_rows(fields: dict[str, Any], entries: Any, num_nodes: int) -> None:
    """Refuse an ``x`` that is too short for the edges."""
    if "x" in fields and "num_nodes" not in fields and entries.size and entries.dtype.kind == "i":
        largest = int(entries.max())
        if largest >= num_nodes:
            raise GraphError(
                f"x: got {num_nodes} rows and an edge_index with node {largest}, expected a row for"
                " every node; make x longer, or mend edge_index"
            )


def _node_tensors(source: Any, fields: dict[str, Any]) -> list[str]:
    """Tensors with a row per node that might have been meant as colors."""
    elsewhere = {"y", "pos", "batch", "ptr", "num_nodes"}
    return [
        key
        for key, value in fields.items()
        if key not in elsewhere
        and not key.endswith(("_mask", "_index"))
        and hasattr(value, "detach")
        and source.is_node_attr(key)
    ]


def _as_rows(values: Any, name: str) -> Any:
    """A tensor or an array; PyG itself lets an attribute be anything."""
    array = as_array(values) if hasattr(values, "detach") else values
    if isinstance(array, np.ndarray) and array.ndim:
        return array
    got = "a single value" if array is not values else type(values).__name__
    raise GraphError(
        f"{name}: got {got}, expected a tensor with one row per item; klgnn.as_graph takes values"
        " as node_colors= and edge_colors= too"
    )


def _edge_default(fields: dict[str, Any]) -> str | None:
    return "edge_attr" if "edge_attr" in fields else None


def _attributes(fields: dict[str, Any], chosen: Any) -> Any:
    """Tensors by name, side by side where there are several."""
    names = attribute_names(chosen)
    if names is None:
        return chosen
    columns = []
    for name in names:
        if fields.get(name) is None:
            raise GraphError(f"got a Data without {name!r}; it has {', '.join(fields)}")
        tensor = _as_rows(fields[name], name)
        width = math.prod(tensor.shape[1:])  # not -1, which fails where there are no rows
        columns.append(tensor.reshape(len(tensor), width))
    if len(columns) == 1:
        return columns[0]
    kinds = {column.dtype.kind for column in columns}
    if len(kinds) == 1:
        return np.concatenate(columns, axis=1)
    return [tuple(v for row in rows for v in row.tolist()) for rows in zip(*columns, strict=True)]
