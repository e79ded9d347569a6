"""A layer of MPNN in one pass: blocks of rows stay in a cache from first to last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from klgnn.nn import _gather, _layer
from klgnn.nn._tile import padded
from klgnn.nn.arcs import Arcs
from klgnn.nn.threads import as_array, in_threads
from klgnn.nn.wiring import Step

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class How:
    """What is no tensor: ``eps`` of the norms, None without; whether the input is added."""

    eps: float | None
    residual: bool


def fused(
    h: Tensor, scale: Tensor, edges: Tensor | None, weights: Tensor, vectors: Tensor, step: Step,
    how: How,
) -> Tensor:  # fmt: skip
    """``own + relu(norm(linear(relu(norm(linear(z))))))`` with the z of :func:`hear`.

    Only ``h`` is kept for the way back, which makes everything else again.

    Args:
        h: the rows of the layer before, ``(rows before, d)``.
        scale: how much a row's own part counts, a scalar.
        edges: one row for each row of the wiring's ``edge_attr``, ``(kinds, d)``, or None.
        weights: of both linear maps, ``(2, d, d)``.
        vectors: bias, and weight and shift of the norm, for both: ``(6, d)``.
        step: who hears whom.
        how: the rest.

    Returns:
        Shape ``(step.size, d)``.
    """
    table = h.new_zeros(0, h.shape[1]) if edges is None else edges
    result: Tensor = _Fused.apply(h, scale, table, weights, vectors, step, how)
    return result


class _Fused(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, h: Tensor, scale: Tensor, edges: Tensor, weights: Tensor, vectors: Tensor,
        step: Step, how: How,
    ) -> Tensor:  # fmt: skip
        ctx.step, ctx.how = step, how
        ctx.save_for_backward(h, scale, edges, weights, vectors)
        given = _Given(h, scale, edges, weights, vectors, step, how)
        out = np.empty((step.size, h.shape[1]), given.h.dtype)
        kernel: Any = _layer.forward  # numba's dispatchers have the types of what they wrap
        in_threads(
            lambda first, last: kernel(
                first, last, *given.heard, given.right, given.vectors, given.normed, given.eps,
                how.residual, out,
            ),
            step.size,
        )  # fmt: skip
        return torch.from_numpy(out)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> Any:
        h, scale, edges, weights, vectors = ctx.saved_tensors
        given = _Given(h, scale, edges, weights, vectors, ctx.step, ctx.how)
        grad_z, (by_weights, by_vectors) = _through_rows(given, as_array(grad))
        none = np.empty((0, h.shape[1]), given.h.dtype)
        own = as_array(grad) if ctx.how.residual else none
        grad_h, grad_scale, grad_edges = _through_arcs(given, grad_z, own)
        dim = h.shape[1]
        return (
            torch.from_numpy(grad_h), scale.new_tensor(grad_scale).reshape(scale.shape),
            torch.from_numpy(grad_edges), torch.from_numpy(by_weights[:, :dim, :dim].copy()),
            torch.from_numpy(by_vectors), None, None,
        )  # fmt: skip


class _Given:
    """The inputs as the kernels take them."""

    def __init__(
        self, h: Tensor, scale: Tensor, edges: Tensor, weights: Tensor, vectors: Tensor,
        step: Step, how: How,
    ) -> None:  # fmt: skip
        self.h, self.vectors, self.edges = as_array(h), as_array(vectors), as_array(edges)
        kind = self.h.dtype.type
        self.scale, self.eps, self.normed = (
            kind(scale.item()),
            kind(how.eps or 0),
            how.eps is not None,
        )
        self.arcs: Arcs = step.arcs(len(h))
        self.size = step.size
        into = (self.arcs.root, self.arcs.ptr, self.arcs.source, self.arcs.kind)
        self.heard = (self.h, self.scale, *map(as_array, into), self.edges)
        dim = h.shape[1]
        wide = padded(dim, self.h.itemsize)
        self.left, self.right = (np.zeros((2, dim, wide), kind) for _ in range(2))
        self.left[:, :, :dim] = as_array(weights)
        self.right[:, :, :dim] = as_array(weights).transpose(0, 2, 1)


def _through_rows(given: _Given, grad: Array) -> tuple[Array, tuple[Array, Array]]:
    """The gradients of what was heard, and of weights and vectors."""
    grad_z = np.empty((given.size, given.h.shape[1]), given.h.dtype)
    wide = given.right.shape[2]
    kernel: Any = _layer.backward

    def part(first: int, last: int) -> tuple[Array, Array]:
        sums = np.zeros((2, wide, wide), grad.dtype), np.zeros_like(given.vectors)
        kernel(
            first, last, *given.heard, given.right, given.left, given.vectors, given.normed,
            given.eps, grad, grad_z, *sums,
        )  # fmt: skip
        return sums

    weights, vectors = zip(*in_threads(part, given.size), strict=True)
    return grad_z, (sum(weights), sum(vectors))


def _through_arcs(given: _Given, grad_z: Array, own: Array) -> tuple[Array, float, Array]:
    """The gradients of the rows before, the scale and the edges."""
    arcs, grad_h = given.arcs, np.empty_like(given.h)
    fields = (arcs.root_ptr, arcs.root_rows, arcs.back_ptr, arcs.target, arcs.back_kind)
    back = [as_array(field) for field in fields]
    kernel: Any = _gather.backward

    def part(first: int, last: int) -> tuple[float, Array]:
        edges = np.zeros_like(given.edges)
        share = kernel(
            first, last, given.h, given.scale, *back, given.edges, grad_z, own, grad_h, edges
        )
        return share, edges

    parts = in_threads(part, len(given.h))
    return grad_h, sum(share for share, _ in parts), sum(edges for _, edges in parts)
