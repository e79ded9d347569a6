"""Sums over members of groups: the one sparse operation everything in klgnn.nn is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from klgnn.nn import _gather
from klgnn.nn.threads import as_array, in_threads, is_fused


@dataclass(frozen=True)
class Side:
    """Entries as compressed rows: those of group g are ``item[ptr[g]:ptr[g + 1]]``."""

    ptr: Tensor
    item: Tensor
    weight: Tensor | None

    @staticmethod
    def of(key: Tensor, item: Tensor, weight: Tensor | None, size: int) -> Side:
        """Sort entries by ``key``."""
        ptr, order = np.zeros(size + 1, np.int32), np.empty(len(key), np.int32)
        _gather.group_by(as_array(key), size, ptr, order)
        index = torch.from_numpy(order)
        if weight is not None and not weight.is_floating_point():
            weight = weight.float()  # numbers of rows, exact below 2^24
        return Side(
            torch.from_numpy(ptr),
            item.index_select(0, index).int(),
            None if weight is None else weight.index_select(0, index),
        )

    def sum(self, h: Tensor, outer: Tensor | None = None, inner: Tensor | None = None) -> Tensor:
        """The weighted sum of each group's items, times ``outer``; of items times ``inner``."""
        rows = as_array(h)
        none = np.empty(0, rows.dtype)
        factors = [
            none if given is None else as_array(given.to(h.dtype))
            for given in (self.weight, outer, inner)
        ]
        out = np.empty((len(self.ptr) - 1, rows.shape[1]), rows.dtype)
        ptr, item = as_array(self.ptr), as_array(self.item)
        kernel: Any = _gather.weighted_sum  # numba's dispatchers have the types of what they wrap
        in_threads(
            lambda first, last: kernel(first, last, rows, ptr, item, *factors, out), len(out)
        )
        return torch.from_numpy(out)


@dataclass(frozen=True)
class Members:
    """Which rows belong to which group, and how many times.

    Attributes:
        group: the group of each entry, ``(entries,)``.
        size: how many groups.
        source: the row each entry takes; None: entry i takes row i.
        count: how many members each entry stands for; None: one.
    """

    group: Tensor
    size: int
    source: Tensor | None = None
    count: Tensor | None = None

    def gather(self, h: Tensor) -> Tensor:
        """The row of each entry."""
        return h if self.source is None else h[self.source]

    def sizes(self, like: Tensor) -> Tensor:
        """The number of members of each group, ``(groups, 1)``, in the type of ``like``."""
        known: Tensor | None = self.__dict__.get("_sizes")
        if known is None or known.dtype != like.dtype:
            ones = like.new_ones(self.group.numel()) if self.count is None else self.count.to(like)
            known = like.new_zeros(self.size).index_add(0, self.group, ones).unsqueeze(1)
            if not (known.requires_grad or known.is_inference()):
                self.__dict__["_sizes"] = known
        return known

    def sum(self, h: Tensor) -> Tensor:
        """The sum of each group's rows, ``(groups, d)``; 0 for empty groups."""
        if self._is_fused(h):
            summed: Tensor = _Sum.apply(h, self, None)
            return summed
        rows = self.gather(h)
        if self.count is not None:
            rows = rows * self.count.to(h).unsqueeze(1)
        return h.new_zeros(self.size, h.shape[1]).index_add(0, self.group, rows)

    def _is_fused(self, h: Tensor) -> bool:
        return is_fused(h) and not (self.count is not None and self.count.requires_grad)

    def mean(self, h: Tensor) -> Tensor:
        """The mean of each group's rows; 0 for empty groups."""
        sizes = self.sizes(h).clamp(min=1)
        if self._is_fused(h):
            mean: Tensor = _Sum.apply(h, self, sizes.reciprocal().flatten())
            return mean
        return self.sum(h) / sizes

    def max(self, h: Tensor) -> Tensor:
        """The largest value in each group, column by column; 0 for empty groups."""
        rows = self.gather(h)
        index = self.group.unsqueeze(1).expand_as(rows)
        zero = h.new_zeros(self.size, h.shape[1])
        return zero.scatter_reduce(0, index, rows, "amax", include_self=False)

    def softmax(self, score: Tensor) -> Tensor:
        """For each entry its share in its group, from one score per row ``(rows, heads)``."""
        scores = self.gather(score)
        index = self.group.unsqueeze(1).expand_as(scores)
        top = score.new_zeros(self.size, score.shape[1])
        top = top.scatter_reduce(0, index, scores.detach(), "amax", include_self=False)
        weight = (scores - top[self.group]).exp()
        if self.count is not None:
            weight = weight * self.count.to(weight).unsqueeze(1)
        total = score.new_zeros(self.size, score.shape[1]).index_add(0, self.group, weight)
        return weight / total[self.group]

    def sorted(self, before: int) -> tuple[Side, Side]:
        """Entries sorted by group and by row, for the kernels; made when first asked for."""
        known: tuple[Side, Side] | None = self.__dict__.get("_sorted")
        if known is None:
            source = self.source
            if source is None:
                source = torch.arange(len(self.group), device=self.group.device)
            known = (
                Side.of(self.group, source, self.count, self.size),
                Side.of(source, self.group, self.count, before),
            )
            self.__dict__["_sorted"] = known
        return known

    def weighted_sum(self, h: Tensor, weight: Tensor) -> Tensor:
        """The sum of each group's rows with a weight per entry, ``(entries, 1)``."""
        rows = self.gather(h) * weight
        return h.new_zeros(self.size, h.shape[1]).index_add(0, self.group, rows)


class _Sum(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, h: Tensor, members: Members, share: Tensor | None) -> Tensor:
        by_group, ctx.by_row = members.sorted(len(h))
        ctx.share = share
        return by_group.sum(h, outer=share)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> Any:
        return ctx.by_row.sum(grad, inner=ctx.share), None, None
