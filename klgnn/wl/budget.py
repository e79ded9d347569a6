"""What a test will cost, said before it starts."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from klgnn import _memory
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import AllTuples, FullGraph, RootedEgoNets
from klgnn.wl import cost
from klgnn.wl.method import Labels, Method, Pooling, Subgraphs, Variant, as_method
from klgnn.wl.work import number_of_jobs

Mode = Literal["hashed", "exact"]
MAX_MAPS = 48  # as in klgnn.wl.orbits
ALWAYS_THERE = 2**24  # bytes that are not worth asking the system about


@dataclass(frozen=True)
class Estimate:
    """The cost of one test on one graph; a comparison takes the time of both.

    Attributes:
        method: the test asked for.
        runs: the equally strong test that runs in its place.
        label_tuples: how many labeled graphs.
        tuples: how many k-tuples are colored in each, at most.
        bytes: memory above the graph itself; in exact mode, above two graphs of this size.
        seconds: for one core.
    """

    method: Method
    runs: Method
    label_tuples: int
    tuples: int
    bytes: int
    seconds: float

    def __str__(self) -> str:
        as_other = "" if name_of(self.runs) == name_of(self.method) else f" as {name_of(self.runs)}"
        return (
            f"{self.method}{as_other}: {number(self.label_tuples)} labeled graphs of"
            f" {number(self.tuples)} tuples each, about {_memory.readable(self.bytes)} and"
            f" {readable_time(self.seconds)}"
        )


def estimate(
    graph: Any,
    k: int | Method = 1,
    l: int = 0,
    *,
    variant: Variant = "wl",
    pooling: Pooling = "tl",
    labels: Labels = None,
    subgraphs: Subgraphs = None,
    rounds: int | None = None,
    mode: Mode = "hashed",
) -> Estimate:
    """How many labeled graphs and tuples a test has, and the memory and time it needs.

    Memory is a bound. The time is that of this machine's like, within a factor of a few: for
    k = 1 a few labeled graphs are tried out to see how many rounds they take, for k >= 2 the
    rounds are guessed.

    >>> from klgnn.families import rook
    >>> print(estimate(rook(4), 3, 1))
    3,1-WL as 2,1-FWL: 16 labeled graphs of 256 tuples each, about ... and ... s
    """
    from klgnn.convert import as_graph

    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    check_mode(mode)
    return estimate_method(as_graph(graph), method, mode=mode, look=True)


def estimate_method(
    graph: Graph,
    method: Method,
    keep_colors: bool = False,
    mode: Mode = "hashed",
    look: bool = False,
) -> Estimate:
    """As :func:`estimate`, for the test that will really run.

    Where the colors are wanted and not only a verdict, that is the test as it stands. Without
    ``look`` nothing is tried out: the memory is the same, the time and the number of labeled
    graphs in subgraphs are rough.
    """
    from klgnn.wl.exact import needs_dictionary

    runs = method if keep_colors else method.reduced()
    parts = isinstance(runs.subgraphs, RootedEgoNets)
    labeled = _count(graph, runs, look)
    shape = cost.typical(graph, runs, look)
    seconds = cost.hashed(shape, runs, keep_colors)
    by_dictionary = needs_dictionary(runs)
    if mode == "exact":
        seconds += cost.hashed(shape, runs, False) + cost.exact(shape, runs, by_dictionary)
    cuts = graph.num_nodes if parts else labeled
    time = cost.start(graph, runs, min(cuts, 10**300), shape) + min(labeled, 10**300) * seconds
    held = labeled if not parts else runs.count_label_tuples(graph)  # of one part at a time
    memory = _bytes(graph, runs, held, keep_colors)
    if mode == "exact":
        memory += _exact_bytes(graph, runs, held)
        memory += dictionary_bytes(graph, runs, held) if by_dictionary else 0
    return Estimate(method, runs, labeled, graph.num_nodes**runs.k, memory, time)


def check(
    graph: Graph,
    method: Method,
    budget: int | None,
    keep_colors: bool = False,
    mode: Mode = "hashed",
    n_jobs: int | None = None,
) -> Estimate:
    """Refuse a test that needs more memory than ``budget`` (default: what is free)."""
    expected = estimate_method(graph, method, keep_colors, mode)
    several = number_of_jobs(n_jobs) if expected.label_tuples > 1 else 1  # each has its buffers
    _require(several * expected.bytes, graph, method, budget)
    return expected


def check_dictionary(graph: Graph, method: Method, budget: int | None) -> None:
    """Refuse a refinement by dictionary that needs more memory than that."""
    needed = dictionary_bytes(graph, method, method.count_label_tuples(graph))
    _require(needed, graph, method, budget)


def check_witness(graph: Graph, method: Method, budget: int | None) -> None:
    """Refuse to look for a witness where that needs more memory than the budget."""
    labeled = method.count_label_tuples(graph)
    needed = _bytes(graph, method, labeled, True) + labeled * (160 + 40 * method.l)
    _require(needed, graph, method, budget)


def check_mode(mode: str) -> None:
    """Refuse a mode that does not exist."""
    if mode not in ("hashed", "exact"):
        raise GraphError(f"mode: got {mode!r}, expected 'hashed' or 'exact'")


def check_budget(budget: Any) -> None:
    """Refuse a budget that is no number of bytes."""
    is_number = isinstance(budget, int | float | np.integer) and not isinstance(budget, bool)
    if budget is not None and not (is_number and budget >= 0):  # NaN is neither
        raise GraphError(f"budget: got {budget!r}, expected a number of bytes, such as 2 * 10**9")


def _require(needed: int, graph: Graph, method: Method, budget: int | None) -> None:
    check_budget(budget)
    if budget is None and needed < ALWAYS_THERE:
        return
    capped = min(needed, 10**300)
    _memory.require(capped, f"{method} on a graph of {graph.num_nodes} nodes", budget)


def _count(graph: Graph, method: Method, look: bool) -> int:
    """How many labeled graphs there are; a bound for those in subgraphs unless ``look``."""
    policy = method.subgraphs
    if not isinstance(policy, RootedEgoNets):
        return method.count_label_tuples(graph)
    if method.l == 0 or not look:
        return graph.num_nodes * method.count_label_tuples(graph)
    inside = replace(method, subgraphs=FullGraph())
    return sum(inside.count_label_tuples(part) for part in policy.parts(graph))


def _bytes(graph: Graph, method: Method, labeled: int, keep_colors: bool) -> int:
    n, arcs, tuples = graph.num_nodes, len(graph.indices), graph.num_nodes**method.k
    continued = method.rounds is None and method.subgraphs == FullGraph() and not keep_colors
    everywhere = continued and method.labels == AllTuples() and method.pooling == "tl"
    memory = 2**16 + _structure_bytes(graph)
    if method.k == 1 and method.l and continued:
        memory += _prefix_bytes(graph, method.l)
    elif method.k == 1:
        memory += 80 * n
        if method.rounds is None and n > 1024:
            memory += _prefix_bytes(graph, 0) + 80 * n + 4 * arcs  # a worklist, perhaps
    else:
        arrays = method.k + 1 if method.variant == "fwl" else 1
        slots = 1 << (2 * tuples).bit_length() if method.rounds is None else 0
        work = 8 * tuples * (2 + arrays) + 4 * slots
        memory += 16 * n * n + max(work, 16 * n * n)
        memory += _prefix_bytes(graph, method.l) if continued else 0
    if not (everywhere and method.k == 1):
        memory += 8 * min(labeled, 2**16) * max(method.l, 1) + 16 * labeled
    if everywhere and method.k > 1 and method.l:
        memory += labeled * (16 + 8 * method.l)
    if method.pooling == "nested":
        memory += labeled * (64 + 24 * method.l)
    if method.pooling == "lt" or keep_colors:
        memory += 40 * tuples
    if method.subgraphs != FullGraph():
        memory += 64 * n + 40 * arcs
    return memory


def _structure_bytes(graph: Graph) -> int:
    """What the kernels read, and what it takes to make it."""
    n, arcs = graph.num_nodes, len(graph.indices)
    memory = 16 * n + 5 * arcs
    if graph.node_colors is not None:
        memory += 40 * n
    if graph.edge_colors is not None:
        memory += 24 * arcs
    return memory + 100 * arcs if graph.directed else memory


def _prefix_bytes(graph: Graph, l: int) -> int:
    """Cells of a graph and of the prefixes of its label tuples, and the buffers of a thread."""
    n, arcs = graph.num_nodes, len(graph.indices)
    sorted_arcs = 40 * arcs if graph.edge_colors is not None or graph.directed else 0
    memory = (36 + 16) * n + 8 * arcs + sorted_arcs
    return memory + ((l + 3) * 16 + 48 + MAX_MAPS * 4) * n if l else memory


def _exact_bytes(graph: Graph, method: Method, labeled: int) -> int:
    """Above what the hashed test takes: the labeled graphs of two graphs, and those in a check."""
    from klgnn.wl.confirm import AT_ONCE

    memory = 2 * labeled * (64 + 16 * method.l)
    if method.k == 1:
        return memory + 320 * (graph.num_nodes + len(graph.indices))
    tuples: int = graph.num_nodes**method.k
    return memory + 130 * max(2 * tuples, min(AT_ONCE, 2 * labeled * tuples))


def dictionary_bytes(graph: Graph, method: Method, labeled: int) -> int:
    """What a refinement by dictionary takes for two graphs of this size."""
    n, arcs = graph.num_nodes, len(graph.indices)
    around = arcs / max(n, 1) if method.k == 1 else n
    of_tuples: int = n**method.k * (280 + 16 * int(around))
    return 2 * labeled * (of_tuples + 160 * (n + arcs))


def name_of(method: Method) -> str:
    """A test without its policies and rounds."""
    return str(method).partition(" ")[0]


def number(value: int) -> str:
    """A count as people read it.

    >>> number(1234567), number(10**30)
    ('1,234,567', '1e+30')
    """
    return f"{value:,}" if value < 10**15 else f"{float(min(value, 10**300)):.3g}"


def readable_time(seconds: float) -> str:
    """A duration as people say it.

    >>> readable_time(0.2), readable_time(7200)
    ('0.2 s', '2 h')
    """
    if seconds > 1e15:
        return "longer than anyone will wait"
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (172800, 3600, "h")):
        if seconds < limit:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds / 86400:.2g} days"
