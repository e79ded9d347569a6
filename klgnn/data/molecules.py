"""Molecules with the types of a data set, where its rules are published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from klgnn.convert import as_graph
from klgnn.convert.options import is_instance
from klgnn.data.errors import DataError
from klgnn.data.reading import Rows
from klgnn.data.sets.qm9 import ELEMENTS
from klgnn.errors import MissingDependencyError

# Bonds of QM9's file: 1, 2, 3, and 4 for aromatic, as klgnn numbers them too.
_QM9_BONDS = 4
REASONS = {
    "zinc12k": "its 28 atom types are a list of its authors' that no rule makes from SMILES; pass"
    " PyG Data with those types",
}


def is_molecule(source: Any) -> bool:
    """Whether an object is a molecule of rdkit."""
    return is_instance(source, "rdkit.Chem", "Mol")


def reader(name: str) -> Callable[[Any], Rows]:
    """From SMILES or a molecule of rdkit to a graph as the data set ``name`` has it."""
    if name in READERS:
        return READERS[name]
    why = REASONS.get(name, "klgnn knows how to do this for " + " and ".join(READERS) + " only")
    raise DataError(f"got molecules for {name}, whose types do not follow from them: {why}")


def qm9(source: Any) -> Rows:
    """A molecule as QM9 has it: with all hydrogens; H, C, N, O, F are types 0 to 4.

    >>> qm9("C").x.tolist()
    [[1], [0], [0], [0], [0]]
    """
    molecule = _parsed(source)
    graph = as_graph(_chem().AddHs(molecule))
    elements, bonds = np.asarray(graph.node_colors), graph.edge_colors
    types = np.searchsorted(ELEMENTS, elements)
    types = np.minimum(types, len(ELEMENTS) - 1)
    foreign = np.flatnonzero(np.array(ELEMENTS)[types] != elements)
    if len(foreign):
        raise DataError(
            f"got an atom of number {int(elements[foreign[0]])}, which no molecule of QM9 has,"
            f" expected one of {', '.join(map(str, ELEMENTS))} (H, C, N, O, F)"
        )
    kinds = np.zeros((0, 1), np.int64)
    if bonds is not None:
        kinds = bonds[graph.edge_entries()][:, None]
    if (kinds > _QM9_BONDS).any():
        raise DataError("got a bond that is not single, double, triple or aromatic, as QM9's are")
    return Rows(graph.num_nodes, graph.edges(), types[:, None], kinds)


def _parsed(source: Any) -> Any:
    as_graph(source, form="smiles")  # whatever is wrong with it is said there
    return source if is_molecule(source) else _chem().MolFromSmiles(source)


def _chem() -> Any:
    try:
        from rdkit import Chem
    except ImportError:
        raise MissingDependencyError("rdkit", "chem", "reading SMILES") from None
    return Chem


READERS: dict[str, Callable[[Any], Rows]] = {"qm9": qm9}
