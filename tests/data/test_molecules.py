"""Molecules get the types of a data set only where its rules are known."""

import networkx as nx
import pytest
from rdkit import Chem

from klgnn.data import DataError, load
from klgnn.data.molecules import qm9, reader

# The first molecules of the file, as its authors list them, and some with rings.
FIRST = ["C", "N", "O", "C#C", "C#N", "C=O", "CC", "CO", "CC#C", "CC#N", "CC=O", "NC=O", "CCC"]


def drawn(edges, nodes, x, edge_attr):
    graph = nx.Graph()
    graph.add_nodes_from((v, {"t": int(x[v, 0])}) for v in range(nodes))
    graph.add_edges_from((int(u), int(v), {"t": int(t[0])}) for (u, v), t in
                         zip(edges, edge_attr, strict=True))  # fmt: skip
    return graph


def test_qm9_reads_smiles_as_its_file_has_them(shared_data):
    data = load("qm9", shared_data("qm9.npz").parent)
    arrays = data.arrays
    for row, smiles in enumerate(FIRST):
        found = qm9(smiles)
        ours = drawn(found.edges, found.num_nodes, found.x, found.edge_attr)
        theirs = drawn(
            arrays.edges(row),
            int(arrays.num_nodes[row]),
            arrays.of_nodes(arrays.x, row),
            arrays.of_edges(arrays.edge_attr, row),
        )
        same = nx.is_isomorphic(
            ours, theirs, node_match=lambda a, b: a == b, edge_match=lambda a, b: a == b
        )
        assert same, smiles


def test_an_aromatic_ring_and_a_molecule_of_rdkit():
    ring = qm9(Chem.MolFromSmiles("c1ccccc1"))
    assert sorted(ring.edge_attr[:, 0].tolist()) == [1] * 6 + [4] * 6
    assert qm9("[H][H]").num_nodes == 2


@pytest.mark.parametrize(
    ("smiles", "message"),
    [("C[Si]", "atom of number 14"), ("C(", "rdkit cannot read"), ("[NH3]->B", "number 5")],
)
def test_refusals(smiles, message):
    with pytest.raises(Exception, match=message):
        qm9(smiles)


def test_sets_without_rules_say_why():
    with pytest.raises(DataError, match=r"zinc12k.* 28 atom types are a list"):
        reader("zinc12k")
    with pytest.raises(DataError, match="for qm9"):
        reader("mine")
