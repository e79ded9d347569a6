"""Pooling: many rows to one, over permutations, nodes and label sets."""

from __future__ import annotations

from typing import Literal

from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import mlp
from klgnn.nn.segments import Members

PoolName = Literal["sum", "mean", "max", "attention", "deepsets"]


class Pool(nn.Module):
    """The members of each group become one row; subclasses say how.

    A pool of your own goes wherever a name does:

    >>> from klgnn.nn import Pooling
    >>> class RootMeanSquare(Pool):
    ...     def forward(self, h, members):
    ...         return members.mean(h * h).sqrt()
    >>> Pooling(8, sets=RootMeanSquare()).sets
    RootMeanSquare()
    """

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        raise NotImplementedError


class SumPool(Pool):
    """The sum.

    >>> import torch
    >>> members = Members(torch.tensor([0, 0, 1]), 2)
    >>> SumPool()(torch.tensor([[1.0], [3.0], [3.0]]), members).flatten().tolist()
    [4.0, 3.0]
    """

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        return members.sum(h)


class MeanPool(Pool):
    """The mean.

    >>> import torch
    >>> members = Members(torch.tensor([0, 0, 1]), 2)
    >>> MeanPool()(torch.tensor([[1.0], [3.0], [3.0]]), members).flatten().tolist()
    [2.0, 3.0]
    """

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        return members.mean(h)


class MaxPool(Pool):
    """The maximum of each column.

    >>> import torch
    >>> members = Members(torch.tensor([0, 0, 1]), 2)
    >>> MaxPool()(torch.tensor([[1.0], [3.0], [3.0]]), members).flatten().tolist()
    [3.0, 3.0]
    """

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        return members.max(h)


class AttentionPool(Pool):
    """A mean whose weights are the softmax of a learned score.

    Args:
        dim: the width of a row.

    >>> import torch
    >>> AttentionPool(8)(torch.rand(3, 8), Members(torch.tensor([0, 0, 1]), 2)).shape
    torch.Size([2, 8])
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.score = mlp(dim, dim, 1)

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        return members.weighted_sum(h, members.softmax(self.score(h)))


class DeepSetsPool(Pool):
    """``rho(sum of phi(h))``: injective on multisets if wide enough (Zaheer et al. 2017).

    Args:
        dim: the width of a row.

    >>> import torch
    >>> DeepSetsPool(8)(torch.rand(3, 8), Members(torch.tensor([0, 0, 1]), 2)).shape
    torch.Size([2, 8])
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.phi = mlp(dim, dim, dim)
        self.rho = mlp(dim, dim, dim)

    def forward(self, h: Tensor, members: Members) -> Tensor:
        """Rows ``(rows, d)`` to groups ``(groups, d)``."""
        pooled: Tensor = self.rho(members.sum(self.phi(h)))
        return pooled


def make_pool(pool: PoolName | Pool, dim: int) -> Pool:
    """A pool by name, or the one given."""
    if isinstance(pool, Pool):
        return pool
    if pool == "sum":
        return SumPool()
    if pool == "mean":
        return MeanPool()
    if pool == "max":
        return MaxPool()
    if pool == "attention":
        return AttentionPool(dim)
    if pool == "deepsets":
        return DeepSetsPool(dim)
    raise GraphError(
        f"pool: got {pool!r}, expected 'sum', 'mean', 'max', 'attention', 'deepsets' or a Pool"
    )
