"""Quotient execution, whatever is pooled, selected or permuted; and where it must not be."""

from itertools import permutations as orders

import numpy as np
import pytest
import torch
from test_quotient import MOLECULES, as_engine_sees, assert_equal
from test_reference import EDGE_TYPES, GRAPHS, NODE_TYPES, build, selected
from torch_geometric.data import Batch

import klgnn
from klgnn import GraphError, families
from klgnn.nn import IDMPNN, MPNN, ConvEncoder, Features, Joint, Labeling, Pooling
from klgnn.nn.permutations import group
from klgnn.nn.quotient import same_on
from klgnn.select import All, Constrained, Hierarchical, Rooted

kinds = pytest.mark.parametrize("kind", ["a", "b"])


@kinds
@pytest.mark.parametrize("name", ["sum", "mean", "max", "attention", "deepsets"])
@pytest.mark.parametrize("stage", ["permutations", "nodes", "sets"])
def test_every_pooling(kind, name, stage):
    model = build(kind, **{stage: name}).double()
    assert_equal(model, Batch.from_data_list(selected(All(2))))


@kinds
@pytest.mark.parametrize("order", ["paper", "tl", "lt", "nested"])
def test_every_order(kind, order):
    model = build(kind, order=order, permutations="attention").double()
    assert_equal(model, Batch.from_data_list(selected(All(2))))
    if order in ("paper", "lt"):
        by_node = build(kind, order=order, level="node").double()
        assert_equal(by_node, Batch.from_data_list(selected(All(2))))


@kinds
@pytest.mark.parametrize("policy", [Constrained(3, 1), Hierarchical(3, seed=1), Rooted(2, hops=1)])
def test_policies(kind, policy):
    assert_equal(build(kind, l=3).double(), Batch.from_data_list(selected(policy)))


@kinds
@pytest.mark.parametrize("some", ["cyclic", "pairs", "identity"])
@pytest.mark.parametrize("subgraphs", ["full", "labeled", 1])
def test_groups_and_subgraphs(kind, some, subgraphs):
    labeling = {"permutations": some, "subgraphs": subgraphs}
    model = build(kind, l=3, labeling=labeling).double()
    assert_equal(model, Batch.from_data_list(selected(Constrained(3, 2))))


@kinds
@pytest.mark.parametrize("graphs", [GRAPHS[:1], GRAPHS[1:2], GRAPHS[5:], [GRAPHS[0]] * 4])
def test_one_graph_one_node_isolated_nodes_repeated_graphs(kind, graphs):
    assert_equal(build(kind).double(), Batch.from_data_list(selected(All(2), graphs)))


@pytest.mark.parametrize("name", ["gcn", "pna"])
def test_what_looks_further_runs_plainly(name):
    """GCN divides by degrees of the graph, which a quotient has not; PNA takes no pairs."""
    options = {"degrees": [0, 5, 5, 5]} if name == "pna" else {}
    parts = Features(8, NODE_TYPES), Labeling(2), Pooling(8)
    batch = Batch.from_data_list(selected(All(2), MOLECULES))
    model = Joint(ConvEncoder(name, 8, 2, edge_types=None, **options), *parts).double()
    explained = model.explain(batch)
    assert explained.rows > 4096  # where "auto" takes quotients if it can
    assert explained.colors is None
    assert model(batch).isfinite().all()
    with pytest.raises(GraphError, match="more than a node's neighbors"):
        Joint(ConvEncoder(name, 8, 2, **options), *parts, execution="quotient")


def test_as_many_rows_as_the_engine_counts_colors_for_three_labels():
    """In all six orders, some of which a row cannot tell apart."""
    graphs = selected(All(3), [GRAPHS[0], GRAPHS[2], GRAPHS[3], GRAPHS[0]])
    model = build("b", l=3, layers=3)
    model.execution = "quotient"
    found = model.explain(Batch.from_data_list(graphs))
    colors = [set() for _ in range(4)]
    for data in graphs:
        graph = as_engine_sees(data, False)
        for nodes in data.label_index.split(data.label_size.tolist()):
            for label_tuple in orders(nodes.tolist()):
                for t in range(4):
                    coloring = klgnn.colors(graph, rounds=t, label_tuple=label_tuple)
                    colors[t] |= {tuple(row) for row in coloring.values.tolist()}
    assert found.colors == tuple(map(len, colors))


@pytest.mark.parametrize("l", [1, 2, 3, 4])
def test_same_on_says_which_permutations_agree(l):
    every = group("symmetric", l)
    some = every[torch.randperm(len(every), generator=torch.Generator().manual_seed(0))].numpy()
    same = same_on(some)
    for places in range(1 << l):
        seen = [i for i in range(l) if places >> i & 1]
        for p, row in enumerate(some):
            agree = [q for q, other in enumerate(some) if (other[seen] == row[seen]).all()]
            assert same[places, p] == agree[0]


def test_too_many_permutations_for_a_table_share_nothing(monkeypatch):
    monkeypatch.setattr("klgnn.nn.quotient.MOST_SHARED", 10)
    assert same_on(np.array(list(orders(range(3))))).tolist() == [[0, 1, 2, 3, 4, 5]]
    assert_equal(build("b", l=3).double(), Batch.from_data_list(selected(Constrained(3, 2))))


def test_dropout_has_one_mask_per_color():
    """All nodes of a cycle look alike with any one of them labeled."""
    torch.manual_seed(0)
    model = IDMPNN(l=1, hidden=16, layers=(0, 3, 0), dropout=0.5, level="node", architecture="b")
    batch, found = All(1)(families.cycle(8).to("pyg")), {}
    for execution in ("plain", "quotient"):
        model.model.execution = execution
        out = model.train()(batch)
        found[execution] = len(out.detach().round(decimals=5).unique())
    assert found == {"plain": 8, "quotient": 1}


def test_batch_norm_of_a_convolution_counts_labeled_nodes():
    """The norm that follows it does; one inside of it would not, and is found out."""
    edges = {"edge_types": EDGE_TYPES}
    encoder = ConvEncoder("gine", 8, 2, norm="batch", **edges)
    model = Joint(encoder, Features(8, NODE_TYPES), Labeling(2), Pooling(8)).double().train()
    assert_equal(model, Batch.from_data_list(selected(All(2), MOLECULES[:2])))

    def inside(dim):
        from torch_geometric.nn import GINConv

        return GINConv(torch.nn.Sequential(torch.nn.Linear(dim, dim), torch.nn.BatchNorm1d(dim)))

    assert not ConvEncoder(inside, 8, 1).local
    assert MPNN(8, 1, norm="batch").local
