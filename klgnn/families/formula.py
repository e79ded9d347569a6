"""Propositional formulas in clausal form, their graphs, and a small exact solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph

LITERAL, CLAUSE = 1, 0  # node colors, as in the EXP data set

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Formula:
    """A conjunction of clauses over the variables 1, ..., num_variables.

    A literal is a signed variable, as in the DIMACS format: ``-3`` is "not x3".

    Args:
        num_variables: how many variables there are, used or not.
        clauses: disjunctions of literals.

    >>> odd = Formula(1, ((1,), (-1,)))
    >>> odd.graph(), odd.is_satisfiable()
    (Graph(4 nodes, 3 edges, node colors), False)

    Reference: Davis, Logemann and Loveland, "A machine program for theorem-proving",
    Communications of the ACM 5, 1962.
    """

    num_variables: int
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        for literal in (literal for clause in self.clauses for literal in clause):
            if not 1 <= abs(literal) <= self.num_variables:
                raise GraphError(
                    f"clauses: got literal {literal}, expected ±1 to ±{self.num_variables}"
                )

    def graph(self) -> Graph:
        """Literals (color 1) joined to their negations, clauses (color 0) to their literals.

        Variable v has the nodes 2v - 2 (positive) and 2v - 1 (negative); clauses follow.
        """
        offset = 2 * self.num_variables
        edges = [(2 * v, 2 * v + 1) for v in range(self.num_variables)]
        for position, clause in enumerate(self.clauses):
            edges += [(offset + position, literal_node(literal)) for literal in set(clause)]
        colors = [LITERAL] * offset + [CLAUSE] * len(self.clauses)
        return Graph.from_edges(edges, node_colors=colors)

    def is_satisfiable(self) -> bool:
        """Whether some assignment makes every clause true: exact, by splitting on variables."""
        return _solve([frozenset(clause) for clause in self.clauses])

    @classmethod
    def from_graph(cls, graph: Graph) -> Formula:
        """The formula that a graph of literals and clauses stands for, up to renaming.

        Which of the two node colors means "literal" is read off the graph: literals are joined to
        their negations, clauses to no other clause. So both conventions in use are understood.

        >>> formula = Formula(2, ((1, -2), (2,)))
        >>> Formula.from_graph(formula.graph()) == formula
        True
        """
        edges, is_literal = graph.edges(), _literals(graph)
        inner = edges[is_literal[edges].all(axis=1)]
        if sorted(inner.ravel().tolist()) != np.flatnonzero(is_literal).tolist():
            raise GraphError(
                "formula: got a literal without exactly one negation, expected edges between"
                " literals to pair them up"
            )
        literal = np.zeros(graph.num_nodes, np.int64)
        literal[inner[:, 0]] = np.arange(1, len(inner) + 1)
        literal[inner[:, 1]] = -literal[inner[:, 0]]
        nodes = np.flatnonzero(~is_literal).tolist()
        clauses = tuple(tuple(literal[graph.neighbors(node)].tolist()) for node in nodes)
        return cls(len(inner), clauses)


def is_satisfiable(graph: Graph) -> bool:
    """Whether the formula that a graph of literals and clauses stands for is satisfiable.

    >>> is_satisfiable(Formula(2, ((1, 2), (-1, -2))).graph())
    True
    """
    return Formula.from_graph(graph).is_satisfiable()


def literal_node(literal: int) -> int:
    """The node of a literal in :meth:`Formula.graph`."""
    return 2 * (abs(literal) - 1) + (literal < 0)


def _literals(graph: Graph) -> npt.NDArray[np.bool_]:
    """Which nodes are literals: those of the color that has edges inside."""
    colors = graph.node_colors
    if graph.directed or graph.num_loops or colors is None or len(set(colors.tolist())) > 2:
        raise GraphError(
            f"formula: got {graph}, expected an undirected graph with two node colors, one for"
            " literals and one for clauses"
        )
    ends = colors[graph.edges()]
    inner = set(ends[ends[:, 0] == ends[:, 1], 0].tolist())
    if len(inner) > 1:
        raise GraphError("formula: got edges inside both colors, expected clauses to have none")
    is_literal: npt.NDArray[np.bool_] = np.isin(colors, list(inner))
    return is_literal


def _solve(clauses: list[frozenset[int]]) -> bool:
    while clauses:
        shortest = min(clauses, key=len)
        if not shortest:
            return False
        literal = min(shortest)
        if len(shortest) > 1 and _solve(_assume(clauses, literal)):
            return True
        # A unit clause must hold; a longer one whose literal cannot be true has it false.
        clauses = _assume(clauses, literal if len(shortest) == 1 else -literal)
    return True


def _assume(clauses: list[frozenset[int]], literal: int) -> list[frozenset[int]]:
    return [clause - {-literal} for clause in clauses if literal not in clause]
