"""ConvEncoder against convolutions written out, and what it finds out about a convolution."""

import pytest
import slow_encoders
import torch
import torch_geometric.nn as pyg
from encoder_zoo import TYPES, conv, data_of, make, mixed, rows_for, wiring_of
from torch import nn

from klgnn import GraphError, families
from klgnn.nn.encoders._probe import probe
from klgnn.nn.encoders.conv import ConvEncoder
from klgnn.nn.encoders.norm import RowBatchNorm


@pytest.mark.parametrize("name", ["gin", "gine", "graph", "sage", "gcn", "gat"])
def test_against_loops(name):
    encoder, wiring = make(name), wiring_of(mixed())
    h = rows_for(wiring)
    slow = slow_encoders.per_layer(encoder, h, wiring, getattr(slow_encoders, name))
    assert torch.allclose(encoder(h, wiring), slow, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["gatv2", "transformer", "gated", "cg", "pna"])
def test_against_the_convolution_alone(name):
    encoder, data = make(name), data_of(families.star(4))
    wiring = wiring_of([data])
    h = slow = rows_for(wiring)
    for layer in encoder.layers:
        edges = layer.edges.tables[0].weight[data.edge_attr[:, 0]]
        slow = slow + layer.norm(layer.conv(slow, data.edge_index, edge_attr=edges)).relu()
    assert torch.allclose(encoder(h, wiring), slow, rtol=1e-12)


class Shrinking(nn.Module):
    """Divides by the number of rows: what no row and its neighbors know."""

    def forward(self, x, edge_index):
        pair = x if isinstance(x, tuple) else (x, x)
        return pair[1] / len(pair[0])


class Ignoring(nn.Module):
    def forward(self, x, edge_index, edge_attr=None):
        return x[1] if isinstance(x, tuple) else x


class Noise(pyg.GINConv):
    def forward(self, x, edge_index):
        out = super().forward(x, edge_index)
        return out + torch.rand_like(out) if self.training else out


def linear(dim):
    return nn.Linear(dim, dim)


MADE = {
    "own GIN": (lambda d: pyg.GINConv(linear(d)), True),
    "batch norm inside": (
        lambda d: pyg.GINConv(nn.Sequential(linear(d), nn.BatchNorm1d(d), nn.ReLU())),
        False,
    ),
    "row batch norm": (lambda d: pyg.GINConv(nn.Sequential(linear(d), RowBatchNorm(d))), False),
    "dropout inside": (lambda d: pyg.GINConv(nn.Sequential(linear(d), nn.Dropout(0.5))), True),
    "attention dropout": (lambda d: pyg.GATConv(d, d, add_self_loops=False, dropout=0.5), True),
    "self-loops": (lambda d: pyg.GATConv(d, d), False),
    "degrees": (lambda d: pyg.GCNConv(d, d), False),
    "many rounds": (lambda d: pyg.TAGConv(d, d), False),
    "differences": (lambda d: pyg.EdgeConv(nn.Linear(2 * d, d)), True),
    "max": (lambda d: pyg.SAGEConv(d, d, aggr="max"), True),
    "the other way": (lambda d: pyg.SAGEConv(d, d, flow="target_to_source"), False),
    "lazy": (lambda d: pyg.SAGEConv((-1, -1), d), True),
    "number of rows": (lambda d: Shrinking(), False),
    "noise": (lambda d: Noise(linear(d)), False),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_local_is_detected(name):
    factory, local = MADE[name]
    assert ConvEncoder(factory, 8, 2).local is local


def test_looking_changes_nothing():
    convolution = pyg.GINConv(nn.Sequential(linear(8), nn.BatchNorm1d(8), nn.Dropout(0.5)))
    before = {key: value.clone() for key, value in convolution.state_dict().items()}
    state = torch.get_rng_state()
    probe(convolution, 8, False)
    assert torch.equal(torch.get_rng_state(), state)
    assert convolution.training
    assert convolution.nn[2].p == 0.5
    after = convolution.state_dict()
    assert all(torch.equal(before[key], after[key]) for key in before)


def test_the_same_on_meta():
    with torch.device("meta"):
        assert ConvEncoder("gine", 8, 2, edge_types=3).local
        assert not ConvEncoder("gcn", 8, 2).local


def test_a_list_of_modules():
    modules = [pyg.GINConv(linear(4)), pyg.GCNConv(4, 4)]
    encoder = ConvEncoder(modules, 4, 2)
    assert [layer.conv for layer in encoder.layers] == modules
    assert [layer.local for layer in encoder.layers] == [True, False]
    assert not encoder.local
    assert ConvEncoder(nn.ModuleList(modules), 4, 2).num_layers == 2


def test_options():
    wiring = wiring_of(mixed())
    h = rows_for(wiring, dtype=torch.float32)
    plain = conv("gin", norm=None, residual=False, activation=nn.Identity)
    slow = h
    for layer in plain.layers:
        slow = layer.conv(slow, wiring.steps[0].edge_index)
    assert torch.allclose(plain(h, wiring), slow, atol=1e-5)
    dropped = conv("gin", norm=None, residual=False, activation=nn.Identity, dropout=1.0)
    assert not dropped(h, wiring).any()
    assert isinstance(conv("gin", norm="batch").layers[0].norm, RowBatchNorm)
    floats = ConvEncoder("gine", 8, 1, edge_width=1)
    wiring.edge_attr.float()
    assert floats(h, wiring).shape == h.shape


@pytest.mark.parametrize(
    ("conv", "options", "message"),
    [
        ("gnn", {}, "conv: got 'gnn', expected 'gin', 'gine'"),
        ("gin", {"edge_types": TYPES}, "GINConv: got edge features.*expected one of 'gine', 'gat'"),
        ("gine", {}, "GINEConv: got .*if it needs edge features, give edge_types or edge_width"),
        ("pna", {}, "degrees: got none, expected how many nodes of the training set"),
        ("pna", {"degrees": [0.5]}, "degrees: got .*whole numbers"),
        ("pna", {"degrees": [4, 0]}, "degrees: got .*some above degree 0"),
        ("gin", {"norm": "group"}, "norm: got 'group'"),
        (pyg.GCNConv(8, 8), {}, "conv: got one GCNConv, expected a module per layer"),
        ([pyg.GCNConv(8, 8)], {}, "conv: got 1 modules, expected num_layers=2"),
        ([1, 2], {}, "conv: got int, expected modules"),
        (lambda d: pyg.GCNConv(d, d + 1), {}, r"GCNConv: got output \(6, 9\), expected \(6, 8\)"),
        (lambda d: pyg.GCNConv(d + 1, d), {}, r"GCNConv: got RuntimeError .*run on \(6, 8\) rows"),
        (lambda d: Ignoring(), {"edge_types": TYPES}, "Ignoring: got one that ignores edge_attr"),
        (lambda d: pyg.GATConv(d, d), {"edge_types": TYPES}, "GATConv: got one that ignores"),
    ],
)
def test_errors(conv, options, message):
    with pytest.raises(GraphError, match=message):
        ConvEncoder(conv, 8, 2, **options)
