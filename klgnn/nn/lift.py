"""lift: any graph network, more expressive."""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.aggregator import Aggregator
from klgnn.nn.combine import Combine
from klgnn.nn.encoders.base import Encoder, Output
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.encoders.wrapped import Wrapped
from klgnn.nn.joint import Joint
from klgnn.nn.labeling import Labeling, Subgraphs
from klgnn.nn.parallel import Parallel
from klgnn.nn.permutations import Group
from klgnn.nn.pooling import Pool, PoolName
from klgnn.nn.settings import Architecture
from klgnn.nn.stages import Level, Order, Pooling
from klgnn.select import SetPolicy


def lift(
    model: nn.Module,
    l: int = 2,
    architecture: Architecture = "a",
    *,
    select: SetPolicy | None = None,
    in_dim: int | None = None,
    dim: int | None = None,
    output: Output = None,
    features: nn.Module | None = None,
    combine: Combine = "add",
    structure: Encoder | None = None,
    then: Encoder | Literal["mlp"] | None = "mlp",
    permutations: Group | int = "symmetric",
    permutation_rate: float = 1.0,
    set_rate: float = 1.0,
    subgraphs: Subgraphs = "full",
    order: Order = "paper",
    pool_permutations: PoolName | Pool = "mean",
    pool_nodes: PoolName | Pool = "sum",
    pool_sets: PoolName | Pool = "mean",
    level: Level = "graph",
    **options: Any,
) -> Joint | Parallel:
    """A model of your own, run on labeled graphs: from k-WL's power to that of k,l-WL.

    Args:
        model: called as ``model(x, edge_index, edge_attr=None, batch=None)``; arguments it does
            not have are not given to it. It returns one row per node, or one per graph.
        l: the number of labels.
        architecture: ``"a"``: label vectors join ``x`` and ``model`` runs on every labeled graph.
            ``"b"``: ``model`` runs once, on ``x`` as it is, and a structure encoder runs on the
            labeled graphs; faster, and often better on molecules.
        select: the policy for data without label sets; None: all sets of l nodes.
        in_dim: the width of ``x`` as the model takes it; None: its ``in_channels``.
        dim: the width of what it returns; None: its ``out_channels``.
        output: ``"rows"`` or ``"graphs"``: one row per node or per graph; None: told by the shape.
        features: in (a), from ``(x, number of nodes)`` to vectors of ``in_dim``, where ``x`` is
            not floats already.
        combine: in (a), how features and labels join; in (b), how base and structure do.
        structure: in (b), the structure encoder; None: an :class:`MPNN` of four layers.
        then: in (b), what follows the join: ``"mlp"``, an encoder or None.
        permutations, permutation_rate, set_rate, subgraphs: see :class:`Labeling`.
        order, pool_permutations, pool_nodes, pool_sets, level: see :class:`Pooling`.
        options: those of :class:`LabeledGraphModel`: ``head``, ``ensemble``, ``max_rows``, ...

    Returns:
        A model that takes a PyG ``Data`` or ``Batch`` and returns one row per graph (or node) of
        the width of ``model``'s rows, or of ``head``'s.

    >>> from torch_geometric.nn import GIN
    >>> from klgnn.families import rook
    >>> lifted = lift(GIN(1, 16, 3), l=2)
    >>> data = rook(4).to("pyg")
    >>> data.x = data.edge_index.new_ones(16, 1).float()
    >>> lifted(data).shape
    torch.Size([1, 16])
    """
    base = model if isinstance(model, Encoder) else Wrapped(model, in_dim, dim, output)
    labeling = Labeling(l, select, permutations, permutation_rate, set_rate, subgraphs)
    structure_dim = structure.dim if structure is not None and architecture == "b" else base.dim
    pooling = Pooling(
        base.dim, order, pool_permutations, pool_nodes, pool_sets, level, structure_dim
    )
    if architecture == "a":
        joined = Floats(base.in_dim or base.dim) if features is None else features
        return Joint(base, joined, labeling, pooling, combine=combine, **options)
    if architecture != "b":
        raise GraphError(f"architecture: got {architecture!r}, expected 'a' or 'b'")
    encoder = MPNN(base.dim) if structure is None else structure
    aggregator = Aggregator(base.dim, encoder.dim, combine, then)
    as_is = AsIs(base.in_dim or base.dim) if features is None else features
    return Parallel(base, encoder, aggregator, as_is, labeling, pooling, **options)


class AsIs(nn.Module):
    """``x`` as the base takes it, whatever that is."""

    what = "x"

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def blank(self, rows: int) -> Tensor:
        """An ``x`` for graphs that have none."""
        return torch.ones(rows, self.width)

    def forward(self, x: Tensor | None, nodes: int) -> Tensor:
        """``x``, which has to be there."""
        if x is None:
            raise GraphError(
                "x: got none, expected what the model takes; add it to the data, for instance"
                " data.x = torch.ones(data.num_nodes, 1)"
            )
        return x


class Floats(AsIs):
    """``x`` as floats of a known width, so that label vectors can join them."""

    def forward(self, x: Tensor | None, nodes: int) -> Tensor:
        """``x``, checked: ``(nodes, width)``."""
        x = super().forward(x, nodes)
        if not x.is_floating_point():
            raise GraphError(
                f"x: got {x.dtype}, which label vectors cannot join, expected floats; say"
                " features=klgnn.nn.Features(width, types=...), with a model that takes its"
                " vectors, or choose architecture='b'"
            )
        if x.dim() != 2 or x.shape[1] != self.width:
            raise GraphError(f"x: got shape {tuple(x.shape)}, expected ({nodes}, {self.width})")
        return x
