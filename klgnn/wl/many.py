"""partition and fingerprint: many graphs, one color each."""

from array import array
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
from klgnn.wl.checkpoint import Checkpoint
from klgnn.wl.compare import check_alike
from klgnn.wl.jobs import share_out
from klgnn.wl.method import (
    Labels,
    Method,
    Pooling,
    Subgraphs,
    Variant,
    as_method,
    check_named,
)
from klgnn.wl.work import SILENT, at_work, long_enough


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
    n_jobs: int | None = None,
    progress: bool | None = None,
    checkpoint: str | PathLike[str] | None = None,
) -> npt.NDArray[np.int64]:
    """The class of each graph: equal numbers exactly for graphs the test cannot tell apart.

    Args:
        graphs: a list, an iterator, or the path of a file :func:`klgnn.read_graphs` takes; read
            one by one, so any number of them: 16 bytes of each are kept.
        n_jobs: how many processes share the work, -1 for all cores; default one. Inside
            ``joblib.parallel_config(backend="dask")`` or ``"ray"`` a cluster does. The classes do
            not depend on it.
        progress: whether to show a progress bar; default: on a terminal, after a second.
        checkpoint: a file that keeps what was found so far; a run that is interrupted continues
            there when it is started again with the same graphs. It stays when all is done.

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
    file = None
    if checkpoint is not None:
        check_named(method)
        file = Checkpoint(checkpoint, str(method), mode)
    classes = _Classes(method.reduced(), mode, budget, file)
    total = len(graphs) if isinstance(graphs, list | tuple) else None
    hidden = None if progress is None else not progress
    delay = 0.0 if progress else SILENT
    with tqdm(total=total, unit="graph", disable=hidden, delay=delay) as bar:
        rest = classes.known(_checked(_graphs(graphs), method, mode, budget), bar)
        try:
            for graph, words in share_out(_Colors(method.reduced()), rest, n_jobs):
                classes.add(graph, words)
                bar.update()
        finally:
            if file is not None:
                file.write(classes.words, classes.numbers, classes.last)
    return classes.result()


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
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> str:
    """A short text, equal exactly when the test cannot tell graphs apart (up to 2^-100 or so).

    It names the version of the hash and the test, so fingerprints of different tests never agree.
    The same on every machine, in every process and for any number of threads.

    Args:
        n_jobs: how many threads share the labeled graphs, -1 for all cores; default one.
        progress: whether to show a progress bar; default: on a terminal, after a second.

    The other arguments are those of :func:`klgnn.distinguish`.

    >>> from klgnn.families import cycle
    >>> fingerprint(cycle(6), 1) == fingerprint(cycle(6).relabel([3, 1, 0, 2, 5, 4]), 1)
    True
    """
    from klgnn.convert import as_graph

    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    only = graph if isinstance(graph, Graph) else as_graph(graph)
    check_named(method)
    cost = budgets.check(only, method, budget, n_jobs=n_jobs)
    kind = "directed" if only.directed else "undirected"
    runs = method.reduced()
    with at_work(n_jobs, progress, cost.label_tuples) as work:
        words = long_enough(cost.seconds, work)(lambda: engine.graph_color(only, runs, work))
    test = f"{method}".replace(" ", ";")
    return f"klgnn:{hashing.HASH_VERSION}:{test}:{kind}:{words[0]:016x}{words[1]:016x}"


class _Colors:
    """The colors of a portion of graphs, as bytes: what is done elsewhere."""

    def __init__(self, method: Method) -> None:
        self.method = method

    def __call__(self, graphs: list[Graph]) -> list[bytes]:
        return [engine.graph_color(graph, self.method).tobytes() for graph in graphs]


class _Classes:
    """Colors as they come; in exact mode also their classes, with every merge confirmed."""

    def __init__(
        self, method: Method, mode: Mode, budget: int | None, file: Checkpoint | None
    ) -> None:
        self.method, self.mode, self.budget, self.file = method, mode, budget, file
        self.words, self.numbers, self.digest = bytearray(), array("q"), ""
        if file is not None:
            self.words, self.numbers, self.digest = file.read()
        self.last: Graph | None = None
        self.firsts: dict[bytes, list[tuple[int, Graph]]] = {}
        self.count = 0

    def known(
        self, graphs: Iterator[tuple[Graph, float]], bar: Any
    ) -> Iterator[tuple[Graph, float]]:
        """Pass over the graphs that a checkpoint knows; the rest."""
        number = len(self.words) // 16
        for position in range(number):
            graph, _ = next(graphs, (None, 0.0))
            if graph is None:
                raise GraphError(
                    f"checkpoint: got {position} graphs, expected the {number} or more it knows"
                )
            if self.mode == "exact" and self.numbers[position] == self.count:
                self._open(bytes(self.words[16 * position : 16 * position + 16]), graph)
            if position == number - 1 and self.file is not None:
                self.file.check_last(graph, self.digest)
                self.last = graph
            bar.update()
        yield from graphs

    def add(self, graph: Graph, words: bytes) -> None:
        """The next graph and its color."""
        self.words += words
        self.last = graph
        if self.mode == "exact":
            self.numbers.append(self._number(graph, words))
        if self.file is not None:
            self.file.write_now_and_then(self.words, self.numbers, graph)

    def result(self) -> npt.NDArray[np.int64]:
        """The class of each graph, numbered in the order of their first graphs."""
        if self.mode == "exact":
            return np.array(self.numbers, np.int64)
        colors = np.frombuffer(bytes(self.words), np.dtype("V16"))
        _, first, number = np.unique(colors, return_index=True, return_inverse=True)
        rank = np.empty(len(first), np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return rank[number]

    def _number(self, graph: Graph, words: bytes) -> int:
        for number, first in self.firsts.get(words, []):
            if first == graph or exact.same(first, graph, self.method, self.budget):
                return number
        self._open(words, graph)
        return self.count - 1

    def _open(self, words: bytes, graph: Graph) -> None:
        self.firsts.setdefault(words, []).append((self.count, graph))
        self.count += 1


def _checked(
    graphs: Iterator[Graph], method: Method, mode: Mode, budget: int | None
) -> Iterator[tuple[Graph, float]]:
    """Graphs with their estimated seconds, all of one kind and none too large."""
    first: Graph | None = None
    for position, graph in enumerate(graphs):
        first = graph if first is None else first
        try:
            check_alike(first, graph)
        except GraphError as error:
            raise GraphError(f"graph {position}: {error}") from None
        yield graph, budgets.check(graph, method, budget, mode=mode).seconds


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
