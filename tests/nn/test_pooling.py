"""Pools against loops, and the orders they come in."""

import pytest
import torch
from reference import pool as slow
from test_segments import KINDS, by_group, rows_for
from torch.autograd import gradcheck

from klgnn import GraphError, families
from klgnn.nn import (
    MPNN,
    Features,
    Joint,
    Labeling,
    MaxPool,
    MeanPool,
    Pool,
    Pooling,
    SumPool,
)
from klgnn.nn.pooling import make_pool
from klgnn.select import All

NAMES = ("sum", "mean", "max", "attention", "deepsets")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("m", KINDS.values(), ids=KINDS)
def test_against_loops(name, m):
    torch.manual_seed(0)
    pool, h = make_pool(name, 3).double(), rows_for(m)
    done = pool(h, m)
    assert done.shape == (m.size, 3)
    for g, of in enumerate(by_group(m, h)):
        if of:
            assert torch.allclose(done[g], slow(pool, of), atol=1e-12)
        elif name != "deepsets":  # which maps the empty sum
            assert not bool(done[g].any())


@pytest.mark.parametrize("name", NAMES)
def test_gradients(name):
    torch.manual_seed(0)
    pool, m = make_pool(name, 3).double(), KINDS["sources and counts"]
    assert gradcheck(lambda h: pool(h, m), rows_for(m).requires_grad_())


@pytest.mark.parametrize("name", NAMES)
def test_a_count_of_two_is_two_rows(name):
    torch.manual_seed(0)
    pool, m = make_pool(name, 3).double(), KINDS["counts"]
    h = rows_for(m)
    twice = type(m)(m.group.repeat_interleave(m.count), m.size)
    assert torch.allclose(pool(h, m), pool(h.repeat_interleave(m.count, 0), twice), atol=1e-12)


class Power(Pool):
    """A user's pool: the cube root of the sum of cubes."""

    def forward(self, h, members):
        return members.sum(h**3).abs().pow(1 / 3)


def test_a_pool_of_ones_own_goes_everywhere():
    own = Power()
    assert make_pool(own, 8) is own
    pooling = Pooling(8, permutations=own, nodes=own, sets=own)
    model = Joint(MPNN(8, 1), Features(8), Labeling(2), pooling).double()
    data = All(2)(families.path(3).to("pyg"))
    assert model(data).shape == (1, 8)
    pooling.sets = MaxPool()
    assert not torch.equal(
        model(data), Joint(MPNN(8, 1), Features(8), Labeling(2), Pooling(8)).double()(data)
    )


def test_widths_follow_the_order():
    """In (b) permutations are pooled at the structure encoder's width, unless nodes come first."""
    paper = Pooling(8, "paper", "attention", structure_dim=3)
    assert paper.permutations.score[0].in_features == 3
    assert Pooling(8, "tl", "attention", structure_dim=3).permutations.score[0].in_features == 8
    assert isinstance(paper.nodes, SumPool)
    assert isinstance(paper.sets, MeanPool)
    assert repr(paper).startswith("Pooling(\n  order='paper', level='graph'")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "paper first"}, "order: got 'paper first', expected 'paper', 'tl', 'lt'"),
        ({"level": "edge"}, "level: got 'edge', expected 'graph' or 'node'"),
        ({"level": "node", "order": "tl"}, "order: got 'tl', which pools nodes first"),
        ({"level": "node", "order": "nested"}, "order: got 'nested', which pools nodes first"),
        ({"sets": "median"}, "pool: got 'median', expected 'sum', 'mean', 'max'"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(GraphError, match=message):
        Pooling(8, **options)
