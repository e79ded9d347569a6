"""FlatSets: the label sets of many graphs as three flat arrays."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.arrays import smallest
from klgnn.data.errors import DataError
from klgnn.select import LabelSets

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class FlatSets:
    """Label sets of many graphs, one graph after another, in the smallest whole numbers.

    Args:
        nodes: the nodes of all sets, by the numbers of their graph.
        sizes: how many nodes each set has, shape ``(S,)``.
        counts: how many sets each graph has, shape ``(G,)``.
        policy: the ``repr`` of the policy that chose them.
    """

    nodes: Array
    sizes: Array
    counts: Array
    policy: str

    def __post_init__(self) -> None:
        lengths = int(self.counts.sum(dtype=np.int64)), int(self.sizes.sum(dtype=np.int64))
        if lengths != (len(self.sizes), len(self.nodes)):
            raise DataError("got label sets whose sizes do not add up; select them again")

    @classmethod
    def of(cls, sets: Iterable[LabelSets], policy: str) -> "FlatSets":
        """Label sets joined."""
        found = [(smallest(each.nodes), smallest(each.sizes), len(each)) for each in sets]
        nodes, sizes, counts = zip(*found, strict=True) if found else ((), (), ())
        none = np.zeros(0, np.uint8)
        return cls(
            smallest(np.concatenate([none, *nodes])),
            smallest(np.concatenate([none, *sizes])),
            smallest(np.array(counts, np.int64)),
            policy,
        )

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"FlatSets({len(self.sizes)} sets of {len(self)} graphs, {self.policy})"

    def of_graph(self, graph: int) -> tuple[Array, Array]:
        """The nodes and sizes of one graph's sets, int64."""
        first, last = self._set_ends[graph : graph + 2]
        start, stop = self._node_ends[first], self._node_ends[last]
        return self.nodes[start:stop].astype(np.int64), self.sizes[first:last].astype(np.int64)

    def arrays(self) -> dict[str, Array]:
        """The arrays by name."""
        return {"nodes": self.nodes, "sizes": self.sizes, "counts": self.counts}

    @cached_property
    def _set_ends(self) -> Array:
        return np.concatenate([[0], np.cumsum(self.counts, dtype=np.int64)])

    @cached_property
    def _node_ends(self) -> Array:
        return np.concatenate([[0], np.cumsum(self.sizes, dtype=np.int64)])
