"""Policies as PyG transforms, and whole data sets."""

import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import POLICIES, SMALL, as_rows, colored_alike
from strategies import graphs

from klgnn import Graph, GraphError, families
from klgnn.select import (
    All,
    ConnectedPairs,
    Constrained,
    Flexible,
    Hierarchical,
    LabelSets,
    RandomSample,
    prepare,
)  # fmt: skip

torch = pytest.importorskip("torch")
pytest.importorskip("torch_geometric")
from torch_geometric.data import Batch, Data, HeteroData, InMemoryDataset  # noqa: E402
from torch_geometric.loader import DataLoader  # noqa: E402
from torch_geometric.transforms import Compose, ToUndirected  # noqa: E402

KEYS = ("label_index", "label_size", "label_count")


def sets_of(data):
    return LabelSets(data.label_index.numpy(), data.label_size.numpy())


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
@settings(max_examples=15, deadline=None)
@given(graph=graphs(directed=False))
def test_a_data_gets_the_sets_of_its_graph(policy, graph):
    data = policy(graph.to("pyg"))
    assert [tuple(s.tolist()) for s in sets_of(data)] == [
        tuple(s.tolist()) for s in policy.label_sets(graph)
    ]
    assert data.label_index.dtype == data.label_size.dtype == torch.int64
    assert data.label_index.ndim == data.label_size.ndim == 1
    assert data.label_count.shape == (1,)
    assert data.label_count.item() == len(data.label_size)
    assert type(data) is Data


@pytest.mark.parametrize("policy", [All(2), Hierarchical(3)])
def test_the_input_is_untouched(policy):
    data = families.path(5).to("pyg")
    before = copy.deepcopy(data)
    after = policy(data)
    assert not any(key in data for key in KEYS)
    assert data.keys() == before.keys()
    assert torch.equal(data.edge_index, before.edge_index)
    assert after.edge_index is data.edge_index


def same(one, two):
    assert sorted(one.keys()) == sorted(two.keys())
    for key, value in one.to_dict().items():
        other = two[key]
        assert torch.equal(value, other) if torch.is_tensor(value) else value == other, key


@pytest.mark.parametrize("policy", [All(2), All(2, ordered=True), ConnectedPairs(), Flexible()])
def test_batches_go_there_and_back(policy):
    given = [policy(graph.to("pyg")) for graph in SMALL]
    batch = Batch.from_data_list(given)
    offsets = np.cumsum([0, *(graph.num_nodes for graph in SMALL)])
    expected = [s + o for data, o in zip(given, offsets, strict=False) for s in sets_of(data)]
    assert [s.tolist() for s in sets_of(batch)] == [s.tolist() for s in expected]
    assert batch.label_count.tolist() == [len(sets_of(data)) for data in given]
    for data, back in zip(given, batch.to_data_list(), strict=True):
        same(data, back)


def test_loaders_and_compose():
    graphs = [graph.to("pyg") for graph in SMALL[1:]]
    transform = Compose([ToUndirected(), Constrained(2, 2)])
    loader = DataLoader([transform(data) for data in graphs], batch_size=4)
    total = sum(int(batch.label_count.sum()) for batch in loader)
    assert total == sum(len(Constrained(2, 2).label_sets(graph)) for graph in SMALL[1:])
    assert "Constrained(l=2, max_distance=2, min_distance=1, predicate=None)" in repr(transform)


class Few(InMemoryDataset):
    """A data set as PyG's users write them."""

    def __init__(self, **options):
        super().__init__(None, **options)
        chosen = [graph.to("pyg") for graph in SMALL[1:]]
        if self.pre_transform is not None:
            chosen = [self.pre_transform(data) for data in chosen]
        self.data, self.slices = self.collate(chosen)


@pytest.mark.parametrize("when", ["transform", "pre_transform"])
def test_data_sets(when):
    policy = Constrained(2, 2)
    for data, graph in zip(Few(**{when: policy}), SMALL[1:], strict=True):
        assert as_rows(sets_of(data)) == as_rows(policy.label_sets(graph))
    for data, graph in zip(prepare(Few(), policy, progress=False), SMALL[1:], strict=True):
        assert as_rows(sets_of(data)) == as_rows(policy.label_sets(graph))


def test_the_structure_is_enough():
    expected = as_rows(Constrained(2, 2).label_sets(families.path(4)))
    both_ways = torch.tensor([[0, 1, 1, 2, 2, 3], [1, 0, 2, 1, 3, 2]])
    odd = torch.tensor([[0, 1, 0, 2, 2, 3, 1], [1, 2, 1, 2, 3, 2, 0]])  # one way, twice, a loop
    for edges in (both_ways, odd):
        for more in (
            {},
            {"x": torch.full((4, 2), float("nan"))},
            {"edge_attr": torch.rand(len(edges[0]))},
        ):
            data = Data(edge_index=edges, num_nodes=4, **more)
            assert as_rows(sets_of(Constrained(2, 2)(data))) == expected
    lone = Data(edge_index=both_ways, num_nodes=6)
    assert as_rows(sets_of(ConnectedPairs()(lone))) == [(0, 1), (1, 2), (2, 3)]


def test_policies_that_need_colors_read_them():
    edges = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
    data = Data(edge_index=edges, x=torch.tensor([[1], [1], [2]]))
    assert as_rows(sets_of(Constrained(2, 2, predicate=colored_alike)(data))) == [(0, 1)]
    one_way = Data(edge_index=edges[:, ::2], x=data.x, edge_attr=torch.tensor([[1], [2]]))
    assert as_rows(sets_of(Hierarchical(3, "louvain", 0.1)(one_way))) == [(0, 1, 2)]


def test_things_that_are_no_data():
    graph = families.path(3)
    for wrong, match in [
        (graph, r"All: got Graph, expected a PyG Data; label_sets\(graph\)"),
        ("Bw", "All: got str, expected a PyG Data; see klgnn.as_graph"),
        (HeteroData(), "to_homogeneous"), (Batch.from_data_list([graph.to("pyg")]), "to_data_list"),
        (Data(x=torch.zeros(2, 1)), "without edge_index"),
    ]:  # fmt: skip
        with pytest.raises(GraphError, match=match):
            All(2)(wrong)


GRAPHS = [*SMALL, *families.molecules(300, seed=3)]


@pytest.mark.parametrize("policy", [RandomSample(3, 0.1, seed=2), Hierarchical(4), Flexible()])
def test_the_number_of_processes_does_not_matter(policy):
    one = prepare(GRAPHS, policy, progress=False)
    two = prepare(GRAPHS, policy, n_jobs=2, progress=False)
    direct = [policy.label_sets(graph) for graph in GRAPHS]
    for a, b, c in zip(one, two, direct, strict=True):
        assert [s.tolist() for s in a] == [s.tolist() for s in b] == [s.tolist() for s in c]


def test_fresh_draws_follow_torch_for_any_number_of_processes():
    draws = []
    for n_jobs in (1, 2):
        torch.manual_seed(3)
        found = prepare(GRAPHS, RandomSample(2, 0.2), n_jobs=n_jobs, progress=False)
        draws.append([sets.nodes.tolist() for sets in found])
    assert draws[0] == draws[1]


def test_progress(capsys):
    prepare(GRAPHS[:5], All(2), progress=True)
    assert "5/5" in capsys.readouterr().err
    prepare(GRAPHS[:5], All(2))  # not a terminal
    prepare(GRAPHS[:5], All(2), progress=False)
    assert capsys.readouterr().err == ""


def test_generators_and_empty_lists():
    assert prepare([], All(2)) == []
    assert len(prepare((graph for graph in SMALL), All(2))) == len(SMALL)


def test_what_prepare_refuses():
    for dataset in (families.path(3), families.path(3).to("pyg"), 7, Graph.from_edges([(0, 1)])):
        with pytest.raises(GraphError, match="expected a list of graphs"):
            prepare(dataset, All(2))
    with pytest.raises(GraphError, match="expected a selection policy"):
        prepare([families.path(3)], lambda graph: [])
    with pytest.raises(GraphError, match=r"graph 1: got str, expected a klgnn\.Graph"):
        prepare([families.path(3), "Bw"], All(2))
    with pytest.raises(GraphError, match="graph 0: got a Data without edge_index"):
        prepare([Data(x=torch.zeros(2, 1))], All(2))


@settings(max_examples=20, deadline=None)
@given(graph=graphs(colors=False, directed=True), l=st.integers(1, 3))
def test_directed_data(graph, l):
    policy = Constrained(l, 2)
    assert as_rows(sets_of(policy(graph.to("pyg")))) == as_rows(policy.label_sets(graph))
