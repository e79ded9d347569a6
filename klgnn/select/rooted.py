"""Node-based selection: sets around a root."""

from dataclasses import dataclass
from math import comb

import numpy as np

from klgnn._memory import MemoryBudgetError
from klgnn.graph import Graph
from klgnn.select._checks import check_whole, most_that_fit, too_many
from klgnn.select._skeleton import skeleton
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets


@dataclass(frozen=True, repr=False)
class Rooted(SetPolicy):
    """All sets of l nodes in which some node has all others within ``hops`` steps.

    Invariant. At most n C(m, l-1) sets for balls of m further nodes; a set that several of its
    nodes could be the root of is taken once.

    Args:
        l: the number of labels, 1 or more.
        hops: how far from the root, 0 or more.

    >>> from klgnn.families import path
    >>> [nodes.tolist() for nodes in Rooted(3, hops=1).label_sets(path(5))]
    [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    """

    l: int
    hops: int = 1

    def __post_init__(self) -> None:
        check_whole("l", self.l, 1, self)
        check_whole("hops", self.hops, 0, self)

    def label_sets(self, graph: Graph) -> LabelSets:
        """The sets; if all balls are smaller than l, those of the largest ball's size."""
        from klgnn.select import _balls
        from klgnn.select._compiling import announced_once

        structure = skeleton(graph)
        n, rows = structure.num_nodes, (structure.indptr, structure.indices)
        ends = np.zeros(n + 1, np.int64)
        with announced_once("balls"):
            total = _balls.find_balls(*rows, self.hops, ends, np.zeros(0, np.int64))
            members = np.empty(total, np.int64)
            _balls.find_balls(*rows, self.hops, ends, members)
            widths = np.diff(ends)
            size = min(self.l, int(widths.max(initial=0)) + 1)
            bound = sum(comb(width, size - 1) for width in widths.tolist())
            limit = most_that_fit(bound, size)
            empty = np.zeros((0, size), np.int64)
            number = _balls.rooted_sets(ends, members, size, empty, limit)
            if number > limit:
                raise MemoryBudgetError(f"{self!r}: {too_many(limit, bound, size)}")
            out = np.empty((number, size), np.int64)
            _balls.rooted_sets(ends, members, size, out, limit)
        return LabelSets.from_rows(out)
