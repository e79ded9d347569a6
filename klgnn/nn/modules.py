"""Small things that many modules here are made of."""

from __future__ import annotations

from itertools import pairwise

from torch import nn


def reset(module: nn.Module) -> None:
    """Draw all parameters below a module again."""
    for child in module.children():
        again = getattr(child, "reset_parameters", None)
        if callable(again):
            again()
        else:
            reset(child)


def mlp(*sizes: int) -> nn.Sequential:
    """Linear layers with ReLU between them."""
    parts: list[nn.Module] = []
    for into, out in pairwise(sizes):
        parts += [nn.Linear(into, out), nn.ReLU()]
    return nn.Sequential(*parts[:-1])
