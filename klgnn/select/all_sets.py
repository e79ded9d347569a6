"""Every set of l nodes."""

from dataclasses import dataclass
from math import comb

import numpy as np

from klgnn.graph import Graph
from klgnn.select._checks import check_fits, check_whole
from klgnn.select._skeleton import check_graph
from klgnn.select._subsets import subsets
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets
from klgnn.select.tuples import AllTuples


@dataclass(frozen=True, repr=False)
class All(SetPolicy):
    """All C(n, l) sets of l nodes; the power of relational pooling with l labels.

    Args:
        l: the number of labels, 1 or more.
        ordered: all n^l ordered tuples with repeats instead, as the definition of k,l-WL says; the
            engine then takes them as they are.

    >>> from klgnn.families import path
    >>> len(All(2).label_sets(path(5))), All(2).count(path(5), 2)
    (10, 20)
    >>> len(All(2, ordered=True).label_sets(path(5)))
    25
    """

    l: int
    ordered: bool = False

    def __post_init__(self) -> None:
        check_whole("l", self.l, 1, self)

    def label_sets(self, graph: Graph) -> LabelSets:
        """All sets, or all tuples; all n nodes as one set if there are fewer than l."""
        check_graph(graph)
        n = graph.num_nodes
        if self.ordered:
            check_fits(n**self.l, self.l, self)
            chunks = AllTuples().label_tuples(graph, self.l)
            empty = np.zeros((0, self.l), np.int64)
            return LabelSets.from_rows(np.concatenate([empty, *chunks]))
        size = min(n, self.l)
        check_fits(comb(n, size), size, self)
        return LabelSets.from_rows(subsets(n, size)[: comb(n, size) if n else 0])
