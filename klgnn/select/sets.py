"""LabelSets: which nodes of a graph get labels together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import perm
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._edges import as_integers
from klgnn._memory import require
from klgnn.errors import GraphError

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class LabelSets:
    """Label sets of one graph, one after another.

    Args:
        nodes: the nodes of the first set, then of the second, and so on; int64.
        sizes: how many nodes each set has, 1 or more, shape ``(S,)``; int64.

    >>> sets = LabelSets([0, 1, 2, 3, 4], [3, 2])
    >>> len(sets), [nodes.tolist() for nodes in sets]
    (2, [[0, 1, 2], [3, 4]])
    >>> sets.padded(3).tolist()
    [[0, 1, 2], [3, 4, -1]]
    """

    nodes: Array
    sizes: Array

    def __post_init__(self) -> None:
        nodes, sizes = as_integers(self.nodes, "nodes"), as_integers(self.sizes, "sizes")
        if nodes.ndim != 1 or sizes.ndim != 1 or (sizes < 1).any() or sizes.sum() != len(nodes):
            raise GraphError(
                f"LabelSets: got {nodes.shape} nodes in sets of sizes {sizes.tolist()[:5]},"
                " expected flat nodes and, for each set, how many of them are its own"
            )
        object.__setattr__(self, "nodes", nodes.astype(np.int64))
        object.__setattr__(self, "sizes", sizes.astype(np.int64))

    @classmethod
    def from_rows(cls, rows: Array) -> "LabelSets":
        """Sets of one size, shape ``(S, m)``."""
        return cls(rows.reshape(-1), np.full(len(rows), rows.shape[1], np.int64))

    def __len__(self) -> int:
        return len(self.sizes)

    def __iter__(self) -> Iterator[Array]:
        ends = np.cumsum(self.sizes).tolist()
        for size, end in zip(self.sizes.tolist(), ends, strict=True):
            yield self.nodes[end - size : end]

    def __repr__(self) -> str:
        kinds = "" if not len(self) else f" of {_span(self.sizes)} nodes"
        return f"LabelSets({len(self)} sets{kinds})"

    def padded(self, l: int) -> Array:
        """One row per set, shape ``(S, l)``, with -1 where a set has fewer than l nodes."""
        if len(self) and l < self.sizes.max():
            raise GraphError(
                f"padded: got l={l}, expected at least {self.sizes.max()}, a set's size"
            )
        rows = np.full((len(self), l), -1, np.int64)
        rows[np.arange(l) < self.sizes[:, None]] = self.nodes
        return rows

    def of_size(self, size: int) -> Array:
        """The sets of one size, shape ``(number, size)``."""
        starts = np.cumsum(self.sizes) - self.sizes
        rows: Array = self.nodes[starts[self.sizes == size][:, None] + np.arange(size)]
        return rows


@lru_cache(maxsize=32)
def placements(size: int, l: int) -> Array:
    """Every way to put distinct ones of l labels on the nodes of a set.

    Returns:
        Shape ``(l! / (l - size)!, l)``: which node of the set carries each label; -1: none does.
    """
    number = perm(l, size)
    require(16.0 * number * l, f"the {number:,} placements of {size} of {l} labels")
    rows = np.full((number, l), -1, np.int64)
    labels = np.array(list(permutations(range(l), size)), np.int64).reshape(number, size)
    rows[np.arange(number)[:, None], labels] = np.arange(size)
    rows.setflags(write=False)
    return rows


def _span(sizes: Array) -> str:
    low, high = sizes.min(), sizes.max()
    return f"{low}" if low == high else f"{low} to {high}"
