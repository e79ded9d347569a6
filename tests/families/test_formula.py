"""Formulas: the solver against all assignments, the graph against the clauses."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError
from klgnn.families.formula import Formula, is_satisfiable


@st.composite
def formulas(draw):
    n = draw(st.integers(1, 6))
    literal = st.integers(1, n).flatmap(lambda v: st.sampled_from([v, -v]))
    clauses = draw(st.lists(st.lists(literal, min_size=1, max_size=3), max_size=18))
    return Formula(n, tuple(tuple(dict.fromkeys(clause)) for clause in clauses))


def by_all_assignments(formula):
    return any(
        all(any((x > 0) == truth[abs(x) - 1] for x in clause) for clause in formula.clauses)
        for truth in product([False, True], repeat=formula.num_variables)
    )


@given(formulas())
@settings(deadline=None)
def test_solver(formula):
    expected = by_all_assignments(formula)
    assert formula.is_satisfiable() == expected
    assert is_satisfiable(formula.graph()) == expected


@given(formulas(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_renumbering_the_graph_changes_nothing(formula, random):
    graph = formula.graph()
    order = list(range(graph.num_nodes))
    random.shuffle(order)
    assert is_satisfiable(graph.relabel(order)) == formula.is_satisfiable()


def test_empty_formula_and_empty_clause():
    assert Formula(0, ()).is_satisfiable()
    assert not Formula(1, ((),)).is_satisfiable()
    assert not is_satisfiable(Formula(1, ((),)).graph())


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (Graph.from_edges([(0, 1)]), "two node colors"),
        (Graph.from_edges([(0, 1)], node_colors=[0, 0], directed=True), "undirected"),
        (Graph.from_edges([], node_colors=[0, 1, 2]), "two node colors"),
        (Graph.from_edges([(0, 1), (2, 3)], node_colors=[0, 0, 1, 1]), "inside both colors"),
        (Graph.from_edges([(0, 1), (1, 2)], node_colors=[0, 0, 0]), "exactly one negation"),
    ],
)
def test_refuses_other_graphs(graph, words):
    with pytest.raises(GraphError, match=words):
        is_satisfiable(graph)


def test_refuses_unknown_literals():
    with pytest.raises(GraphError, match="literal 3"):
        Formula(2, ((1, 3),))
