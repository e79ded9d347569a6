"""Constraint-based selection: sets whose nodes lie pairwise at admissible distances."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select._checks import check_distances, check_function, check_whole
from klgnn.select._skeleton import skeleton
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets

Predicate = Callable[[Graph, npt.NDArray[Any]], bool]


@dataclass(frozen=True, repr=False)
class Constrained(SetPolicy):
    """All sets of l nodes whose pairwise distances lie within bounds.

    Sets grow node by node and are dropped as soon as two nodes are too near or too far, so the
    cost follows the number of sets and not n^l. Invariant, if the predicate is.

    Args:
        l: the number of labels, 1 or more.
        max_distance: the largest distance of two nodes of a set, in steps.
        min_distance: the smallest, 1 or more.
        predicate: a function of a module, from the graph and a set's nodes (ascending) to whether
            it is admissible; a graph with predicate is read with its node and edge colors.

    >>> from klgnn.families import cycle, path
    >>> len(Constrained(6, max_distance=3).label_sets(cycle(6)))
    1
    >>> Constrained(6, max_distance=3).label_sets(path(9))
    LabelSets(6 sets of 4 nodes)
    """

    l: int
    max_distance: int
    min_distance: int = 1
    predicate: Predicate | None = None

    def __post_init__(self) -> None:
        check_whole("l", self.l, 1, self)
        check_distances(self.min_distance, self.max_distance, self)
        if self.predicate is not None:
            check_function("predicate", self.predicate, self)
        object.__setattr__(self, "attributed", self.predicate is not None)

    def label_sets(self, graph: Graph) -> LabelSets:
        """The sets; of the largest smaller size that has any, if there are none."""
        from klgnn.select._constraints import largest_sets

        structure = skeleton(graph)
        n = structure.num_nodes
        everything = LabelSets(np.arange(n), np.full(min(n, 1), n))
        predicate = self.predicate
        test = None if predicate is None else (lambda nodes: predicate(graph, nodes))
        bounds = (self.min_distance, self.max_distance)
        return largest_sets(structure, everything, self.l, *bounds, test, repr(self))
