"""Chance as a function of where in a run we are.

Every draw comes from a generator seeded by (seed, purpose, epoch, step or graph). So a run that is
resumed draws what it would have drawn, with no state to save, and neither the number of workers nor
that of processes changes a draw.
"""

from __future__ import annotations

import hashlib

import numpy as np
import torch


def mixed(*parts: int | str) -> int:
    """A 63-bit number from numbers and words.

    >>> mixed(0, "order", 1) == mixed(0, "order", 1), mixed(0, 1) == mixed(1, 0)
    (True, False)
    """
    text = "|".join(map(repr, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") >> 1


def generator(*parts: int | str) -> np.random.Generator:
    """A generator of numpy."""
    return np.random.default_rng(mixed(*parts))


def seed_torch(*parts: int | str) -> None:
    """Seed torch's own generators."""
    torch.manual_seed(mixed(*parts))
