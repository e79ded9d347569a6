"""Which permutations of a label set are tried: a group, or a random share of it."""

from __future__ import annotations

from itertools import permutations as all_permutations
from math import factorial
from typing import Literal

import torch
from torch import Tensor

from klgnn.errors import GraphError

Group = Literal["symmetric", "cyclic", "pairs", "identity"]
MOST = 50_000  # permutations: 8! fits, 9! would only ever be a mistake


def group(name: Group, l: int) -> Tensor:
    """The permutations of a group: row p gives label ``p[i]`` to the i-th node of a set.

    Args:
        name: ``"symmetric"``: all l! of them, the only choice that does not depend on how a set
            is listed. ``"cyclic"``: the l rotations. ``"pairs"``: few permutations in which every
            ordered pair of nodes stands side by side equally often, as in PG-GNN: once with l
            permutations for even l, twice with 2 l for odd l. ``"identity"``: the sets as they are
            listed, for sets that are ordered tuples already.
        l: the number of labels.

    Returns:
        Shape ``(permutations, l)``.

    >>> group("cyclic", 3).tolist()
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    >>> len(group("symmetric", 4)), len(group("pairs", 4)), len(group("pairs", 5))
    (24, 4, 10)

    Reference: Huang, Wang and Li, "Going Deeper into Permutation-Sensitive Graph Neural
    Networks", ICML 2022 (for ``"pairs"``).
    """
    if name == "symmetric":
        if factorial(l) > MOST:
            raise GraphError(
                f"permutations: got {l} labels, whose {factorial(l):,} permutations are too many;"
                " choose 'cyclic' or 'pairs', or fewer labels"
            )
        rows = list(all_permutations(range(l)))
    elif name == "cyclic":
        rows = [tuple((i + p) % l for i in range(l)) for p in range(max(l, 1))]
    elif name == "pairs":
        rows = _pairs(l)
    elif name == "identity":
        rows = [tuple(range(l))]
    else:
        raise GraphError(
            f"permutations: got {name!r}, expected 'symmetric', 'cyclic', 'pairs' or 'identity'"
        )
    return torch.tensor(rows, dtype=torch.long).reshape(len(rows), l)


def _pairs(l: int) -> list[tuple[int, ...]]:
    """Hamiltonian paths that cover every arc of the complete graph once (Walecki's zigzags)."""
    if l < 3:
        return list(all_permutations(range(l)))
    # The zigzag 0, 1, -1, 2, -2, ... takes steps of every length once. So its rotations cover every
    # arc once if l is even; if l is odd, each length comes in one direction only, and twice.
    zigzag = [(-1) ** (i + 1) * ((i + 1) // 2) % l for i in range(l)]
    orders = [[(v + p) % l for v in zigzag] for p in range(l)]
    if l % 2:
        orders += [order[::-1] for order in orders]
    return [tuple(order.index(i) for i in range(l)) for order in orders]


def random(l: int, number: int) -> Tensor:
    """So many independent random permutations, ``(number, l)``, from torch's generator."""
    if isinstance(number, bool) or number < 1:
        raise GraphError(f"permutations: got {number!r}, expected 1 or more, or a group by name")
    return torch.stack([torch.randperm(l, device="cpu") for _ in range(number)])


def share(number: int, rate: float) -> int:
    """How many of so many permutations a rate stands for, at least one."""
    return min(max(1, round(rate * number)), number)


def sample(permutations: Tensor, rate: float) -> Tensor:
    """A random share of the permutations, at least one, from torch's generator."""
    count = share(len(permutations), rate)
    if count == len(permutations):
        return permutations
    order = torch.randperm(len(permutations), device=permutations.device)
    return permutations[order[:count].sort().values]
