"""The public face of the counts: count, count_many."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, overload

import numpy as np

from klgnn.counts import choice
from klgnn.counts.formulas import INT64_MAX, Ints, Terms
from klgnn.counts.patterns import as_pattern
from klgnn.counts.plan import Plan, make_plan
from klgnn.errors import GraphError
from klgnn.graph import Graph

# Candidates a search looks at before it gives up: a few minutes.
MAX_STEPS = 10**10


@overload
def count(
    graph: Any,
    pattern: str | Graph,
    *,
    induced: bool = False,
    per_node: Literal[False] = False,
    max_steps: int = MAX_STEPS,
) -> int: ...
@overload
def count(
    graph: Any,
    pattern: str | Graph,
    *,
    induced: bool = False,
    per_node: Literal[True],
    max_steps: int = MAX_STEPS,
) -> Ints: ...
def count(
    graph: Any,
    pattern: str | Graph,
    *,
    induced: bool = False,
    per_node: bool = False,
    max_steps: int = MAX_STEPS,
) -> int | Ints:
    """The number of subgraphs of a graph that are isomorphic to a pattern, exactly.

        count(G, P) = |{ injective homomorphisms P -> G }| / |Aut(P)|

    Colors and self-loops of the graph are ignored. The time is that of the closed form where
    there is one, otherwise proportional to the number of partial occurrences searched.

    Args:
        graph: an undirected graph, or anything :func:`klgnn.as_graph` takes.
        pattern: a name (see :func:`klgnn.counts.pattern`) or a small connected graph.
        induced: count only occurrences whose nodes have no further edges between them.
        per_node: count for each node the occurrences that contain it.
        max_steps: give up with a :class:`klgnn.GraphError` when the search has looked at so many
            candidates; the default takes a few minutes. Long cycles in large graphs need more.

    Returns:
        The number of occurrences, of any magnitude; or int64 of shape ``(num_nodes,)``, which
        sums to the pattern's number of nodes times that number.

    >>> wheel = Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), *[(4, i) for i in range(4)]])
    >>> count(wheel, "cycle4"), count(wheel, "cycle4", induced=True)
    (5, 1)
    >>> count(wheel, "triangle", per_node=True).tolist()
    [2, 2, 2, 2, 4]

    Reference: Chen, Chen, Villar and Bruna, "Can graph neural networks count substructures?",
    NeurIPS 2020, for the task; Grochow and Kellis, RECOMB 2007, for the search.
    """
    return _Subject(graph, max_steps).count(pattern, induced, per_node)


def count_many(
    graphs: Iterable[Any],
    patterns: Sequence[str | Graph],
    *,
    induced: bool = False,
    per_node: bool = False,
    max_steps: int = MAX_STEPS,
) -> Ints:
    """The counts of several patterns in several graphs, as :func:`count` gives them.

    Returns:
        int64 of shape ``(number of graphs, number of patterns)``; with ``per_node`` one row for
        each node, graph after graph.

    >>> from klgnn.counts import pattern
    >>> count_many([pattern("clique4"), pattern("cycle5")], ["triangle", "path3"]).tolist()
    [[4, 12], [0, 5]]
    """
    if isinstance(patterns, str | Graph):
        raise GraphError("patterns: got a single pattern, expected a list; use count for one")
    rows = [np.zeros((0, len(patterns)), np.int64)]
    for graph in graphs:
        subject = _Subject(graph, max_steps)
        columns = [subject.count(pattern, induced, per_node) for pattern in patterns]
        shape = (len(patterns), subject.graph.num_nodes if per_node else 1)
        rows.append(np.array([_fitting(c) for c in columns], np.int64).reshape(shape).T)
    return np.concatenate(rows)


class _Subject:
    """A graph under count: what several patterns share is computed once."""

    def __init__(self, given: Any, max_steps: int) -> None:
        graph = given if isinstance(given, Graph) else _read(given)
        if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 1:
            raise GraphError(f"max_steps: got {max_steps!r}, expected a whole number from 1 up")
        self.max_steps = min(max_steps, INT64_MAX - 1)
        if graph.directed:
            raise GraphError(
                "graph: got a directed graph, expected an undirected one; rebuild it with"
                " directed=False if the directions do not matter"
            )
        self.graph = graph
        self.terms = Terms(graph)

    def count(self, pattern: str | Graph, induced: bool, per_node: bool) -> int | Ints:
        plan, form = _prepare(pattern)
        if form is None or not choice.is_fast(form, induced, self.terms):
            return self._search(plan, induced, per_node)
        parts = choice.INDUCED[form] if induced else {form: 1}
        values = [factor * self._all(part, per_node) for part, factor in parts.items()]
        return sum(values[1:], values[0])

    def _all(self, form: str, per_node: bool) -> int | Ints:
        """All occurrences of a form, induced or not."""
        if form == "clique4":
            return self._search(_prepare(form)[0], False, per_node)
        return choice.per_node(form, self.terms) if per_node else choice.total(form, self.terms)

    def _search(self, plan: Plan, induced: bool, per_node: bool) -> int | Ints:
        from klgnn.counts.kernel import search  # loads the compiler

        found = np.zeros(self.graph.num_nodes, np.int64)
        rows = (self.graph.indptr, self.graph.indices)
        ordered = plan.adjacent, plan.above, plan.degrees
        total = search(*rows, *ordered, induced, found, self.max_steps)
        if total < 0:
            raise GraphError(
                f"count: got a search of more than {self.max_steps:,} steps, expected at most that;"
                " choose a smaller pattern or graph, or a larger max_steps"
            )
        return found if per_node else int(total)


def _read(given: Any) -> Graph:
    """Another library's graph without its attributes, which play no part here."""
    from klgnn.convert import as_graph

    return as_graph(given, node_colors=None, edge_colors=None)


@lru_cache(maxsize=256)
def _prepare(pattern: str | Graph) -> tuple[Plan, str | None]:
    """The plan of a pattern, and its closed form where there is one."""
    graph = as_pattern(pattern)
    return make_plan(graph), choice.form_of(graph)


def _fitting(value: int | Ints) -> int | Ints:
    if isinstance(value, int) and value > INT64_MAX:
        raise GraphError(f"got a count of {value}, which does not fit in 64 bits; use count")
    return value
