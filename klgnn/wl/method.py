"""Which test: k, l, the variant, the pooling, the label tuples, the subgraphs and the rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

import numpy as np
import numpy.typing as npt

from klgnn._csr import check_range
from klgnn._edges import as_integers
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
        for name, least in (("k", 1), ("l", 0), ("rounds", 0)):
            value = getattr(self, name)
            if name == "rounds" and value is None:
                continue
            if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
                stable = ", or None for stable" if name == "rounds" else ""
                raise GraphError(
                    f"{name}: got {value!r}, expected a whole number from {least} up{stable}"
                )
        if self.variant not in ("wl", "fwl"):
            raise GraphError(f"variant: got {self.variant!r}, expected 'wl' or 'fwl'")
        if self.pooling not in ("tl", "lt"):
            raise GraphError(f"pooling: got {self.pooling!r}, expected 'tl' or 'lt'")
        if self.labels is None:
            object.__setattr__(self, "labels", AllTuples())
        if self.subgraphs is None:
            object.__setattr__(self, "subgraphs", FullGraph())
        if not is_tuple_policy(self.labels) and not callable(self.labels):
            raise GraphError(f"labels: got {self.labels!r}, expected a policy of klgnn.select")
        if not is_subgraph_policy(self.subgraphs) and not isinstance(self.subgraphs, RootedEgoNets):
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
        if is_tuple_policy(self.labels):
            chunks: Iterator[Any] = self.labels.label_tuples(graph, self.l)
        else:
            chunks = iter([list(self.labels(graph))] if callable(self.labels) else [])
        for chunk in chunks:
            yield self._checked(chunk, graph.num_nodes)

    def _checked(self, given: Any, num_nodes: int) -> Array:
        """Label tuples as the kernels may trust them."""
        tuples = as_integers(given, "labels")
        if tuples.size == 0 and tuples.shape[1:] in ((), (0,)):
            tuples = tuples.reshape(len(tuples), self.l if len(tuples) == 0 else 0)
        if tuples.ndim != 2 or tuples.shape[1] != self.l:
            raise GraphError(f"labels: got tuples of shape {tuples.shape}, expected (m, {self.l})")
        check_range(tuples.reshape(-1), num_nodes, "labels")
        return tuples

    def count_label_tuples(self, graph: Graph) -> int:
        """How many labeled graphs there are."""
        if is_tuple_policy(self.labels):
            return self.labels.count(graph, self.l)
        return sum(len(tuples) for tuples in self.label_tuples(graph))


def is_tuple_policy(labels: Any) -> TypeGuard[TuplePolicy]:
    """Whether this is a policy; cheaper than a runtime protocol, and asked for every graph."""
    return hasattr(labels, "label_tuples") and hasattr(labels, "count")


def is_subgraph_policy(subgraphs: Any) -> TypeGuard[SubgraphPolicy]:
    """Likewise for subgraphs."""
    return hasattr(subgraphs, "nodes")


def as_method(
    k: int | Method,
    l: int = 0,
    variant: Variant = "wl",
    pooling: Pooling = "tl",
    labels: Labels = None,
    subgraphs: Subgraphs = None,
    rounds: int | None = None,
) -> Method:
    """A Method from the arguments every function of the engine takes."""
    if not isinstance(k, Method):
        return Method(k, l, variant, pooling, labels, subgraphs, rounds)
    others = (l, variant, pooling, labels, subgraphs, rounds)
    if others != (0, "wl", "tl", None, None, None):
        raise GraphError(f"got the method {k} and further arguments, expected one or the other")
    return k
