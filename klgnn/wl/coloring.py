"""colors: what the refinement computes, for pictures, networks and the curious."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl import engine, hashing
from klgnn.wl.exact import number_colors
from klgnn.wl.method import Method, Variant, as_method

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Coloring:
    """The colors of all k-tuples of one labeled graph.

    Attributes:
        label_tuple: which nodes carry the labels 1, ..., l.
        values: the colors, shape ``(n, ..., n, 2)``: 128-bit values that mean the same in every
            graph under the same test and round.
        rounds: the last round that made a new color, or the number of rounds asked for.
    """

    label_tuple: tuple[int, ...]
    values: hashing.Words
    rounds: int

    @cached_property
    def classes(self) -> Array:
        """Dense class numbers from 0, shape ``(n, ..., n)``, in the order of the values."""
        return number_colors(self.values.reshape(-1, 2)).reshape(self.values.shape[:-1])

    @property
    def num_colors(self) -> int:
        """How many different colors there are."""
        return int(self.classes.max()) + 1 if self.classes.size else 0


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
    [only] = _graphs(graph)
    if l not in (0, len(label_tuple)):
        raise GraphError(f"label_tuple: got {len(label_tuple)} nodes, expected l={l}")
    method = as_method(k, len(label_tuple), variant, rounds=rounds)
    method = replace(method, labels=lambda _: [label_tuple])
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
    history: list[Coloring] = []
    while len(history) < 2 or history[-1].num_colors > history[-2].num_colors:
        rounds = len(history)
        history.append(
            colors(graph, k, label_tuple=label_tuple, variant=variant, rounds=rounds, budget=budget)
        )
    return history


def labeled_colors(
    graph: Graph, method: Method, *, budget: int | None = None
) -> Iterator[Coloring]:
    """The colors of every labeled graph of a test in turn."""
    budgets.check(graph, method, budget, keep_colors=True)
    for batch in engine.labeled_graphs(graph, method, keep_colors=True):
        given = batch.refined.colors
        rows = [] if given is None else list(given)
        n = graph.num_nodes if batch.nodes is None else len(batch.nodes)
        for label_tuple, values, rounds in zip(
            batch.label_tuples.tolist(), rows, batch.refined.rounds.tolist(), strict=True
        ):
            yield Coloring(tuple(label_tuple), values.reshape(*[n] * method.k, 2), rounds)


def _graphs(graph: Any) -> list[Graph]:
    from klgnn.convert import as_graph

    return [graph if isinstance(graph, Graph) else as_graph(graph)]
