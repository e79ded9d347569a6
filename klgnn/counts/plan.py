"""How a pattern is searched for: in which order, and under which conditions."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from klgnn.counts.symmetry import Bools, conditions
from klgnn.graph import Graph


@dataclass(frozen=True, eq=False)
class Plan:
    """A pattern renumbered in search order, ready for the kernel.

    Args:
        adjacent: adjacency matrix, shape ``(p, p)``; every node but the first has an earlier
            neighbor.
        above: ``above[j, i]`` says that node j must get a larger image than node i.
        degrees: degrees of the pattern's nodes, shape ``(p,)``.
    """

    adjacent: Bools
    above: Bools
    degrees: npt.NDArray[np.int64]


def make_plan(pattern: Graph) -> Plan:
    """The plan for a connected pattern.

    >>> from klgnn.counts import pattern
    >>> make_plan(pattern("path3")).degrees.tolist()  # the middle first
    [2, 1, 1]
    """
    size = pattern.num_nodes
    adjacent = np.zeros((size, size), bool)
    u, v = pattern.edges().T
    adjacent[u, v] = adjacent[v, u] = True
    order = search_order(adjacent)
    adjacent = np.ascontiguousarray(adjacent[np.ix_(order, order)])
    return Plan(adjacent, conditions(adjacent), adjacent.sum(axis=1).astype(np.int64))


def search_order(adjacent: Bools) -> list[int]:
    """Nodes such that each has an earlier neighbor, the most constrained first.

    >>> search_order(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool))
    [1, 0, 2]
    """
    degrees = adjacent.sum(axis=1)
    order = [int(degrees.argmax())]
    while len(order) < len(adjacent):
        known = adjacent[:, order].sum(axis=1)
        known[order] = -1
        # Many earlier neighbors cut the search now, a high degree cuts it later.
        order.append(int(np.lexsort((-degrees, -known))[0]))
    return order
