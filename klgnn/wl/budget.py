"""What a test will cost, said before it starts."""

from dataclasses import dataclass
from typing import Any

from klgnn import _memory
from klgnn.graph import Graph
from klgnn.select import FullGraph
from klgnn.wl.method import Labels, Method, Pooling, Subgraphs, Variant, as_method

# Nanoseconds per innermost step on one core, both lanes, as measured by `make bench`; the number
# of rounds is a guess, so a time is right within a factor of a few.
NODE_STEP, TUPLE_STEP, PRODUCT_STEP = 4.0, 6.0, 0.6
GUESSED_ROUNDS = 6
SUBGRAPH = 4e-4  # seconds to cut out one subgraph

ALWAYS_THERE = 2**24  # bytes that are not worth asking the system about


@dataclass(frozen=True)
class Estimate:
    """The cost of one test on one graph.

    Attributes:
        label_tuples: how many labeled graphs.
        tuples: how many k-tuples are colored in each.
        bytes: memory above the graph itself.
        seconds: a guess for one core.
    """

    method: Method
    label_tuples: int
    tuples: int
    bytes: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.method}: {self.label_tuples:,} labeled graphs of {self.tuples:,} tuples each,"
            f" about {_memory.readable(self.bytes)} and {readable_time(self.seconds)}"
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
) -> Estimate:
    """How many labeled graphs and tuples a test has, and the memory and time it needs.

    >>> from klgnn.families import rook
    >>> print(estimate(rook(4), 3, 1))
    3,1-WL: 16 labeled graphs of 256 tuples each, about ... and ... s
    """
    from klgnn.convert import as_graph

    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    return estimate_method(as_graph(graph), method)


def estimate_method(graph: Graph, method: Method, keep_colors: bool = False) -> Estimate:
    """As :func:`estimate`, for the test that will really run.

    Where the colors are wanted and not only a verdict, that is the test as it stands.
    """
    runs = method if keep_colors else method.reduced()
    n, arcs = graph.num_nodes, len(graph.indices)
    labeled = method.count_label_tuples(graph)
    tuples = n**runs.k
    rounds = GUESSED_ROUNDS if method.rounds is None else method.rounds + 1
    if runs.k == 1:
        memory = 64 * n + 40 * arcs
        step = NODE_STEP * (n + arcs)
    elif runs.variant == "fwl":
        memory = 8 * tuples * (4 + runs.k + 3) + 48 * n * n
        step = TUPLE_STEP * tuples + PRODUCT_STEP * (runs.k - 1) * tuples * n
    else:
        memory = 8 * tuples * (4 + 1 + 3) + 48 * n * n
        step = TUPLE_STEP * tuples * runs.k
    memory += 8 * min(labeled, 2**16) * max(method.l, 1) + 16 * labeled
    if runs.pooling == "lt" or keep_colors:
        memory += 40 * tuples
    if method.subgraphs != FullGraph():
        memory += 64 * n + 40 * arcs
    seconds = rounds * step * 1e-9
    if method.subgraphs != FullGraph():
        seconds += SUBGRAPH
    return Estimate(method, labeled, tuples, int(memory), labeled * seconds)


def check(graph: Graph, method: Method, budget: int | None, keep_colors: bool = False) -> None:
    """Refuse a test that needs more memory than ``budget`` (default: what is free)."""
    cost = estimate_method(graph, method, keep_colors)
    if budget is None and cost.bytes < ALWAYS_THERE:
        return
    _memory.require(cost.bytes, f"{method} on a graph of {graph.num_nodes} nodes", budget)


def readable_time(seconds: float) -> str:
    """A duration as people say it.

    >>> readable_time(0.2), readable_time(7200)
    ('0.2 s', '2 h')
    """
    for limit, size, unit in ((120, 1, "s"), (7200, 60, "min"), (172800, 3600, "h")):
        if seconds < limit:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds / 86400:.2g} days"
