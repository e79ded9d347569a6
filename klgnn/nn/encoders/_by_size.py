"""Labeled graphs side by side with those of the same size: dense work without padding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.wiring import Step, Wiring


@dataclass(frozen=True)
class Group:
    """Graphs of one size, one after another.

    Attributes:
        size: the nodes of each graph.
        graphs: how many.
        graph: which one in the order is the first.
        row: where its rows start in the order.
    """

    size: int
    graphs: int
    graph: int
    row: int

    @property
    def rows(self) -> slice:
        """Where their rows are in the order."""
        return slice(self.row, self.row + self.graphs * self.size)

    @property
    def pairs(self) -> int:
        """How many ordered pairs of nodes they have."""
        return self.graphs * self.size**2

    def pieces(self, pairs: int) -> Iterator[Group]:
        """The same graphs, so many at a time that they have about ``pairs`` pairs."""
        most = max(pairs // self.size**2, 1)
        for start in range(0, self.graphs, most):
            count = min(most, self.graphs - start)
            yield Group(self.size, count, self.graph + start, self.row + start * self.size)


@dataclass(frozen=True)
class BySize:
    """An order of labeled graphs by size; within a graph, rows keep theirs.

    N rows have fewer than sqrt(2 N) + 1 sizes, so a loop over sizes is short, and nothing is
    padded: what a graph gets does not depend on those beside it.

    Attributes:
        step: the edges.
        row: the row at each place of the order, ``(rows,)``.
        owner: the place of each row's graph among the graphs, ``(rows,)``, in the given order.
        size: the sizes of the graphs, ascending, ``(graphs,)``.
        groups: the graphs of each size.
    """

    step: Step
    row: Tensor
    owner: Tensor
    size: Tensor
    groups: tuple[Group, ...]

    @staticmethod
    def of(wiring: Wiring, what: str) -> BySize:
        """Put the labeled graphs of a plain wiring in order."""
        step = wiring.step(0)
        if wiring.graph is None or step.root is not None:
            raise GraphError(
                f"{what}: got a quotient, expected every labeled graph in full: it looks at"
                " pairs of nodes, not only at neighbors"
            )
        sizes = torch.bincount(wiring.graph, minlength=wiring.num_graphs)
        order = sizes.argsort(stable=True)
        owner = order.argsort()[wiring.graph]
        size = sizes[order]
        groups, graph, row = [], 0, 0
        for n, count in enumerate(torch.bincount(size).tolist()):
            if n and count:
                groups.append(Group(n, count, graph, row))
            graph, row = graph + count, row + n * count
        return BySize(step, owner.argsort(stable=True), owner, size, tuple(groups))

    @cached_property
    def place(self) -> Tensor:
        """The place of each row in the order, ``(rows,)``."""
        return self.row.argsort()

    @cached_property
    def inside(self) -> Tensor:
        """The number of each row within its graph, ``(rows,)``."""
        first = self.size.cumsum(0) - self.size
        return self.place - first[self.owner]

    def pair(self, first: Tensor, second: Tensor, start: Tensor) -> Tensor:
        """Where the pair of two rows of a graph is, if its pairs begin at ``start[graph]``."""
        owner = self.owner[first]
        return start[owner] + self.inside[first] * self.size[owner] + self.inside[second]
