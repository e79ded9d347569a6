"""lift: any user's module, with more power and the same manners."""

import pytest
import torch
from torch import nn
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GAT, GCN, GIN, GINEConv, global_add_pool

from klgnn import GraphError, families
from klgnn.nn import (
    MPNN,
    AddEncoding,
    Features,
    RandomWalkEncoding,
    assert_invariant,
    lift,
)
from klgnn.select import All, ConnectedPairs, Constrained

HARD = {
    "hexagon": families.hexagon_and_triangles(),
    "rook": (families.rook(4), families.shrikhande()),
}


class Own(nn.Module):
    """A user's network: one row per graph, with edge attributes."""

    in_channels, out_channels = 3, 5

    def __init__(self):
        super().__init__()
        self.conv = GINEConv(nn.Sequential(nn.Linear(3, 5), nn.Tanh()), edge_dim=2)
        self.second = GINEConv(nn.Sequential(nn.Linear(5, 5), nn.Tanh()), edge_dim=2)

    def forward(self, x, edge_index, edge_attr, batch):
        x = self.second(self.conv(x, edge_index, edge_attr), edge_index, edge_attr)
        return global_add_pool(x, batch)


def data_of(graph, width=1, edges=0):
    data = graph.recolor().to("pyg")
    data.x = torch.ones(data.num_nodes, width)
    if edges:
        data.edge_attr = torch.ones(data.edge_index.shape[1], edges)
    return data


def differ(model, pair, width=1, edges=0):
    model = model.double().eval()
    batch = Batch.from_data_list([data_of(g, width, edges) for g in pair])
    batch.x = batch.x.double()
    if edges:
        batch.edge_attr = batch.edge_attr.double()
    with torch.no_grad():
        one, other = model(batch)
    return float((one - other).norm() / one.norm()) > 1e-11


@pytest.mark.parametrize("architecture", ["a", "b"])
@pytest.mark.parametrize(("pair", "l"), [("hexagon", 1), ("rook", 2)])
def test_lifted_networks_tell_apart_what_their_bases_do_not(pair, l, architecture):
    torch.manual_seed(0)
    for base in (GIN(1, 8, 3, act="tanh"), GAT(1, 8, 3, act="tanh")):
        assert differ(lift(base, l, architecture), HARD[pair])
        if l == 2:
            assert not differ(lift(base, 1, architecture), HARD[pair])
    readout = nn.Sequential(nn.Linear(8, 8), nn.Tanh())
    assert not differ(lift(readout_only(GIN(1, 8, 3), readout), 1, "a", combine="hadamard",
                           dim=8, in_dim=1, subgraphs=0), HARD[pair])  # fmt: skip


def readout_only(model, head):
    class Both(nn.Module):
        def __init__(self):
            super().__init__()
            self.model, self.head = model, head

        def forward(self, x, edge_index, batch):
            return self.head(global_add_pool(self.model(x, edge_index), batch))

    return Both()


@pytest.mark.parametrize("architecture", ["a", "b"])
def test_one_row_per_graph_with_edge_attributes(architecture):
    torch.manual_seed(0)
    model = lift(Own(), 1, architecture)
    assert differ(model, HARD["hexagon"], 3, 2)
    batch = Batch.from_data_list(
        [data_of(g, 3, 2) for g in (families.path(4), families.cycle(3), families.path(1))]
    )
    model.float()
    assert model(batch).shape == (3, 5)
    assert_invariant(model, batch)


@pytest.mark.parametrize("architecture", ["a", "b"])
def test_nodes(architecture):
    model = lift(GIN(1, 8, 2), 2, architecture, level="node", select=ConnectedPairs())
    batch = Batch.from_data_list([data_of(families.path(4)), data_of(families.star(3))])
    assert model(batch).shape == (8, 8)
    assert_invariant(model, batch)


def test_label_sets_of_the_data_come_first():
    model = lift(GIN(1, 8, 2), 2, select=All(2)).eval()
    data = data_of(families.cycle(6))
    chosen = Constrained(2, 1)(data)
    assert not torch.allclose(model(data), model(chosen))
    assert len(model.plan(chosen).portions[0].sets) == 6


def test_whole_numbers_need_a_say():
    data = data_of(families.path(3))
    data.x = torch.tensor([[0], [1], [0]])
    base = GIN(4, 8, 2)
    with pytest.raises(GraphError, match=r"x: got torch.int64.*features=klgnn.nn.Features"):
        lift(base, 1)(data)
    assert lift(base, 1, features=Features(4, types=2))(data).shape == (1, 8)

    class Embeds(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.gcn = nn.Embedding(2, 4), GCN(4, 8, 2)

        def forward(self, x, edge_index):
            return self.gcn(self.embed(x[:, 0]), edge_index)

    assert lift(Embeds(), 1, "b", in_dim=1, dim=8)(data).shape == (1, 8)


def test_extras_go_where_features_go():
    encoding = RandomWalkEncoding(4)
    data = encoding(data_of(families.cycle(5)))
    model = lift(GIN(1, 8, 2), 1, extras={"rwse": 4})
    changed = data.clone()
    changed.rwse = changed.rwse + 1
    assert not torch.allclose(model(data), model(changed))
    with pytest.raises(GraphError, match="rwse: got none"):
        model(data_of(families.cycle(5)))
    assert AddEncoding(8, encoding)(torch.zeros(5, 8), data).shape == (5, 8)


def test_refusals():
    data = data_of(families.path(3))
    with pytest.raises(GraphError, match="architecture: got 'c'"):
        lift(GIN(1, 8, 2), 1, "c")
    with pytest.raises(GraphError, match="say in_dim="):
        lift(nn.Linear(3, 3), 1)
    with pytest.raises(GraphError, match=r"forward takes \(input\)"):
        lift(nn.Linear(3, 3), 1, in_dim=3, dim=3)
    with pytest.raises(GraphError, match=r"x: got shape \(3, 1\), expected \(3, 2\)"):
        lift(GIN(2, 8, 2), 1)(data)
    with pytest.raises(GraphError, match=r"output of shape \(9, 8\), expected \(9, 4\)"):
        lift(GIN(1, 8, 2), 1, dim=4)(data)
    with pytest.raises(GraphError, match="x: got none"):
        lift(GIN(1, 8, 2), 1)(Data(edge_index=data.edge_index, num_nodes=3))
    with pytest.raises(GraphError, match="which keep nodes apart"):
        lift(Own(), 1, level="node")(data_of(families.path(3), 3, 2))
    with pytest.raises(GraphError, match="which needs nodes"):
        lift(Own(), 1, "b", then=MPNN(5, 1))(data_of(families.path(3), 3, 2))


def test_what_a_model_returns_is_seen_once_and_kept():
    lonely, triangle = data_of(families.path(1), 3, 2), data_of(families.cycle(3), 3, 2)
    for model in (lift(Own(), 1), lift(Own(), 1, pool_nodes="deepsets")):
        assert model(triangle).shape == (1, 5)
        assert model.encoder.output == "graphs"
        assert model(lonely).shape == (1, 5)
    assert lift(GIN(1, 8, 2), 1)(data_of(families.path(1))).shape == (1, 8)
