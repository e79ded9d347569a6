"""Labels become vectors."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class LabelEmbedding(nn.Module):
    """A vector for each label and one for "no label"; a node with several labels gets their sum.

    Args:
        l: the number of labels.
        dim: the width of a vector.
        trainable: learn the vectors (real tasks), or keep them as drawn (isomorphism).

    >>> LabelEmbedding(2, 8)(torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).shape
    torch.Size([3, 8])
    """

    def __init__(self, l: int, dim: int, trainable: bool = True) -> None:
        super().__init__()
        self.l, self.dim, self.trainable = l, dim, trainable
        self.vectors = nn.Parameter(torch.empty(l, dim), requires_grad=trainable)
        self.unlabeled = nn.Parameter(torch.empty(dim), requires_grad=trainable)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the vectors again."""
        nn.init.normal_(self.vectors)
        nn.init.normal_(self.unlabeled)

    def forward(self, labels: Tensor) -> Tensor:
        """Which labels each row carries, ``(rows, l)`` of 0 and 1, to ``(rows, dim)``."""
        labels = labels.to(self.vectors.dtype)
        none = (labels.sum(1, keepdim=True) == 0).to(labels.dtype)
        return labels @ self.vectors + none * self.unlabeled

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"l={self.l}, dim={self.dim}, trainable={self.trainable}"
