"""Each preset tells apart what the engine's test of the same name does."""

import pytest
import torch
from powers import LADDER

import klgnn
from klgnn import GraphError
from klgnn import presets as tests
from klgnn.families import cycle, path
from klgnn.nn import Baseline, power, presets
from klgnn.select import All, Constrained

SMALL = {"hidden": 16, "layers": (5, 1, 1), "pool_nodes": "deepsets"}
NAMES = ("spiders, 2 rounds", "hexagon / triangles", "CSL 11, 2 / 3", "flowers",
         "rook / Shrikhande")  # fmt: skip
SAME = {
    "id_gnn": (lambda: presets.id_gnn(**SMALL), tests.id_gnn()),
    "id_gnn, 2 hops": (lambda: presets.id_gnn(2, **SMALL), tests.id_gnn(2)),
    "nested_gnn": (lambda: presets.nested_gnn(1, **SMALL), tests.nested(1)),
    # Pooled over the neighbors of a root, then over roots. What is in between must not act as a
    # linear map, as ReLUs do on values that differ little.
    "i2gnn": (lambda: presets.i2gnn(pool_permutations="max", **SMALL), tests.i2gnn()),
    "osan": (lambda: presets.osan(1, **SMALL), tests.osan(1)),
}


@pytest.mark.parametrize("name", SAME)
def test_as_the_engine(name):
    make, test = SAME[name]
    pairs = {rung: LADDER[rung].make() for rung in NAMES}
    found = power(make(), pairs, k=1, l=0, seeds=2, copies=1)
    assert found.reliable, found
    expected = {rung: bool(klgnn.distinguish(*pair, test)) for rung, pair in pairs.items()}
    assert {pair.name: pair.apart for pair in found.pairs} == expected
    assert all(expected.values()) == (name == "i2gnn")  # the others have a limit here


def test_local_relational_pooling_looks_at_small_balls_only():
    """A triangle is in the ball of a node; whether a cycle has 6 or 7 nodes is not."""
    model = presets.local_relational_pooling(3, 1, **SMALL)
    pairs = {
        "triangle": (cycle(3).disjoint_union(cycle(3)), cycle(6)),
        "cycles": (cycle(4).disjoint_union(cycle(8)), cycle(5).disjoint_union(cycle(7))),
    }
    found = power(model, pairs, k=1, l=0, copies=1)
    assert [pair.apart for pair in found.pairs] == [True, False]


def test_osan_with_sampled_sets_places_labels_in_every_order():
    model = presets.osan(2, Constrained(2, 1), **SMALL)
    assert model.settings.permutations == "symmetric"
    assert presets.osan(2, **SMALL).settings.select == All(2, ordered=True)
    assert model(Constrained(2, 1)(path(4).to("pyg"))).shape == (1, 1)


def test_relational_pooling_labels_all_nodes():
    model = presets.relational_pooling(5, permutations=3, **SMALL).eval()
    for n in (2, 5):
        plan = model.plan(path(n).to("pyg"))
        assert plan.copies == 3
        assert [sorted(sets.tolist()) for sets in plan.portions[0].sets.nodes] == [
            [-1] * (5 - n) + list(range(n))
        ]
    torch.manual_seed(0)
    one = model(path(4).to("pyg"))
    assert not torch.equal(one, model(path(4).to("pyg")))  # other permutations in each pass


def test_gsn_is_a_baseline_that_needs_its_counts():
    model = presets.gsn(2, hidden=8)
    assert isinstance(model, Baseline)
    with pytest.raises(GraphError, match=r"counts: got none, expected \(4, 2\); apply the tran"):
        model(path(4).to("pyg"))
