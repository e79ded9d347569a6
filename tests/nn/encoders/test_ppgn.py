"""PPGN against loops over pairs, and its power."""

import itertools

import pytest
import slow_encoders
import torch
from encoder_zoo import data_of, make, mixed, rows_for, wiring_of

from klgnn import GraphError, distinguish, families
from klgnn.nn.encoders.ppgn import PPGN


@pytest.mark.parametrize("name", ["ppgn", "ppgn in portions", "ppgn without norm"])
def test_against_loops(name):
    encoder, wiring = make(name), wiring_of(mixed()[:-3])
    h = rows_for(wiring)
    slow = slow_encoders.ppgn(encoder, h, wiring)
    assert torch.allclose(encoder(h, wiring), slow, rtol=1e-9, atol=1e-9)


def readout(encoder, graph):
    """A sum of rows, for rows that are all the same at first."""
    wiring = wiring_of([data_of(graph)])
    h = torch.ones(graph.num_nodes, encoder.dim, dtype=torch.float64)
    return encoder(h, wiring).sum(0)


def tells(one, other):
    torch.manual_seed(0)
    encoder = PPGN(16, 3).double().eval()
    a, b = readout(encoder, one), readout(encoder, other)
    gap = ((a - b).abs() / (a.abs() + b.abs())).max()
    assert gap < 1e-10 or gap > 1e-7
    return bool(gap > 1e-7)


def test_hexagon_and_two_triangles():
    assert tells(*families.hexagon_and_triangles())


def test_strongly_regular_graphs_look_alike():
    assert not tells(families.rook(4), families.shrikhande())


def test_tells_what_3_wl_tells():
    """All pairs of graphs with up to 6 nodes that look alike to 1-WL."""
    alike = 0
    for one, other in itertools.combinations(families.atlas(6), 2):
        same_size = (one.num_nodes, one.num_edges) == (other.num_nodes, other.num_edges)
        if same_size and not distinguish(one, other, 1, 0).apart:
            assert distinguish(one, other, 3, 0).apart == tells(one, other)
            alike += 1
    assert alike > 0


def test_the_diagonal_is_not_a_missing_edge():
    """Without edges, (u, u) must still differ from (u, v): three nodes are not one."""
    encoder = make("ppgn")
    lone, three = (wiring_of([data_of(families.complete(n))]) for n in (1, 3))
    assert not torch.allclose(
        encoder(torch.zeros(1, 8).double(), lone), encoder(torch.zeros(3, 8).double(), three)[:1]
    )
    x = encoder.node(torch.zeros(8).double())
    assert bool(x.any())


def test_direction_matters_both_ways():
    encoder = make("ppgn")
    there, back = data_of(families.path(2)), data_of(families.path(2))
    there.edge_index, there.edge_attr = there.edge_index[:, :1], there.edge_attr[:1]
    back.edge_index, back.edge_attr = there.edge_index.flip(0), there.edge_attr
    h = torch.ones(2, 8, dtype=torch.float64)
    a, b = encoder(h, wiring_of([there])), encoder(h, wiring_of([back]))
    assert torch.allclose(a, b.flip(0))
    assert not torch.allclose(a, b)


def test_large_graphs_stay_in_range():
    torch.manual_seed(0)
    encoder = PPGN(8, 4)
    wiring = wiring_of([data_of(families.erdos_renyi(150, 0.3, seed=0))])
    out = encoder(rows_for(wiring, dtype=torch.float32), wiring)
    assert out.isfinite().all()
    assert out.abs().max() < 1e3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mlp_depth": 0}, "mlp_depth=0"),
        ({"scale": 0.0}, "scale=0.0"),
        ({"max_pairs": 0}, "max_pairs=0"),
        ({"norm": "instance"}, "norm: got 'instance'"),
        ({"norm": "batch", "checkpoint": True}, "checkpoint: got True with norm='batch'"),
    ],
)
def test_errors(options, message):
    with pytest.raises(GraphError, match=message):
        PPGN(8, 2, **options)


def test_missing_edge_attributes():
    wiring = wiring_of([data_of(families.path(3))])
    without = type(wiring)(wiring.steps, None, wiring.labels, wiring.node, wiring.graph, 1)
    with pytest.raises(GraphError, match="edge_attr: got none"):
        make("ppgn")(rows_for(wiring), without)
