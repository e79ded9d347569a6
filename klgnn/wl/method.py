"""Which test: k, l, the variant, the pooling, the label tuples, the subgraphs and the rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import AllTuples, FullGraph, RootedEgoNets, SubgraphPolicy, TuplePolicy

Array = npt.NDArray[Any]
Variant = Literal["wl", "fwl"]
Pooling = Literal["tl", "lt"]
Labels = TuplePolicy | Callable[[Graph], Any] | None
Subgraphs = SubgraphPolicy | RootedEgoNets | None


@dataclass(frozen=True)
class Method:
    """One test of the family; presets such as ``klgnn.i2gnn()`` return these.

    Args:
        k: the dimension of the refinement, 1 or more.
        l: the number of labels, 0 or more.
        variant: ``"wl"`` or folklore ``"fwl"``; the same for k = 1, where both are 1-WL.
        pooling: ``"tl"`` (first the tuples of a labeled graph) or ``"lt"`` (first the labeled
            graphs of a tuple).
        labels: a policy of :mod:`klgnn.select`, or a function from a graph to label tuples; None
            means all n^l, ``AllTuples()``.
        subgraphs: a localization policy of :mod:`klgnn.select`; None means ``FullGraph()``.
        rounds: exactly so many rounds, or None until the colors are stable.

    >>> print(Method(2, 1, "fwl"))
    2,1-FWL
    """

    k: int = 1
    l: int = 0
    variant: Variant = "wl"
    pooling: Pooling = "tl"
    labels: Labels = None
    subgraphs: Subgraphs = None
    rounds: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("k", 1), ("l", 0)):
            value = getattr(self, name)
            if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
                raise GraphError(f"{name}: got {value!r}, expected a whole number from {least} up")
        if self.variant not in ("wl", "fwl"):
            raise GraphError(f"variant: got {self.variant!r}, expected 'wl' or 'fwl'")
        if self.pooling not in ("tl", "lt"):
            raise GraphError(f"pooling: got {self.pooling!r}, expected 'tl' or 'lt'")
        if self.rounds is not None and self.rounds < 0:
            raise GraphError(f"rounds: got {self.rounds}, expected 0 or more, or None for stable")
        if self.labels is None:
            object.__setattr__(self, "labels", AllTuples())
        if self.subgraphs is None:
            object.__setattr__(self, "subgraphs", FullGraph())
        if not isinstance(self.labels, TuplePolicy) and not callable(self.labels):
            raise GraphError(f"labels: got {self.labels!r}, expected a policy of klgnn.select")
        if not isinstance(self.subgraphs, SubgraphPolicy | RootedEgoNets):
            raise GraphError(f"subgraphs: got {self.subgraphs!r}, expected one of klgnn.select")

    def __str__(self) -> str:
        text = f"{self.k},{self.l}-{self.variant.upper()}"
        if self.pooling == "lt":
            text += "(LT)"
        if self.labels != AllTuples():
            text += f" labels={self.labels!r}"
        if self.subgraphs != FullGraph():
            text += f" subgraphs={self.subgraphs!r}"
        return text if self.rounds is None else f"{text} rounds={self.rounds}"

    def reduced(self) -> "Method":
        """An equally strong test that costs less, where the paper proves one.

        For stable colors and TL pooling, 2,l-WL is 1,l-WL and k,l-WL is (k-1),l-FWL. Fixed rounds
        and LT pooling look at more than the final verdict, so there the test is run as it is.
        """
        if self.k == 1:
            return replace(self, variant="wl")
        if self.rounds is not None or self.pooling == "lt" or self.variant == "fwl":
            return self
        return replace(self, k=self.k - 1, variant="wl" if self.k == 2 else "fwl")

    def label_tuples(self, graph: Graph) -> Iterator[Array]:
        """The label tuples of a graph, in arrays of shape ``(m, l)``."""
        if isinstance(self.labels, TuplePolicy):
            yield from self.labels.label_tuples(graph, self.l)
            return
        given = np.asarray(list(self.labels(graph))) if callable(self.labels) else np.zeros(0)
        tuples = given.astype(np.int64).reshape(len(given), -1 if given.size else self.l)
        if tuples.shape[1] != self.l or (given.size and (tuples != given).any()):
            raise GraphError(f"labels: got tuples of shape {given.shape}, expected (m, {self.l})")
        if tuples.size and (tuples.min() < 0 or tuples.max() >= graph.num_nodes):
            raise GraphError(f"labels: got a node outside 0 to {graph.num_nodes - 1}")
        yield tuples

    def count_label_tuples(self, graph: Graph) -> int:
        """How many labeled graphs there are."""
        if isinstance(self.labels, TuplePolicy):
            return self.labels.count(graph, self.l)
        return sum(len(tuples) for tuples in self.label_tuples(graph))
