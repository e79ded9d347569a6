"""I-MLE against the exact expected loss."""

from itertools import combinations, permutations
from math import prod

import pytest
import torch

from klgnn import GraphError
from klgnn.nn.imle import choose, gumbel, largest, reaching, sum_of_gamma
from klgnn.nn.segments import Members

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
