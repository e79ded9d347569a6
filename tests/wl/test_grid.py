"""frontier: what it says without running is what running says."""

from itertools import product

import pytest
from against_oracle import atlas, digraph, shuffled, union

from klgnn import (
    Frontier,
    Graph,
    GraphError,
    MemoryBudgetError,
    distinguish,
    estimate,
    families,
    frontier,
)
from klgnn.wl.budget import estimate_method
from klgnn.wl.method import Method

PAIRS = {
    "hexagon": families.hexagon_and_triangles(),
    "rings": (families.cycle(7), union(families.cycle(3), families.cycle(4))),
    "srg": (families.rook(4), families.shrikhande()),
    "cfi triangle": families.cfi_pair(families.complete(3)),
    "uncolored cfi": families.cfi_pair(families.complete(3), colored=False),
    "omega triangle": families.omega_pair(families.complete(3)),
    "isomorphic": (families.path(6), shuffled(families.path(6), 1)),
    "at once": (families.path(6), families.star(5)),
    "csl": (families.circular_skip_link(11, 2), families.circular_skip_link(11, 3)),
    "directed": (digraph(1), digraph(2)),
    "sizes": (families.cycle(5), families.cycle(6)),
}


def brute_force(one, two, max_k, max_l, variant):
    cells = product(range(1, max_k + 1), range(max_l + 1))
    return {cell: bool(distinguish(one, two, *cell, variant=variant)) for cell in cells}


def above(cell, cells, variant):
    """All tests that the paper's steps lead to from one of them, inside of the table."""
    found, new = set(), [cell]
    while new:
        k, l = new.pop()
        found.add((k, l))
        steps = [(k, l + 1), (k + 1, l)]
        if variant == "fwl" or k > 1:
            steps.append((k + 1, l - 1))  # k,l+1 is below k+1,l
        if variant == "wl" and k == 2:
            steps.append((1, l))  # 2,l-WL is 1,l-WL
        new += [step for step in steps if step in cells and step not in found]
    return found


@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize("name", PAIRS)
def test_equals_brute_force(name, variant):
    one, two = PAIRS[name]
    max_k, max_l = (3, 2) if one.num_nodes < 20 and variant == "wl" else (2, 2)
    found = frontier(one, two, max_k, max_l, variant=variant)
    expected = brute_force(one, two, max_k, max_l, variant)
    assert found.table == expected
    assert found.variant == variant
    for place, cell in enumerate(found.ran):
        for done in found.ran[:place]:
            assert cell not in (above(done, expected, variant) if expected[done] else ())
            assert done not in (above(cell, expected, variant) if not expected[done] else ())
    minimal = [
        (k, l)
        for (k, l), yes in expected.items()
        if yes
        and not any(expected[m, p] for m, p in expected if (m, p) != (k, l) and m <= k and p <= l)
    ]
    assert found.minimal == sorted(minimal)


def test_equals_brute_force_on_pairs_of_the_atlas_that_1wl_takes_for_equal():
    graphs = [graph for graph in atlas(6) if graph.num_nodes == 6]
    pairs = [
        (one, two)
        for i, one in enumerate(graphs)
        for two in graphs[:i]
        if sorted(one.degrees()) == sorted(two.degrees()) and not distinguish(one, two)
    ]
    assert pairs
    for one, two in pairs:
        for variant in ("wl", "fwl"):
            found = frontier(one, two, 2, 1, variant=variant)
            assert found.table == brute_force(one, two, 2, 1, variant)


def test_exact_mode():
    one, two = PAIRS["hexagon"]
    assert frontier(one, two, mode="exact").table == frontier(one, two).table


def test_the_table_in_words():
    assert str(frontier(*PAIRS["hexagon"], 3, 1)).splitlines() == [
        "k,l-WL      l=0    l=1",
        "k=1        same  apart",
        "k=2        same  apart",
        "k=3       apart  apart",
        "minimal: (1,1), (3,0)",
    ]
    assert str(frontier(*PAIRS["isomorphic"], 2, 1)).endswith("minimal: none")
    assert str(Frontier("fwl", {(1, 0): None}, ())).splitlines()[1] == "k=1           ?"


def test_nothing_is_run_that_the_order_implies(monkeypatch):
    assert frontier(*PAIRS["at once"], 3, 2).ran == ((1, 0),)
    # If the strongest test costs least and tells nothing apart, no other is run.
    monkeypatch.setattr("klgnn.wl.grid._seconds", lambda _, method, mode: -method.k - method.l)
    for name, variant in [("isomorphic", "wl"), ("isomorphic", "fwl"), ("srg", "wl")]:
        largest = (2, 1) if name == "srg" else (3, 2)
        found = frontier(*PAIRS[name], *largest, variant=variant)
        assert found.ran == (largest,)
        assert not any(found.table.values())


def test_budget_leaves_cells_open():
    one, two = PAIRS["srg"]
    budget = max(estimate(graph, 1).bytes for graph in (one, two))
    found = frontier(one, two, 3, 0, variant="fwl", budget=budget)
    assert found.table == {(1, 0): False, (2, 0): None, (3, 0): None}
    assert "?" in str(found)
    with pytest.raises(MemoryBudgetError):
        distinguish(one, two, 2, variant="fwl", budget=budget)
    assert set(frontier(one, two, 2, 1, budget=0).table.values()) == {None}


def test_budget_does_not_hide_what_is_implied():
    one, two = PAIRS["at once"]
    budget = max(estimate(graph, 1).bytes for graph in (one, two))
    assert budget < estimate(one, 3, 2).bytes
    assert all(frontier(one, two, 3, 2, budget=budget).table.values())


def test_seconds_leave_cells_open():
    one, two = PAIRS["srg"]
    cost = [
        sum(estimate_method(graph, Method(k, 0, "fwl"), look=True).seconds for graph in (one, two))
        for k in (2, 3)
    ]  # of both graphs
    limit = cost[0]
    assert cost[1] > limit
    found = frontier(one, two, 3, 0, variant="fwl", max_seconds=limit)
    assert found.table == {(1, 0): False, (2, 0): False, (3, 0): None}
    less = frontier(one, two, 2, 0, variant="fwl", max_seconds=0.99 * limit)
    assert less.table == {(1, 0): False, (2, 0): None}
    assert set(frontier(one, two, 2, 1, max_seconds=0).table.values()) == {None}


def test_refusals():
    one, two = PAIRS["hexagon"]
    with pytest.raises(GraphError, match="max_k"):
        frontier(one, two, 0)
    with pytest.raises(GraphError, match="max_l"):
        frontier(one, two, 1, -1)
    with pytest.raises(GraphError, match="variant"):
        frontier(one, two, variant="folklore")
    with pytest.raises(GraphError, match="both or neither"):
        frontier(Graph.from_edges([(0, 1)], node_colors=[0, 1]), families.path(2))
    assert frontier("Bw", "Bw", 1, 0).table == {(1, 0): False}
