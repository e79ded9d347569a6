"""SetPolicy: what every selection policy for label sets can do."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._checks import name_of
from klgnn.select.sets import LabelSets, placements

Array = npt.NDArray[Any]
CHUNK = 2**16  # label tuples made at a time


class SetPolicy(ABC):
    """A selection policy: which unordered sets of nodes of a graph get the labels 1, ..., l.

    A policy works in three places: :meth:`label_sets` gives the sets of a Graph; called with a PyG
    ``Data``, it returns a copy that holds them (see :func:`klgnn.select.prepare`), so it goes
    wherever PyG takes a transform; and the engine takes it as ``labels=``, with every placement of
    the labels on each set.

    If no set of l nodes is admissible, the admissible sets of the largest smaller size are taken;
    single nodes always are admissible. So every graph but the empty one has a set. A set of m < l
    nodes carries any m of the l labels.

    A policy of your own: a frozen dataclass with ``l`` that defines ``label_sets``.

    Attributes:
        l: the number of labels: the size of the sets, unless there are only smaller ones.
        invariant: whether renumbering a graph always renumbers its sets, and nothing else.
        ordered: whether the sets are ordered tuples, which may name a node twice.
        fresh: whether each call draws anew.
        strict: whether the engine passes over the smaller sets, as the published test does.
        attributed: whether the policy looks at node and edge colors, not only at the structure.
    """

    l: int
    invariant: bool = True
    ordered: bool = False
    fresh: bool = False
    strict: bool = False
    attributed: bool = False

    @abstractmethod
    def label_sets(self, graph: Graph) -> LabelSets:
        """The label sets of a graph."""

    def label_tuples(self, graph: Graph, l: int) -> Iterator[Array]:
        """Every placement of the labels on each set, in arrays of shape ``(m, l)``.

        -1 stands for a label that is not placed, where a set has fewer than l nodes.
        """
        self.check_labels(l)
        sets = self.label_sets(graph)
        for size in self._sizes(sets):
            rows = sets.of_size(size)
            if self.ordered:
                yield from (rows[i : i + CHUNK] for i in range(0, len(rows), CHUNK))
                continue
            with_none = np.concatenate([rows, np.full((len(rows), 1), -1)], axis=1)
            places = placements(size, l)
            step = max(CHUNK // len(places), 1)
            for start in range(0, len(rows), step):
                yield with_none[start : start + step, places].reshape(-1, l)

    def count(self, graph: Graph, l: int) -> int:
        """How many label tuples there will be."""
        self.check_labels(l)
        sizes = self._sizes(self.label_sets(graph))
        return sum(
            number * (1 if self.ordered else len(placements(size, l)))
            for size, number in sizes.items()
        )

    def _sizes(self, sets: LabelSets) -> dict[int, int]:
        """How many sets of each size the engine labels."""
        sizes, counts = np.unique(sets.sizes, return_counts=True)
        pairs = zip(sizes.tolist(), counts.tolist(), strict=True)
        return {size: number for size, number in pairs if size == self.l or not self.strict}

    def check_labels(self, l: int) -> None:
        """Refuse a test with another number of labels, and sets that change between two looks."""
        if l != self.l:
            raise GraphError(
                f"{type(self).__name__}: got l={l}, expected {self.l}, the policy's own number of"
                f" labels; AllTuples() takes any l"
            )
        if self.fresh:
            raise GraphError(
                f"{self!r} draws anew at each call, which no test can repeat; give it a seed"
            )

    def __call__(self, data: Any) -> Any:
        """A copy of a PyG ``Data`` with its label sets: see :func:`klgnn.select.prepare`."""
        from klgnn.select._data import attach, read

        return attach(data, self.label_sets(read(data, self)))

    def __repr__(self) -> str:
        given = [field for field in fields(self) if field.init]  # type: ignore[arg-type]
        values = (f"{field.name}={name_of(getattr(self, field.name))}" for field in given)
        return f"{type(self).__name__}({', '.join(values)})"
