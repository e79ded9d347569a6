"""partition and fingerprint: many graphs, one color each."""

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl import engine, exact, hashing
from klgnn.wl.budget import Mode, check_mode
from klgnn.wl.compare import check_alike
from klgnn.wl.method import (
    Labels,
    Method,
    Pooling,
    Subgraphs,
    Variant,
    as_method,
    check_named,
)


def partition(
    graphs: Iterable[Any] | str | PathLike[str],
    k: int | Method = 1,
    l: int = 0,
    *,
    variant: Variant = "wl",
    pooling: Pooling = "tl",
    labels: Labels = None,
    subgraphs: Subgraphs = None,
    rounds: int | None = None,
    mode: Mode = "hashed",
    budget: int | None = None,
    progress: bool = False,
) -> npt.NDArray[np.int64]:
    """The class of each graph: equal numbers exactly for graphs the test cannot tell apart.

    Args:
        graphs: a list, an iterator, or the path of a file :func:`klgnn.read_graphs` takes; read
            one by one, so any number of them.
        progress: show a progress bar.

    The other arguments are those of :func:`klgnn.distinguish`.

    Returns:
        Shape ``(number of graphs,)``; classes are numbered in the order of their first graph.

    >>> from klgnn.families import cycle, hexagon_and_triangles
    >>> graphs = [cycle(6), *hexagon_and_triangles()]
    >>> partition(graphs, 1).tolist(), partition(graphs, 1, 1).tolist()
    ([0, 0, 0], [0, 0, 1])
    """
    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    check_mode(mode)
    runs = method.reduced()
    classes = _Classes(runs, mode, budget)
    numbers = []
    first: Graph | None = None
    for position, graph in enumerate(tqdm(_graphs(graphs), disable=not progress, unit="graph")):
        first = graph if first is None else first
        try:
            check_alike(first, graph)
        except GraphError as error:
            raise GraphError(f"graph {position}: {error}") from None
        budgets.check(graph, method, budget, mode=mode)
        numbers.append(classes.number(graph))
    return np.array(numbers, np.int64)


def fingerprint(
    graph: Any,
    k: int | Method = 1,
    l: int = 0,
    *,
    variant: Variant = "wl",
    pooling: Pooling = "tl",
    labels: Labels = None,
    subgraphs: Subgraphs = None,
    rounds: int | None = None,
    budget: int | None = None,
) -> str:
    """A short text, equal exactly when the test cannot tell graphs apart (up to 2^-100 or so).

    It names the version of the hash and the test, so fingerprints of different tests never agree.
    The same on every machine and in every process.

    >>> from klgnn.families import cycle
    >>> fingerprint(cycle(6), 1) == fingerprint(cycle(6).relabel([3, 1, 0, 2, 5, 4]), 1)
    True
    """
    from klgnn.convert import as_graph

    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    only = graph if isinstance(graph, Graph) else as_graph(graph)
    check_named(method)
    budgets.check(only, method, budget)
    kind = "directed" if only.directed else "undirected"
    words = engine.graph_color(only, method.reduced())
    test = f"{method}".replace(" ", ";")
    return f"klgnn:{hashing.HASH_VERSION}:{test}:{kind}:{words[0]:016x}{words[1]:016x}"


class _Classes:
    """Numbers for colors; in exact mode, every merge is confirmed against the class's first."""

    def __init__(self, method: Method, mode: Mode, budget: int | None) -> None:
        self.method, self.mode, self.budget = method, mode, budget
        self.count = 0
        self.by_color: dict[bytes, list[tuple[int, Graph | None]]] = {}

    def number(self, graph: Graph) -> int:
        words = engine.graph_color(graph, self.method).tobytes()
        known = self.by_color.setdefault(words, [])
        for number, first in known:
            if first is None or first == graph:
                return number
            if exact.same(first, graph, self.method, self.budget):
                return number
        known.append((self.count, graph if self.mode == "exact" else None))
        self.count += 1
        return self.count - 1


def _graphs(source: Any) -> Iterator[Graph]:
    from klgnn.convert import as_graph, read_graphs

    if isinstance(source, str | PathLike):
        yield from read_graphs(source)
        return
    is_one = isinstance(source, Graph | bytes | dict) or hasattr(source, "adj")
    if is_one or not isinstance(source, Iterable):
        raise GraphError(f"graphs: got {type(source).__name__}, expected a list or a path")
    for position, graph in enumerate(source):
        try:
            yield graph if isinstance(graph, Graph) else as_graph(graph)
        except GraphError as error:
            raise GraphError(f"graph {position}: {error}") from None
