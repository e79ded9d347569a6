"""Every architecture, pooling and policy equals the slow reference, plain and by quotient."""

import pytest
import torch
from reference import reference, reference_nodes
from torch_geometric.data import Batch, Data

from klgnn import families
from klgnn.nn import MPNN, Aggregator, Features, Joint, Labeling, Parallel, Pooling
from klgnn.nn.modules import mlp
from klgnn.select import (
    All,
    ConnectedPairs,
    Constrained,
    Flexible,
    Hierarchical,
    RandomSample,
    Rooted,
)

NODE_TYPES, EDGE_TYPES = [3, 2], [2, 2]


def molecule(graph, seed):
    """A Data with random types, the same both ways along an edge."""
    generator = torch.Generator().manual_seed(seed)
    data = graph.recolor().to("pyg")
    n = data.num_nodes
    data.x = torch.stack([torch.randint(t, (n,), generator=generator) for t in NODE_TYPES], 1)
    kinds = torch.stack([torch.randint(t, (n, n), generator=generator) for t in EDGE_TYPES], 2)
    low, high = data.edge_index.min(0).values, data.edge_index.max(0).values
    data.edge_attr = kinds[low, high]
    return data


GRAPHS = [
    molecule(families.cycle(5), 0),
    molecule(families.path(1), 1),
    molecule(families.star(3), 2),
    molecule(families.cycle(3).disjoint_union(families.path(2)), 3),
    molecule(families.cycle(5), 0),  # the first once more: its colors are shared
    Data(  # directed, with a loop, a repeated edge and an isolated node
        x=torch.tensor([[0, 1], [2, 0], [0, 1], [1, 1]]),
        edge_index=torch.tensor([[0, 1, 2, 2, 0], [1, 2, 0, 2, 1]]),
        edge_attr=torch.tensor([[0, 0], [1, 0], [0, 1], [1, 1], [0, 0]]),
        num_nodes=4,
    ),
]


def build(kind, l=2, dim=6, layers=2, join="add", then="mpnn", labeling=None, **pooling):
    torch.manual_seed(3)
    run = pooling.pop("run", {})
    norm = pooling.pop("norm", "layer")
    marks = pooling.pop("marked", None)
    edges = {"edge_types": EDGE_TYPES, "norm": norm}
    labels = Labeling(l, **(labeling or {}))
    pooling = {"structure_dim": 4 if kind == "b" else None, **pooling}
    features, pools = Features(dim, NODE_TYPES), Pooling(dim, **pooling)
    options = {"head": mlp(dim, 3), **run}
    if kind == "a":
        combined = {"combine": join, "marked": marks is None}
        return Joint(MPNN(dim, layers, **edges), features, labels, pools, **combined, **options)
    aggregate = Aggregator(dim, 4, join, MPNN(dim, 1, **edges) if then == "mpnn" else then)
    structure = MPNN(4, layers, **edges)
    base = MPNN(dim, 2, **edges)
    return Parallel(base, structure, aggregate, features, labels, pools, **options)


def selected(policy, graphs=GRAPHS):
    return [policy(data) for data in graphs]


def compare(model, graphs, expected=reference, tolerance=1e-10):
    """Forward and gradients, plain and by quotient, against the loops."""
    model = model.double()
    model.eval()  # no label sets are dropped; gradients are wanted all the same
    wanted = expected(model, graphs)
    torch.manual_seed(0)
    weight = torch.randn_like(wanted)
    parameters = [p for p in model.parameters() if p.requires_grad]
    slow = torch.autograd.grad((wanted * weight).sum(), parameters, allow_unused=True)
    for execution in ("plain", "quotient"):
        model.execution = execution
        found = model(Batch.from_data_list(graphs))
        assert torch.allclose(found, wanted, rtol=tolerance, atol=tolerance), execution
        fast = torch.autograd.grad((found * weight).sum(), parameters, allow_unused=True)
        for p, one, other in zip(parameters, slow, fast, strict=True):
            one, other = (torch.zeros_like(p) if g is None else g for g in (one, other))
            assert torch.allclose(one, other, rtol=1e-8, atol=1e-8), execution


ORDERS = ("paper", "tl", "lt", "nested")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kind", ["a", "b"])
def test_orders(kind, order):
    compare(build(kind, order=order), selected(All(2)))


@pytest.mark.parametrize("pool", ["sum", "mean", "max", "attention", "deepsets"])
@pytest.mark.parametrize(("kind", "order"), [("b", "paper"), ("a", "tl"), ("b", "lt")])
def test_pools(kind, order, pool):
    model = build(kind, order=order, permutations=pool, nodes=pool, sets=pool)
    compare(model, selected(All(2), GRAPHS[1:3]))


@pytest.mark.parametrize(
    ("join", "then"),
    [("add", None), ("hadamard", "mlp"), ("concat", "mpnn"), ("attention", "mpnn")],
)
def test_aggregators(join, then):
    compare(build("b", join=join, then=then), selected(All(2), GRAPHS[:4]))


@pytest.mark.parametrize("join", ["add", "hadamard", "concat", "attention"])
def test_how_labels_join_features(join):
    compare(build("a", join=join), selected(All(2), GRAPHS[:4]))


@pytest.mark.parametrize(
    "policy",
    [
        All(1), All(3), All(2, ordered=True), RandomSample(2, 0.5, seed=1), Rooted(2, 1),
        ConnectedPairs(), Constrained(3, 2), Hierarchical(3), Flexible(max_size=3),
    ],
    ids=lambda policy: type(policy).__name__,
)  # fmt: skip
@pytest.mark.parametrize("kind", ["a", "b"])
def test_policies(kind, policy):
    labeling = {"permutations": "identity"} if policy.ordered else {}
    compare(build(kind, l=policy.l, labeling=labeling), selected(policy, GRAPHS[:5]))


@pytest.mark.parametrize("subgraphs", ["labeled", 0, 1, 2])
@pytest.mark.parametrize(("kind", "order"), [("a", "lt"), ("b", "paper")])
def test_subgraphs(kind, order, subgraphs):
    model = build(kind, order=order, labeling={"subgraphs": subgraphs})
    compare(model, selected(All(2), GRAPHS[1:]))


@pytest.mark.parametrize("kind", ["a", "b"])
def test_a_smaller_group(kind):
    compare(build(kind, l=3, labeling={"permutations": "cyclic"}), selected(All(3)))


@pytest.mark.parametrize("kind", ["a", "b"])
def test_nodes(kind):
    for order in ("paper", "lt"):
        compare(build(kind, order=order, level="node"), selected(All(2)), reference_nodes)


def test_unmarked_roots():
    compare(build("a", l=1, marked=False, labeling={"subgraphs": 1}), selected(All(1)))


def test_without_norm_and_with_deeper_encoders():
    compare(build("b", layers=4, norm=None), selected(All(2), GRAPHS[:4]), tolerance=1e-9)
    compare(build("a", layers=0), selected(All(2), GRAPHS[:4]))


def test_label_sets_chosen_by_the_model_are_those_of_the_transform():
    model = build("a", labeling={"select": Constrained(2, 2)}).double().eval()
    plain = GRAPHS[:4]
    chosen = model(Batch.from_data_list(plain))
    given = model(Batch.from_data_list(selected(Constrained(2, 2), plain)))
    assert torch.equal(chosen, given)


def test_portions_do_not_matter():
    batch = Batch.from_data_list(selected(All(2)))
    for kind in ("a", "b"):
        for order in ORDERS:
            model = build(kind, order=order).double().eval()
            with torch.no_grad():
                whole = model(batch)
                model.max_rows = 7
                assert len(model.plan(batch).portions) > 5
                assert torch.allclose(model(batch), whole, rtol=1e-12, atol=1e-12)
