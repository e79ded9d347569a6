"""The arcs of a step, sorted both ways, for the kernels of :mod:`klgnn.nn.hear`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from klgnn.nn import _gather

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Arcs:
    """Who hears whom, as compressed rows; all tensors are int32 on the CPU.

    Attributes:
        root: the row before that each row continues.
        ptr: where the arcs into each row start.
        source: where each arc comes from, sorted by target.
        kind: its edge, in the same order.
        root_ptr: where the rows that continue each row before start.
        root_rows: those rows.
        back_ptr: where the arcs out of each row before start.
        target: where each arc goes, sorted by source.
        back_kind: its edge, in the same order.
    """

    root: Tensor
    ptr: Tensor
    source: Tensor
    kind: Tensor
    root_ptr: Tensor
    root_rows: Tensor
    back_ptr: Tensor
    target: Tensor
    back_kind: Tensor

    @staticmethod
    def of(edge_index: Tensor, edge: Tensor, root: Tensor | None, size: int, before: int) -> Arcs:
        """Sort the arcs of a step from ``before`` rows to ``size`` rows."""
        source, target, kind = (_array(t) for t in (*edge_index, edge))
        own = np.arange(size, dtype=np.int32) if root is None else _array(root)
        ptr, into = _grouped(target, size)
        return Arcs.sorted(own, ptr, source[into], kind[into], before)

    @staticmethod
    def sorted(root: Array, ptr: Array, source: Array, kind: Array, before: int) -> Arcs:
        """The same from arcs that are sorted by target."""
        root_ptr, root_rows = _grouped(root, before)
        back_ptr, out = _grouped(source, before)
        target = np.empty_like(source)
        _gather.groups_of(ptr, target)
        arrays = (
            root, ptr, source, kind, root_ptr, root_rows, back_ptr, target[out], kind[out],
        )  # fmt: skip
        return Arcs(*(torch.from_numpy(array) for array in arrays))


def _grouped(key: Array, size: int) -> tuple[Array, Array]:
    ptr, order = np.zeros(size + 1, np.int32), np.empty(len(key), np.int32)
    _gather.group_by(key, size, ptr, order)
    return ptr, order


def _array(values: Tensor) -> Array:
    return np.ascontiguousarray(values.cpu().numpy(), np.int32)
