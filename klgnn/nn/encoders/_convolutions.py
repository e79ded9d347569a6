"""PyG's convolutions by name, each set up so that it keeps the width of its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch_geometric.nn as pyg
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import mlp

Degrees = Tensor | Sequence[int] | None


def _heads(dim: int) -> int:
    return 4 if dim % 4 == 0 else 1


def _gat(kind: Callable[..., nn.Module]) -> Callable[[int, bool, Degrees], nn.Module]:
    def build(dim: int, edges: bool, degrees: Degrees) -> nn.Module:
        # Self-loops are added to the graph, which would make it look at more than neighbors.
        heads, width = _heads(dim), dim // _heads(dim)
        return kind(dim, width, heads, add_self_loops=False, edge_dim=dim if edges else None)

    return build


def _transformer(dim: int, edges: bool, degrees: Degrees) -> nn.Module:
    heads = _heads(dim)
    conv: nn.Module = pyg.TransformerConv(dim, dim // heads, heads, edge_dim=dim if edges else None)
    return conv


def _pna(dim: int, edges: bool, degrees: Degrees) -> nn.Module:
    conv: nn.Module = pyg.PNAConv(
        dim,
        dim,
        aggregators=["mean", "min", "max", "std"],
        scalers=["identity", "amplification", "attenuation"],
        deg=histogram(degrees),
        edge_dim=dim if edges else None,
    )
    return conv


def histogram(degrees: Degrees) -> Tensor:
    """How many nodes of the training set have degree 0, 1, 2, ..., checked."""
    what = "how many nodes of the training set have degree 0, 1, 2, ..."
    if degrees is None:
        raise GraphError(
            f"degrees: got none, expected {what}, which 'pna' scales by;"
            " PNAConv.get_degree_histogram(loader) counts them"
        )
    counts = torch.as_tensor(degrees, device="cpu")
    if counts.dim() != 1 or counts.is_floating_point() or bool((counts < 0).any()):
        raise GraphError(f"degrees: got {degrees!r}, expected {what}: whole numbers, one axis")
    if not bool(counts[1:].any()):
        raise GraphError(f"degrees: got {degrees!r}, expected {what}, with some above degree 0")
    return counts


NAMED: dict[str, Callable[[int, bool, Degrees], nn.Module]] = {
    "gin": lambda dim, edges, degrees: pyg.GINConv(mlp(dim, dim, dim), train_eps=True),
    "gine": lambda dim, edges, degrees: pyg.GINEConv(mlp(dim, dim, dim), train_eps=True),
    "gcn": lambda dim, edges, degrees: pyg.GCNConv(dim, dim),
    "graph": lambda dim, edges, degrees: pyg.GraphConv(dim, dim),
    "sage": lambda dim, edges, degrees: pyg.SAGEConv(dim, dim),
    "gat": _gat(pyg.GATConv),
    "gatv2": _gat(pyg.GATv2Conv),
    "transformer": _transformer,
    "gated": lambda dim, edges, degrees: pyg.ResGatedGraphConv(
        dim, dim, edge_dim=dim if edges else None
    ),
    "cg": lambda dim, edges, degrees: pyg.CGConv(dim, dim if edges else 0),
    "pna": _pna,
}
WITH_EDGES = ("gine", "gat", "gatv2", "transformer", "gated", "cg", "pna", "gcn", "graph")
