"""A molecule under construction: atoms, bonds, rings and the valence that is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from klgnn.graph import Graph

T = TypeVar("T")

C, N, O, F, S, CL = 6, 7, 8, 9, 16, 17
VALENCE = {C: 4, N: 3, O: 2, F: 1, S: 2, CL: 1}
SINGLE, DOUBLE, TRIPLE, AROMATIC = 1, 2, 3, 4

# What chains and end groups are made of, and how often; an end group comes with its bond.
CHAIN: list[tuple[int, float]] = [(C, 0.72), (N, 0.14), (O, 0.10), (S, 0.04)]
ENDS: list[tuple[tuple[int, int], float]] = [
    ((O, DOUBLE), 0.40),
    ((C, SINGLE), 0.20),
    ((O, SINGLE), 0.10),
    ((N, SINGLE), 0.10),
    ((F, SINGLE), 0.10),
    ((CL, SINGLE), 0.10),
]

# Where a ring may have other atoms than carbon: never at 0 and 1, where it is joined or fused,
# and never side by side. A ring of five is aromatic only around such an atom.
OTHER_PLACES = {
    (6, True): [(), (), (), (2,), (3,), (2, 4), (3, 5)],
    (6, False): [(), (3,), (2,), (2, 5), (3,)],
    (5, True): [(2,), (3,), (4,), (2, 4)],
    (5, False): [(), (2,), (3,)],
}


@dataclass(frozen=True)
class Ring:
    """A ring that may still be fused: its bonds as a walk, and whether an aromatic ring fits."""

    walk: tuple[int, ...]
    takes_aromatic: bool


class Builder:
    """Grows a molecule piece by piece; every piece leaves some valence to go on with.

    >>> builder = Builder(np.random.default_rng(0))
    >>> builder.grow(6)
    >>> builder.graph().is_connected()
    True
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.atoms: list[int] = []
        self.free: list[int] = []
        self.bonds: dict[tuple[int, int], int] = {}
        self.rings: list[Ring] = []

    def graph(self) -> Graph:
        """The molecule as a graph with atom and bond types."""
        kinds = list(self.bonds.values())
        return Graph.from_edges(list(self.bonds), node_colors=self.atoms, edge_colors=kinds)

    def grow(self, size: int) -> None:
        """Add pieces up to exactly ``size`` atoms."""
        # A piece, its number of atoms, and how often it is tried.
        pieces: list[tuple[tuple[Callable[[], bool], int], float]] = [
            ((lambda: self.ring(6), 6), 0.15),
            ((lambda: self.ring(5), 5), 0.09),
            ((lambda: self.fuse(6), 4), 0.06),
            ((lambda: self.fuse(5), 3), 0.06),
            ((self.nitrile, 2), 0.02),
            ((self.end_group, 1), 0.22),
            ((self.chain_atom, 1), 0.40),
        ]
        while (missing := size - len(self.atoms)) > 0:
            piece = self._pick([entry for entry in pieces if entry[0][1] <= missing])[0]
            if not piece():
                self.extend(C, SINGLE)

    def extend(self, kind: int, order: int) -> bool:
        """One atom at a free place of the molecule, if there is one that takes it."""
        rest = VALENCE[kind] - order
        site = self._site(kind, order)
        if self.atoms and (site is None or sum(self.free) - order + rest < 1):
            return False
        atom = self._add(kind)
        if site is not None:
            self._bond(site, atom, order)
        return True

    def chain_atom(self) -> bool:
        """One atom of a chain, sometimes by a double bond."""
        kind = self._pick(CHAIN)
        if kind == C and self.atoms and self.rng.random() < 0.08 and self.extend(C, DOUBLE):
            return True
        return bool(self.atoms) and self.extend(kind, SINGLE)

    def end_group(self) -> bool:
        """A carbonyl oxygen, a halogen, a methyl, hydroxyl or amino group."""
        kind, order = self._pick(ENDS)
        return bool(self.atoms) and self.extend(kind, order)

    def nitrile(self) -> bool:
        """A carbon at the end of the molecule with a triple bond to nitrogen."""
        site = self._site(C, SINGLE)
        if site is None or sum(self.free) < 2:
            return False
        carbon, nitrogen = self._add(C), self._add(N)
        self._bond(site, carbon, SINGLE)
        self._bond(carbon, nitrogen, TRIPLE)
        return True

    def ring(self, size: int) -> bool:
        """A ring joined to the molecule by a single bond, or its beginning."""
        site = self._site(C, SINGLE)
        aromatic = bool(self.rng.random() < 0.7)
        atoms = self._ring_atoms(size, aromatic)
        walk = (*atoms, atoms[0])
        self._close(walk, aromatic)
        self.rings.append(Ring(walk, aromatic and size == 6))
        if site is not None:
            self._bond(site, atoms[0], SINGLE)
        return True

    def fuse(self, size: int) -> bool:
        """A ring that shares one carbon-carbon bond with a ring not fused so far."""
        places = [(ring, bond) for ring in self.rings for bond in pairwise(ring.walk)]
        places = [(ring, bond) for ring, bond in places if all(map(self._is_open, bond))]
        if not places:
            return False
        ring, (u, v) = places[int(self.rng.integers(len(places)))]
        aromatic = ring.takes_aromatic and bool(self.rng.random() < 0.7)
        walk = (v, *self._ring_atoms(size, aromatic, shared=2), u)
        self._close(walk, aromatic)
        self.rings.remove(ring)
        if not aromatic:  # the next one shares a bond of the new part only
            self.rings.append(Ring(walk, False))
        return True

    def _ring_atoms(self, size: int, aromatic: bool, shared: int = 0) -> list[int]:
        """New atoms for a ring, but for the first ``shared`` places."""
        options = OTHER_PLACES[size, aromatic]
        others = options[int(self.rng.integers(len(options)))]
        atoms = []
        for place in range(shared, size):
            # In an aromatic ring of five the first of them gives two electrons to the ring; all
            # other aromatic atoms give one, which takes one valence.
            gives_two = aromatic and size == 5 and place in others[:1]
            kinds = (N, O, S) if gives_two else (N,) if aromatic else (N, N, O)
            kind = int(self.rng.choice(kinds)) if place in others else C
            atoms.append(self._add(kind, spent=int(aromatic and not gives_two)))
        return atoms

    def _close(self, walk: Sequence[int], aromatic: bool) -> None:
        for u, v in pairwise(walk):
            self._bond(u, v, AROMATIC if aromatic else SINGLE)

    def _add(self, kind: int, spent: int = 0) -> int:
        self.atoms.append(kind)
        self.free.append(VALENCE[kind] - spent)
        return len(self.atoms) - 1

    def _bond(self, u: int, v: int, order: int) -> None:
        self.bonds[u, v] = order
        for atom in (u, v):
            self.free[atom] -= 1 if order == AROMATIC else order

    def _is_open(self, atom: int) -> bool:
        return self.atoms[atom] == C and self.free[atom] > 0

    def _site(self, kind: int, order: int) -> int | None:
        """An atom that can take a bond; atoms other than carbon are not bonded to each other."""
        sites = [
            atom
            for atom, free in enumerate(self.free)
            if free >= order and C in (kind, self.atoms[atom])
        ]
        if not sites:
            return None
        # Half of the time the newest one: chains grow longer, as real ones do.
        return sites[-1] if self.rng.random() < 0.5 else sites[int(self.rng.integers(len(sites)))]

    def _pick(self, options: Sequence[tuple[T, float]]) -> T:
        weights = np.array([weight for _, weight in options])
        return options[int(self.rng.choice(len(options), p=weights / weights.sum()))][0]
