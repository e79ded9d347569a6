"""distinguish: does a test tell two graphs apart?"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import AllTuples, FullGraph
from klgnn.wl import budget as budgets
from klgnn.wl import engine, exact
from klgnn.wl.budget import Mode, check_mode
from klgnn.wl.method import Labels, Method, Pooling, Subgraphs, Variant, as_method
from klgnn.wl.verdict import Verdict, same_probability
from klgnn.wl.work import Work, at_work, long_enough


def distinguish(
    g: Any,
    h: Any,
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
) -> Verdict:
    """Whether k,l-WL tells two graphs apart, and why.

    Args:
        g: a graph, or anything :func:`klgnn.as_graph` takes.
        h: the other graph.
        k: the dimension of the test, or a whole :class:`klgnn.Method` (presets such as
            ``klgnn.presets.i2gnn()``), which replaces the arguments up to ``rounds``.
        l: the number of labels.
        variant: ``"wl"`` or ``"fwl"``.
        pooling: ``"tl"``, ``"lt"`` or ``"nested"``.
        labels: which label tuples; default all n^l.
        subgraphs: localization; default the full graph.
        rounds: exactly so many; default until stable.
        mode: ``"hashed"``: "apart" is certain, "same" is wrong with the stated probability.
            ``"exact"``: both are certain.
        budget: bytes of memory it may take, and the verdict when asked why; default what is
            free.
        n_jobs: how many threads share the labeled graphs, -1 for all cores; default one.
        progress: whether to show a progress bar; default: on a terminal, after a second.

    >>> from klgnn.families import rook, shrikhande
    >>> bool(distinguish(rook(4), shrikhande(), 3)), bool(distinguish(rook(4), shrikhande(), 3, 1))
    (False, True)

    Reference: Zhou, Wang and Zhang, "From Relational Pooling to Subgraph GNNs", ICML 2023.
    """
    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    check_mode(mode)
    graphs = (_graph(g), _graph(h))
    check_alike(*graphs)
    runs = method.reduced()
    if differ_in_size(*graphs, runs):
        budgets.check_budget(budget)
        return Verdict(True, method, mode, graphs, 0.0, budget)
    cost = [budgets.check(graph, method, budget, mode=mode, n_jobs=n_jobs) for graph in graphs]
    with at_work(n_jobs, progress, sum(c.label_tuples for c in cost)) as work:
        run = long_enough(sum(c.seconds for c in cost), work)
        apart = run(lambda: _differ(graphs, runs, mode, budget, work))
    compared = float(min(sum(c.label_tuples * c.tuples for c in cost), 10**100))
    chance = 0.0 if apart or mode == "exact" else same_probability(compared)
    return Verdict(apart, method, mode, graphs, chance, budget)


def _differ(
    graphs: tuple[Graph, Graph], runs: Method, mode: Mode, budget: int | None, work: Work
) -> bool:
    for weaker in _below(runs):
        one, two = (engine.graph_color(graph, weaker) for graph in graphs)
        if not np.array_equal(one, two):
            return True
    one, two = (engine.graph_color(graph, runs, work) for graph in graphs)
    if mode == "exact" and np.array_equal(one, two):
        return not exact.same(*graphs, runs, budget)
    return not np.array_equal(one, two)


def _below(method: Method) -> Iterator[Method]:
    """Tests that cost next to nothing beside this one, and tell apart only what it does, too."""
    everything = method.labels == AllTuples() and method.subgraphs == FullGraph()
    if not everything or method.rounds is not None or method.pooling == "lt":
        return
    for k in sorted({1, method.k}):
        for l in range(method.l if k == method.k else method.l + 1):
            yield Method(k, l, method.variant if k > 1 else "wl")


def differ_in_size(g: Graph, h: Graph, method: Method) -> bool:
    """Whether the numbers of nodes alone, and so of labeled graphs and tuples, differ.

    Only for tests on whole graphs with all label tuples: any other may overlook some nodes.
    """
    everything = method.labels == AllTuples() and method.subgraphs == FullGraph()
    return everything and g.num_nodes != h.num_nodes


def check_alike(g: Graph, h: Graph) -> None:
    """Refuse to compare graphs of different kinds, which would differ for no good reason."""
    for what in ("node_colors", "edge_colors"):
        if (getattr(g, what) is None) != (getattr(h, what) is None):
            kind = what.replace("_", " ")
            raise GraphError(
                f"got {kind} in one graph and none in the other, expected both or neither;"
                " drop them with graph.recolor(), or give the other some"
            )
    if g.directed != h.directed:
        raise GraphError(
            "got a directed and an undirected graph, expected two of one kind; read both with"
            " klgnn.as_graph(..., directed=...)"
        )


def _graph(source: Any) -> Graph:
    if isinstance(source, Graph):
        return source
    from klgnn.convert import as_graph

    return as_graph(source)
