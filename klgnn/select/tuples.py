"""Label tuples: the ordered l-tuples of nodes that get the labels 1, ..., l."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._checks import check_whole

Array = npt.NDArray[Any]
CHUNK = 2**16  # tuples made at a time, so that n^l of them never stand in memory together


class TuplePolicy(Protocol):
    """Anything that gives label tuples; a user's own class may do so too."""

    def label_tuples(self, graph: Graph, l: int) -> Iterator[Array]:
        """Arrays of shape ``(m, l)``, all tuples together being the selection."""

    def count(self, graph: Graph, l: int) -> int:
        """How many tuples there will be."""


@dataclass(frozen=True)
class AllTuples:
    """All n^l ordered tuples with repeats, as the definition of k,l-WL says.

    Args:
        distinct: leave out the tuples that name a node twice.

    >>> from klgnn.families import path
    >>> AllTuples().count(path(5), 2), AllTuples(distinct=True).count(path(5), 2)
    (25, 20)
    """

    distinct: bool = False

    def label_tuples(self, graph: Graph, l: int) -> Iterator[Array]:
        """All tuples in lexicographic order."""
        n = graph.num_nodes
        total = n**l
        for start in range(0, total, CHUNK):
            flat = np.arange(start, min(start + CHUNK, total), dtype=np.int64)
            tuples = np.empty((len(flat), l), np.int64)
            for i in range(l - 1, -1, -1):  # digit by digit: n^l may be more than a word holds
                flat, tuples[:, i] = np.divmod(flat, n)
            if self.distinct and l > 1:
                ordered = np.sort(tuples, axis=1)
                tuples = tuples[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
            yield tuples

    def count(self, graph: Graph, l: int) -> int:
        """n^l, or n (n-1) ... (n-l+1)."""
        n, number = graph.num_nodes, 1
        for i in range(l):
            number *= max(n - i, 0) if self.distinct else n
        return number


@dataclass(frozen=True)
class RootedTuples:
    """Tuples whose first node is a root and whose others lie within ``hops`` of it.

    The node-based policy of the paper: about n m^(l-1) tuples for ego nets of m nodes.
    """

    hops: int = 1

    def __post_init__(self) -> None:
        check_whole("hops", self.hops, 0, self)
        object.__setattr__(self, "hops", int(self.hops))  # a numpy integer has another repr

    def label_tuples(self, graph: Graph, l: int) -> Iterator[Array]:
        """The tuples of one root after another."""
        if l < 1:
            raise GraphError(f"RootedTuples: got l={l}, expected 1 or more; the root is a label")
        for root in range(graph.num_nodes):
            ball = within(graph, root, self.hops)
            others = np.stack(
                np.meshgrid(*[ball] * (l - 1), indexing="ij"), axis=-1
            ).reshape(-1, l - 1) if l > 1 else np.zeros((1, 0), np.int64)  # fmt: skip
            yield np.concatenate([np.full((len(others), 1), root), others], axis=1)

    def count(self, graph: Graph, l: int) -> int:
        """The sum over roots of the ego net's size to the power l - 1."""
        return sum(
            len(within(graph, root, self.hops)) ** (l - 1) for root in range(graph.num_nodes)
        )


def within(graph: Graph, root: int, hops: int) -> Array:
    """The nodes at most ``hops`` steps from ``root``, whichever way the edges point, ascending."""
    frontier = reached = np.array([root], np.int64)
    reverse = graph.reverse() if graph.directed else graph
    for _ in range(hops):
        steps = [graph.neighbors(v) for v in frontier.tolist()]
        if graph.directed:
            steps += [reverse.neighbors(v) for v in frontier.tolist()]
        frontier = np.setdiff1d(np.concatenate(steps), reached)
        if not len(frontier):
            break
        reached = np.union1d(reached, frontier)
    return reached
