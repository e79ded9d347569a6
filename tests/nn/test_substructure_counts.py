"""Counts of substructures as node features, against subgraphs listed one by one."""

from itertools import combinations

import networkx as nx
import pytest
import torch
from torch_geometric.data import Batch

from klgnn import GraphError, families
from klgnn.nn import SubstructureCounts, power, presets


def triangles_at(graph):
    edges = graph.to("networkx")
    found = [0] * graph.num_nodes
    for a, b, c in combinations(range(graph.num_nodes), 3):
        if edges.has_edge(a, b) and edges.has_edge(b, c) and edges.has_edge(a, c):
            for v in (a, b, c):
                found[v] += 1
    return found


def test_against_every_triple_and_every_induced_path():
    graph = families.erdos_renyi(9, 0.5, seed=3)
    data = SubstructureCounts(["triangle"], log=False)(graph.to("pyg"))
    assert data.counts.flatten().tolist() == triangles_at(graph)
    induced = SubstructureCounts(["path3"], induced=True, log=False)(graph.to("pyg"))
    wanted, nxg = [0] * 9, graph.to("networkx")
    for nodes in combinations(range(9), 3):
        if nx.is_isomorphic(nxg.subgraph(nodes), nx.path_graph(3)):
            for v in nodes:
                wanted[v] += 1
    assert induced.counts.flatten().tolist() == wanted


def test_as_a_transform():
    transform, data = SubstructureCounts(("triangle", "star3")), families.complete(4).to("pyg")
    data.x, data.edge_attr = torch.rand(4, 2), torch.rand(12, 1)  # not looked at
    done = transform(data)
    assert "counts" not in data
    assert torch.allclose(done.counts[0], torch.tensor([4.0, 5.0]).log())  # 3 and 4 of them
    assert Batch.from_data_list([done, done]).counts.shape == (8, 2)
    assert (transform.width, transform.key) == (2, "counts")
    assert hash(transform) == hash(SubstructureCounts(["triangle", "star3"]))


def test_counts_give_a_network_the_power_to_see_them():
    pair = [families.hexagon_and_triangles()]
    model = presets.gsn(1, hidden=8, layers=(2, 2, 1))
    assert power(model, pair, prepare=SubstructureCounts(["triangle"])).pairs[0].apart
    blind = presets.gsn(1, hidden=8, layers=(2, 2, 1))
    assert not power(blind, pair, prepare=SubstructureCounts(["cycle5"])).pairs[0].apart


@pytest.mark.parametrize("patterns", ["triangle", (), []])
def test_refusals(patterns):
    with pytest.raises(GraphError, match=r"patterns: got .*expected a tuple of names"):
        SubstructureCounts(patterns)


def test_an_unknown_pattern():
    with pytest.raises(GraphError, match="nonsense"):
        SubstructureCounts(("nonsense",))(families.path(3).to("pyg"))
