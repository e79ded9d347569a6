"""Random molecule-like graphs: something to try everything on without a download."""

from __future__ import annotations

from typing import Any

import numpy as np

from klgnn.errors import GraphError
from klgnn.families._molecular import Builder
from klgnn.graph import Graph

MEAN_SIZE, SPREAD = 23.2, 4.5  # heavy atoms in ZINC-12k
SMALLEST, LARGEST = 9, 37  # likewise


def molecule(size: int | None = None, seed: int | np.random.Generator = 0) -> Graph:
    """A random connected graph that looks like a small organic molecule, hydrogens left out.

    Rings of five and six atoms, aromatic or not, linked, chained or fused along a bond; chains
    and end groups. Node colors are atomic numbers (6, 7, 8, 9, 16, 17); edge colors are bond
    types: 1 single, 2 double, 3 triple, 4 aromatic. Valences hold: the orders of the bonds of an
    atom, an aromatic one counted as one and one more for an aromatic carbon, add up to at most
    4 (C), 3 (N), 2 (O, S), 1 (F, Cl).

    Args:
        size: the number of atoms, at least 1; by default drawn as ZINC's: 23.2 ± 4.5, 9 to 37.
        seed: an integer or a generator.

    >>> molecule(12, seed=1)
    Graph(12 nodes, ... edges, node colors, edge colors)

    Reference: for the sizes, Irwin et al., "ZINC: a free tool to discover chemistry for
    biology", Journal of Chemical Information and Modeling 52, 2012.
    """
    rng = np.random.default_rng(seed)
    if size is None:
        size = int(np.clip(round(rng.normal(MEAN_SIZE, SPREAD)), SMALLEST, LARGEST))
    _check(size, 1, "size")
    builder = Builder(rng)
    builder.grow(size)
    return builder.graph()


def molecules(count: int, seed: int | np.random.Generator = 0) -> list[Graph]:
    """Several random molecules; the first ones do not depend on ``count``.

    >>> len(molecules(3, seed=5)), molecules(3, seed=5)[:2] == molecules(2, seed=5)
    (3, True)
    """
    _check(count, 0, "count")
    rng = np.random.default_rng(seed)
    return [molecule(seed=rng) for _ in range(count)]


def _check(value: Any, least: int, what: str) -> None:
    if not isinstance(value, int | np.integer) or value < least:
        raise GraphError(f"{what}: got {value!r}, expected a whole number, {least} or more")
