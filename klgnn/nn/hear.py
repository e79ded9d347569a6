"""hear: what each row receives in one step, its own part and its neighbors', in one pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from klgnn.nn import _gather
from klgnn.nn.threads import as_array, in_threads, is_fused
from klgnn.nn.wiring import Step

Array = npt.NDArray[Any]


def hear(h: Tensor, scale: Tensor, edges: Tensor | None, step: Step) -> tuple[Tensor, Tensor]:
    """``scale * own + sum of neighbors times edges``, and ``own``.

    Args:
        h: the rows of the layer before, ``(rows before, d)``.
        scale: how much a row's own part counts, a scalar.
        edges: one row for each row of the wiring's ``edge_attr``, ``(kinds, d)``, or None.
        step: who hears whom.

    Returns:
        Both ``(step.size, d)``.
    """
    if is_fused(h, scale, edges):
        none = h.new_zeros(0, h.shape[1])
        heard, own = _Hear.apply(h, scale, none if edges is None else edges, step)
        return heard, own
    own = step.own(h)
    if edges is None:
        return scale * own + step.neighbors.sum(h), own
    rows = h.index_select(0, step.edge_index[0]) * edges.index_select(0, step.edge)
    received = h.new_zeros(step.size, h.shape[1]).index_add(0, step.edge_index[1], rows)
    return scale * own + received, own


class _Hear(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, h: Tensor, scale: Tensor, edges: Tensor, step: Step) -> Any:
        ctx.step = step
        ctx.save_for_backward(h, scale, edges)
        rows, table = as_array(h), as_array(edges)
        kernel: Any = _gather.forward  # numba's dispatchers have the types of what they wrap
        z, own = (np.empty((step.size, rows.shape[1]), rows.dtype) for _ in range(2))
        factor, arcs = rows.dtype.type(scale.item()), step.arcs(len(h))
        into = [as_array(t) for t in (arcs.root, arcs.ptr, arcs.source, arcs.kind)]
        in_threads(
            lambda first, last: kernel(first, last, rows, factor, *into, table, z, own),
            step.size,
        )
        return torch.from_numpy(z), torch.from_numpy(own)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad_z: Tensor, grad_own: Tensor) -> Any:
        h, scale, edges = ctx.saved_tensors
        rows, table, arcs = as_array(h), as_array(edges), ctx.step.arcs(len(h))
        factor = rows.dtype.type(scale.item())
        fields = (arcs.root_ptr, arcs.root_rows, arcs.back_ptr, arcs.target, arcs.back_kind)
        back = [as_array(t) for t in fields]
        grads = as_array(grad_z), as_array(grad_own)
        grad_h = np.empty_like(rows)
        kernel: Any = _gather.backward

        def part(first: int, last: int) -> tuple[float, Array]:
            own = np.zeros_like(table)
            share = kernel(first, last, rows, factor, *back, table, *grads, grad_h, own)
            return share, own

        parts = in_threads(part, len(rows))
        grad_scale = scale.new_tensor(sum(share for share, _ in parts)).reshape(scale.shape)
        grad_edges = torch.from_numpy(sum(own for _, own in parts)) if len(parts) else None
        return torch.from_numpy(grad_h), grad_scale, grad_edges, None
