"""Label sets that the network learns to choose."""

import pytest
import torch
from torch import nn
from torch_geometric.data import Batch

from klgnn import GraphError, families
from klgnn.nn import (
    MPNN,
    Features,
    Joint,
    Labeling,
    LearnedSets,
    Pooling,
    assert_invariant,
)
from klgnn.nn.inputs import read_inputs
from klgnn.nn.segments import Members
from klgnn.select import All


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def graphs():
    found = [families.path(5), families.complete(1), families.cycle(6), families.star(4)]
    rng, result = generator(5), []
    for graph in found:
        data = graph.to("pyg")
        data.x = torch.randint(0, 2, (data.num_nodes, 1), generator=rng)
        result.append(data)
    return result


def learned(l=1, **options):
    options.setdefault("count", 2)
    return LearnedSets(l, MPNN(8, 2), Features(8, types=2), **options)


def joint(labeling, **pooling):
    return Joint(MPNN(8, 2), Features(8, types=2), labeling, Pooling(8, **pooling))


def test_training_samples_and_evaluation_takes_the_best():
    batch, labeling = Batch.from_data_list(graphs()), learned(2)
    inputs = read_inputs(batch, 2)
    every = Labeling(2).label_sets(batch, inputs, drop=False)
    assert every.graph.bincount().tolist() == [10, 1, 15, 10]
    torch.manual_seed(0)
    sets = labeling.label_sets(batch, inputs, drop=True)
    assert sets.graph.bincount().tolist() == [2, 1, 2, 2]
    assert sets.weight.tolist() == [1.0] * 7
    assert sets.weight.requires_grad
    torch.manual_seed(0)
    assert torch.equal(labeling.label_sets(batch, inputs, drop=True).nodes, sets.nodes)
    best = labeling.label_sets(batch, inputs, drop=False)
    scores = labeling.scores(inputs, every).detach()
    for g in range(4):
        own, least = scores[every.graph == g], labeling.scores(inputs, best)[best.graph == g].min()
        assert int((own > least + 1e-3).sum()) < 2
        assert int((best.graph == g).sum()) >= min(2, len(own))
    assert best.weight is None


def test_a_rate_takes_a_share_of_each_graph():
    batch = Batch.from_data_list(graphs())
    sets = learned(2, count=None, rate=0.4).label_sets(batch, read_inputs(batch, 2), drop=True)
    assert sets.graph.bincount().tolist() == [4, 1, 6, 4]


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("noise", ["gumbel", "gamma"])
def test_it_learns_which_nodes_to_label(every, noise):
    torch.manual_seed(0)
    batch = Batch.from_data_list([All(1)(graph) for graph in graphs() * 4])
    labeling = learned(1, count=1, every=every, noise=noise)
    inputs, wanted = read_inputs(batch, 1), batch.x.flatten().float()
    optimizer = torch.optim.Adam(labeling.parameters(), lr=0.01)
    for _ in range(40):
        sets = labeling.label_sets(batch, inputs, drop=True)
        loss = -(sets.weight * wanted[sets.nodes[:, 0]]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    best = labeling.label_sets(batch, inputs, drop=False)
    possible = Members(batch.batch, batch.num_graphs).max(wanted.unsqueeze(1)).flatten()
    assert possible.sum() > 4
    assert torch.equal(wanted[best.nodes[:, 0]], possible[best.graph])


@pytest.mark.parametrize("level", ["graph", "node"])
@pytest.mark.parametrize("sets", ["sum", "mean", "attention", "deepsets"])
def test_gradients_reach_the_scores_through_the_model(level, sets):
    torch.manual_seed(1)
    model, batch = joint(learned(2), level=level, sets=sets), Batch.from_data_list(graphs())
    model.train()
    for _ in range(5):
        model(batch).square().sum().backward()
    grads = [p.grad for p in model.labeling.score.parameters()]
    assert all(g is not None for g in grads)
    assert any(bool(g.abs().sum() > 0) for g in grads)
    assert model.encoder.layers[0].first.weight.grad is not None


@pytest.mark.parametrize("level", ["graph", "node"])
@pytest.mark.parametrize("sets", ["sum", "mean", "attention", "deepsets"])
def test_sets_of_weight_0_change_nothing_but_gradients(level, sets):
    torch.manual_seed(2)
    some, every = learned(2), learned(2, every=True)
    every.load_state_dict(some.state_dict())
    one, batch = joint(some, level=level, sets=sets).double(), Batch.from_data_list(graphs())
    outputs = []
    for labeling in (some, every):
        one.labeling = labeling.double()
        torch.manual_seed(3)
        outputs.append(one.train()(batch))
    assert torch.allclose(*outputs, atol=1e-12)


def test_evaluation_is_invariant():
    """Cycles and stars have many sets with equal scores, of which none may be preferred."""
    for options in ({"count": 1}, {"count": 3}, {"count": None, "rate": 0.3}):
        model = joint(learned(2, **options))
        assert assert_invariant(model, graphs(), trials=1) < 1e-10
    data = [All(2)(graph) for graph in graphs()]
    assert assert_invariant(joint(learned(2)), data) < 1e-10


def test_every_parameter_is_redrawn():
    model = joint(learned(2))
    before = {name: p.clone() for name, p in model.labeling.named_parameters()}
    model.reset_parameters()
    assert not torch.equal(before["score.0.weight"], model.labeling.score[0].weight)
    name = "encoder.layers.0.first.weight"
    assert not torch.equal(before[name], model.labeling.get_parameter(name))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": None}, "expected one of them"),
        ({"rate": 0.5}, "expected one of them"),
        ({"count": 0}, "count: got 0"),
        ({"count": None, "rate": 2.0}, "rate: got 2.0"),
        ({"set_rate": 0.5}, "set_rate"),
    ],
)
def test_refused_options(options, message):
    with pytest.raises(GraphError, match=message):
        learned(**options)


def test_a_maximum_over_sets_learns_nothing_and_is_refused():
    model = joint(learned(), sets="max").train()
    with pytest.raises(GraphError, match="got 'max'"):
        model(Batch.from_data_list(graphs()))
    assert model.eval()(Batch.from_data_list(graphs())).shape == (4, 8)


def test_repr_says_what_was_asked_for():
    assert "count=2, noise='gamma'" in repr(learned())
    assert isinstance(learned().score, nn.Sequential)
