"""distinguish: does a test tell two graphs apart?"""

from typing import Any, Literal

import numpy as np

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl import engine, exact
from klgnn.wl.budget import estimate_method
from klgnn.wl.method import Labels, Method, Pooling, Subgraphs, Variant, as_method
from klgnn.wl.verdict import Verdict, same_probability

Mode = Literal["hashed", "exact"]


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
) -> Verdict:
    """Whether k,l-WL tells two graphs apart, and why.

    Args:
        g: a graph, or anything :func:`klgnn.as_graph` takes.
        h: the other graph.
        k: the dimension of the test, or a whole :class:`klgnn.Method` (presets such as
            ``klgnn.i2gnn()``), which replaces the arguments up to ``rounds``.
        l: the number of labels.
        variant: ``"wl"`` or ``"fwl"``.
        pooling: ``"tl"`` or ``"lt"``.
        labels: which label tuples; default all n^l.
        subgraphs: localization; default the full graph.
        rounds: exactly so many; default until stable.
        mode: ``"hashed"``: "apart" is certain, "same" is wrong with the stated probability.
            ``"exact"``: both are certain.
        budget: bytes of memory it may take; default what is free.

    >>> from klgnn.families import rook, shrikhande
    >>> bool(distinguish(rook(4), shrikhande(), 3)), bool(distinguish(rook(4), shrikhande(), 3, 1))
    (False, True)

    Reference: Zhou, Wang and Zhang, "From Relational Pooling to Subgraph GNNs", ICML 2023.
    """
    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    check_mode(mode)
    graphs = (_graph(g), _graph(h))
    check_alike(*graphs)
    for graph in graphs:
        budgets.check(graph, method, budget)
    runs = method.reduced()
    one, two = (engine.graph_color(graph, runs) for graph in graphs)
    apart = not np.array_equal(one, two)
    if mode == "exact" and not apart:
        apart = not exact.same(*graphs, runs)
    cost = [estimate_method(graph, runs) for graph in graphs]
    compared = float(sum(c.label_tuples * c.tuples for c in cost))
    sure = apart or mode == "exact"
    return Verdict(apart, method, mode, graphs, 0.0 if sure else same_probability(compared))


def check_mode(mode: str) -> None:
    """Refuse a mode that does not exist."""
    if mode not in ("hashed", "exact"):
        raise GraphError(f"mode: got {mode!r}, expected 'hashed' or 'exact'")


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
        raise GraphError("got a directed and an undirected graph, expected two of one kind")


def _graph(source: Any) -> Graph:
    if isinstance(source, Graph):
        return source
    from klgnn.convert import as_graph

    return as_graph(source)
