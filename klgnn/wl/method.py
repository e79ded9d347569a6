"""Which test: k, l, the variant, the pooling, the label tuples, the subgraphs and the rounds."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

import numpy as np
import numpy.typing as npt

from klgnn._csr import check_range
from klgnn._edges import as_integers
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import (
    AllTuples,
    FullGraph,
    RootedEgoNets,
    SetPolicy,
    SubgraphPolicy,
    TuplePolicy,
)

Array = npt.NDArray[Any]
Variant = Literal["wl", "fwl"]
Pooling = Literal["tl", "lt", "nested"]
Labels = TuplePolicy | Callable[[Graph], Any] | None
Subgraphs = SubgraphPolicy | RootedEgoNets | None

# k, l and fixed rounds beyond these are mistakes: nothing above them ever ends.
LARGEST = {"k": 1000, "l": 1000, "rounds": 10**6}


@dataclass(frozen=True)
class Method:
    """One test of the family; presets such as ``klgnn.presets.i2gnn()`` return these.

    Args:
        k: the dimension of the refinement, 1 or more.
        l: the number of labels, 0 or more.
        variant: ``"wl"`` or folklore ``"fwl"``; the same for k = 1, where both are 1-WL.
        pooling: ``"tl"`` (first the tuples of a labeled graph, then the labeled graphs), ``"lt"``
            (first the labeled graphs of a tuple) or ``"nested"`` (first the tuples of a labeled
            graph, then one label after another, the last label first).
        labels: a policy of :mod:`klgnn.select`, or a function from a graph to label tuples; None
            means all n^l, ``AllTuples()``. A selection policy for sets (:class:`SetPolicy`) gives
            every placement of the labels on each set; where a set has fewer than l nodes, -1 in
            its label tuples stands for a label that is not placed. Only these policies may say so.
        subgraphs: a localization policy of :mod:`klgnn.select`; None means ``FullGraph()``.
        rounds: exactly so many rounds, at most a million, or None until the colors are stable.

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
            if name != "rounds" or value is not None:
                # Plain integers: n**k of a numpy integer would overflow in silence.
                object.__setattr__(self, name, whole(name, value, least))
        if self.variant not in ("wl", "fwl"):
            raise GraphError(f"variant: got {self.variant!r}, expected 'wl' or 'fwl'")
        if self.pooling not in ("tl", "lt", "nested"):
            raise GraphError(f"pooling: got {self.pooling!r}, expected 'tl', 'lt' or 'nested'")
        if self.labels is None:
            object.__setattr__(self, "labels", AllTuples())
        if self.subgraphs is None:
            object.__setattr__(self, "subgraphs", FullGraph())
        for name in ("labels", "subgraphs"):
            _refuse_class(name, getattr(self, name))
        if not is_tuple_policy(self.labels) and not callable(self.labels):
            raise GraphError(f"labels: got {self.labels!r}, expected a policy of klgnn.select")
        if isinstance(self.labels, SetPolicy):
            self.labels.check_labels(self.l)
        if not is_subgraph_policy(self.subgraphs) and not isinstance(self.subgraphs, RootedEgoNets):
            raise GraphError(f"subgraphs: got {self.subgraphs!r}, expected one of klgnn.select")

    def __str__(self) -> str:
        text = f"{self.k},{self.l}-{self.variant.upper()}"
        if self.pooling != "tl":
            text += "(LT)" if self.pooling == "lt" else "(nested)"
        if self.labels != AllTuples():
            text += f" labels={getattr(self.labels, '__name__', repr(self.labels))}"
        if self.subgraphs != FullGraph():
            text += f" subgraphs={self.subgraphs!r}"
        return text if self.rounds is None else f"{text} rounds={self.rounds}"

    def reduced(self) -> "Method":
        """An equally strong test that costs less, where the paper proves one.

        For stable colors of labeled graphs, 2,l-WL is 1,l-WL and k,l-WL is (k-1),l-FWL; so for TL
        and nested pooling, which look at nothing else. Fixed rounds and LT pooling look at more,
        so there the test is run as it is. Nested pooling of fewer than two labels is TL pooling.
        """
        if self.pooling == "nested" and self.l < 2:
            return replace(self, pooling="tl").reduced()
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
            chunks = iter([_given_by(self.labels, graph)] if callable(self.labels) else [])
        for chunk in chunks:
            yield self._checked(chunk, graph.num_nodes)

    def _checked(self, given: Any, num_nodes: int) -> Array:
        """Label tuples as the kernels may trust them."""
        tuples = as_integers(given, "labels")
        if tuples.size == 0 and tuples.shape[1:] in ((), (0,)):
            tuples = tuples.reshape(len(tuples), self.l if len(tuples) == 0 else 0)
        if tuples.ndim != 2 or tuples.shape[1] != self.l:
            raise GraphError(
                f"labels: got tuples of shape {tuples.shape}, expected (m, {self.l}), one node per"
                " label; let the function return a list of such tuples"
            )
        placed = tuples.reshape(-1)
        if isinstance(self.labels, SetPolicy):
            placed = placed[placed != -1]
        check_range(placed, num_nodes, "labels")
        return tuples

    def count_label_tuples(self, graph: Graph) -> int:
        """How many labeled graphs there are."""
        if is_tuple_policy(self.labels):
            return self.labels.count(graph, self.l)
        return sum(len(tuples) for tuples in self.label_tuples(graph))


def whole(name: str, value: Any, least: int) -> int:
    """A number as a plain integer within its bounds."""
    stable = ", or None for stable" if name == "rounds" else ""
    most = LARGEST[name.removeprefix("max_")]
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise GraphError(f"{name}: got {value!r}, expected a whole number from {least} up{stable}")
    if value > most:
        raise GraphError(f"{name}: got {value}, expected at most {most}{stable}")
    return int(value)


def _given_by(labels: Callable[[Graph], Any], graph: Graph) -> list[Any]:
    """What a user's function offers."""
    given = labels(graph)
    if not isinstance(given, Iterable):
        raise GraphError(
            f"labels: got {type(given).__name__} from the function, expected a list of label tuples"
        )
    return list(given)


def _refuse_class(name: str, given: Any) -> None:
    """A policy's class where an instance is meant."""
    if isinstance(given, type):
        raise GraphError(
            f"{name}: got the class {given.__name__}, expected a policy made from it; call it:"
            f" {given.__name__}(...)"
        )


def check_named(method: Method) -> None:
    """Refuse policies that another process could not know by their text."""
    for name, given in (("labels", method.labels), ("subgraphs", method.subgraphs)):
        if name == "labels" and not is_tuple_policy(given):
            raise GraphError(
                "labels: got a function, which a fingerprint cannot name; give a policy of"
                " klgnn.select or a class of your own with a repr"
            )
        if " at 0x" in repr(given) or type(given).__repr__ is object.__repr__:
            raise GraphError(
                f"{name}: got a {type(given).__name__} without a repr of its own, which a"
                " fingerprint cannot name; make it a frozen dataclass"
            )


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
        if callable(k):
            name = getattr(k, "__name__", "k")
            raise GraphError(
                f"k: got the function {name}, expected a number or a Method; call it: {name}(...)"
            )
        return Method(k, l, variant, pooling, labels, subgraphs, rounds)
    others = (l, variant, pooling, labels, subgraphs, rounds)
    if others != (0, "wl", "tl", None, None, None):
        raise GraphError(f"got the method {k} and further arguments, expected one or the other")
    return k
