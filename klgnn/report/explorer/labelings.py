"""Which labeled graphs a page shows: all if they fit, else at least one of every kind."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.wl import Method, engine
from klgnn.wl.confirm import number_colors

Array = npt.NDArray[Any]
Pair = tuple[Graph, Graph]


@dataclass(frozen=True, eq=False)
class Labelings:
    """The label tuples of two graphs, and which of them look the same in the end.

    Attributes:
        label_tuples: of each graph, ``(m, l)``.
        kinds: the kind of each, the same number in both graphs if no test can tell them apart.
        counts: how many of each kind there are, ``(kinds, 2)``.
    """

    label_tuples: tuple[Array, Array]
    kinds: tuple[Array, Array]
    counts: Array

    @property
    def uneven(self) -> Array:
        """The kinds that one graph has more often."""
        return np.flatnonzero(self.counts[:, 0] != self.counts[:, 1])

    def order(self, start: tuple[int, int]) -> list[tuple[int, int]]:
        """All as (graph, position): those to begin with, one of each kind, then the others."""
        first = [(0, start[0]), (1, start[1])]
        rest: list[tuple[int, int]] = []
        seen = {(side, int(self.kinds[side][p])) for side, p in first}
        uneven = set(self.uneven.tolist())
        for position in range(max(map(len, self.kinds))):
            for side in (0, 1):
                if position >= len(self.kinds[side]) or position == start[side]:
                    continue
                kind = int(self.kinds[side][position])
                (rest if (side, kind) in seen else first).append((side, position))
                seen.add((side, kind))
        head, new = first[:2], first[2:]
        new.sort(key=lambda item: int(self.kinds[item[0]][item[1]]) not in uneven)
        return [*head, *new, *rest]


def labelings_of(graphs: Pair, method: Method) -> Labelings:
    """All labeled graphs of two graphs, by what they look like when stable."""
    found = [engine.pooled_colors(graph, method) for graph in graphs]
    numbers = number_colors(np.concatenate([colors for _, colors in found]))
    one, two = np.split(numbers, [len(found[0][0])])
    size = int(numbers.max(initial=-1)) + 1
    counts = np.stack([np.bincount(kinds, minlength=size) for kinds in (one, two)], axis=1)
    return Labelings((found[0][0], found[1][0]), (one, two), counts)


def position_of(label_tuples: Array, wanted: tuple[int, ...] | None) -> int:
    """Where a label tuple stands; else the first one on distinct nodes, or the first."""
    if wanted is not None:
        found = np.flatnonzero((label_tuples == np.array(wanted, np.int64)).all(axis=1))
        if len(found):
            return int(found[0])
    for position, row in enumerate(label_tuples[:1000].tolist()):
        if len(set(row)) == len(row):
            return position
    return 0
