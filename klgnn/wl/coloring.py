"""colors: what the refinement computes, for pictures, networks and the curious."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _memory
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl import engine, hashing
from klgnn.wl.confirm import number_colors
from klgnn.wl.history import count_rounds, history
from klgnn.wl.method import Method, Variant, as_method
from klgnn.wl.structure import structure_of

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Coloring:
    """The colors of all k-tuples of one labeled graph.

    Two colorings are equal if label tuples and colors are.

    Attributes:
        label_tuple: which nodes carry the labels 1, ..., l.
        values: the colors, shape ``(n, ..., n, 2)``: 128-bit values that mean the same in every
            graph under the same test and round.
    """

    label_tuple: tuple[int, ...]
    values: hashing.Words
    _rounds: int | Callable[[], int] = field(repr=False)

    @cached_property
    def rounds(self) -> int:
        """The last round that made a new color, or the number of rounds asked for.

        Stable colors of graphs that take many rounds, such as long paths, are found without
        rounds; they are then counted when first asked for, which takes longer than the colors.
        """
        return self._rounds() if callable(self._rounds) else self._rounds

    @cached_property
    def classes(self) -> Array:
        """Dense class numbers from 0, shape ``(n, ..., n)``, in the order of the values."""
        return number_colors(self.values.reshape(-1, 2)).reshape(self.values.shape[:-1])

    @property
    def num_colors(self) -> int:
        """How many different colors there are."""
        return int(self.classes.max()) + 1 if self.classes.size else 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coloring):
            return NotImplemented
        return self.label_tuple == other.label_tuple and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash((self.label_tuple, self.values.tobytes()))


def colors(
    graph: Any,
    k: int = 1,
    l: int = 0,
    *,
    label_tuple: Sequence[int] = (),
    variant: Variant = "wl",
    rounds: int | None = None,
    budget: int | None = None,
) -> Coloring:
    """The colors of the k-tuples of a graph labeled at ``label_tuple``.

    Args:
        graph: a graph, or anything :func:`klgnn.as_graph` takes.
        k: the dimension; 1 gives a color per node, as people expect of 1-WL.
        l: the number of labels; may be left out, it is the length of ``label_tuple``.
        label_tuple: the nodes that carry labels.
        variant: ``"wl"`` or ``"fwl"``.
        rounds: exactly so many, or None for stable colors.
        budget: bytes of memory it may take; default what is free.

    >>> from klgnn.families import path
    >>> colors(path(5)).classes[[0, 1, 2, 3, 4]].tolist() == [*colors(path(5)).classes[::-1]]
    True
    >>> colors(path(5)).num_colors, colors(path(5), label_tuple=[0]).num_colors
    (3, 5)
    """
    only, method = _one(graph, k, l, label_tuple, variant, rounds)
    return next(labeled_colors(only, method, budget=budget))


def color_history(
    graph: Any,
    k: int = 1,
    *,
    label_tuple: Sequence[int] = (),
    variant: Variant = "wl",
    budget: int | None = None,
) -> list[Coloring]:
    """The colors after 0, 1, 2, ... rounds, up to the one that makes no new color.

    >>> from klgnn.families import path
    >>> [coloring.num_colors for coloring in color_history(path(6))]
    [1, 2, 3, 3]
    """
    only, method = _one(graph, k, 0, label_tuple, variant, None)
    cost = budgets.check(only, method, budget, keep_colors=True)
    [chunk] = method.label_tuples(only)
    found: list[Coloring] = []
    shape = (*[only.num_nodes] * method.k, 2)
    for values in history(engine.refiner(structure_of(only), method), chunk[0]):
        found.append(Coloring(tuple(chunk[0].tolist()), values.reshape(shape), len(found)))
        if len(found) > 1 and found[-1].num_colors == found[-2].num_colors:
            return found
        kept = len(found) * 3 * values.nbytes // 2
        if kept > budgets.ALWAYS_THERE or budget is not None:
            what = f"the history of {method.k}-tuples in {len(found)} rounds"
            _memory.require(cost.bytes + kept, what, budget)
    return found


def labeled_colors(
    graph: Graph, method: Method, *, budget: int | None = None
) -> Iterator[Coloring]:
    """The colors of every labeled graph of a test in turn."""
    budgets.check(graph, method, budget, keep_colors=True)
    refiner = engine.refiner(structure_of(graph), method)
    for batch in engine.labeled_graphs(graph, method, keep_colors=True):
        given = batch.refined.colors
        rows = [] if given is None else list(given)
        n = graph.num_nodes if batch.nodes is None else len(batch.nodes)
        for label_tuple, values, rounds in zip(
            batch.label_tuples.tolist(), rows, batch.refined.rounds.tolist(), strict=True
        ):
            counted: int | Callable[[], int] = rounds
            if method.k == 1 and method.rounds is None and batch.nodes is None:
                several = len(refiner.components[1]) > 2
                if rounds < 0 or several:
                    counted = partial(count_rounds, refiner, np.array(label_tuple, np.int64))
            yield Coloring(tuple(label_tuple), values.reshape(*[n] * method.k, 2), counted)


def _one(
    graph: Any,
    k: int,
    l: int,
    label_tuple: Any,
    variant: Variant,
    rounds: int | None,
) -> tuple[Graph, Method]:
    """A graph and the test of one label tuple on it."""
    if isinstance(k, Method) or callable(k):
        raise GraphError(
            f"k: got {k}, expected a number; colors are those of one labeled graph: say k, variant"
            " and label_tuple"
        )
    [only] = _graphs(graph)
    if isinstance(label_tuple, str) or not isinstance(label_tuple, Iterable):
        raise GraphError(
            f"label_tuple: got {label_tuple!r}, expected a list of nodes, such as [{label_tuple!r}]"
        )
    given = list(label_tuple)
    if l not in (0, len(given)):
        raise GraphError(
            f"label_tuple: got {len(given)} nodes, expected l={l}; leave l out, or give so many"
        )
    method = as_method(k, len(given), variant, rounds=rounds)
    return only, replace(method, labels=_At(given) if given else None)


class _At:
    """One label tuple and no other."""

    def __init__(self, label_tuple: list[int]) -> None:
        self.label_tuple = label_tuple

    def __repr__(self) -> str:
        return str(self.label_tuple)

    def __call__(self, graph: Graph) -> list[list[int]]:
        return [self.label_tuple]


def _graphs(graph: Any) -> list[Graph]:
    from klgnn.convert import as_graph

    return [graph if isinstance(graph, Graph) else as_graph(graph)]
