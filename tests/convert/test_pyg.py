"""PyG's Data: round trips, attributes, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings

from klgnn import GraphError, as_graph, encode
from tests.strategies import graphs

torch = pytest.importorskip("torch")
pyg = pytest.importorskip("torch_geometric.data")


@settings(max_examples=30)
@given(graphs())
def test_pyg_round_trip(graph):
    assert as_graph(graph.to("pyg"), directed=graph.directed) == graph


def test_pyg_attributes():
    data = pyg.Data(
        x=torch.tensor([[1.0, 0.0], [0.0, 1.0]]),
        z=torch.tensor([6, 8]),
        edge_index=torch.tensor([[0, 1], [1, 0]]),
        edge_attr=torch.tensor([[1.0, 0.0], [1.0, 0.0]]),
    )
    graph = as_graph(data)
    assert graph.node_colors.tolist() == encode([(1, 0), (0, 1)]).tolist()
    assert graph.edge_colors.tolist() == encode([(1, 0), (1, 0)]).tolist()
    assert as_graph(data, node_colors="z").node_colors.tolist() == [6, 8]
    assert as_graph(data, node_colors=("x", "z")).node_colors.tolist() == (
        encode([(1, 0, 6), (0, 1, 8)]).tolist()
    )
    plain = as_graph(data, node_colors=False, edge_colors=False)
    assert plain == as_graph([(0, 1)])
    with pytest.raises(GraphError, match="without 'mass'"):
        as_graph(data, node_colors="mass")


def test_pyg_refusals():
    one_way = pyg.Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2)
    with pytest.raises(GraphError, match="without its reverse"):
        as_graph(one_way)
    assert as_graph(one_way, directed=True).num_edges == 1
    with pytest.raises(GraphError, match="to_data_list"):
        as_graph(pyg.Batch.from_data_list([one_way, one_way]))
    with pytest.raises(GraphError, match="to_homogeneous"):
        as_graph(pyg.HeteroData())
    with pytest.raises(GraphError, match="without edge_index"):
        as_graph(pyg.Data(x=torch.ones(2, 1)))
    beyond = pyg.Data(edge_index=torch.tensor([[0, 5], [5, 0]]), num_nodes=2)
    with pytest.raises(GraphError, match="got node 5"):
        as_graph(beyond)


def test_attributes_that_are_no_tensors():
    edges = torch.tensor([[0, 1], [1, 0]])
    rows = pyg.Data(edge_index=edges, kind=np.array([[1, 0], [0, 1]]), num_nodes=2)
    graph = as_graph(rows, node_colors="kind")
    assert graph.node_colors.tolist() == encode([(1, 0), (0, 1)]).tolist()
    texts = pyg.Data(edge_index=edges, x=["a", "b"], num_nodes=2)
    with pytest.raises(GraphError, match="x: got list, expected a tensor"):
        as_graph(texts)


def test_edge_attributes_must_agree_in_both_directions():
    edges = torch.tensor([[0, 1], [1, 0]])
    with pytest.raises(GraphError, match="two colors, one in each direction"):
        as_graph(pyg.Data(edge_index=edges, edge_attr=torch.tensor([1, 2]), num_nodes=2))
    with pytest.raises(GraphError, match="NaN"):
        as_graph(pyg.Data(edge_index=edges, x=torch.full((2, 3), float("nan"))))


def test_sizes_that_cannot_be_told():
    edges = torch.tensor([[0, 1], [1, 0]])
    with pytest.raises(GraphError, match="num_nodes: got 'two', expected a whole number"):
        as_graph(pyg.Data(edge_index=edges, num_nodes="two"))
    with pytest.raises(GraphError, match="got a Data that does not tell its size"):
        as_graph(pyg.Data(edge_index=edges, x=torch.tensor(1.0)))
    with pytest.raises(GraphError, match="x: got a single value, expected a tensor with one row"):
        as_graph(pyg.Data(edge_index=edges, x=torch.tensor(1.0), num_nodes=2))
    assert as_graph(pyg.Data(edge_index=edges, num_nodes=torch.tensor(4))).num_nodes == 4
