"""EXP-like pairs: planar formula graphs that color refinement confuses and satisfiability parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from klgnn.errors import GraphError
from klgnn.families.formula import Formula, is_satisfiable
from klgnn.graph import Graph

__all__ = ["Formula", "exp_pairs", "is_satisfiable"]

MIN_NODES, MAX_NODES = 30, 70
MAX_DRAWS = 1_000  # in a row without a new pair; one in two succeeds


def exp_pairs(count: int, seed: int | np.random.Generator = 0) -> list[tuple[Graph, Graph]]:
    """Pairs of planar formula graphs: the first satisfiable, the second not, equal under 1-WL.

    Node color 1 is a literal, 0 a clause, as in the EXP data set. Both graphs of a pair are
    connected double covers of one planar formula graph, so they have the same universal cover,
    which is all that color refinement sees. The base contains a cycle of an odd number of
    constraints "x differs from y",

        (x1 ≠ x2) and (x2 ≠ x3) and ... and (xk ≠ x1),   k odd,

    and is unsatisfiable. In the first graph that cycle is unrolled to 2k constraints, an even
    number; in the second it appears twice as it is. A ring of further clauses keeps both graphs
    connected; random trees and a second ring of clauses make all pairs different.

    Args:
        count: how many pairs.
        seed: an integer or a generator. The first pairs do not depend on ``count``.

    Returns:
        Pairs of graphs of 30 to 70 nodes, numbered at random.

    >>> [(first, second)] = exp_pairs(1, seed=7)
    >>> is_satisfiable(first), is_satisfiable(second)
    (True, False)

    Reference: the idea of such pairs is from Abboud, Ceylan, Grohe and Lukasiewicz, "The
    surprising power of graph neural networks with random node initialization", IJCAI 2021.
    The construction by covers is ours.
    """
    if not isinstance(count, int | np.integer) or count < 0:
        raise GraphError(f"count: got {count!r}, expected a number of pairs, 0 or more")
    rng = np.random.default_rng(seed)
    pairs = _distinct_pairs(rng)
    return [next(pairs) for _ in range(count)]


def _distinct_pairs(rng: np.random.Generator) -> Iterator[tuple[Graph, Graph]]:
    names: dict[tuple[int, ...], int] = {}
    seen: set[tuple[int, ...]] = set()
    failures = 0
    while failures < MAX_DRAWS:
        pair = _draw(rng)
        failures += 1
        # Graphs of different pairs with different stable colors are certainly not isomorphic.
        if pair is None or (shape := _stable_colors(pair[0], names)) in seen:
            continue
        seen.add(shape)
        failures = 0
        first, second = (graph.relabel(rng.permutation(graph.num_nodes)) for graph in pair)
        yield first, second
    raise GraphError(f"exp_pairs: got no new pair in {MAX_DRAWS} draws; ask for fewer pairs")


def _draw(rng: np.random.Generator) -> tuple[Graph, Graph] | None:
    """One attempt at a pair, or None where the drawn formula does not give one."""
    base = _draw_base(rng)
    # Whether the rings swap the two layers is free in the first graph; in the second nothing but
    # the first ring surely joins them.
    free = rng.integers(0, 2, 3).tolist()
    satisfiable = base.lift({"cycle": 1, "ring": free[0], "second ring": free[1]})
    unsatisfiable = base.lift({"cycle": 0, "ring": 1, "second ring": free[2]})
    graphs = satisfiable.graph(), unsatisfiable.graph()
    if not satisfiable.is_satisfiable() or unsatisfiable.is_satisfiable():
        return None
    if not all(_is_wanted(graph) for graph in graphs):
        return None
    return graphs


def _is_wanted(graph: Graph) -> bool:
    import networkx as nx  # loads only when pairs are drawn

    if not MIN_NODES <= graph.num_nodes <= MAX_NODES or not graph.is_connected():
        return False
    host: nx.Graph[int] = nx.Graph(graph.edges().tolist())
    return bool(nx.check_planarity(host)[0])


@dataclass
class _Base:
    """A formula under construction, with the places where the layers of a cover may be swapped.

    ``voltages[i][literal]`` names the place ("cycle", "ring", "second ring") at which the incidence
    of clause i with that literal changes layers; absent means that it stays in its layer.
    """

    num_variables: int = 0
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    voltages: list[dict[int, str]] = field(default_factory=list)

    def new(self, variables: int) -> list[int]:
        first = self.num_variables + 1
        self.num_variables += variables
        return list(range(first, first + variables))

    def add(self, clause: list[int], swap: str | None = None) -> None:
        """A clause; ``swap`` is where its last literal lies in the other layer."""
        self.clauses.append(tuple(clause))
        self.voltages.append({clause[-1]: swap} if swap else {})

    def lift(self, shift: dict[str, int]) -> Formula:
        """The double cover with these voltages (0 or 1): two layers of everything."""
        n = self.num_variables
        clauses = []
        for layer in (0, 1):
            for clause, swaps in zip(self.clauses, self.voltages, strict=True):
                ups = [n * ((layer + shift.get(swaps.get(x, ""), 0)) % 2) for x in clause]
                lifted = (x + up if x > 0 else x - up for x, up in zip(clause, ups, strict=True))
                clauses.append(tuple(lifted))
        return Formula(2 * n, tuple(clauses))


def _draw_base(rng: np.random.Generator) -> _Base:
    base = _Base()
    core = base.new(int(rng.choice([3, 5], p=[0.6, 0.4])))
    _add_odd_cycle(base, core)
    _add_ring(base, core, rng, "ring")
    if rng.random() < 0.3:
        _add_ring(base, core, rng, "second ring")
    # Two copies of 12 or 20 nodes for the cycle, 4 or 7 for a ring, 3 or 5 for each tree.
    for _ in range(int(rng.integers(0, 5))):
        literal = _sign(int(rng.integers(1, base.num_variables + 1)), rng)
        fresh = base.new(int(rng.integers(1, 3)))
        base.add([literal, *(_sign(x, rng) for x in fresh)])
    return base


def _add_odd_cycle(base: _Base, core: list[int]) -> None:
    for x, y in zip(core, core[1:] + core[:1], strict=True):
        swap = "cycle" if y == core[0] else None
        base.add([x, y], swap)
        base.add([-x, -y], swap)


def _add_ring(base: _Base, core: list[int], rng: np.random.Generator, place: str) -> None:
    """A chain of clauses over fresh variables from one core literal to another.

    Both literals have the same sign, which puts them on one face of the cycle's drawing.
    """
    start, stop = (int(x) for x in rng.choice(core, 2))
    sign = int(rng.choice([-1, 1]))
    fresh = [_sign(x, rng) for x in base.new(int(rng.integers(1, 3)))]
    left = sign * start
    for x in fresh:
        base.add([left, x])
        left = x if rng.random() < 0.5 else -x
    base.add([left, sign * stop], place)


def _sign(variable: int, rng: np.random.Generator) -> int:
    return variable if rng.random() < 0.5 else -variable


def _stable_colors(graph: Graph, names: dict[tuple[int, ...], int]) -> tuple[int, ...]:
    """The sorted stable colors of a graph; ``names`` is shared, so colors compare across graphs."""
    colors = [0] * graph.num_nodes if graph.node_colors is None else graph.node_colors.tolist()
    rows = [graph.neighbors(node).tolist() for node in range(graph.num_nodes)]
    classes = 0
    while len(set(colors)) > classes:
        classes = len(set(colors))
        keys = [(colors[v], *sorted(colors[u] for u in row)) for v, row in enumerate(rows)]
        colors = [names.setdefault(key, len(names) + 2) for key in keys]
    return tuple(sorted(colors))
