"""Batch normalization that knows how many labeled nodes a row stands for."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class RowBatchNorm(nn.Module):
    """BatchNorm1d over labeled nodes: a row that stands for ``count`` of them counts so often.

    Args:
        dim: the width of a row.
    """

    def __init__(self, dim: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
        super().__init__()
        self.eps, self.momentum, self.correction = eps, momentum, 1
        self.weight, self.bias = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("variance", torch.ones(dim))
        self.mean: Tensor
        self.variance: Tensor

    def reset_parameters(self) -> None:
        """Forget everything."""
        nn.init.ones_(self.weight)
        nn.init.zeros_(self.bias)
        self.mean.zero_()
        self.variance.fill_(1)

    def forward(self, h: Tensor, count: Tensor | None = None) -> Tensor:
        """``(rows, dim)`` to ``(rows, dim)``."""
        mean, variance = self.mean, self.variance
        if self.training and len(h):
            weight = h.new_ones(len(h), 1) if count is None else count.to(h).unsqueeze(1)
            total = weight.sum()
            mean = (weight * h).sum(0) / total
            variance = (weight * (h - mean).square()).sum(0) / total
            with torch.no_grad():
                unbiased = variance * total / (total - self.correction).clamp(min=1)
                self.mean.lerp_(mean.to(self.mean), self.momentum)
                self.variance.lerp_(unbiased.to(self.variance), self.momentum)
        return (h - mean) * (variance + self.eps).rsqrt() * self.weight + self.bias
