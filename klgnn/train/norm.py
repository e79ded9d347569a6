"""PooledNorm: the representations of graphs, made to differ by about one.

Hard graphs have representations that differ in the fifth digit. In training these are standardized
over the batch; before each evaluation mean and deviation are measured over the training graphs with
the parameters as they are. Running averages, as batch normalization has them, lag behind the
parameters by more than the difference of two such graphs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from klgnn.nn.encoders.norm import RowBatchNorm

EPSILON = 1e-5  # of the variance: what differs by rounding only is not made to differ


class PooledNorm(nn.Module):
    """``(h - mean) / deviation``, of the batch in training, of all training graphs afterwards.

    Args:
        dim: the width.
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.mean: Tensor
        self.deviation: Tensor
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("deviation", torch.ones(dim))
        self.seen: list[Tensor] | None = None

    def forward(self, h: Tensor) -> Tensor:
        """``(graphs, dim)`` to the same."""
        if self.seen is not None:
            self.seen.append(h.detach())
        if not self.training:
            return (h - self.mean) / self.deviation
        mean, deviation = _statistics(h)
        return (h - mean) / deviation

    def extra_repr(self) -> str:
        """The width."""
        return str(len(self.mean))


@torch.no_grad()
def measure_rows(model: nn.Module, batches: Iterable[Any]) -> None:
    """Let every batch norm of a model know all batches equally, with the parameters as they are."""
    norms = [module for module in model.modules() if isinstance(module, RowBatchNorm)]
    momenta = [norm.momentum for norm in norms]
    model.train()
    try:
        for number, batch in enumerate(batches, 1):
            for norm in norms:
                # The mean of all batches so far, of what they were divided by.
                norm.momentum, norm.correction = 1 / number, 0
            model(batch)
    finally:
        for norm, momentum in zip(norms, momenta, strict=True):
            norm.momentum, norm.correction = momentum, 1


@torch.no_grad()
def measure(model: nn.Module, batches: Iterable[Any]) -> None:
    """Let every :class:`PooledNorm` of a model know all graphs of some batches."""
    norms = [module for module in model.modules() if isinstance(module, PooledNorm)]
    if not norms:
        return
    model.eval()
    for norm in norms:
        norm.seen = []
    try:
        for batch in batches:
            model(batch)
        for norm in norms:
            mean, deviation = _statistics(torch.cat(norm.seen or []))
            norm.mean.copy_(mean)
            norm.deviation.copy_(deviation)
    finally:
        for norm in norms:
            norm.seen = None


def _statistics(h: Tensor) -> tuple[Tensor, Tensor]:
    return h.mean(0), (h.var(0, correction=0) + EPSILON).sqrt()
