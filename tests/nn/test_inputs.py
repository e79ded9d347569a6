"""What a batch may look like, and what is said of the others."""

from types import SimpleNamespace

import pytest
import torch
from test_reference import EDGE_TYPES, GRAPHS, NODE_TYPES
from torch_geometric.data import Batch, Data

from klgnn import GraphError, families
from klgnn.nn import IDMPNN, Baseline, lift
from klgnn.nn.inputs import read_inputs
from klgnn.select import All, Constrained


def good(**changed):
    """Two paths of three nodes, each with its two label sets, and one thing changed."""
    data = Constrained(2, 1)(families.path(3).to("pyg"))
    data.x, data.edge_attr = torch.rand(3, 2), torch.rand(4, 1)
    batch = Batch.from_data_list([data, data])
    for name, value in changed.items():
        batch[name] = value
    return batch


def test_a_batch_is_read_as_it_is():
    batch = good()
    inputs = read_inputs(batch, 3)
    assert inputs.structure.ptr.tolist() == [0, 3, 6]
    assert inputs.structure.edge_ptr.tolist() == [0, 4, 8]
    assert inputs.sets.nodes.tolist() == [[0, 1, -1], [1, 2, -1], [3, 4, -1], [4, 5, -1]]
    assert inputs.sets.graph.tolist() == [0, 0, 1, 1]
    assert inputs.x is batch.x
    assert read_inputs(batch, None).sets is None


def test_a_single_graph_needs_no_batch_and_trailing_graphs_may_be_empty():
    data = families.path(3).to("pyg")
    assert read_inputs(data, 2).structure.num_graphs == 1
    batch = Batch.from_data_list([data, Data(edge_index=torch.zeros(2, 0).long(), num_nodes=0)])
    assert read_inputs(batch, None).structure.ptr.tolist() == [0, 3, 3]


def test_edges_are_sorted_by_graph_with_their_attributes():
    batch = good()
    order = torch.tensor([5, 0, 7, 2, 1, 6, 3, 4])
    mixed = good(edge_index=batch.edge_index[:, order], edge_attr=batch.edge_attr[order])
    read, plain = read_inputs(mixed, 2).structure, read_inputs(batch, 2).structure
    assert torch.equal(read.edge_ptr, plain.edge_ptr)

    def pairs(structure):
        rows = torch.cat([structure.edge_index.t(), structure.edge_attr], 1)
        return sorted(rows.tolist())

    assert pairs(read) == pairs(plain)
    assert bool((read.edge_index[0].diff() >= 0)[:3].any())


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"edge_index": torch.zeros(2, 4)}, r"edge_index: got torch.float32 of shape \(2, 4\)"),
        ({"edge_index": torch.zeros(4, 2).long()}, r"expected whole numbers of shape \(2, m\)"),
        ({"edge_index": torch.zeros(2, 4).bool()}, "edge_index: got torch.bool"),
        ({"edge_index": torch.full((2, 8), 6)}, "edge_index: got node 6, expected 0 to 5"),
        ({"edge_index": torch.full((2, 8), -1)}, "edge_index: got node -1, expected 0 to 5"),
        (
            {"edge_index": torch.tensor([[0, 5, 0, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0]])},
            "an edge from one graph to another",
        ),
        ({"x": torch.rand(5, 2)}, r"x: got shape \(5, 2\), expected 6 rows"),
        ({"x": torch.tensor(1.0)}, r"x: got shape \(\), expected 6 rows"),
        ({"x": torch.full((6, 2), torch.nan)}, "x: got NaN.*fill or drop"),
        ({"x": torch.zeros(6, 2, device="meta")}, "x: got device meta, expected cpu"),
        ({"x": [1.0] * 6}, "x: got list, expected a tensor"),
        ({"edge_attr": torch.rand(7, 1)}, r"edge_attr: got shape \(7, 1\), expected 8 rows"),
        ({"edge_attr": torch.full((8, 1), torch.nan)}, "edge_attr: got NaN"),
        ({"batch": torch.tensor([0, 1, 0, 1, 0, 1])}, "batch: got graphs that are mixed"),
        ({"batch": torch.tensor([-1, 0, 0, 1, 1, 1])}, "batch: got graphs that are mixed"),
        ({"batch": torch.zeros(6)}, "batch: got torch.float32"),
        ({"label_size": torch.tensor([2, 2, 3, 2])}, "label sets: got sets of 3 nodes.*l = 2"),
        ({"label_size": torch.tensor([2, 0, 2, 2])}, "label sets: got sets of 0 nodes"),
        ({"label_size": torch.tensor([2, 2, 2, 1])}, "sizes that do not add up"),
        ({"label_count": torch.tensor([4])}, r"label_count: got \[4\] for 2 graphs and 4 sets"),
        ({"label_count": torch.tensor([5, -1])}, "label_size: got sizes that do not add up"),
        ({"label_count": torch.tensor([3, 2])}, "label_count: got"),
        ({"label_count": torch.tensor([1, 3])}, "a node outside of its graph"),
        ({"label_index": torch.tensor([0, 1, 1, 2, 3, 4, 4, 6])}, "label_index: got node 6"),
        ({"label_index": torch.tensor([0, 5, 1, 2, 3, 4, 4, 5])}, "a node outside of its graph"),
        ({"label_index": torch.rand(8)}, "label_index: got torch.float32.*which stores"),
        ({"label_size": None}, "label_size: got NoneType"),
    ],
    ids=str,
)  # fmt: skip
def test_refusals(changed, message):
    with pytest.raises(GraphError, match=message):
        read_inputs(good(**changed), 2)


def test_what_is_no_batch_of_graphs():
    for source in (families.path(3), torch.zeros(2, 3), SimpleNamespace(edge_index=[[0], [1]])):
        with pytest.raises(GraphError, match=r"without edge_index.*graph.to\('pyg'\)"):
            read_inputs(source, 1)
    with pytest.raises(GraphError, match="a batch without nodes"):
        read_inputs(Data(edge_index=torch.zeros(2, 0).long(), num_nodes=0), 1)


@pytest.mark.parametrize(
    ("settings", "change", "message"),
    [
        ({"edge_types": EDGE_TYPES}, {"edge_attr": None}, "edge_attr: got none, expected 2 col"),
        ({"node_types": NODE_TYPES}, {"x": None}, "x: got none, expected 2 column"),
        ({"node_types": NODE_TYPES}, {"x": torch.rand(4, 2)}, "x: got torch.float32, expected"),
        ({"node_types": [2, 2]}, {}, "x: got types from 0 to 2, expected"),
        ({"edge_types": [2]}, {}, r"edge_attr: got shape \(5, 2\), expected 1 column"),
        ({"edge_width": 3}, {}, r"edge_attr: got shape \(5, 2\), expected 3 column"),
        ({"extras": {"rwse": 4}}, {}, "rwse: got none.*apply the transform"),
        ({"extras": {"rwse": 4}}, {"rwse": torch.rand(4, 3)}, r"rwse: got shape \(4, 3\)"),
        ({"extras": {"rwse": 4}}, {"rwse": torch.full((4, 4), torch.nan)}, "rwse: got NaN"),
    ],
)
def test_models_say_what_is_missing(settings, change, message):
    data = GRAPHS[5].clone()
    for name, value in change.items():
        data[name] = value
    for model in (IDMPNN(l=1, hidden=8, **settings), Baseline(hidden=8, **settings)):
        with pytest.raises(GraphError, match=message):
            model(data)


def test_sets_of_another_l_are_refused_and_smaller_ones_run():
    data = families.cycle(5).to("pyg")
    with pytest.raises(GraphError, match="sets of 3 nodes, expected 1 to l = 2"):
        IDMPNN(l=2, hidden=8)(All(3)(data))
    assert IDMPNN(l=3, hidden=8)(All(2)(data)).shape == (1, 1)


def test_nothing_in_the_batch_is_changed():
    graph = {"x": torch.rand(6, 2), "edge_attr": torch.rand(8, 1)}
    batch, before = (good(**{k: v.clone() for k, v in graph.items()}) for _ in range(2))
    names = [*graph, "edge_index", "batch", "label_index", "label_size", "label_count"]
    lift(Baseline(hidden=2).model.encoder, 2)(batch)
    assert set(batch.keys()) == set(before.keys())
    assert all(torch.equal(batch[name], before[name]) for name in names)
