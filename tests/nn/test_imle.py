"""I-MLE against the exact expected loss, and label sets that are learned."""

from itertools import combinations, permutations
from math import prod

import pytest
import torch
from torch import nn
from torch_geometric.data import Batch

from klgnn import GraphError, families
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.features import Features
from klgnn.nn.imle import choose, gumbel, largest, reaching, sum_of_gamma
from klgnn.nn.inputs import read_inputs
from klgnn.nn.invariance import assert_invariant
from klgnn.nn.joint import Joint
from klgnn.nn.labeling import Labeling
from klgnn.nn.learned_sets import LearnedSets
from klgnn.nn.segments import Members
from klgnn.nn.stages import Pooling
from klgnn.select import All

SCORES = torch.tensor([0.5, -0.3, 1.2, 0.0, 0.7], dtype=torch.float64)


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


# The choice.


def test_largest_is_what_sorting_each_group_gives():
    rng = generator(1)
    for _ in range(30):
        group = torch.randint(0, 6, (25,), generator=rng).sort().values
        scores = torch.randint(0, 8, (25,), generator=rng).double()
        count = torch.randint(0, 6, (6,), generator=rng)
        found = largest(scores, group, count)
        for g in range(6):
            own = (group == g).nonzero().flatten().tolist()
            best = sorted(own, key=lambda i: (-float(scores[i]), i))[: int(count[g])]
            assert [i for i in own if found[i]] == sorted(best)


def test_reaching_takes_ties_and_does_not_look_at_the_order():
    scores = torch.tensor([2.0, 1.0, 2.0 - 1e-9, 1.0, 0.0, 5.0], dtype=torch.float64)
    group, count = torch.tensor([0, 0, 0, 0, 0, 1]), torch.tensor([1, 1])
    assert reaching(scores, group, count).tolist() == [True, False, True, False, False, True]
    assert reaching(scores, group, count + 2)[:5].tolist() == [True, True, True, True, False]
    order = torch.tensor([4, 2, 0, 3, 1, 5])
    assert torch.equal(reaching(scores[order], group, count), reaching(scores, group, count)[order])


@pytest.mark.parametrize("noise", ["gumbel", "gamma", None])
def test_counts_are_kept_and_seeds_decide(noise):
    group, count = torch.tensor([0] * 7 + [1] * 2 + [2] * 9), torch.tensor([3, 5, 1])
    scores = torch.zeros(18, dtype=torch.float64)

    def draw(seed):
        return choose(scores, group, count, noise=noise, generator=generator(seed))

    for seed in range(5):
        assert draw(seed).dtype == torch.float64
        assert Members(group, 3).sum(draw(seed).unsqueeze(1)).flatten().tolist() == [3, 2, 1]
        assert torch.equal(draw(seed), draw(seed))
    assert (len({tuple(draw(seed).tolist()) for seed in range(5)}) > 1) == (noise is not None)


def test_noise_has_the_moments_it_should():
    drawn = gumbel(torch.zeros(200_000, dtype=torch.float64), generator())
    assert float(drawn.mean()) == pytest.approx(0.5772, abs=0.01)
    assert float(drawn.var()) == pytest.approx(torch.pi**2 / 6, abs=0.03)
    for k in (1, 3):
        like = torch.zeros(k * 200_000, dtype=torch.float64)
        drawn = sum_of_gamma(like, torch.full((len(like),), k), generator()).view(k, -1).sum(0)
        # H(10) - log 10 and the sum of 1 / i^2, which come near to Gumbel's 0.577 and 1.645.
        assert float(drawn.mean()) == pytest.approx(0.6264, abs=0.01)
        assert float(drawn.var()) == pytest.approx(1.5498, abs=0.03)


# The gradient.


def probabilities(scores, k):
    """Of each set of k entries, if one after another is drawn by softmax (as Gumbel noise does)."""
    weight, found = scores.exp(), {}
    for chosen in combinations(range(len(scores)), k):
        found[chosen] = sum(
            prod(
                weight[order[i]] / (weight.sum() - sum(weight[j] for j in order[:i]))
                for i in range(k)
            )
            for order in permutations(chosen)
        )
    return found


def expected(scores, k, loss):
    total = 0.0
    for chosen, probability in probabilities(scores, k).items():
        z = torch.zeros_like(scores)
        z[list(chosen)] = 1
        total = total + probability * loss(z.unsqueeze(0))[0]
    return total


def by_differences(scores, k, loss, step=1e-5):
    steps = step * torch.eye(len(scores), dtype=torch.float64)
    return torch.stack(
        [
            (expected(scores + s, k, loss) - expected(scores - s, k, loss)) / (2 * step)
            for s in steps
        ]
    )


def estimated(scores, k, loss, draws, **options):
    """The mean of many draws: as many groups with the same scores."""
    n = len(scores)
    leaf = scores.clone().requires_grad_()
    group = torch.arange(draws).repeat_interleave(n)
    z = choose(leaf.repeat(draws), group, torch.full((draws,), k), **options)
    (loss(z.view(draws, n)).sum() / draws).backward()
    return leaf.grad


@pytest.mark.parametrize("k", [1, 2, 3])
def test_samples_follow_the_scores(k):
    draws = 40_000
    group = torch.arange(draws).repeat_interleave(5)
    z = choose(SCORES.repeat(draws), group, torch.full((draws,), k), generator=generator())
    wanted = torch.zeros(5, dtype=torch.float64)
    for chosen, probability in probabilities(SCORES, k).items():
        wanted[list(chosen)] += probability
    assert torch.allclose(z.view(draws, 5).mean(0), wanted, atol=0.01)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_for_a_small_strength_the_gradient_of_the_marginals_is_exact(k):
    cost = torch.tensor([1.0, -2.0, 0.5, 3.0, 0.0], dtype=torch.float64)
    found = estimated(SCORES, k, lambda z: z @ cost, 200_000, strength=0.15, generator=generator())
    wanted = by_differences(SCORES, k, lambda z: z @ cost)
    if k == 1:
        share = SCORES.softmax(0)
        assert torch.allclose(wanted, share * (cost - share @ cost), atol=1e-8)
    assert float(wanted.abs().max()) > 0.2
    assert torch.allclose(found, wanted, atol=0.04)


@pytest.mark.parametrize("strength", [0.3, 1.0, 3.0])
@pytest.mark.parametrize("noise", ["gumbel", "gamma"])
def test_a_nonlinear_loss_descends(strength, noise):
    """Pairs cost what their product says; the estimate linearizes that around each sample."""
    pull = torch.randn(5, 5, generator=generator(3), dtype=torch.float64)

    def loss(z):
        return ((z @ pull) * z).sum(1) + z @ torch.tensor([1.0, -1.0, 0.5, 0, 0]).double()

    options = {"strength": strength, "noise": noise, "generator": generator()}
    found = estimated(SCORES, 2, loss, 20_000, **options)
    wanted = by_differences(SCORES, 2, loss)
    assert float(torch.cosine_similarity(found, wanted, dim=0)) > 0.7
    if noise == "gumbel":
        step = 0.05 * found / found.norm()
        assert expected(SCORES - step, 2, loss) < expected(SCORES, 2, loss)


def test_scaling_the_loss_scales_the_gradient():
    def gradient(scale):
        return estimated(SCORES, 2, lambda z: scale * z[:, 0], 50, generator=generator())

    assert float(gradient(1.0).abs().max()) > 0
    assert torch.allclose(1e-6 * gradient(1.0), gradient(1e-6), rtol=1e-12, atol=0)
    assert gradient(0.0).tolist() == [0.0] * 5


def test_nothing_is_learned_where_nothing_is_chosen():
    scores = SCORES.clone().requires_grad_()
    z = choose(scores, torch.zeros(5, dtype=torch.long), torch.tensor([9]))
    (z * torch.arange(5)).sum().backward()
    assert scores.grad.tolist() == [0.0] * 5


@pytest.mark.parametrize("options", [{"noise": "normal"}, {"temperature": 0.0}, {"strength": -1.0}])
def test_refusals(options):
    with pytest.raises(GraphError, match=next(iter(options))):
        choose(SCORES, torch.zeros(5, dtype=torch.long), torch.tensor([2]), **options)


# Learned label sets.


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
