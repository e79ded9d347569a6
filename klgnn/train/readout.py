"""The last linear map, fitted exactly: least squares over the training graphs.

Where the target is a linear function of what is pooled, as a count is of sums over label sets,
steps along a gradient get there slowly if sums are of all sizes. The last map needs no steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from klgnn.train.errors import TrainingError


@torch.no_grad()
def fit_readout(network: Any, batches: Iterable[tuple[Any, Tensor]]) -> None:
    """Give the last linear map of a network's head the weights that fit best, by least squares.

    Args:
        network: with a head that ends in a linear map.
        batches: batches, and their targets as the loss compares them, ``(graphs, outputs)``.
    """
    head = getattr(getattr(network, "model", network), "head", None)
    last = list(head.modules())[-1] if isinstance(head, nn.Module) else None
    if not isinstance(last, nn.Linear):
        raise TrainingError(
            f"model.readout: got {type(network).__name__}, whose head does not end in a linear map"
        )
    seen: list[Tensor] = []
    handle = last.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    network.eval()
    targets = []
    try:
        for batch, y in batches:
            network(batch)
            targets.append(y)
    finally:
        handle.remove()
    h, y = torch.cat(seen).double(), torch.cat(targets).double()
    rows = torch.cat([h, torch.ones_like(h[:, :1])], dim=1).cpu()
    found = torch.linalg.lstsq(rows, y.cpu(), driver="gelsd").solution
    last.weight.copy_(found[:-1].t())
    last.bias.copy_(found[-1])
