"""Transformer against loops over nodes, and its distances against breadth-first search."""

import pytest
import slow_encoders
import torch
from encoder_zoo import TYPES, data_of, labeled_wiring, make, mixed, one_way, rows_for, wiring_of
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import graphs

from klgnn import GraphError, families
from klgnn.nn.encoders import _distances
from klgnn.nn.encoders._by_size import BySize
from klgnn.nn.encoders._distances import distance_classes, distances
from klgnn.nn.encoders.conv import ConvEncoder
from klgnn.nn.encoders.transformer import Transformer


@pytest.mark.parametrize("name", ["transformer of all", "transformer in portions"])
def test_against_loops(name):
    encoder = make(name)
    for wiring in (
        wiring_of(mixed()),
        labeled_wiring([data_of(families.path(3)), data_of(families.cycle(4))], 1),
    ):
        h = rows_for(wiring)
        slow = slow_encoders.transformer(encoder, h, wiring)
        assert torch.allclose(encoder(h, wiring), slow, rtol=1e-9, atol=1e-9)


@settings(deadline=None)
@given(graph=graphs(min_nodes=1, max_nodes=9), limit=st.integers(1, 10))
def test_distances(graph, limit):
    data = graph.to("pyg")
    n, edges = data.num_nodes, [(u, v, 0) for u, v in data.edge_index.t().tolist()]
    adjacency = torch.zeros(1, n, n, dtype=torch.bool)
    adjacency[0, data.edge_index[1], data.edge_index[0]] = True
    paths = [slow_encoders.distances_from(u, n, edges) for u in range(n)]
    slow = [
        [slow_encoders.distance_class(paths[u].get(v), limit) for u in range(n)] for v in range(n)
    ]
    assert distance_classes(adjacency, limit)[0].tolist() == slow


def test_copies_share_their_distances():
    datas = [data_of(families.path(4)), data_of(families.path(4)), data_of(families.star(3))]
    order = BySize.of(labeled_wiring(datas), "test")
    (found,) = distances(order, 4)
    assert found.classes.shape == (2, 4, 4)
    assert found.which.tolist() == 2 * (4 * [0] + 4 * [0] + 4 * [1])


@pytest.mark.parametrize("scramble", [_distances._scramble, torch.zeros_like])
def test_what_is_no_copy_is_not_shared(monkeypatch, scramble):
    """Every directed graph on three nodes with two edges, in one batch."""
    monkeypatch.setattr(_distances, "_scramble", scramble)
    pairs = [(u, v) for u in range(3) for v in range(3)]
    datas = [one_way(3, [a, b]) for a in pairs for b in pairs]
    order = BySize.of(wiring_of(datas), "test")
    (found,) = distances(order, 2)
    for number, data in enumerate(datas):
        adjacency = torch.zeros(1, 3, 3, dtype=torch.bool)
        adjacency[0, data.edge_index[1], data.edge_index[0]] = True
        assert torch.equal(found.classes[found.which[number]], distance_classes(adjacency, 2)[0])


def test_distances_are_seen():
    """Without messages and degrees, a path and two edges differ by distances alone."""
    torch.manual_seed(0)
    h = torch.randn(4, 8)
    path, edges = data_of(families.path(4)), one_way(4, [(0, 1), (1, 0), (2, 3), (3, 2)])
    for limit, differ in ((3, True), (None, False)):
        encoder = Transformer(8, 1, 2, max_distance=limit, degree_encoding=False, local=None)
        a, b = encoder(h, wiring_of([path])), encoder(h, wiring_of([edges]))
        assert torch.allclose(a, b) is not differ


def test_degrees_are_seen_up_to_a_bound():
    """Nodes 0 and 3 have 3 and 2 neighbors."""
    edges = [(0, 1), (0, 2), (0, 3), (3, 4)]
    wiring = wiring_of([one_way(5, [*edges, *((v, u) for u, v in edges)])])
    options = {"max_distance": None, "local": None}
    for bound, differ in ((3, True), (2, False)):
        rows = Transformer(8, 1, 2, max_degree=bound, **options)(torch.ones(5, 8), wiring)
        assert torch.allclose(rows[0], rows[3]) is not differ
        assert not torch.allclose(rows[0], rows[1])
    blind = Transformer(8, 1, 2, degree_encoding=False, **options)(torch.ones(5, 8), wiring)
    assert torch.allclose(blind[0], blind[1])


def test_dropout_is_off_in_evaluation():
    wiring = wiring_of(mixed())
    h = rows_for(wiring, dtype=torch.float32)
    encoder = Transformer(8, 2, 2, edge_types=TYPES, dropout=0.5, attention_dropout=0.5)
    assert not torch.equal(encoder(h, wiring), encoder(h, wiring))
    encoder.eval()
    assert torch.equal(encoder(h, wiring), encoder(h, wiring))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"heads": 3}, "heads: got 3, expected a divisor of dim=8"),
        ({"max_distance": 0}, "max_distance=0"),
        ({"max_degree": -1}, "max_degree=-1"),
        ({"local": "gin"}, "local: got 'gin', expected 'mpnn', a function or None"),
        ({"local": None, "edge_types": 3}, "which only local='mpnn' uses"),
        ({"local": lambda dim: ConvEncoder("gin", dim, 2)}, "num_layers=1"),
        ({"local": lambda dim: torch.nn.Linear(dim, dim)}, "expected an encoder"),
    ],
)
def test_errors(options, message):
    with pytest.raises(GraphError, match=message):
        Transformer(8, 2, **{"heads": 2, **options})
