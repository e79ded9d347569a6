"""assert_invariant passes what is invariant, and names what breaks the rest."""

import copy

import pytest
import torch
from torch import nn
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GINConv, GINEConv, Sequential, global_add_pool, global_mean_pool

from klgnn import GraphError, families
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.features import Features
from klgnn.nn.invariance import InvarianceError, assert_invariant
from klgnn.nn.joint import Joint
from klgnn.nn.labeling import Labeling
from klgnn.nn.probe import relabeled
from klgnn.nn.stages import Pooling
from klgnn.select import All, Rooted


def graphs(width=3, edge_width=None):
    """Of mixed sizes: with a single node, with an isolated node, with as many edges as nodes."""
    generator = torch.Generator().manual_seed(1)
    found = [families.path(5), families.complete(1), families.cycle(6), families.star(3)]
    found += [families.path(3).disjoint_union(families.complete(1)), families.rook(3)]
    result = []
    for graph in found:
        data = graph.to("pyg")
        data.x = torch.rand(data.num_nodes, width, generator=generator)
        if edge_width:
            data.edge_attr = torch.rand(data.num_edges, edge_width, generator=generator)
        result.append(data)
    return result


class Net(nn.Module):
    """A GIN for graphs, with a seam to spoil it."""

    def __init__(self, spoil=None, level="graph", edges=False):
        super().__init__()
        torch.manual_seed(0)
        mlp = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 8))
        self.conv = GINEConv(mlp, edge_dim=2) if edges else GINConv(mlp)
        self.spoil, self.level = spoil, level
        self.norm = nn.BatchNorm1d(8, track_running_stats=spoil != "batch statistics")

    def forward(self, x, edge_index, edge_attr=None, batch=None):
        if self.spoil == "numbers":
            number = torch.arange(len(x)).to(x) * (batch == 0)
            x = x + 1e-6 * number.unsqueeze(1) * x
        h = self.conv(x, edge_index, *([edge_attr] if edge_attr is not None else []))
        h = self.norm(h)
        if self.spoil == "edge order":
            weight = torch.linspace(0, 1, edge_index.shape[1]).to(h).unsqueeze(1)
            h = h.index_add(0, edge_index[1], weight * h[edge_index[0]])
        if self.spoil == "dropout":
            h = torch.dropout(h, 0.1, True)
        if self.level == "node":
            return h.sort(0).values if self.spoil == "sorted" else h
        pooled = global_add_pool(h, batch)
        return pooled.cumsum(0) if self.spoil == "running sum" else pooled


@pytest.mark.parametrize("level", ["graph", "node"])
@pytest.mark.parametrize("edges", [False, True])
def test_a_plain_network_is_invariant(level, edges):
    assert assert_invariant(Net(level=level, edges=edges), graphs(edge_width=2 * edges)) < 1e-12


@pytest.mark.parametrize(
    ("spoil", "level", "transformation", "hint"),
    [
        ("numbers", "graph", "relabeling the nodes", "numbers of nodes"),
        ("sorted", "node", "relabeling the nodes", "numbers of nodes"),
        ("edge order", "graph", "shuffling the edges", "edges by position"),
        ("batch statistics", "graph", "splitting the batch", "BatchNorm"),
        ("running sum", "graph", "reordering the batch", "graphs see each other"),
        ("dropout", "graph", "running it again", "dropout"),
    ],
)
def test_what_spoils_it_is_named(spoil, level, transformation, hint):
    with pytest.raises(InvarianceError, match=hint) as caught:
        assert_invariant(Net(spoil, level), graphs()[2:])
    assert caught.value.transformation == transformation
    assert caught.value.difference > 1e-10
    assert f"{caught.value.difference:.1e}" in str(caught.value)


def test_a_tiny_dependence_is_found_in_float64():
    """1e-6 of a feature would be noise in float32."""
    with pytest.raises(InvarianceError) as caught:
        assert_invariant(Net("numbers"), graphs())
    assert caught.value.difference < 1e-3
    assert assert_invariant(Net("numbers"), graphs(), tolerance=0.1) > 1e-9


def test_one_graph_is_compared_with_itself_in_a_batch():
    data = graphs()[2]
    assert assert_invariant(Net(), data) < 1e-12
    with pytest.raises(InvarianceError, match="adding a copy to the batch"):
        assert_invariant(lambda data: data.x.sum(0).expand(data.num_graphs, -1), data)


def test_the_model_and_the_data_stay_as_they_are():
    model, data = Net().train(), graphs()
    before, attributes = copy.deepcopy(model.state_dict()), [d.to_dict() for d in data]
    state = torch.random.get_rng_state()
    assert_invariant(model, data)
    assert model.training
    assert all(torch.equal(before[k], v) for k, v in model.state_dict().items())
    assert all(v.dtype == before[k].dtype for k, v in model.state_dict().items())
    assert all(
        torch.equal(torch.as_tensor(d[k]), torch.as_tensor(v))
        for d, now in zip(attributes, data, strict=True)
        for k, v in now.to_dict().items()
    )
    assert torch.equal(state, torch.random.get_rng_state())
    assert torch.get_default_dtype() == torch.float32


def test_models_of_every_form():
    data = graphs()
    pyg = Sequential("x, edge_index, batch", [
        (GINConv(nn.Linear(3, 4)), "x, edge_index -> x"),
        (global_mean_pool, "x, batch -> x"),
    ])  # fmt: skip
    for model in (
        pyg,
        lambda data: {"mean": global_mean_pool(data.x, data.batch), "nodes": 2 * data.x},
        lambda x, batch: (x.sum(1), global_add_pool(x, batch)),
    ):
        assert assert_invariant(model, data) < 1e-5
        assert assert_invariant(model, Batch.from_data_list(data)) < 1e-5


def test_only_one_of_several_outputs_is_wrong():
    with pytest.raises(InvarianceError, match="relabeling"):
        assert_invariant(lambda data: (data.x, data.x[data.ptr[:-1]]), graphs())


def joint(l, level="graph", order="paper", **labeling):
    pooling = Pooling(8, order, level=level)
    return Joint(MPNN(8, 2), Features(8, width=3), Labeling(l, **labeling), pooling)


@pytest.mark.parametrize("level", ["graph", "node"])
@pytest.mark.parametrize("select", [All(2), Rooted(2, 1)], ids=repr)
def test_networks_on_labeled_graphs(level, select):
    model = joint(2, level, select=select)
    assert assert_invariant(model, graphs(), trials=1) < 1e-12
    assert assert_invariant(model, [select(graph) for graph in graphs()], trials=1) < 1e-12


def test_a_group_that_depends_on_the_listing_is_found_even_with_stored_sets():
    model, data = joint(3, permutations="cyclic"), graphs()
    for batch in (data, [All(3)(graph) for graph in data]):
        with pytest.raises(InvarianceError, match="permutations other than 'symmetric'"):
            assert_invariant(model, batch, trials=5)


def test_stored_ordered_tuples_keep_their_order():
    model = joint(2, permutations="identity")
    data = [All(2, ordered=True)(graph) for graph in graphs()]
    assert assert_invariant(model, data) < 1e-12


def test_a_model_that_reads_the_first_label_set_is_found():
    def first_set(data):
        at = data.label_size.cumsum(0) - data.label_size
        first = data.label_count.cumsum(0) - data.label_count
        return data.x[data.label_index[at[first]]]

    with pytest.raises(InvarianceError, match="shuffling the label sets"):
        assert_invariant(first_set, [All(1)(graph) for graph in graphs()])


def test_relabeling_moves_attributes_and_label_sets_along():
    data = All(2)(graphs(edge_width=2)[0])
    order = torch.tensor([3, 1, 4, 0, 2])
    turned = relabeled(data, order)
    assert torch.equal(turned.x[order], data.x)
    assert torch.equal(turned.edge_index, order[data.edge_index])
    assert torch.equal(turned.edge_attr, data.edge_attr)
    wanted = order[data.label_index].view(-1, 2).sort(1).values
    assert torch.equal(turned.label_index.view(-1, 2), wanted)
    assert torch.equal(turned.label_size, data.label_size)


def test_label_sizes_are_no_node_attributes():
    """Three sets in a graph of three nodes."""
    data = families.path(3).to("pyg")
    data.label_index, data.label_size = torch.tensor([0, 0, 1, 2]), torch.tensor([1, 2, 1])
    data.label_count = torch.tensor([3])
    turned = relabeled(data, torch.tensor([1, 0, 2]))
    assert turned.label_index.tolist() == [1, 0, 1, 2]  # {0, 1} is listed in order again
    assert turned.label_size.tolist() == [1, 2, 1]


@pytest.mark.parametrize(
    ("model", "data", "message"),
    [
        (Net(), [], "no graphs"),
        (Net(), families.path(3), "to\\('pyg'\\)"),
        (Net(), families.path(3).to("pyg"), "takes 'x'"),
        (lambda data: data.x * torch.nan, graphs(), "NaN"),
        (lambda data: data.x[:2], graphs(), "one row for each graph"),
        (lambda data: "text", graphs(), "expected tensors"),
    ],
)
def test_refusals(model, data, message):
    with pytest.raises(GraphError, match=message):
        assert_invariant(model, data)


def test_no_trials_are_refused():
    with pytest.raises(GraphError, match="trials"):
        assert_invariant(Net(), graphs(), trials=0)


def test_whole_numbers_must_agree_exactly():
    assert assert_invariant(lambda data: data.batch.bincount(), graphs()) == 0
    with pytest.raises(InvarianceError):
        assert_invariant(lambda data: data.edge_index[0][:1].expand(data.num_graphs), graphs())


def test_isolated_nodes_without_num_nodes_survive():
    data = Data(x=torch.rand(4, 3), edge_index=torch.tensor([[0, 1], [1, 0]]))
    assert assert_invariant(Net(), [data, graphs()[0]]) < 1e-12
