"""SMILES and rdkit molecules: atoms and bonds as colors."""

from typing import Any

from klgnn.convert.options import Options, attribute_names, is_instance
from klgnn.errors import GraphError, MissingDependencyError
from klgnn.graph import Graph

# Single, double, triple and aromatic bonds as the data sets number them. rdkit's other kinds
# (dative, ionic, ...) keep their own number above these.
AROMATIC = 4
OTHER_BONDS = 100
_BOND_TYPES = {1: 1, 2: 2, 3: 3, 12: AROMATIC}  # from rdkit's numbers

ATOM_FEATURES = {
    "atomic_number": lambda atom: atom.GetAtomicNum(),
    "formal_charge": lambda atom: atom.GetFormalCharge(),
    "hydrogens": lambda atom: atom.GetTotalNumHs(),
    "isotope": lambda atom: atom.GetIsotope(),
    "aromatic": lambda atom: atom.GetIsAromatic(),
    "chirality": lambda atom: str(atom.GetChiralTag()),
    "radicals": lambda atom: atom.GetNumRadicalElectrons(),
}
BOND_FEATURES = {
    "bond_type": lambda bond: _bond_type(bond.GetBondType()),
    "conjugated": lambda bond: bond.GetIsConjugated(),
    "in_ring": lambda bond: bond.IsInRing(),
    "stereo": lambda bond: str(bond.GetStereo()),
}


def recognizes(source: Any) -> bool:
    """rdkit molecules; SMILES text must be announced, since some is valid graph6 too."""
    return is_instance(source, "rdkit.Chem", "Mol")


def read(source: Any, options: Options) -> Graph:
    """A molecule's heavy-atom graph; atomic numbers and bond types are the default colors.

    ``node_colors`` may name features of :data:`ATOM_FEATURES`, ``edge_colors`` of
    :data:`BOND_FEATURES`.
    """
    if options.directed:
        raise GraphError("directed: got True, but a molecule is undirected; leave it out")
    molecule = source if recognizes(source) else _parse(source)
    # By number: rdkit's iterators take three times as long.
    atoms = [molecule.GetAtomWithIdx(i) for i in range(molecule.GetNumAtoms())]
    bonds = [molecule.GetBondWithIdx(i) for i in range(molecule.GetNumBonds())]
    atom_colors = options.colors("node_colors", "atomic_number")
    bond_colors = options.colors("edge_colors", "bond_type")
    return Graph.from_edges(
        [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds],
        len(atoms),
        node_colors=_features(atoms, atom_colors, ATOM_FEATURES, "node_colors"),
        edge_colors=_features(bonds, bond_colors, BOND_FEATURES, "edge_colors"),
    )


def _parse(text: Any) -> Any:
    try:
        from rdkit import Chem, rdBase
    except ImportError:
        raise MissingDependencyError("rdkit", "chem", "reading SMILES") from None
    if not isinstance(text, str):
        raise GraphError(f"SMILES: got {type(text).__name__}, expected text or an rdkit molecule")
    with rdBase.BlockLogs():  # the exception says it; rdkit would also print it
        molecule = Chem.MolFromSmiles(text)
    if molecule is None or molecule.GetNumAtoms() == 0:
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise GraphError(f"SMILES: got {shown!r}, which rdkit cannot read as a molecule")
    return molecule


def _features(items: list[Any], chosen: Any, known: dict[str, Any], what: str) -> Any:
    names = attribute_names(chosen)
    if names is None:
        return chosen
    if unknown := [name for name in names if name not in known]:
        raise GraphError(f"{what}: got {unknown[0]!r}, expected one of {', '.join(known)}")
    if len(names) == 1:
        return [*map(known[names[0]], items)]
    return [tuple(known[name](item) for name in names) for item in items]


def _bond_type(rdkit_type: Any) -> int:
    return _BOND_TYPES.get(rdkit_type) or OTHER_BONDS + int(rdkit_type)
