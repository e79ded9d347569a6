"""SMILES and rdkit molecules."""

import builtins

import pytest

from klgnn import GraphError, as_graph, encode

Chem = pytest.importorskip("rdkit.Chem")


def test_smiles():
    benzene = as_graph("c1ccccc1", form="smiles")
    assert benzene.node_colors.tolist() == [6] * 6
    assert set(benzene.edge_colors.tolist()) == {4}
    assert as_graph(Chem.MolFromSmiles("c1ccccc1")) == benzene
    acid = as_graph("CC(=O)[O-]", form="smiles", node_colors=("atomic_number", "formal_charge"))
    assert acid.node_colors.tolist() == encode([(6, 0), (6, 0), (8, 0), (8, -1)]).tolist()
    assert acid.edge_colors.tolist() == [1, 1, 2, 1, 2, 1]
    for text in ("C(", "", "not smiles"):
        with pytest.raises(GraphError, match="rdkit cannot read"):
            as_graph(text, form="smiles")
    with pytest.raises(GraphError, match="expected one of atomic_number"):
        as_graph("CC", form="smiles", node_colors="mass")


def test_missing_library_names_the_extra(monkeypatch):
    real = builtins.__import__

    def without_rdkit(name, *args, **kwargs):
        if name.startswith("rdkit"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_rdkit)
    with pytest.raises(ImportError, match=r"pip install 'klgnn\[chem\]'"):
        as_graph("CC", form="smiles")
