"""Row-wise networks in blocks that fit a cache, with activations made again on the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

BLOCK = 2048  # rows; 2048 x 64 floats and what comes between them stay in a second-level cache


def rowwise(network: Callable[[Tensor], Tensor], h: Tensor, parameters: Sequence[Tensor]) -> Tensor:
    """``network(h)`` for a network that treats each row on its own and keeps its shape.

    On a CPU, a large ``h`` goes through block by block and only ``h`` itself is kept for the
    backward pass: less memory, and less waiting for it. Elsewhere ``network(h)`` as it is.

    Args:
        network: rows ``(rows, d)`` to ``(rows, d)``, deterministic.
        h: the rows.
        parameters: all of the network's.
    """
    if h.device.type != "cpu" or len(h) <= BLOCK or torch.compiler.is_compiling():
        return network(h)
    result: Tensor = _Rowwise.apply(network, h, *parameters)
    return result


class _Rowwise(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, network: Any, h: Tensor, *parameters: Tensor) -> Tensor:
        ctx.network, ctx.autocast = network, torch.is_autocast_enabled("cpu")
        ctx.save_for_backward(h, *parameters)
        parts = [network(h[i : i + BLOCK]) for i in range(0, len(h), BLOCK)]
        return torch.cat(parts)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> Any:
        h, *parameters = ctx.saved_tensors
        wanted = [p for p in parameters if p.requires_grad]
        grad_h, sums = torch.empty_like(h), [torch.zeros_like(p) for p in wanted]
        for i in range(0, len(h), BLOCK):
            with torch.enable_grad(), torch.autocast("cpu", enabled=ctx.autocast):
                block = h[i : i + BLOCK].detach().requires_grad_()
                out = ctx.network(block)
            back = torch.autograd.grad(out, (block, *wanted), grad[i : i + BLOCK])
            grad_h[i : i + BLOCK] = back[0]
            for total, share in zip(sums, back[1:], strict=True):
                total.add_(share)
        given = iter(sums)
        grads = (next(given) if p.requires_grad else None for p in parameters)
        return None, grad_h, *grads
