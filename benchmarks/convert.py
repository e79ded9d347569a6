"""Graphs in: files, foreign objects, arrays, SMILES; each against the library people would use."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from rdkit import Chem
from scipy import sparse
from torch_geometric import utils

import klgnn
from benchmarks.inputs import SMILES, Pack, molecules, random_graphs
from benchmarks.table import Contender, Row, Table, exhaust, race
from klgnn.families import srg_25_12_5_6

LINES, FOREIGN = 100_000, 10_000
SHARE = 50  # networkx reads one line in 50 of the files
LARGE, LARGE_SHARE = 1_000_000, 10  # networkx gets every tenth edge of a large graph


def run() -> Table:
    """All conversions, as one table."""
    pack = molecules()
    rows: list[Row] = []
    for task in (files, networkx_graphs, large_graph):
        rows += task()
    for task in (arrays, data_objects):
        rows += task(pack)
    rows += smiles()
    note = (
        "Where the numbers of items in one task differ, the slower library was given a share of"
        " the same input, and rates are compared."
    )
    return Table("Reading and converting graphs", "items", tuple(rows), note)


def files() -> Iterator[Row]:
    """graph6 and sparse6 files; nothing is kept but the last graph."""
    sources = [
        ("graph6, 8 to 40 nodes, density 0.1 to 0.5", ".g6", random_graphs(LINES)),
        ("graph6, the 15 graphs of SR25 again and again", ".g6", _repeated(srg_25_12_5_6())),
        ("sparse6, 8 to 40 nodes, mean degree 3", ".s6", random_graphs(LINES, degree=3)),
    ]
    for task, suffix, graphs in sources:
        with tempfile.TemporaryDirectory() as folder:
            whole, share = Path(folder, "whole" + suffix), Path(folder, "share" + suffix)
            klgnn.write_graphs(graphs, whole)
            klgnn.write_graphs(graphs[::SHARE], share)
            yield from race(task, _readers(whole, share, suffix))


def _readers(whole: Path, share: Path, suffix: str) -> list[Contender]:
    peer = nx.read_graph6 if suffix == ".g6" else nx.read_sparse6
    return [
        Contender("klgnn.read_graphs", lambda: exhaust(klgnn.read_graphs(whole)), LINES),
        Contender(f"networkx.{peer.__name__}", lambda: peer(share), LINES // SHARE),
    ]


def networkx_graphs() -> list[Row]:
    """networkx objects, 8 to 40 nodes, mean degree 3."""
    graphs = [graph.to("networkx") for graph in random_graphs(FOREIGN, degree=3)]
    task = "networkx graphs, 8 to 40 nodes, mean degree 3"
    return race(
        task,
        [
            _each("klgnn.as_graph", klgnn.as_graph, graphs),
            _each("networkx.to_scipy_sparse_array", nx.to_scipy_sparse_array, graphs),
            _each("torch_geometric from_networkx", utils.from_networkx, graphs),
        ],
    )


def large_graph() -> list[Row]:
    """One graph from an array of pairs: a million nodes, two million edges."""
    pairs = klgnn.families.erdos_renyi(LARGE, degree=4, seed=0).edges()
    pairs = np.random.default_rng(0).permutation(pairs)
    part = pairs[::LARGE_SHARE]
    task = "edges of one graph: an array of 1,000,000 nodes"
    return race(
        task,
        [
            Contender("Graph.from_edges", lambda: klgnn.Graph.from_edges(pairs, LARGE), len(pairs)),
            Contender("scipy.sparse.csr_array", lambda: _scipy_rows(pairs), len(pairs)),
            Contender("networkx.Graph", lambda: nx.Graph(part.tolist()), len(part)),
        ],
    )


def _scipy_rows(pairs: Any) -> Any:
    both = np.concatenate([pairs, pairs[:, ::-1]])
    ones = np.ones(len(both), np.int8)
    matrix = sparse.csr_array((ones, (both[:, 0], both[:, 1])), shape=(LARGE, LARGE))
    matrix.sum_duplicates()
    return matrix


def arrays(pack: Pack) -> list[Row]:
    """Molecules with atom and bond types from plain arrays."""
    return race(
        f"arrays with node and edge types ({pack.name})",
        [
            _each("Graph.from_edges", _to_klgnn, list(pack)),
            _each("networkx.Graph", _to_networkx, list(pack)),
        ],
    )


def _to_klgnn(molecule: tuple[int, Any, Any, Any]) -> klgnn.Graph:
    n, atoms, bonds, kinds = molecule
    return klgnn.Graph.from_edges(bonds, n, node_colors=atoms, edge_colors=kinds)


def _to_networkx(molecule: tuple[int, Any, Any, Any]) -> Any:
    n, atoms, bonds, kinds = molecule
    graph = nx.Graph()
    kinds_of_atoms = atoms[:, 0].tolist()
    graph.add_nodes_from((v, {"atom": kinds_of_atoms[v]}) for v in range(n))
    pairs = zip(bonds.tolist(), kinds[:, 0].tolist(), strict=True)
    graph.add_edges_from((u, v, {"bond": kind}) for (u, v), kind in pairs)
    return graph


def data_objects(pack: Pack) -> list[Row]:
    """PyG Data; the peers take the structure only."""
    data = [_to_klgnn(molecule).to("pyg") for molecule in pack]

    def to_scipy(item: Any) -> Any:
        return utils.to_scipy_sparse_matrix(item.edge_index, num_nodes=item.num_nodes)

    return race(
        f"PyG Data with x and edge_attr ({pack.name})",
        [
            _each("klgnn.as_graph", klgnn.as_graph, data),
            _each("torch_geometric to_scipy_sparse_matrix", to_scipy, data),
            _each("torch_geometric to_networkx", utils.to_networkx, data),
        ],
    )


def smiles() -> list[Row]:
    """SMILES; rdkit's parser is the limit, since klgnn calls it."""
    texts = [SMILES[i % len(SMILES)] for i in range(FOREIGN)]
    return race(
        "SMILES of drugs, 12 to 33 atoms",
        [
            _each("klgnn.as_graph", lambda text: klgnn.as_graph(text, form="smiles"), texts),
            _each("rdkit's parser alone", Chem.MolFromSmiles, texts),
        ],
    )


def _each(name: str, function: Callable[[Any], object], items: list[Any]) -> Contender:
    return Contender(name, lambda: exhaust(map(function, items)), len(items))


def _repeated(graphs: Iterable[klgnn.Graph]) -> list[klgnn.Graph]:
    distinct = list(graphs)
    return [distinct[i % len(distinct)] for i in range(LINES)]
