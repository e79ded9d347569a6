"""Shortest-path distances in labeled graphs, once for all copies of the same graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from klgnn.nn.encoders._by_size import BySize, Group


@dataclass(frozen=True)
class Distances:
    """Classes of distances for graphs of one size.

    Attributes:
        group: the graphs.
        classes: for each different graph and nodes v and u, the class of the distance from u to v,
            ``(different, n, n)``.
        which: the different graph that each graph is a copy of, ``(graphs,)``.
    """

    group: Group
    classes: Tensor
    which: Tensor


def distances(order: BySize, limit: int) -> Iterator[Distances]:
    """Distances in all graphs; see :func:`distance_classes` for what the classes are."""
    original, source, target = _originals(order)
    owner = order.owner[target]
    mine = torch.arange(len(original), device=original.device)
    kept = original == mine
    squares = order.size.square() * kept
    start = squares.cumsum(0) - squares
    number = kept.cumsum(0) - 1  # of each original among the originals
    edges = kept[owner]
    adjacency = torch.zeros(int(squares.sum()), dtype=torch.bool, device=owner.device)
    adjacency[order.pair(target[edges], source[edges], start)] = True
    first = 0
    for group in order.groups:
        graphs = slice(group.graph, group.graph + group.graphs)
        which = number[original[graphs]]
        low = int(number[group.graph])
        some = int(kept[graphs].sum())
        n = group.size
        part = adjacency[first : first + some * n * n].view(some, n, n)
        yield Distances(group, distance_classes(part, limit), which - low)
        first += some * n * n


def distance_classes(adjacency: Tensor, limit: int) -> Tensor:
    """Distances by products of boolean matrices.

    Args:
        adjacency: whether u can be followed by v, at ``[graph, v, u]``, ``(graphs, n, n)``.
        limit: at least 1.

    Returns:
        The distance from u to v where it is below ``limit``, ``limit`` where it is longer, and
        ``limit + 1`` where there is no path, int64, ``(graphs, n, n)``.

    >>> distance_classes(torch.tensor([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]).bool(), 4)[0].tolist()
    [[0, 5, 5], [1, 0, 5], [2, 1, 0]]
    """
    n = adjacency.shape[-1]
    reached = torch.eye(n, dtype=torch.bool, device=adjacency.device).expand_as(adjacency)
    one_step = (adjacency | reached).float()
    classes = torch.where(reached, 0, limit + 1)
    for distance in range(1, min(limit, n)):
        now = (reached.float() @ one_step) > 0
        new = now & ~reached
        if not bool(new.any()):
            return classes
        classes, reached = classes.masked_fill(new, distance), now
    ever, length = reached, min(limit, n) - 1
    if length == 0:
        ever, length = one_step > 0, 1
    while length < n - 1:
        ever, length = (ever.float() @ ever.float()) > 0, 2 * length
    return classes.masked_fill(ever & ~reached, limit)


def _originals(order: BySize) -> tuple[Tensor, Tensor, Tensor]:
    """For each graph one with exactly the same edges, and all edges, graph by graph.

    Candidates are the first graphs with the same number of nodes and edges and the same sum over
    edges of a fixed scrambling of both ends; then every edge is compared.
    """
    source, target = order.step.edge_index
    owner = order.owner[target]
    edges = owner.argsort(stable=True)
    source, target, owner = source[edges], target[edges], owner[edges]
    ends = order.inside[source] * order.size[owner] + order.inside[target]
    graphs = len(order.size)
    count = torch.bincount(owner, minlength=graphs)
    first = count.cumsum(0) - count
    key = torch.zeros_like(count).index_add(0, owner, _scramble(ends))
    keys = torch.stack([order.size, count, key], dim=1)
    _, inverse = torch.unique(keys, dim=0, return_inverse=True)
    mine = torch.arange(graphs, device=owner.device)
    candidate = torch.full_like(mine, graphs).scatter_reduce(0, inverse, mine, "amin")[inverse]
    twin = first[candidate[owner]] + torch.arange(len(owner), device=owner.device) - first[owner]
    wrong = torch.zeros(graphs, dtype=torch.bool, device=owner.device)
    wrong[owner[ends != ends[twin]]] = True
    return torch.where(wrong, mine, candidate), source, target


def _scramble(number: Tensor) -> Tensor:
    return (number + 1) * (number + 7) * (number * 2654435761 % 1000003 + 1)
