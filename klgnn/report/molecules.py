"""Molecules: recognized by their colors, drawn as chemists do, by rdkit."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.convert.smiles import AROMATIC
from klgnn.graph import Graph

Array = npt.NDArray[Any]

LAST_ELEMENT = 118
SYMBOLS = {1: "H", 5: "B", 6: "C", 7: "N", 8: "O", 9: "F", 14: "Si", 15: "P", 16: "S", 17: "Cl",
           34: "Se", 35: "Br", 53: "I"}  # fmt: skip


def is_molecule(graph: Graph) -> bool:
    """Whether colors can be atomic numbers and bond types: both there, and in their ranges."""
    atoms, bonds = graph.node_colors, graph.edge_colors
    if atoms is None or bonds is None or graph.directed or not len(atoms):
        return False
    in_range = atoms.min() >= 1 and atoms.max() <= LAST_ELEMENT
    typed = set(bonds.tolist()) <= {1, 2, 3, AROMATIC}
    return bool(in_range and typed and graph.degrees().max() <= 6 and not graph.num_loops)


def symbols(graph: Graph) -> list[str] | None:
    """The atoms' symbols; None if the graph is no molecule.

    >>> from klgnn import as_graph
    >>> symbols(as_graph("CCO", form="smiles"))
    ['C', 'C', 'O']
    """
    if graph.node_colors is None or not is_molecule(graph):
        return None
    return [SYMBOLS.get(number, f"#{number}") for number in graph.node_colors.tolist()]


def positions(graph: Graph) -> Array | None:
    """Where rdkit draws the atoms; None if the graph is no molecule, or without rdkit."""
    if not is_molecule(graph):
        return None
    try:
        from rdkit import Chem, rdBase
        from rdkit.Chem import rdDepictor
    except ImportError:
        return None
    with rdBase.BlockLogs():
        molecule = _molecule(graph, Chem)
        try:
            rdDepictor.Compute2DCoords(molecule)
        except (RuntimeError, ValueError):  # a graph that only looks like a molecule
            return None
    return np.asarray(molecule.GetConformer().GetPositions(), float)[:, :2] * [1.0, -1.0]


def _molecule(graph: Graph, chem: Any) -> Any:
    """An rdkit molecule that is only drawn: valences are not checked."""
    kinds = {
        1: chem.BondType.SINGLE, 2: chem.BondType.DOUBLE, 3: chem.BondType.TRIPLE,
        AROMATIC: chem.BondType.AROMATIC,
    }  # fmt: skip
    atoms, bonds = graph.node_colors, graph.edge_colors
    molecule = chem.RWMol()
    for number in [] if atoms is None else atoms.tolist():
        molecule.AddAtom(chem.Atom(number))
    colors = [] if bonds is None else bonds[graph.edge_entries()].tolist()
    for (u, v), kind in zip(graph.edges().tolist(), colors, strict=True):
        molecule.AddBond(u, v, kinds[kind])
    made = molecule.GetMol()
    made.UpdatePropertyCache(strict=False)
    chem.FastFindRings(made)
    return made
