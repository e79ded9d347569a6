"""Molecule-like graphs obey the rules of chemistry that they promise."""

from collections import Counter
from functools import cache

import networkx as nx
import numpy as np
import pytest

from klgnn import GraphError
from klgnn.families.molecular import molecule, molecules

VALENCE = {6: 4, 7: 3, 8: 2, 9: 1, 16: 2, 17: 1}
AROMATIC = 4


@cache
def sample():
    return molecules(150, seed=1)


def to_networkx(graph):
    host = nx.empty_graph(graph.num_nodes)
    kinds = graph.edge_colors[graph.edge_entries()].tolist()
    for (u, v), kind in zip(graph.edges().tolist(), kinds, strict=True):
        host.add_edge(u, v, kind=kind)
    nx.set_node_attributes(host, dict(enumerate(graph.node_colors.tolist())), "atom")
    return host


def test_connected_with_degrees_at_most_four():
    for graph in sample():
        assert nx.is_connected(to_networkx(graph))
        assert graph.degrees().max() <= 4
        assert graph.num_loops == 0


def test_valences():
    for graph in sample():
        host = to_networkx(graph)
        for node, atom in host.nodes(data="atom"):
            kinds = [kind for _, _, kind in host.edges(node, data="kind")]
            used = sum(1 if kind == AROMATIC else kind for kind in kinds)
            used += AROMATIC in kinds and atom == 6
            assert used <= VALENCE[atom]


def test_aromatic_bonds_have_alternating_double_bonds():
    """Carbons and the nitrogens of six-rings pair up by double bonds; two-electron atoms rest."""
    for graph in sample():
        host = to_networkx(graph)
        bonds = [(u, v) for u, v, kind in host.edges(data="kind") if kind == AROMATIC]
        system = nx.Graph(bonds)
        givers = set()
        for ring in nx.minimum_cycle_basis(system):
            others = [v for v in ring if host.nodes[v]["atom"] != 6]
            if len(ring) == 5:
                assert others
                givers |= {v for v in others if host.nodes[v]["atom"] in (8, 16)}
                if not givers & set(ring):  # one nitrogen gives; which does not matter: ends
                    givers.add(next(v for v in others))
        rest = system.subgraph(set(system) - givers)
        assert 2 * len(nx.max_weight_matching(rest, maxcardinality=True)) == len(rest)


def test_rings_have_five_or_six_atoms():
    sizes = Counter(len(ring) for g in sample() for ring in nx.minimum_cycle_basis(to_networkx(g)))
    assert set(sizes) == {5, 6}
    assert sizes[5] > 50
    assert sizes[6] > 50


def test_rings_are_fused_and_linked():
    fused = linked = 0
    for graph in sample():
        rings = [set(ring) for ring in nx.minimum_cycle_basis(to_networkx(graph))]
        shared = [len(a & b) for i, a in enumerate(rings) for b in rings[:i]]
        assert set(shared) <= {0, 1, 2}
        fused += 2 in shared
        linked += 0 in shared
    assert fused > 10
    assert linked > 10


def test_all_types_occur():
    atoms = {a for g in sample() for a in g.node_colors.tolist()}
    bonds = {b for g in sample() for b in g.edge_colors.tolist()}
    assert atoms == {6, 7, 8, 9, 16, 17}
    assert bonds == {1, 2, 3, 4}


def test_sizes_are_those_of_zinc():
    sizes = np.array([g.num_nodes for g in sample()])
    assert abs(sizes.mean() - 23.2) < 1.5
    assert sizes.min() >= 9
    assert sizes.max() <= 37


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 20, 60])
def test_exact_size(size):
    for seed in range(20):
        assert molecule(size, seed=seed).num_nodes == size


def test_seeds():
    assert molecule(seed=5) == molecule(seed=5)
    assert molecule(20, seed=5) != molecule(20, seed=6)
    assert molecules(5, seed=1) == sample()[:5]
    assert molecules(5, seed=2) != sample()[:5]
    assert len({g.digest for g in sample()}) == len(sample())


@pytest.mark.parametrize("size", [0, -1, 2.5])
def test_refuses_bad_numbers(size):
    with pytest.raises(GraphError, match="size: got"):
        molecule(size)
    with pytest.raises(GraphError, match="count: got"):
        molecules(size - 1)
