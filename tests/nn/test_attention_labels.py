"""Soft labels: equal to loops, differentiable, invariant, and no stronger than their base."""

import pytest
import torch
from torch.autograd import gradcheck
from torch_geometric.data import Batch

from klgnn import GraphError, families
from klgnn.nn.attention_labels import AttentionLabeled, AttentionLabels
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.features import Features
from klgnn.nn.invariance import assert_invariant
from klgnn.nn.place import place
from klgnn.nn.power import power
from klgnn.select import All

BATCH = torch.tensor([0, 0, 0, 0, 1, 2, 2])


def rows(d=4):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(7, d, generator=generator, dtype=torch.float64)


def graphs():
    found = [families.path(5), families.complete(1), families.cycle(6), families.star(4)]
    result = [graph.to("pyg") for graph in found]
    for number, data in enumerate(result):
        data.x = torch.rand(data.num_nodes, 3, generator=torch.Generator().manual_seed(number))
    return result


def model(l=2, dim=8, width=3, **options):
    return AttentionLabeled(MPNN(dim, 2), MPNN(dim, 2), Features(dim, width=width), l, **options)


def test_labels_are_what_loops_give():
    torch.manual_seed(0)
    labels, h = AttentionLabels(3, 4).double(), rows()
    wanted = torch.zeros_like(h)
    for g in range(3):
        nodes = (g == BATCH).nonzero().flatten().tolist()
        mean = torch.stack([h[v] for v in nodes]).mean(0)
        moved = labels.query(mean).view(3, 4)
        for i in range(3):
            score = [(labels.own[i] + moved[i]) @ labels.key(h[v]) / 2 for v in nodes]
            share = torch.stack(score).softmax(0)
            for v, a in zip(nodes, share, strict=True):
                wanted[v] += a.detach() * labels.vectors[i].detach()
    assert torch.allclose(labels(h, BATCH, 3), wanted, atol=1e-12)


def test_each_label_is_spread_over_each_graph_once():
    share = AttentionLabels(3, 4).double().attention(rows(), BATCH, 4)
    total = torch.zeros(4, 3, dtype=torch.float64).index_add(0, BATCH, share)
    assert torch.allclose(
        total, torch.tensor([1.0, 1.0, 1.0, 0.0]).double().unsqueeze(1).expand(-1, 3)
    )
    assert bool((share > 0).all())
    assert not torch.allclose(share[:, 0], share[:, 1])


def test_gradients():
    labels, h = AttentionLabels(2, 4).double(), rows().requires_grad_()
    names = [name for name, _ in labels.named_parameters()]
    values = [p.detach().requires_grad_() for p in labels.parameters()]

    def run(h, *values):
        given = dict(zip(names, values, strict=True))
        return torch.func.functional_call(labels, given, (h, BATCH, 3))

    assert gradcheck(run, (h, *values))
    sensitive = torch.autograd.grad(run(h, *values).square().sum(), [h, *values])
    assert all(bool(g.abs().max() > 1e-6) for g in sensitive)


def test_gradients_of_the_whole_model():
    data = Batch.from_data_list(graphs()[1:3])
    net = model(dim=4).double()

    def run(x):
        given = data.clone()
        given.x = x
        return net(given)

    assert gradcheck(run, (data.x.double().requires_grad_(),))
    net(data).sum().backward()
    assert bool(net.labels.own.grad.abs().sum() > 0)
    assert bool(net.base.layers[0].first.weight.grad.abs().sum() > 0)


@pytest.mark.parametrize("level", ["graph", "node"])
@pytest.mark.parametrize("combine", ["add", "hadamard", "concat"])
def test_invariance(level, combine):
    assert assert_invariant(model(level=level, combine=combine), graphs()) < 1e-12


def test_labels_change_the_answer_and_do_not_commute():
    torch.manual_seed(0)
    net, data = model().double(), Batch.from_data_list(graphs())
    before = net(data)
    with torch.no_grad():
        net.labels.vectors.copy_(net.labels.vectors.flip(0))
    assert not torch.allclose(net(data), before)


def test_fixed_label_vectors():
    net = model(trainable_labels=False)
    net(Batch.from_data_list(graphs())).sum().backward()
    assert net.labels.vectors.grad is None
    assert net.labels.own.grad is not None


def test_label_sets_in_the_data_are_not_looked_at():
    torch.manual_seed(0)
    net = model(1).eval()
    plain = net(Batch.from_data_list(graphs()))
    assert torch.equal(plain, net(Batch.from_data_list([All(3)(graph) for graph in graphs()])))


def test_a_head_and_pools():
    data = Batch.from_data_list(graphs())
    for nodes in ("sum", "mean", "max", "attention", "deepsets"):
        assert model(head=torch.nn.Linear(8, 2), nodes=nodes)(data).shape == (4, 2)


# As the paper says: bounded by the power of the base encoder.
def test_no_more_power_than_color_refinement():
    net = AttentionLabeled(MPNN(8, 5), MPNN(8, 5), Features(8), 3)
    found = place(net, max_nodes=26)
    assert found.dominated_by == ((1, 0),)
    assert found.dominates == ((1, 0),)
    pairs = [families.hexagon_and_triangles(), (families.path(4), families.star(3))]
    assert [pair.apart for pair in power(net, pairs).pairs] == [False, True]


def test_refusals():
    with pytest.raises(GraphError, match="l: got 0"):
        AttentionLabels(0, 4)
    with pytest.raises(GraphError, match="widths 8 and 4"):
        AttentionLabeled(MPNN(8, 1), MPNN(4, 1), Features(8), 1)
    with pytest.raises(GraphError, match="level"):
        model(level="edge")
