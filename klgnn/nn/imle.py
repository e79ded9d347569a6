"""I-MLE: gradients through a choice of k out of n (perturb and MAP, implicit differentiation)."""

from __future__ import annotations

from math import log
from typing import Any, Literal

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.labeled import starts

Noise = Literal["gumbel", "gamma"] | None
TERMS = 10  # of the sum of Gamma variables


def choose(
    scores: Tensor,
    group: Tensor,
    count: Tensor,
    *,
    noise: Noise = "gumbel",
    temperature: float = 1.0,
    strength: float = 1.0,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Choose ``count[g]`` entries of each group g, at random by their scores, with a gradient.

    Forward: the entries whose perturbed scores are largest. Backward, from the gradient d of the
    loss with respect to the choice: the choice minus the one that the same noise gives for
    ``scores - s * d``, divided by s. As s goes to 0 this is, on average, the gradient of d times
    the probability of each entry; a larger s looks further ahead and varies less. Here s is
    ``strength`` over the largest ``|d|`` in the group, so that scaling the loss scales the gradient
    and nothing else (the idea of adaptive I-MLE).

    Args:
        scores: the logarithm of how likely each entry is, ``(entries,)``.
        group: the group of each entry, ascending.
        count: how many to choose in each group, ``(groups,)``; all of those that have fewer.
        noise: ``"gumbel"``, which chooses one entry by softmax, and several one after another in
            the same way; ``"gamma"``, whose sum over k entries is nearly Gumbel (the paper's
            choice for k-subsets); None: the largest scores.
        temperature: of the noise.
        strength: how far the score with the largest gradient of its group is moved.
        generator: of the noise; default torch's own.

    Returns:
        1 for the chosen entries, 0 for the others, in the type of the scores.

    >>> scores = torch.tensor([3.0, 1.0, 2.0, 0.0, 5.0], requires_grad=True)
    >>> group, count = torch.tensor([0, 0, 0, 1, 1]), torch.tensor([2, 1])
    >>> chosen = choose(scores, group, count, noise=None, strength=2.5)
    >>> chosen.tolist()
    [1.0, 0.0, 1.0, 0.0, 1.0]
    >>> (chosen * torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0])).sum().backward()  # avoid the first
    >>> print(scores.grad)
    tensor([ 0.4000, -0.4000,  0.0000,  0.0000,  0.0000])

    References:
        Niepert, Minervini and Franceschi, "Implicit MLE: Backpropagating Through Discrete
        Exponential Family Distributions", NeurIPS 2021.
        Minervini, Franceschi and Niepert, "Adaptive Perturbation-Based Gradient Estimation for
        Discrete Latent Variable Models", AAAI 2023.
    """
    if noise not in ("gumbel", "gamma", None):
        raise GraphError(f"noise: got {noise!r}, expected 'gumbel', 'gamma' or None")
    for name, value in (("temperature", temperature), ("strength", strength)):
        if not value > 0:
            raise GraphError(f"{name}: got {value!r}, expected a number above 0")
    if noise == "gumbel":
        drawn = gumbel(scores, generator)
    elif noise == "gamma":
        drawn = sum_of_gamma(scores, count[group], generator)
    else:
        drawn = torch.zeros_like(scores)
    chosen: Tensor = _Choice.apply(scores, temperature * drawn, group, count, strength)
    return chosen


class _Choice(torch.autograd.Function):
    """The most likely choice under perturbed scores."""

    @staticmethod
    def forward(
        ctx: Any, scores: Tensor, noise: Tensor, group: Tensor, count: Tensor, strength: float
    ) -> Tensor:
        chosen = largest(scores + noise, group, count).to(scores.dtype)
        ctx.save_for_backward(scores, noise, group, count, chosen)
        ctx.strength = strength
        return chosen

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        scores, noise, group, count, chosen = ctx.saved_tensors
        gradient = gradients[0]
        top = gradient.new_zeros(len(count)).scatter_reduce(0, group, gradient.abs(), "amax")[group]
        step = gradient / top.clamp(min=torch.finfo(top.dtype).tiny)
        moved = largest(scores - ctx.strength * step + noise, group, count).to(scores.dtype)
        return (chosen - moved) * top / ctx.strength, None, None, None, None


def largest(scores: Tensor, group: Tensor, count: Tensor) -> Tensor:
    """Which entries are among the ``count[g]`` largest of their group, in entries without groups.

    Args:
        scores: ``(entries,)``.
        group: the group of each entry, ascending.
        count: ``(groups,)``.

    Returns:
        Booleans, ``(entries,)``; of equal scores the first ones count as larger.

    >>> group = torch.tensor([0, 0, 1])
    >>> largest(torch.tensor([1.0, 2.0, 0.0]), group, torch.tensor([1, 1])).tolist()
    [False, True, True]
    """
    order = scores.argsort(descending=True, stable=True)
    order = order[group[order].argsort(stable=True)]
    rank = torch.arange(len(order), device=order.device) - starts(group, len(count))[group]
    result = torch.zeros_like(group, dtype=torch.bool)
    result[order] = rank < count[group]
    return result


def reaching(scores: Tensor, group: Tensor, count: Tensor) -> Tensor:
    """As :func:`largest`, and with each entry all that are equal to it, up to rounding.

    So which entries are taken does not depend on their order.
    """
    first = largest(scores, group, count)
    size = len(count)
    top = scores.new_zeros(size).scatter_reduce(0, group, scores.abs(), "amax")
    least = scores.new_full((size,), float("inf"))
    least = least.scatter_reduce(0, group[first], scores[first], "amin")
    slack = torch.finfo(scores.dtype).eps ** 0.5 * top.clamp(min=1)
    taken: Tensor = scores >= (least - slack)[group]
    return taken


def gumbel(like: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Independent Gumbel variables, in the shape and type of a tensor."""
    drawn = torch.empty_like(like, requires_grad=False).exponential_(generator=generator)
    return -drawn.clamp(min=torch.finfo(like.dtype).tiny).log()


def sum_of_gamma(like: Tensor, count: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Independent variables of which any ``count`` add up to a Gumbel variable, nearly.

    ``(sum over i = 1, ..., 10 of Gamma(1 / k, scale k / i) - log 10) / k`` with k the count.

    Args:
        like: for its shape ``(entries,)`` and type.
        count: k for each entry.
        generator: default torch's own.
    """
    k = count.to(like).clamp(min=1)
    shape = (1 / k).unsqueeze(1).expand(-1, TERMS).contiguous()
    drawn = torch._standard_gamma(shape, generator=generator)
    term = torch.arange(1, TERMS + 1, device=like.device).to(like)
    return ((drawn * k.unsqueeze(1) / term).sum(1) - log(TERMS)) / k
