"""from_graphs: graphs of every form, the types they bring, and refusals."""

import networkx as nx
import numpy as np
import pytest
import torch
from torch_geometric.data import Data

from klgnn import Graph, GraphError
from klgnn.data import DataError, Target, Task, from_graphs
from klgnn.families import cycle, path


def test_columns_of_pyg_data_are_kept():
    data = Data(
        x=torch.tensor([[0, 5], [1, 3], [2, 4]]),
        edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]),
        edge_attr=torch.tensor([[9, 0], [9, 0], [2, 7], [2, 7]]),
    )
    found = from_graphs([data, data])
    assert found.num_node_types == (3, 6)
    assert found.num_edge_types == (10, 8)
    again = found[1]
    assert torch.equal(again.x, data.x)
    assert torch.equal(again.edge_index, data.edge_index)
    assert torch.equal(again.edge_attr, data.edge_attr)


def test_colors_become_a_column_and_forms_mix():
    colored = Graph.from_edges([(0, 1)], 2, node_colors=[4, 0], edge_colors=[2])
    found = from_graphs([colored])
    assert (found.num_node_types, found.num_edge_types) == ((5,), (3,))
    mixed = from_graphs([cycle(4), "Bw", nx.path_graph(3), [(0, 1)]], [1, 0, 1, 1])
    assert [g.num_nodes for g in mixed.graphs()] == [4, 3, 3, 2]
    assert mixed.num_node_types == (1,)
    assert mixed.num_edge_types is None


def test_graphs_without_edges_say_nothing_of_edge_types():
    colored = Graph.from_edges([(0, 1)], 2, edge_colors=[2])
    found = from_graphs([colored, Graph.from_edges([], 3)])
    assert found.num_edge_types == (3,)
    assert found[1].edge_attr.shape == (0, 1)


@pytest.mark.parametrize(
    ("y", "kind"),
    [([0, 1, 1], "binary"), ([0, 2, 1], "multiclass"), ([0.5, 1, 1], "regression"),
     ([[0, 1], [1, 1], [0, 0]], "regression"), ([-1, 1, 1], "regression"),
     ([True, False, True], "binary")],
)  # fmt: skip
def test_the_task_follows_from_the_targets(y, kind):
    assert from_graphs([cycle(3)] * 3, y).task.kind == kind


def test_a_task_and_splits_of_ones_own():
    task = Task("binary", "ROC-AUC", (Target("a"), Target("b")))
    y = np.array([[0, 1], [1, 0], [1, 1], [0, 0]])
    found = from_graphs([path(3)] * 4, y, task=task, y_names=["a", "b"], split=[0, 1, 2, 0])
    assert found.task is task
    assert found.splits.train.tolist() == [0, 3]
    assert len(from_graphs([path(3)] * 40, seed=1).splits.train) == 32


@pytest.mark.parametrize(
    ("graphs", "options", "message"),
    [
        ([cycle(3), Graph.from_edges([(0, 1)], directed=True)], {}, "graph 1: got a directed"),
        ([cycle(3)], {"y": [1, 2]}, "y: got shape"),
        ([cycle(3)], {"y": [np.nan]}, "NaN"),
        ([cycle(3)], {"y": ["a"]}, "number the classes from 0"),
        ([cycle(3).recolor(node_colors=[0, 1, "C"])], {}, "types from 0"),
        ([cycle(3).recolor(node_colors=[0, 1, 10**9])], {}, "number the types from 0"),
        ([cycle(3), cycle(3).recolor(node_colors=[0, 1, 2])], {}, "1 of 2 graphs, expected all"),
        ([cycle(3), 5], {}, "graph 1: got int"),
    ],
)
def test_refusals(graphs, options, message):
    with pytest.raises(GraphError, match=message) as caught:
        from_graphs(graphs, **options)
    assert isinstance(caught.value, DataError | GraphError)
