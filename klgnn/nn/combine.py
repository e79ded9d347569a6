"""Two rows of the same width become one."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import mlp, reset

Combine = Literal["add", "hadamard", "concat", "attention"]


class Combiner(nn.Module):
    """The sum of two rows, their product, a linear map of both, or a learned weighted mean.

    Args:
        dim: the width of each.
        how: ``"add"``, ``"hadamard"``, ``"concat"`` (side by side, then a linear map to ``dim``) or
            ``"attention"`` (a mean of the two whose weights depend on both).

    >>> Combiner(8, "concat")(torch.ones(3, 8), torch.zeros(3, 8)).shape
    torch.Size([3, 8])
    """

    def __init__(self, dim: int, how: Combine = "add") -> None:
        super().__init__()
        if how not in ("add", "hadamard", "concat", "attention"):
            raise GraphError(
                f"combine: got {how!r}, expected 'add', 'hadamard', 'concat' or 'attention'"
            )
        self.dim, self.how = dim, how
        if how == "concat":
            self.join = mlp(2 * dim, dim)
        elif how == "attention":
            self.score = mlp(2 * dim, dim, 2)

    def reset_parameters(self) -> None:
        """Draw the learned maps again, if there are any."""
        reset(self)

    def forward(self, left: Tensor, right: Tensor) -> Tensor:
        """``(rows, dim)`` twice to ``(rows, dim)``."""
        if self.how == "add":
            return left + right
        if self.how == "hadamard":
            return left * right
        both = torch.cat([left, right], dim=1)
        if self.how == "concat":
            joined: Tensor = self.join(both)
            return joined
        share = self.score(both).softmax(dim=1)
        return share[:, :1] * left + share[:, 1:] * right

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"dim={self.dim}, how={self.how!r}"
