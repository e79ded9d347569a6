"""What a convolution can do, found by trying a copy of it on a small graph."""

from __future__ import annotations

import copy
import inspect
from itertools import chain
from typing import Any, Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError

EdgeArgument = Literal["edge_attr", "edge_weight"]

# A loop, a repeated edge, many degrees, and node 5 without neighbors.
NODES = 6
EDGES = ((0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4), (1, 1, 0, 2, 1, 0, 3, 2, 0, 4, 0))
ROOTS = (2, 0, 2, 5, 4, 1)
SHUFFLED = (3, 6, 0, 5, 2, 4, 1)  # the nodes in another order, and one more in between


def edge_argument(conv: nn.Module) -> EdgeArgument | None:
    """What ``forward`` calls the edge features it takes: vectors, else one number, else None."""
    parameters = inspect.signature(conv.forward).parameters
    return next((n for n in ("edge_attr", "edge_weight") if n in parameters), None)


def call(conv: nn.Module, x: Any, edge_index: Tensor, edges: Tensor | None) -> Tensor:
    """Run a convolution with the edge features it takes, if there are any."""
    name = edge_argument(conv)
    output: Tensor = conv(x, edge_index, **({name: edges} if name and edges is not None else {}))
    return output


def probe(conv: nn.Module, dim: int, has_edges: bool) -> bool:
    """Whether a convolution is local, after a check that it fits at all.

    It is if ``conv((h, h[root]), edge_index)`` equals ``conv(h, edge_index)[root]`` in float64, for
    some of the nodes in another order, some of them twice: with dropout off, in training and in
    evaluation, for random parameters. A copy is tried, on the CPU, with random numbers of its own.

    Args:
        conv: called as ``conv(x, edge_index, edge_attr=...)`` or ``edge_weight=``.
        dim: the width of its rows, in and out.
        has_edges: whether it will be given edge features.
    """
    generator = torch.Generator(device="cpu").manual_seed(0)
    trial = _copy(conv, generator)
    rows = _random((NODES, dim), generator)
    edge_index = torch.tensor(EDGES, device="cpu")
    edges = _edges(trial, dim, generator) if has_edges else None
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        plain = _checked(trial, rows, edge_index, edges, dim)
        if edges is not None:
            other = call(trial, rows, edge_index, _edges(trial, dim, generator))
            if torch.equal(plain, other):
                raise GraphError(
                    f"{_name(conv)}: got one that ignores {edge_argument(conv)}, expected one that"
                    f" uses it; build it for edges, as in lambda dim: GATConv(dim, dim,"
                    " edge_dim=dim), or leave out edge_types and edge_width"
                )
        return all(_is_local(trial.train(mode), rows, edge_index, edges) for mode in (False, True))


def _is_local(trial: nn.Module, h: Tensor, edge_index: Tensor, edges: Tensor | None) -> bool:
    root = torch.tensor(ROOTS, device="cpu")
    target, edge = (root.unsqueeze(1) == edge_index[1]).nonzero(as_tuple=True)
    shuffled = torch.tensor(SHUFFLED, device="cpu")
    source = shuffled.argsort()[edge_index[0, edge]]
    sources = torch.cat([h, h[:1] + 1])[shuffled]
    bipartite = torch.stack([source, target])
    try:
        plain = call(trial, h, edge_index, edges)
        some = call(trial, (sources, h[root]), bipartite, None if edges is None else edges[edge])
    except Exception:  # whatever a convolution raises, it does not run on pairs
        return False
    wanted = plain[root]
    return some.shape == wanted.shape and torch.allclose(some, wanted, rtol=1e-9, atol=1e-9)


def _checked(
    trial: nn.Module, h: Tensor, edge_index: Tensor, edges: Tensor | None, dim: int
) -> Tensor:
    try:
        output = call(trial, h, edge_index, edges)
    except Exception as error:
        given = "without edge features" if edges is None else f"with {edge_argument(trial)}"
        raise GraphError(
            f"{_name(trial)}: got {type(error).__name__} ({error}), expected it to run on"
            f" ({len(h)}, {dim}) rows {given}; if it needs edge features, give edge_types or"
            " edge_width"
        ) from error
    if not isinstance(output, Tensor) or output.shape != h.shape:
        got = tuple(output.shape) if isinstance(output, Tensor) else type(output).__name__
        raise GraphError(f"{_name(trial)}: got output {got}, expected {tuple(h.shape)}")
    return output


def _copy(conv: nn.Module, generator: torch.Generator) -> nn.Module:
    """A copy on the CPU in float64, with random parameters and no dropout, in evaluation mode."""
    trial = copy.deepcopy(conv)
    lazy = nn.UninitializedParameter
    if any(t.is_meta for t in chain(trial.parameters(), trial.buffers())):
        trial = trial.to_empty(device="cpu")
        for buffer in trial.buffers():
            buffer.fill_(1)
    trial = trial.to("cpu", torch.float64).eval()
    for parameter in trial.parameters():
        # What starts at zero, like eps and biases, could hide a difference.
        if not isinstance(parameter, lazy) and parameter.is_floating_point():
            parameter.data = _random(tuple(parameter.shape), generator)
    for module in trial.modules():
        if isinstance(module, nn.modules.dropout._DropoutNd):
            module.p = 0.0
        if isinstance(getattr(module, "dropout", None), float):
            module.dropout = 0.0  # type: ignore[assignment]
    return trial


def _edges(trial: nn.Module, dim: int, generator: torch.Generator) -> Tensor:
    """Edge features as the argument wants them: vectors, or positive numbers."""
    count = len(EDGES[0])
    if edge_argument(trial) == "edge_weight":
        return _random((count,), generator).abs() + 0.1
    return _random((count, dim), generator)


def _random(shape: tuple[int, ...], generator: torch.Generator) -> Tensor:
    return torch.randn(shape, generator=generator, dtype=torch.float64, device="cpu")


def _name(conv: nn.Module) -> str:
    return type(conv).__name__
