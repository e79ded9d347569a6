"""The closed forms against the search, on graphs of any shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError
from klgnn.counts import choice, count, pattern
from klgnn.counts.formulas import Terms, star_total

FORMS = [*choice.INDUCED, "star4", "star5"]
AS_PATTERN = {"edge": "path2"}


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 12))
    node = st.integers(0, max(n - 1, 0))
    edges = draw(st.lists(st.tuples(node, node), max_size=50 if n else 0))
    return Graph.from_edges(edges, n, parallel="collapse")


def both_ways(graph, form, induced, per_node):
    """The count by the search, and by the closed form."""
    results = []
    with pytest.MonkeyPatch.context() as patch:
        for fast in (False, True):
            patch.setattr(choice, "is_fast", lambda *_, fast=fast: fast)
            name = AS_PATTERN.get(form, form)
            results.append(count(graph, name, induced=induced, per_node=per_node))
    return results


@given(graphs(), st.sampled_from(FORMS))
@settings(deadline=None, max_examples=150)
def test_closed_form_equals_search(graph, form):
    for induced in (False, True) if form in choice.INDUCED else (False,):
        search, formula = both_ways(graph, form, induced, per_node=True)
        assert search.tolist() == formula.tolist()
        search, formula = both_ways(graph, form, induced, per_node=False)
        assert search == formula


def test_products_in_portions_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    graph = Graph.from_edges(rng.integers(0, 40, (200, 2)), 40, parallel="collapse")
    whole = [both_ways(graph, form, False, True)[1] for form in choice.INDUCED]
    monkeypatch.setattr("klgnn.counts.formulas.BLOCK", 50)
    assert len(list(Terms(graph).blocks())) > 5
    portions = [both_ways(graph, form, False, True)[1] for form in choice.INDUCED]
    for left, right in zip(whole, portions, strict=True):
        assert left.tolist() == right.tolist()


def test_both_ways_are_chosen():
    small, large = Terms(pattern("clique6")), Terms(pattern("clique16"))
    assert not choice.is_fast("path4", False, small)
    assert choice.is_fast("path4", False, large)
    assert choice.is_fast("star7", False, small)
    assert not choice.is_fast("star7", True, large)
    assert not choice.is_fast("clique4", False, large)


def test_stars_beyond_64_bits():
    hub = Graph.from_edges([(0, leaf) for leaf in range(1, 101)])
    assert count(hub, "star12") == star_total(hub.degrees(), 12) == 1050421051106700
    assert count(hub, "star12", per_node=True)[0] == 1050421051106700
    huge = Graph.from_edges([(0, leaf) for leaf in range(1, 2001)])
    assert count(huge, "star15") > 2**63
    with pytest.raises(GraphError, match="degree 2000"):
        count(huge, "star15", per_node=True)
