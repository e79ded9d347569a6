"""PPGN: a network on pairs of nodes, with the power of 3-WL (2-FWL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from klgnn.errors import GraphError
from klgnn.nn.encoders._by_size import BySize
from klgnn.nn.encoders._pairs import Portion, portions
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.mpnn import Norm, make_norm
from klgnn.nn.features import Features
from klgnn.nn.modules import reset
from klgnn.nn.wiring import Wiring


class PPGN(Encoder):
    """Provably powerful graph network: a vector for every pair of nodes, updated by products.

    ``X_vu  <-  MLP([X_vu, 1 / scale * sum over w of MLP(X_vw) * MLP(X_wu)])``

    At first, ``X_vv`` holds row v, ``X_vu`` the edges from u to v and, by a map of its own, those
    from v to u; all others are zero. At the end, row v is a linear map of ``X_vv`` and the sums of
    its row and its column.

    Pairs of graphs of one size are multiplied together, so nothing is padded. Products are divided
    by a constant, not by the number of nodes: sums stay sums, and do not depend on the batch. With
    ``norm=None`` values square with each layer, which overflows float32 for deep networks.

    Time is n^3 dim and memory n^2 dim for each graph and layer.

    Args:
        dim: the width of all layers.
        num_layers: how many blocks.
        edge_types: how many categories each column of ``edge_attr`` has.
        edge_width: how many columns of floats it has. Neither: an edge is an edge.
        mlp_depth: how many linear maps each MLP has.
        norm: ``"layer"``, ``"batch"`` or None, between them. With "batch", training runs on all
            graphs at once.
        activation: the nonlinearity of the MLPs.
        scale: what sums over nodes are divided by: about the number of nodes of a graph.
        max_pairs: graphs go through in portions of about so many pairs of nodes.
        checkpoint: compute each portion again for its gradients, which takes a third more time and
            bounds the memory of training, too.

    >>> from klgnn.families import hexagon_and_triangles
    >>> from klgnn.nn import Features, Unlabeled, power
    >>> found = power(Unlabeled(PPGN(8, 2), Features(8)), [hexagon_and_triangles()], k=3, l=0)
    >>> found.pairs[0].verdict
    'apart'

    Reference: Maron, Ben-Hamu, Serviansky and Lipman, "Provably powerful graph networks",
    NeurIPS 2019.
    """

    local = False

    def __init__(
        self,
        dim: int,
        num_layers: int = 4,
        *,
        edge_types: int | Sequence[int] | None = None,
        edge_width: int | None = None,
        mlp_depth: int = 2,
        norm: Norm = "layer",
        activation: type[nn.Module] = nn.ReLU,
        scale: float = 16.0,
        max_pairs: int = 2**16,
        checkpoint: bool = False,
    ) -> None:
        super().__init__()
        if mlp_depth < 1 or scale <= 0 or max_pairs < 1:
            raise GraphError(
                f"got mlp_depth={mlp_depth}, scale={scale}, max_pairs={max_pairs}, expected"
                " positive numbers"
            )
        if checkpoint and norm == "batch":
            raise GraphError(
                "checkpoint: got True with norm='batch', which looks at all graphs at once;"
                " expected norm='layer' or None"
            )
        self.dim, self.num_layers, self.scale = dim, num_layers, scale
        self.max_pairs, self.norm, self.checkpoint = max_pairs, norm, checkpoint
        self.has_edges = edge_types is not None or edge_width is not None
        self.edges = Features(dim, edge_types, edge_width, "edge_attr")
        self.node, self.back = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.layers = nn.ModuleList(
            PPGNLayer(dim, mlp_depth, norm, activation, scale) for _ in range(num_layers)
        )
        self.out = nn.Linear(3 * dim, dim)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows, dim)`` to ``(rows, dim)``."""
        order = BySize.of(wiring, "PPGN")
        if self.has_edges:
            edge, embedded = order.step.edge, self.edges(wiring.edge_attr)
        else:
            edge, embedded = torch.zeros_like(order.step.edge), self.edges(None, 1)
        node, both = self.node(h[order.row]), (embedded, self.back(embedded))
        at_once = self.norm == "batch" and self.training
        done = [
            self._encode(portion, node[portion.rows], *both, edge[portion.edges])
            for portion in portions(order, None if at_once else self.max_pairs)
        ]
        return torch.cat(done)[order.place] if done else node

    def _encode(self, portion: Portion, *tensors: Tensor) -> Tensor:
        if self.checkpoint and torch.is_grad_enabled():
            again: Tensor = checkpoint(
                self._run, portion, *tensors, use_reentrant=False, preserve_rng_state=False
            )
            return again
        return self._run(portion, *tensors)

    def _run(
        self, portion: Portion, node: Tensor, there: Tensor, back: Tensor, edge: Tensor
    ) -> Tensor:
        """The rows of a portion's graphs, ``(rows, dim)``."""
        x = node.new_zeros(portion.size, self.dim).index_add(0, portion.diagonal, node)
        x = x.index_add(0, portion.pair, there.to(x.dtype)[edge])
        x = x.index_add(0, portion.reverse, back.to(x.dtype)[edge])
        for layer in self.layers:
            x = layer(x, portion)
        sums = [portion.sums(x, over) / self.scale for over in (2, 1)]
        rows: Tensor = self.out(torch.cat([x[portion.diagonal], *sums], dim=1))
        return rows

    def extra_repr(self) -> str:
        """What was asked for."""
        return (
            f"dim={self.dim}, num_layers={self.num_layers}, scale={self.scale},"
            f" max_pairs={self.max_pairs}, checkpoint={self.checkpoint}"
        )


class PPGNLayer(nn.Module):
    """One block of :class:`PPGN`."""

    def __init__(
        self, dim: int, depth: int, norm: Norm, activation: type[nn.Module], scale: float
    ) -> None:
        super().__init__()
        self.scale = scale
        options = (depth, norm, activation)
        self.left, self.right = PairMLP(dim, dim, *options), PairMLP(dim, dim, *options)
        self.join = PairMLP(2 * dim, dim, *options)

    def forward(self, x: Tensor, portion: Portion) -> Tensor:
        """``(pairs, dim)`` to ``(pairs, dim)``."""
        product = portion.product(self.left(x) / self.scale, self.right(x))
        joined: Tensor = self.join(torch.cat([x, product], dim=1))
        return joined


class PairMLP(nn.Sequential):
    """Linear maps with a norm and a nonlinearity between them."""

    def __init__(
        self, into: int, dim: int, depth: int, norm: Norm, activation: type[nn.Module]
    ) -> None:
        parts: list[Any] = [nn.Linear(into, dim)]
        for _ in range(depth - 1):
            parts += [make_norm(norm, dim), activation(), nn.Linear(dim, dim)]
        super().__init__(*parts)
