"""What a model knows of its nodes before any message: attributes, encodings, counts."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.features import Features
from klgnn.nn.inputs import Inputs
from klgnn.nn.modules import mlp, reset
from klgnn.nn.quotient import kinds_of


class NodeVectors(nn.Module):
    """``features(x)``, plus an MLP of every further attribute: one row per node.

    Args:
        features: from ``(x, number of nodes)`` to ``(nodes, dim)``: :class:`Features`, or a module
            of the user's.
        extras: widths of further attributes by the name they have in the data, such as positional
            encodings (``rwse``) or counts.
        dim: the width of a row; needed with extras.
    """

    def __init__(
        self, features: nn.Module, extras: Mapping[str, int] | None = None, dim: int = 0
    ) -> None:
        super().__init__()
        self.features, self.widths = features, dict(extras or {})
        self.extras = nn.ModuleDict(
            {name: mlp(width, max(width, dim), dim) for name, width in self.widths.items()}
        )

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, inputs: Inputs) -> Tensor:
        """``(nodes, dim)``."""
        h: Tensor = self.features(inputs.x, len(inputs.batch))
        for name, network in self.extras.items():
            h = h + network(self._extra(name, inputs).to(h.dtype))
        return h

    def kinds(self, inputs: Inputs) -> Tensor | None:
        """Equal numbers for nodes with equal attributes; None: all nodes are alike.

        A module that is not ours may tell nodes apart by anything, so there all are different.
        """
        if not isinstance(self.features, Features):
            return torch.arange(len(inputs.batch), device=inputs.batch.device)
        read = [] if inputs.x is None or self.features.is_constant else [inputs.x]
        read += [self._extra(name, inputs) for name in self.widths]
        if any(values.requires_grad for values in read):
            return torch.arange(len(inputs.batch), device=inputs.batch.device)
        kind = None
        for values in read:
            own = kinds_of(values)[1]
            kind = own if kind is None else kinds_of(torch.stack([kind, own], dim=1))[1]
        return kind

    def _extra(self, name: str, inputs: Inputs) -> Tensor:
        values = inputs.extra(name)
        if values is None or values.dim() != 2 or values.shape[1] != self.widths[name]:
            got = "none" if values is None else f"shape {tuple(values.shape)}"
            raise GraphError(
                f"{name}: got {got}, expected ({len(inputs.batch)}, {self.widths[name]}); apply the"
                " transform that makes it, or build the model without"
            )
        return values
