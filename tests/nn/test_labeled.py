"""Labeled graphs as rows: copies for every label set, whole or around the labels."""

from itertools import product

import pytest
import torch
from test_reference import GRAPHS
from torch_geometric.data import Batch

from klgnn.nn.inputs import read_inputs
from klgnn.nn.labeled import LABELED_NODES, LabelSets, labeled_graphs, starts
from klgnn.nn.permutations import group
from klgnn.nn.wiring import copied, of_batch, plain
from klgnn.select import Constrained


def inputs():
    return read_inputs(Batch.from_data_list([Constrained(2, 2)(data) for data in GRAPHS]), 2)


def near(edges, labels, hops):
    """Nodes within so many steps of a label, whichever way edges point; None: everything."""
    found = set(labels)
    for _ in range(max(hops, 0)):
        found |= {b for a, b in edges if a in found} | {a for a, b in edges if b in found}
    return found


@pytest.mark.parametrize("hops", [None, LABELED_NODES, 0, 1, 2])
def test_against_loops(hops):
    given = inputs()
    rows = labeled_graphs(given.structure, given.sets, hops)
    arcs = given.structure.edge_index.t().tolist()
    row_of, edges, labels = {}, [], []
    for s, (nodes, g) in enumerate(
        zip(given.sets.nodes.tolist(), given.sets.graph.tolist(), strict=True)
    ):
        mine = (given.batch == g).nonzero().flatten().tolist()
        marked = [v for v in nodes if v >= 0]
        kept = set(mine) if hops is None else near(arcs, marked, hops) & set(mine)
        for v in mine:
            if v in kept:
                row_of[s, v] = len(row_of)
        edges += [
            (row_of[s, a], row_of[s, b], e)
            for e, (a, b) in enumerate(arcs) if a in kept and b in kept
        ]  # fmt: skip
        labels += [(row_of[s, v], place) for place, v in enumerate(nodes) if v >= 0]
    assert list(zip(rows.set.tolist(), rows.node.tolist(), strict=True)) == list(row_of)
    found = zip(*rows.edge_index.tolist(), rows.edge.tolist(), strict=True)
    assert sorted(found) == sorted(edges)
    placed = zip(rows.label_row.tolist(), rows.label_place.tolist(), strict=True)
    assert sorted(placed) == sorted(labels)
    assert (rows.num_rows, rows.l) == (len(row_of), 2)


@pytest.mark.parametrize("hops", [None, 1])
def test_plain_wiring_is_every_permutation_one_after_another(hops):
    given = inputs()
    rows, orders = labeled_graphs(given.structure, given.sets, hops), group("symmetric", 2)
    wiring = plain(rows, orders, given.structure.edge_attr)
    n, sets = rows.num_rows, len(rows.sets)
    (step,) = wiring.steps
    assert (step.size, wiring.num_graphs) == (2 * n, 2 * sets)
    assert wiring.step(3) is step
    for p, r in product(range(2), range(n)):
        assert int(wiring.node[p * n + r]) == int(rows.node[r])
        assert int(wiring.graph[p * n + r]) == p * sets + int(rows.set[r])
        places = rows.label_place[rows.label_row == r].tolist()
        mine = {int(orders[p, place]) for place in places}
        assert set(wiring.labels[p * n + r].nonzero().flatten().tolist()) == mine
    edges = {(u + p * n, v + p * n) for p in range(2) for u, v in rows.edge_index.t().tolist()}
    assert set(map(tuple, step.edge_index.t().tolist())) == edges
    attributes = wiring.edge_attr_of(step)
    assert torch.equal(attributes, given.structure.edge_attr[rows.edge].repeat(2, 1))
    by_row = wiring.by_row(n)
    h = torch.rand(2 * n, 3)
    assert torch.allclose(by_row.mean(h), (h[:n] + h[n:]) / 2)


def test_the_graphs_themselves():
    given = inputs()
    wiring = of_batch(given.structure, given.batch)
    assert torch.equal(wiring.graph, given.batch)
    assert torch.equal(wiring.steps[0].edge_index, given.structure.edge_index)
    assert wiring.labels.shape == (len(given.batch), 0)
    assert torch.equal(wiring.node, torch.arange(len(given.batch)))


def test_copies_without_labels():
    given = inputs()
    rows = labeled_graphs(given.structure, given.sets)
    wiring = copied(rows, 3, given.structure.edge_attr)
    assert not bool(wiring.labels.any())
    assert (wiring.steps[0].size, wiring.num_graphs) == (3 * rows.num_rows, 3 * len(rows.sets))


def test_label_sets_as_rows():
    nodes = LabelSets.padded(torch.tensor([4, 7, 5]), torch.tensor([2, 1]), 3)
    assert nodes.tolist() == [[4, 7, -1], [5, -1, -1]]
    sets = LabelSets(nodes, torch.tensor([0, 1]), torch.tensor([0.5, 2.0]))
    assert len(sets) == 2
    some = sets.take(torch.tensor([1]))
    assert (some.nodes.tolist(), some.graph.tolist()) == ([[5, -1, -1]], [1])
    assert some.weight.tolist() == [2.0]
    assert starts(torch.tensor([0, 0, 2]), 4).tolist() == [0, 2, 2, 3, 3]


def test_no_sets_are_no_rows():
    given = inputs()
    none = given.sets.take(slice(0, 0))
    for hops in (None, 1):
        rows = labeled_graphs(given.structure, none, hops)
        assert rows.num_rows == 0
        assert rows.copies_in(torch.zeros(0, 4)) == 1
