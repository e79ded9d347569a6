"""What a model reads from a PyG batch, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.labeled import LabelSets, Structure

NAMES = ("label_index", "label_size", "label_count")


@dataclass(frozen=True)
class Inputs:
    """A batch of graphs.

    Attributes:
        x: node attributes, or None.
        structure: nodes and edges by graph.
        batch: the graph of each node.
        sets: the label sets, or None where the data carries none.
        data: where all of it comes from.
    """

    x: Tensor | None
    structure: Structure
    batch: Tensor
    sets: LabelSets | None
    data: Any = None

    def extra(self, name: str) -> Tensor | None:
        """A further node attribute of the data by name, checked; None if it has none."""
        values = getattr(self.data, name, None)
        return checked(values, len(self.batch), name, self.structure.edge_index)


def read_inputs(data: Any, l: int | None) -> Inputs:
    """Take from ``data`` (a PyG ``Data`` or ``Batch``) what labeled graphs are made of.

    Args:
        data: with ``edge_index``, and ``x``, ``edge_attr`` and ``batch`` where there are any.
        l: the largest number of nodes in a label set; None: label sets are not looked at.
    """
    edge_index = getattr(data, "edge_index", None)
    if not isinstance(edge_index, Tensor):
        raise GraphError(
            f"got {type(data).__name__} without edge_index, expected a PyG Data or Batch; for a"
            " klgnn.Graph call graph.to('pyg')"
        )
    if edge_index.dim() != 2 or edge_index.shape[0] != 2 or not is_whole(edge_index):
        raise GraphError(
            f"edge_index: got {edge_index.dtype} of shape {tuple(edge_index.shape)}, expected"
            " whole numbers of shape (2, m)"
        )
    edge_index, num_nodes = edge_index.long(), int(data.num_nodes or 0)
    if num_nodes == 0:
        raise GraphError("got a batch without nodes, expected at least one node")
    x = checked(getattr(data, "x", None), num_nodes, "x", edge_index)
    edge_attr = checked(
        getattr(data, "edge_attr", None), edge_index.shape[1], "edge_attr", edge_index
    )
    _check_range(edge_index, num_nodes, "edge_index")
    batch = _batch(data, num_nodes, edge_index)
    graphs = max(int(getattr(data, "num_graphs", 0) or 0), int(batch[-1]) + 1)
    structure = Structure.of(edge_index, edge_attr, batch, graphs)
    sets = None if l is None else _label_sets(data, l, structure, batch)
    return Inputs(x, structure, batch, sets, data)


def checked(values: Any, rows: int, what: str, like: Tensor) -> Tensor | None:
    """Attributes with one row each, no NaN, on the same device."""
    if values is None:
        return None
    if not isinstance(values, Tensor):
        raise GraphError(f"{what}: got {type(values).__name__}, expected a tensor")
    if values.dim() == 0 or len(values) != rows:
        raise GraphError(f"{what}: got shape {tuple(values.shape)}, expected {rows} rows")
    if values.device != like.device:
        raise GraphError(
            f"{what}: got device {values.device}, expected {like.device}, where edge_index is"
        )
    if values.is_floating_point() and bool(values.isnan().any()):
        raise GraphError(f"{what}: got NaN, expected numbers; fill or drop the missing values")
    return values


def is_whole(values: Tensor) -> bool:
    """Whether a tensor holds whole numbers."""
    kind = values.dtype
    return not (kind.is_floating_point or kind.is_complex or kind == torch.bool)


def _check_range(index: Tensor, nodes: int, what: str) -> None:
    if index.numel() and (int(index.max()) >= nodes or int(index.min()) < 0):
        wrong = int(index.max()) if int(index.max()) >= nodes else int(index.min())
        raise GraphError(f"{what}: got node {wrong}, expected 0 to {nodes - 1}")


def _batch(data: Any, num_nodes: int, edge_index: Tensor) -> Tensor:
    """The graph of each node: ascending, and the same at both ends of an edge."""
    batch = checked(getattr(data, "batch", None), num_nodes, "batch", edge_index)
    if batch is None:
        return torch.zeros(num_nodes, dtype=torch.long, device=edge_index.device)
    if batch.dim() != 1 or not is_whole(batch):
        raise GraphError(
            f"batch: got {batch.dtype} of shape {tuple(batch.shape)}, expected the graph of each"
            f" node, whole numbers of shape ({num_nodes},)"
        )
    batch = batch.long()
    if int(batch[0]) < 0 or bool((batch[1:] < batch[:-1]).any()):
        raise GraphError("batch: got graphs that are mixed, expected ascending numbers from 0 up")
    source, target = batch[edge_index]
    if not torch.equal(source, target):
        raise GraphError("edge_index: got an edge from one graph to another, expected none")
    return batch


def _label_sets(data: Any, l: int, structure: Structure, batch: Tensor) -> LabelSets | None:
    if getattr(data, "label_index", None) is None:
        return None
    index, sizes, counts = (_labels(data, name, batch) for name in NAMES)
    if sizes.numel() and (int(sizes.max()) > l or int(sizes.min()) < 1):
        got = int(sizes.max()) if int(sizes.max()) > l else int(sizes.min())
        raise GraphError(
            f"label sets: got sets of {got} nodes, expected 1 to l = {l}; select with the l of the"
            " model"
        )
    if counts.numel() != structure.num_graphs or int(counts.sum()) != sizes.numel():
        raise GraphError(
            f"label_count: got {counts.tolist()} for {structure.num_graphs} graphs and"
            f" {sizes.numel()} sets, expected the number of sets of each graph"
        )
    if int(counts.min()) < 0 or int(sizes.sum()) != index.numel():
        raise GraphError(
            "label_size: got sizes that do not add up to the nodes in label_index, expected the"
            " tensors that a policy of klgnn.select stored"
        )
    _check_range(index, len(batch), "label_index")
    graph = torch.repeat_interleave(torch.arange(counts.numel(), device=index.device), counts)
    if not torch.equal(batch[index], torch.repeat_interleave(graph, sizes)):
        raise GraphError(
            "label_index: got a node outside of its graph, expected the nodes that a policy of"
            " klgnn.select chose; was the graph changed after the selection?"
        )
    return LabelSets(LabelSets.padded(index, sizes, l), graph)


def _labels(data: Any, name: str, like: Tensor) -> Tensor:
    """One of the tensors that a selection policy stores."""
    values = getattr(data, name, None)
    if not isinstance(values, Tensor) or not is_whole(values):
        got = values.dtype if isinstance(values, Tensor) else type(values).__name__
        raise GraphError(
            f"{name}: got {got}, expected whole numbers; apply a policy of klgnn.select, which"
            f" stores {', '.join(NAMES)}"
        )
    if values.device != like.device:
        raise GraphError(f"{name}: got device {values.device}, expected {like.device}")
    return values.view(-1).long()
