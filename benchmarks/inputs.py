"""What the benchmarks work on: random graphs from fixed seeds, and real ones where they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import Graph, families

Array = npt.NDArray[Any]
DATA = Path(os.environ.get("KLGNN_DATA", Path(__file__).parents[2] / "shared" / "data"))

# Well-known drugs, 12 to 33 heavy atoms.
SMILES = (
    "CC(=O)OC1=CC=CC=C1C(=O)O",  # aspirin
    "CN1C=NC2=C1C(=O)N(C(=O)N2C)C",  # caffeine
    "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O",  # ibuprofen
    "CN1CCC[C@H]1C2=CN=CC=C2",  # nicotine
    "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O",  # penicillin G
    "CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21",  # diazepam
    "COc1ccc2[nH]c(S(=O)Cc3ncc(C)c(OC)c3C)nc2c1",  # omeprazole
    "CNCCC(Oc1ccc(C(F)(F)F)cc1)c1ccccc1",  # fluoxetine
    "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5",  # morphine
    "CCCc1nn(C)c2c1nc([nH]c2=O)-c1cc(S(=O)(=O)N2CCN(C)CC2)ccc1OCC",  # sildenafil
    "O=C(O)c1cn(C2CC2)c2cc(N3CCNCC3)c(F)cc2c1=O",  # ciprofloxacin
)


@dataclass(frozen=True)
class Pack:
    """Molecules as plain arrays, one after another: each undirected bond once."""

    name: str
    atoms: Array
    bonds: Array
    bond_types: Array
    atom_ends: list[int]
    bond_ends: list[int]

    def __iter__(self) -> Iterator[tuple[int, Array, Array, Array]]:
        """For each molecule: number of atoms, atom types, bonds, bond types."""
        atom, bond = 0, 0
        for atom_end, bond_end in zip(self.atom_ends, self.bond_ends, strict=True):
            span = slice(bond, bond_end)
            kinds = self.atoms[atom:atom_end]
            yield atom_end - atom, kinds, self.bonds[span], self.bond_types[span]
            atom, bond = atom_end, bond_end


def random_graphs(count: int, degree: float | None = None) -> list[Graph]:
    """Random graphs of 8 to 40 nodes: density 0.1 to 0.5, or a mean degree."""
    rng = np.random.default_rng(2024)
    graphs = []
    for n, p in zip(rng.integers(8, 41, count).tolist(), rng.uniform(0.1, 0.5, count), strict=True):
        chosen = p if degree is None else degree / (n - 1)
        graphs.append(families.erdos_renyi(n, chosen, seed=rng))
    return graphs


def molecules() -> Pack:
    """ZINC-12k where it is found (``KLGNN_DATA``), else as many random molecules."""
    path = DATA / "zinc12k.npz"
    if not path.exists():
        return _drawn_molecules(12_000)
    with np.load(path, allow_pickle=False) as pack:
        sizes = (
            np.cumsum(pack[key], dtype=np.int64).tolist() for key in ("num_nodes", "num_edges")
        )
        rows = (pack[key] for key in ("x", "edge_index", "edge_attr"))
        return Pack("ZINC-12k", *rows, *sizes)


def _drawn_molecules(count: int) -> Pack:
    from klgnn.families.molecular import molecules as draw

    graphs = draw(count)
    message = "zinc12k.npz not found, drawn molecules instead; KLGNN_DATA names its folder"
    print(message, file=sys.stderr)
    return Pack(
        "drawn molecules",
        np.concatenate([graph.node_colors for graph in graphs])[:, None],
        np.concatenate([graph.edges() for graph in graphs]),
        np.concatenate([graph.edge_colors[graph.edge_entries()] for graph in graphs])[:, None],
        np.cumsum([graph.num_nodes for graph in graphs]).tolist(),
        np.cumsum([graph.num_edges for graph in graphs]).tolist(),
    )
