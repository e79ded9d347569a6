"""Quotient execution computes what plain execution does, with as many rows as there are colors."""

import copy

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reference import EDGE_TYPES, NODE_TYPES, build, molecule, selected
from torch_geometric.data import Batch

import klgnn
from klgnn import Graph, GraphError, families
from klgnn.nn import (
    IDMPNN,
    MPNN,
    PPGN,
    Aggregator,
    ConvEncoder,
    Features,
    Joint,
    Labeling,
    Parallel,
    Pooling,
)
from klgnn.nn.quotient import kinds_of
from klgnn.select import All, Constrained, RandomSample

MOLECULES = [molecule(graph, seed) for seed, graph in enumerate(families.molecules(3, seed=5))]
LOCAL = ("gin", "gine", "graph", "sage", "gat", "gatv2", "transformer", "gated", "cg")


def both(model, batch):
    """The model's results and gradients by plain and by quotient execution."""
    found = []
    for execution in ("plain", "quotient"):
        model.execution = execution
        out = model(batch)
        wanted = [p for p in model.parameters() if p.requires_grad]
        weight = torch.linspace(1, 2, out.numel(), dtype=out.dtype).view_as(out)
        grads = torch.autograd.grad((out * weight).sum(), wanted, allow_unused=True)
        found.append([out, *(torch.zeros(1) if g is None else g for g in grads)])
    return found


def assert_equal(model, batch, tolerance=1e-9):
    plain, quotient = both(model, batch)
    for one, other in zip(plain, quotient, strict=True):
        scale = max(float(one.detach().abs().max()), 1.0)
        assert torch.allclose(one, other, rtol=0, atol=tolerance * scale)


@pytest.mark.parametrize("kind", ["a", "b"])
@pytest.mark.parametrize("name", LOCAL)
def test_every_local_convolution(name, kind):
    torch.manual_seed(1)
    edges = {} if name in ("gin", "sage") else {"edge_types": EDGE_TYPES}
    encoder = ConvEncoder(name, 8, 3, **edges)
    parts = (Features(8, NODE_TYPES), Labeling(2), Pooling(8))
    if kind == "a":
        model = Joint(encoder, *parts)
    else:
        model = Parallel(MPNN(8, 1), encoder, Aggregator(8), *parts)
    assert_equal(model.double(), Batch.from_data_list(selected(Constrained(2, 2), MOLECULES)))


@pytest.mark.parametrize("kind", ["a", "b"])
def test_batch_norm_counts_every_labeled_node(kind):
    batch = Batch.from_data_list(selected(All(2), MOLECULES[:2]))
    model = build(kind, norm="batch").double().train()
    plain = copy.deepcopy(model)
    plain.execution, model.execution = "plain", "quotient"
    for each in (plain, model):
        torch.manual_seed(0)
        each(batch).sum().backward()
    buffers = dict(plain.named_buffers())
    assert any("variance" in name for name in buffers)
    for name, buffer in model.named_buffers():
        assert torch.allclose(buffer, buffers[name], rtol=1e-9, atol=1e-12), name
    for one, other in zip(plain.parameters(), model.parameters(), strict=True):
        if one.grad is not None:
            assert torch.allclose(one.grad, other.grad, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("kind", ["a", "b"])
def test_one_step_of_an_optimizer(kind):
    batch = Batch.from_data_list(selected(RandomSample(2, 0.7, seed=0), MOLECULES))
    results = []
    for execution in ("plain", "quotient"):
        model = build(kind, layers=3).double()
        model.execution = execution
        optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
        for _ in range(2):
            optimizer.zero_grad()
            model(batch).abs().mean().backward()
            optimizer.step()
        results.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
    assert torch.allclose(*results, rtol=1e-9, atol=1e-9)


@settings(max_examples=12, deadline=None)
@given(seeds=st.lists(st.integers(0, 30), min_size=1, max_size=3), l=st.integers(1, 3))
def test_random_batches(seeds, l):
    graphs = [molecule(families.erdos_renyi(2 + seed % 5, 0.4, seed=seed), seed) for seed in seeds]
    batch = Batch.from_data_list(selected(Constrained(l, 2), graphs))
    for kind in ("a", "b"):
        assert_equal(build(kind, l=l).double(), batch)


@pytest.mark.parametrize("with_nodes", [False, True])
def test_there_are_as_many_rows_as_the_engine_counts_colors(with_nodes):
    """Distinct colors over all labeled graphs, round by round, by the engine's hashes."""
    graphs = selected(Constrained(2, 3), [*MOLECULES, MOLECULES[0]])
    model = build("a" if with_nodes else "b", layers=4)
    model.execution = "quotient"
    found = model.explain(Batch.from_data_list(graphs))
    colors = [set() for _ in range(5)]
    for data in graphs:
        graph = as_engine_sees(data, with_nodes)
        for a, b in data.label_index.view(-1, 2).tolist():
            for label_tuple in ((a, b), (b, a)):
                for t in range(5):
                    coloring = klgnn.colors(graph, rounds=t, label_tuple=label_tuple)
                    colors[t] |= {tuple(row) for row in coloring.values.tolist()}
    assert found.colors == tuple(map(len, colors))
    assert found.rows == sum(int(d.label_count) * 2 * d.num_nodes for d in graphs)
    assert found.colors[-1] < found.rows


def as_engine_sees(data, with_nodes):
    """Types as colors; without those of nodes, the structure encoder's view."""
    forward = data.edge_index[0] < data.edge_index[1]
    return Graph.from_edges(
        data.edge_index[:, forward].t().tolist(),
        data.num_nodes,
        node_colors=[tuple(row) for row in data.x.tolist()] if with_nodes else None,
        edge_colors=[tuple(row) for row in data.edge_attr[forward].tolist()],
    )


def test_the_report_says_what_is_saved():
    batch = Batch.from_data_list(selected(All(2), [MOLECULES[0]] * 3))
    model = build("b", layers=2)
    model.execution = "quotient"
    one = model.explain(Batch.from_data_list(selected(All(2), MOLECULES[:1])))
    three = model.explain(batch)
    assert three.colors == one.colors  # copies of a graph cost nothing
    assert three.rows == 3 * one.rows
    assert "x fewer" in str(three)
    model.execution = "plain"
    assert model.explain(batch).colors is None
    assert "plain" in str(model.explain(batch))


def test_a_plan_made_elsewhere_is_followed():
    batch = Batch.from_data_list(selected(All(2), MOLECULES))
    model = build("b", labeling={"set_rate": 0.5}).double().train()
    torch.manual_seed(4)
    plan = model.plan(batch)
    batch.plan = plan.to("cpu")
    torch.manual_seed(5)
    one, other = model(batch), model(batch)
    assert torch.equal(one, other)  # no chance left
    del batch.plan
    torch.manual_seed(4)
    assert torch.allclose(model(batch), one, rtol=1e-12)


def test_gradients_of_the_inputs():
    """A node feature that wants a gradient gets its own, however alike others look."""
    data = MOLECULES[0].clone()
    data.x, data.edge_attr = torch.ones(data.num_nodes, 1).double(), None
    data = All(2)(data)
    data.x.requires_grad_()
    model = Joint(MPNN(8, 2), Features(8, width=1), Labeling(2), Pooling(8)).double()
    grads = []
    for execution in ("plain", "quotient"):
        model.execution = execution
        grads.append(torch.autograd.grad(model(data).square().sum(), data.x)[0])
    assert torch.allclose(*grads, rtol=1e-10, atol=1e-12)
    assert grads[0].unique().numel() > 1


def test_attributes_are_told_apart_exactly():
    values = torch.tensor([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [2.0, 1.0]]).double()
    values[2, 1] += 1e-7
    distinct, kind = kinds_of(values)
    assert kind[0] == kind[1]
    assert len({int(k) for k in kind}) == 3 == len(distinct)
    assert torch.equal(distinct[kind], values)


def test_refusals():
    features, labeling, pooling = Features(8), Labeling(1), Pooling(8)
    with pytest.raises(GraphError, match="PPGN, which looks at more than a node's neighbors"):
        Joint(PPGN(8, 1), features, labeling, pooling, execution="quotient")
    with pytest.raises(GraphError, match="'auto', 'plain' or 'quotient'"):
        IDMPNN(l=1, execution="fast")
    joint = Joint(PPGN(8, 1), features, labeling, pooling)
    assert joint.explain(All(1)(families.cycle(3).to("pyg"))).colors is None


def test_auto_is_plain_for_small_batches_and_quotient_for_large_ones():
    model = IDMPNN(l=2, hidden=8, select=All(2))
    small = families.path(3).to("pyg")
    large = Batch.from_data_list([families.erdos_renyi(20, 0.2, seed=1).to("pyg")])
    assert model.explain(small).colors is None
    assert model.explain(large).colors is not None
