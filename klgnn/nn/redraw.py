"""Networks with new random weights, and how far apart they put graphs and copies of graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import reset
from klgnn.nn.probe import Runner, arguments_of, default_double, relabeled, with_edges_shuffled

EPS = torch.finfo(torch.float64).eps
MOVED = 0.1  # how far parameters that start as constants are moved
AT_ONCE = 400  # nodes in a batch
WAVES = 64  # cosines that a multiset of node outputs is seen through


@dataclass
class Gap:
    """Two graphs, under the weights that put them farthest apart compared with copies.

    Attributes:
        difference: between the graphs, relative to the output.
        noise: between copies of one of them, at least the precision of float64.
        worst: the largest noise under any weights.
    """

    difference: float = 0.0
    noise: float = EPS
    worst: float = 0.0

    def add(self, difference: float, noise: float) -> None:
        """Take another draw of weights into account."""
        self.worst, noise = max(self.worst, noise), max(noise, EPS)
        if difference / noise >= self.difference / self.noise:
            self.difference, self.noise = difference, noise


def redrawn(model: Any, seed: int) -> nn.Module:
    """The same architecture with other weights, in float64 and evaluation mode.

    Weights are drawn by ``reset_parameters``, wherever there is one. Parameters that no such
    method reaches are drawn from a normal distribution with their mean and deviation, and those
    that start as constants (zeros, ones) are moved a little: the question is what the architecture
    can do, not what its first step of training would.

    Args:
        model: a module, or a function without arguments that makes one.
        seed: of the weights.
    """
    with torch.random.fork_rng(), default_double():
        torch.manual_seed(seed)
        if isinstance(model, nn.Module):
            drawn = deepcopy(model).double()
            before = {name: p.detach().clone() for name, p in _parameters(drawn)}
            if callable(again := getattr(drawn, "reset_parameters", None)):
                again()
            else:
                reset(drawn)
        else:
            drawn, before = example_of(model).double(), {}
        with torch.no_grad():
            for name, parameter in _parameters(drawn):
                noise = torch.randn_like(parameter)
                if bool((parameter == parameter.flatten()[0]).all()):
                    parameter.add_(MOVED * noise)
                elif name in before and torch.equal(before[name], parameter):
                    parameter.copy_(parameter.mean() + parameter.std() * noise)
    return drawn.eval()


def _parameters(model: nn.Module) -> list[tuple[str, nn.Parameter]]:
    lazy = nn.parameter.UninitializedParameter
    return [
        (name, p)
        for name, p in model.named_parameters()
        if p.requires_grad and not isinstance(p, lazy) and p.numel() and p.is_floating_point()
    ]


def example_of(model: Any) -> nn.Module:
    """The module itself, or one that the factory makes."""
    if isinstance(model, nn.Module):
        return model
    made = (
        model() if callable(model) and not any(arguments_of(model, every=True).values()) else None
    )
    if not isinstance(made, nn.Module):
        raise GraphError(
            f"got {model!r}, expected a torch.nn.Module, or a function without arguments that"
            " builds one with new weights"
        )
    return made


def measure(
    model: Any,
    graphs: Sequence[Any],
    pairs: Sequence[tuple[int, int]],
    prepare: Callable[[Any], Any],
    *,
    seeds: int,
    copies: int,
    margin: float,
    seed: int,
) -> list[Gap]:
    """For each pair of graphs how far apart the network puts them, and copies of them.

    Args:
        model: see :func:`redrawn`.
        graphs: PyG ``Data``.
        pairs: positions in ``graphs``.
        prepare: applied to each graph and to each copy.
        seeds: how many draws of weights, at most; a pair that differs ``margin`` times more than
            copies do is done.
        copies: how many of each graph.
        margin: see ``seeds``.
        seed: of the weights and copies.
    """
    generator = torch.Generator().manual_seed(seed)
    versions = []
    for graph in graphs:
        orders = [torch.randperm(graph.num_nodes, generator=generator) for _ in range(copies)]
        turned = [with_edges_shuffled(relabeled(graph, order), generator) for order in orders]
        versions.append([prepare(one) for one in (graph, *turned)])
    gaps, still_open = [Gap() for _ in pairs], list(range(len(pairs)))
    for draw in range(seeds):
        wanted = sorted({i for p in still_open for i in pairs[p]})
        if not wanted:
            break
        run = Runner(redrawn(model, seed + draw))
        seen = dict(zip(wanted, represent(run, [versions[i] for i in wanted]), strict=True))
        noise = {i: max(relative(rows[0], copy) for copy in rows[1:]) for i, rows in seen.items()}
        for p in still_open:
            i, j = pairs[p]
            gaps[p].add(relative(seen[i][0], seen[j][0]), max(noise[i], noise[j]))
        still_open = [p for p in still_open if gaps[p].difference <= margin * gaps[p].noise]
    return gaps


def represent(run: Runner, versions: Sequence[Sequence[Any]]) -> list[Tensor]:
    """One vector for each version of each graph, ``(versions, d)``."""
    flat = [one for several in versions for one in several]
    outputs: list[list[Tensor]] = []
    start = 0
    while start < len(flat):
        end, nodes = start + 1, int(flat[start].num_nodes)
        while end < len(flat) and (nodes := nodes + int(flat[end].num_nodes)) <= AT_ONCE:
            end += 1
        outputs += run(flat[start:end])
        start = end
    columns = [_vectors([part.double() for part in one]) for one in zip(*outputs, strict=True)]
    rows = torch.cat(columns, dim=1)
    ends = [0, *accumulate(len(several) for several in versions)]
    return [rows[a:b] for a, b in pairwise(ends)]


def _vectors(parts: list[Tensor]) -> Tensor:
    """One output of all graphs as rows; node outputs through random cosines, summed over nodes.

    Sums of enough of them are different for different multisets.
    """
    scale = max(float(part.abs().max()) for part in parts) or 1.0
    if all(len(part) == 1 for part in parts):
        return torch.cat(parts) / scale
    generator = torch.Generator().manual_seed(parts[0].shape[1])
    waves = torch.randn(parts[0].shape[1], WAVES, generator=generator, dtype=torch.float64)
    phase = 7 * torch.rand(WAVES, generator=generator, dtype=torch.float64)
    waves, phase = waves.to(parts[0].device), phase.to(parts[0].device)
    return torch.stack([(part / scale @ waves + phase).cos().sum(0) for part in parts])


def relative(one: Tensor, other: Tensor) -> float:
    """The largest difference, relative to the largest entry."""
    size = float(torch.maximum(one.abs().max(), other.abs().max()))
    return float((one - other).abs().max()) / size if size else 0.0
