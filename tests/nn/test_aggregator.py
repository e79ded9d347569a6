"""The aggregator of architecture (b): one row at a time, and graph by graph."""

import pytest
import torch
from test_labeled import inputs
from torch import nn

from klgnn import GraphError
from klgnn.nn import MPNN, Aggregator
from klgnn.nn.labeled import labeled_graphs


def given():
    batch = inputs()
    rows = labeled_graphs(batch.structure, batch.sets)
    generator = torch.Generator().manual_seed(0)
    base = torch.randn(len(batch.batch), 6, generator=generator).double()
    structure = torch.randn(2 * rows.num_rows, 4, generator=generator).double()
    return rows, base, structure, batch.structure.edge_attr


@pytest.mark.parametrize("then", [None, "mlp"])
@pytest.mark.parametrize("join", ["add", "hadamard", "concat", "attention"])
def test_every_row_meets_its_node(join, then):
    torch.manual_seed(0)
    rows, base, structure, edge_attr = given()
    aggregator = Aggregator(6, 4, join, then).double()
    done = aggregator.over_rows(base, structure, rows, edge_attr)
    for r in (0, 5, rows.num_rows, 2 * rows.num_rows - 1):
        own = base[rows.node[r % rows.num_rows]].unsqueeze(0)
        slow = aggregator.combine(own, aggregator.project(structure[r : r + 1]))
        if then:
            slow = aggregator.then(slow)
        assert torch.allclose(done[r], slow[0], atol=1e-12)


def test_an_encoder_passes_messages_within_each_copy():
    rows, base, structure, edge_attr = given()
    aggregator = Aggregator(6, 4, then=MPNN(6, 1, edge_types=[2, 2])).double()
    done = aggregator.over_rows(base, structure, rows, edge_attr)
    n = rows.num_rows
    second = aggregator.over_rows(base, structure[n:], rows, edge_attr)
    assert torch.allclose(done[n:], second, atol=1e-12)
    changed = structure.clone()
    changed[0] += 1
    moved = (aggregator.over_rows(base, changed, rows, edge_attr) != done).any(1)
    reached = {0, *rows.edge_index[1][rows.edge_index[0] == 0].tolist()}
    assert set(moved.nonzero().flatten().tolist()) == reached


def test_graph_by_graph():
    _, base, structure, _ = given()
    aggregator = Aggregator(6, 4, "concat", "mlp").double()
    done = aggregator.over_graphs(base, structure[: len(base)])
    assert done.shape == base.shape
    with pytest.raises(GraphError, match="which needs nodes"):
        Aggregator(6, 4, then=MPNN(6, 1)).double().over_graphs(base, structure[: len(base)])


def test_equal_widths_need_no_map():
    assert isinstance(Aggregator(6).project, nn.Identity)
    assert Aggregator(6, 4).project.weight.shape == (6, 4)
    with pytest.raises(GraphError, match="then: got 'rnn', expected 'mlp', an encoder or None"):
        Aggregator(6, then="rnn")
