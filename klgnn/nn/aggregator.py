"""The aggregator of architecture (b): joins what the base and the structure encoder saw."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.combine import Combine, Combiner
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.modules import mlp, reset
from klgnn.nn.segments import Members
from klgnn.nn.wiring import copied


class Aggregator(nn.Module):
    """Join each node's base representation with its structure, then run a network or none.

    Args:
        dim: the width of the base's rows, and of the result.
        structure_dim: the width of the structure encoder's rows; None: the same.
        join: how the two join: see :class:`Combiner`.
        then: ``"mlp"``, an encoder (the paper's best: an MPNN), or None for nothing.

    >>> from klgnn.nn import MPNN
    >>> Aggregator(8, join="concat", then=MPNN(8, 2)).combine.how
    'concat'
    """

    def __init__(
        self,
        dim: int,
        structure_dim: int | None = None,
        join: Combine = "add",
        then: Encoder | Literal["mlp"] | None = None,
    ) -> None:
        super().__init__()
        if isinstance(then, str) and then != "mlp":
            raise GraphError(f"then: got {then!r}, expected 'mlp', an encoder or None")
        width = dim if structure_dim is None else structure_dim
        self.project = nn.Identity() if width == dim else nn.Linear(width, dim)
        self.combine = Combiner(dim, join)
        self.then = mlp(dim, 2 * dim, dim) if isinstance(then, str) else then

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def over_rows(
        self, base: Tensor, structure: Tensor, rows: LabeledGraphs, edge_attr: Tensor | None
    ) -> Tensor:
        """Join every (label set, node) row with its node's base representation.

        Args:
            base: ``(nodes, dim)``.
            structure: ``(copies * rows, structure_dim)``.
            rows: the labeled graphs; ``copies`` is 1 once permutations are pooled.
            edge_attr: the attributes of the batch's edges.

        Returns:
            Shape ``(copies * rows, dim)``.
        """
        copies = rows.copies_in(structure)
        node = rows.node.repeat(copies)
        every = torch.arange(len(node), device=node.device)
        h = self._joined(Members(every, len(node), node).sum(base), structure)
        if isinstance(self.then, Encoder):
            return self.then(h, copied(rows, copies, edge_attr))
        return h if self.then is None else self.then(h)

    def over_graphs(self, base: Tensor, structure: Tensor) -> Tensor:
        """Join graph by graph: ``(graphs, dim)`` and ``(graphs, structure_dim)``."""
        if isinstance(self.then, Encoder):
            raise GraphError(
                "then: got an encoder, which needs nodes, and a base that returns one row per"
                " graph; expected 'mlp' or None"
            )
        h = self._joined(base, structure)
        return h if self.then is None else self.then(h)

    def _joined(self, base: Tensor, structure: Tensor) -> Tensor:
        joined: Tensor = self.combine(base, self.project(structure))
        return joined
