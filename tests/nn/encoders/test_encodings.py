"""Positional encodings against dense numpy."""

import itertools

import numpy as np
import pytest
import torch
from encoder_zoo import one_way
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import graphs, permutations_of
from torch_geometric.data import Batch, Data
from torch_geometric.loader import DataLoader
from torch_geometric.transforms import Compose

from klgnn import GraphError, families
from klgnn.nn.encoders import encodings
from klgnn.nn.encoders.encodings import AddEncoding, LaplacianEncoding, RandomWalkEncoding


@pytest.fixture(autouse=True)
def in_float64():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def counts(data):
    matrix = np.zeros((data.num_nodes, data.num_nodes))
    for u, v in data.edge_index.t().tolist():
        matrix[u, v] += 1
    return matrix


def slow_walks(data, steps):
    matrix = counts(data)
    for row in matrix:
        row /= max(row.sum(), 1)
    powers = [np.linalg.matrix_power(matrix, t) for t in range(1, steps + 1)]
    return np.stack([np.diag(power) for power in powers], axis=1)


def slow_projections(data, k):
    """The columns e_v of the projections to eigenspaces, by multiplying out the other factors."""
    linked = (counts(data) + counts(data).T > 0).astype(float)
    degree = linked.sum(1)
    laplacian = np.zeros_like(linked)
    for u in range(len(linked)):
        for v in range(len(linked)):
            if linked[u, v]:
                laplacian[u, v] = -1 / np.sqrt(degree[u] * degree[v])
        laplacian[u, u] += degree[u] > 0
    values = np.linalg.eigvalsh(laplacian)
    distinct = [values[0], *(b for a, b in itertools.pairwise(values) if b - a > 1e-6)]
    encoding = np.zeros((len(linked), 2 * k))
    for number, value in enumerate(distinct[:k]):
        projection = np.eye(len(linked))
        for other in distinct:
            if other != value:
                factor = (laplacian - other * np.eye(len(linked))) / (value - other)
                projection = projection @ factor
        encoding[:, number] = np.linalg.norm(projection, axis=0)
        encoding[:, k + number] = value
    return encoding


@settings(deadline=None)
@given(graph=graphs(min_nodes=1), steps=st.integers(1, 9))
def test_random_walks(graph, steps):
    data = graph.to("pyg")
    done = RandomWalkEncoding(steps)(data)
    np.testing.assert_allclose(done.rwse, slow_walks(data, steps), atol=1e-12)
    assert "rwse" not in data


def test_random_walks_on_sparse_matrices(monkeypatch):
    data = families.erdos_renyi(40, 0.1, seed=1).to("pyg")
    monkeypatch.setattr(encodings, "DENSE", 10)
    np.testing.assert_allclose(RandomWalkEncoding(7)(data).rwse, slow_walks(data, 7), atol=1e-12)


def test_repeated_edges_are_walked_more_often():
    data = one_way(3, [(0, 1), (0, 1), (0, 2), (1, 0), (2, 2)])
    np.testing.assert_allclose(
        RandomWalkEncoding(2)(data).rwse, [[0, 2 / 3], [0, 2 / 3], [1, 1]]
    )  # fmt: skip


@settings(deadline=None)
@given(graph=graphs(min_nodes=1, max_nodes=6), k=st.integers(1, 8))
def test_laplacian(graph, k):
    data = graph.to("pyg")
    done = LaplacianEncoding(k)(data).lappe
    np.testing.assert_allclose(done, slow_projections(data, k), atol=1e-6)


@settings(deadline=None)
@given(pair=graphs(min_nodes=1).flatmap(lambda g: st.tuples(st.just(g), permutations_of(g))))
def test_relabeling(pair):
    graph, permutation = pair
    data = graph.to("pyg")
    other = Data(
        edge_index=torch.from_numpy(permutation)[data.edge_index], num_nodes=data.num_nodes
    )
    for encoding in (RandomWalkEncoding(5), LaplacianEncoding(4)):
        one, two = encoding(data)[encoding.key], encoding(other)[encoding.key]
        assert torch.allclose(two[permutation], one, atol=1e-7)


def test_vectors_are_eigenvectors():
    data = families.path(5).to("pyg")
    vectors = LaplacianEncoding(3, kind="vectors")(data).lappe
    invariant = LaplacianEncoding(3)(data).lappe
    assert torch.allclose(vectors.abs(), invariant[:, :3])
    few = LaplacianEncoding(7, kind="vectors")(data).lappe
    assert few.shape == (5, 7)
    assert not few[:, 5:].any()


def test_as_transforms_in_a_loader():
    transform = Compose([RandomWalkEncoding(3), LaplacianEncoding(2)])
    datas = [transform(families.path(n).to("pyg")) for n in (1, 2, 5)]
    batch = next(iter(DataLoader(datas, batch_size=3)))
    assert batch.rwse.shape == (8, 3)
    assert batch.lappe.shape == (8, 4)
    back = batch.to_data_list()
    assert all(torch.equal(a.lappe, b.lappe) for a, b in zip(datas, back, strict=True))
    empty = transform(Data(edge_index=torch.zeros(2, 0, dtype=torch.long), num_nodes=0))
    assert empty.rwse.shape == (0, 3)
    assert empty.lappe.shape == (0, 4)


def test_default_type():
    torch.set_default_dtype(torch.float32)
    assert RandomWalkEncoding(3)(families.path(3).to("pyg")).rwse.dtype == torch.float32


@pytest.mark.parametrize(
    "encoding",
    [RandomWalkEncoding(4), LaplacianEncoding(3), LaplacianEncoding(3, kind="vectors")],
    ids=repr,
)
def test_adding(encoding):
    batch = Batch.from_data_list([encoding(families.path(n).to("pyg")) for n in (2, 5)])
    torch.manual_seed(0)
    module, h = AddEncoding(6, encoding).eval(), torch.randn(7, 6)
    assert torch.equal(module(h, batch), h + module.mlp(batch[encoding.key]))
    again = module(h, batch)
    module.reset_parameters()
    assert not torch.equal(module(h, batch), again)
    module(h, batch).sum().backward()
    assert all(p.grad is not None for p in module.parameters())


def test_signs_flip_in_training_graph_by_graph():
    encoding = LaplacianEncoding(2, kind="vectors")
    batch = Batch.from_data_list([encoding(families.path(3).to("pyg")) for _ in range(2)])
    flips = {
        tuple((encodings._flipped(batch.lappe, batch.batch) / batch.lappe)[[0, 3], 0].tolist())
        for _ in range(64)
    }
    assert flips == {(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)}
    alone = encodings._flipped(batch.lappe, None) / batch.lappe
    assert alone[:, 0].unique().numel() == 1


def test_errors():
    with pytest.raises(GraphError, match="steps: got 0"):
        RandomWalkEncoding(0)
    with pytest.raises(GraphError, match="k: got 0"):
        LaplacianEncoding(0)
    with pytest.raises(GraphError, match="kind: got 'signs'"):
        LaplacianEncoding(2, kind="signs")
    with pytest.raises(GraphError, match="without edge_index"):
        RandomWalkEncoding(2)(Data(x=torch.ones(2, 1)))
    data = families.path(3).to("pyg")
    module = AddEncoding(4, RandomWalkEncoding(2))
    with pytest.raises(GraphError, match=r"rwse: got none, expected \(3, 2\); apply RandomWalk"):
        module(torch.zeros(3, 4), data)
    with pytest.raises(GraphError, match=r"rwse: got shape \(3, 5\), expected \(3, 2\)"):
        module(torch.zeros(3, 4), RandomWalkEncoding(5)(data))
