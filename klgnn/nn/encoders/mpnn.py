"""MPNN: the paper's message passing network, with the power of 1-WL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.norm import RowBatchNorm
from klgnn.nn.features import Features
from klgnn.nn.fused import How, fused
from klgnn.nn.hear import hear
from klgnn.nn.modules import reset
from klgnn.nn.rowwise import rowwise
from klgnn.nn.threads import is_fused
from klgnn.nn.wiring import Step, Wiring

Norm = Literal["layer", "batch"] | None


class MPNN(Encoder):
    """Messages are neighbors times edge embeddings; updates are two-layer MLPs with a residual.

    ``h_v  <-  h_v + MLP((1 + eps) h_v + sum over u next to v of h_u * e_uv)``

    Args:
        dim: the width of all layers.
        num_layers: how many rounds.
        edge_types: how many categories each column of ``edge_attr`` has.
        edge_width: how many columns of floats it has. Neither: edges carry nothing.
        dropout: after each layer.
        norm: ``"layer"``, ``"batch"`` or None, after each linear map.
        residual: add each layer's input to its output.
        activation: the nonlinearity of the MLPs.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import Features, Unlabeled
    >>> data = cycle(5).to("pyg")
    >>> data.edge_attr = torch.zeros(10, 1, dtype=torch.long)
    >>> Unlabeled(MPNN(8, 3, edge_types=4), Features(8), level="node")(data).shape
    torch.Size([5, 8])

    Reference: Zhou, Wang and Zhang, "From Relational Pooling to Subgraph GNNs", ICML 2023.
    """

    local = True

    def __init__(
        self,
        dim: int,
        num_layers: int = 4,
        *,
        edge_types: int | Sequence[int] | None = None,
        edge_width: int | None = None,
        dropout: float = 0.0,
        norm: Norm = "layer",
        residual: bool = True,
        activation: type[nn.Module] = nn.ReLU,
    ) -> None:
        super().__init__()
        self.dim, self.num_layers = dim, num_layers
        has_edges = edge_types is not None or edge_width is not None
        self.layers = nn.ModuleList(
            MPNNLayer(
                dim,
                Features(dim, edge_types, edge_width, "edge_attr") if has_edges else None,
                dropout,
                norm,
                residual,
                activation,
            )
            for _ in range(num_layers)
        )

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows of layer 0, dim)`` to ``(rows of the last layer, dim)``."""
        for number, layer in enumerate(self.layers):
            h = layer(h, wiring.step(number), wiring.edge_attr)
        return h

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"dim={self.dim}, num_layers={self.num_layers}"


class MPNNLayer(nn.Module):
    """One round of :class:`MPNN`."""

    def __init__(
        self,
        dim: int,
        edges: Features | None,
        dropout: float,
        norm: Norm,
        residual: bool,
        activation: type[nn.Module],
    ) -> None:
        super().__init__()
        self.edges, self.residual = edges, residual
        self.eps = nn.Parameter(torch.zeros(()))
        self.first, self.second = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.norms = nn.ModuleList(make_norm(norm, dim) for _ in range(2))
        self.activation, self.dropout = activation(), nn.Dropout(dropout)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        nn.init.zeros_(self.eps)
        reset(self)

    def forward(self, h: Tensor, step: Step, edge_attr: Tensor | None) -> Tensor:
        """``(rows before, dim)`` to ``(step.size, dim)``."""
        embedded = None if self.edges is None else self.edges(edge_attr)
        if torch.is_autocast_enabled("cpu"):  # one pass in full precision is faster than many
            kind = self.first.weight.dtype
            h, embedded = h.to(kind), None if embedded is None else embedded.to(kind)
        if self._is_fused(h, embedded):
            return self._fused(h, embedded, step)
        new, own = hear(h, 1 + self.eps, embedded, step)
        if isinstance(self.norms[0], RowBatchNorm):
            new = self._update(new, step.count)
        else:
            new = rowwise(self._update, new, self._row_parameters)
        new = self.dropout(new)
        return own + new if self.residual else new

    def _is_fused(self, h: Tensor, embedded: Tensor | None) -> bool:
        """Whether one kernel does it all: on a CPU, for the paper's layer."""
        drops = self.training and self.dropout.p > 0
        plain = type(self.activation) is nn.ReLU and not drops
        norms = {type(norm) for norm in self.norms}
        known = norms <= {nn.LayerNorm, nn.Identity} and len(norms) == 1
        return plain and known and is_fused(h, embedded, self.first.weight, self.eps)

    def _fused(self, h: Tensor, embedded: Tensor | None, step: Step) -> Tensor:
        one, zero = torch.ones_like(self.first.bias), torch.zeros_like(self.first.bias)
        vectors, eps = [], None
        for linear, norm in zip((self.first, self.second), self.norms, strict=True):
            vectors += [linear.bias, one, zero]
            if isinstance(norm, nn.LayerNorm):
                vectors[-2:], eps = [norm.weight, norm.bias], norm.eps
        weights = torch.stack([self.first.weight, self.second.weight])
        how = How(eps, self.residual)
        return fused(h, 1 + self.eps, embedded, weights, torch.stack(vectors), step, how)

    def _update(self, new: Tensor, count: Tensor | None = None) -> Tensor:
        for linear, norm in zip((self.first, self.second), self.norms, strict=True):
            new = linear(new)
            new = norm(new, count) if isinstance(norm, RowBatchNorm) else norm(new)
            new = self.activation(new)
        return new

    @property
    def _row_parameters(self) -> list[Tensor]:
        parts = (self.first, self.second, *self.norms, self.activation)
        return [parameter for part in parts for parameter in part.parameters()]


def make_norm(norm: Norm, dim: int) -> nn.Module:
    """A normalization by name."""
    if norm == "layer":
        return nn.LayerNorm(dim)
    if norm == "batch":
        return RowBatchNorm(dim)
    if norm is None:
        return nn.Identity()
    raise GraphError(f"norm: got {norm!r}, expected 'layer', 'batch' or None")
