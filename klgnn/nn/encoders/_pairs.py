"""The pairs of nodes of some labeled graphs, flat, and products and sums over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from klgnn.nn.encoders._by_size import BySize, Group


@dataclass(frozen=True)
class Portion:
    """The pairs of some graphs: those of each graph row by row, one graph after another.

    Attributes:
        groups: the graphs.
        size: how many pairs they have.
        rows: where their rows are in the order.
        diagonal: the pair of each row with itself, ``(rows,)``.
        edges: their edges, ``(edges,)``.
        pair: for each edge from u to v the pair (v, u), ``(edges,)``.
        reverse: the pair (u, v).
    """

    groups: tuple[Group, ...]
    size: int
    rows: slice
    diagonal: Tensor
    edges: Tensor
    pair: Tensor
    reverse: Tensor

    def squares(self, x: Tensor) -> Iterator[Tensor]:
        """The pairs of the graphs of each size, ``(graphs, n, n, dim)``."""
        for part, group in zip(
            torch.split(x, [g.pairs for g in self.groups]), self.groups, strict=True
        ):
            yield part.view(group.graphs, group.size, group.size, -1)

    def product(self, left: Tensor, right: Tensor) -> Tensor:
        """Matrix products in each graph and channel, ``(pairs, dim)``."""
        done = []
        for a, b in zip(self.squares(left), self.squares(right), strict=True):
            product = a.permute(0, 3, 1, 2) @ b.permute(0, 3, 1, 2)
            done.append(product.permute(0, 2, 3, 1).reshape(-1, product.shape[1]))
        return torch.cat(done)

    def sums(self, x: Tensor, over: int) -> Tensor:
        """For each row the sum of its pairs, as first node (over=2) or second (over=1)."""
        return torch.cat([square.sum(over).flatten(0, 1) for square in self.squares(x)])


def portions(order: BySize, pairs: int | None) -> Iterator[Portion]:
    """All graphs, in portions of about ``pairs`` pairs; None: all at once."""
    squares = order.size.square()
    start = squares.cumsum(0) - squares
    source, target = order.step.edge_index
    owner = order.owner[target]
    edges = owner.argsort(stable=True)
    owner, source, target = owner[edges], source[edges], target[edges]
    diagonal = order.pair(order.row, order.row, start)
    pair, reverse = order.pair(target, source, start), order.pair(source, target, start)
    first = 0
    for groups in _cut(order, pairs):
        size = sum(group.pairs for group in groups)
        ends = (groups[0].graph, groups[-1].graph + groups[-1].graphs)
        low, high = torch.searchsorted(owner, torch.tensor(ends, device=owner.device)).tolist()
        rows = slice(groups[0].rows.start, groups[-1].rows.stop)
        yield Portion(
            groups,
            size,
            rows,
            diagonal[rows] - first,
            edges[low:high],
            pair[low:high] - first,
            reverse[low:high] - first,
        )
        first += size


def _cut(order: BySize, pairs: int | None) -> Iterator[tuple[Group, ...]]:
    if pairs is None:
        if order.groups:
            yield order.groups
        return
    held: list[Group] = []
    for piece in (piece for group in order.groups for piece in group.pieces(pairs)):
        if held and sum(group.pairs for group in held) + piece.pairs > pairs:
            yield tuple(held)
            held = []
        held.append(piece)
    if held:
        yield tuple(held)
