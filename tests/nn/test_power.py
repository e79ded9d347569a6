"""What power says: verdicts, controls, refusals and the table."""

import pytest
import torch
from powers import LADDER
from torch import nn
from torch_geometric.nn import GIN, global_add_pool

from klgnn import GraphError, families
from klgnn.nn import IDMPNN, MPNN, Baseline, Features, Joint, Labeling, Pooling, lift, power
from klgnn.select import All


class GraphLevel(nn.Module):
    def __init__(self, numbers=0.0, wide=3):
        super().__init__()
        self.gin, self.numbers = GIN(wide, 16, num_layers=3), numbers

    def forward(self, x, edge_index, batch):
        h = self.gin(x, edge_index)
        if self.numbers:
            h = h + self.numbers * torch.arange(len(h)).to(h).unsqueeze(1)
        return global_add_pool(h, batch)


def test_a_network_that_reads_numbers_is_unreliable():
    pairs = {"hexagon": families.hexagon_and_triangles()}
    assert power(GraphLevel(), pairs).pairs[0].verdict == "same"
    found = power(GraphLevel(1e-3), pairs)
    assert found.pairs[0].verdict == "unreliable"
    assert found.pairs[0].apart is None
    assert not found.reliable
    assert "1 without a clear answer" in str(found)


def test_features_that_depend_on_the_numbering_are_unreliable_too():
    def numbered(data):
        data = data.clone()
        data.x = torch.arange(data.num_nodes).double().unsqueeze(1).expand(-1, 3)
        return data

    pairs = [families.hexagon_and_triangles()]
    assert power(GraphLevel(), pairs, prepare=numbered).pairs[0].verdict == "unreliable"


def test_prepare_adds_what_a_network_sees():
    def with_triangles(data):
        adjacency = torch.zeros(data.num_nodes, data.num_nodes, dtype=torch.float64)
        adjacency[data.edge_index[0], data.edge_index[1]] = 1
        data = data.clone()
        data.x = torch.linalg.matrix_power(adjacency, 3).diagonal().unsqueeze(1).expand(-1, 3)
        return data

    pairs = [families.hexagon_and_triangles()]
    assert power(GraphLevel(), pairs, prepare=with_triangles).pairs[0].apart


def test_label_sets_by_a_policy_as_prepare():
    pair = LADDER["hexagon / triangles"].make()
    model = Joint(MPNN(8, 3), Features(8), Labeling(1), Pooling(8))
    assert power(model, [pair], prepare=All(1)).pairs[0].apart


@pytest.mark.parametrize("architecture", ["a", "b"])
def test_lifted_networks_get_columns_of_ones(architecture):
    pair = [families.hexagon_and_triangles()]
    assert power(lift(GIN(3, 16, num_layers=3), 1, architecture), pair).pairs[0].apart


def test_models_for_molecules_get_type_0_everywhere():
    settings = {"hidden": 8, "layers": (3, 3, 1), "node_types": [28, 3], "edge_types": 4}
    pairs = {"hexagon": families.hexagon_and_triangles(), "trees": LADDER["path / star"].make()}
    for model, expected in ((IDMPNN(l=1, **settings), [True] * 2), (Baseline(**settings), [0, 1])):
        assert [pair.apart for pair in power(model, pairs, k=1, l=1).pairs] == expected


def test_attributes_that_are_there_are_kept():
    pair = [graph.to("pyg") for graph in families.hexagon_and_triangles()]
    for data, kind in zip(pair, (0, 1), strict=True):
        data.x = torch.full((6, 1), kind)
    model = Baseline(hidden=8, layers=(1, 1, 1), node_types=2, edge_types=4)
    assert power(model, [tuple(pair)]).pairs[0].apart
    assert "edge_attr" not in pair[0]


def test_data_of_ones_own_with_features():
    path = families.path(4).to("pyg")
    path.x = torch.tensor([[0.0], [1.0], [0.0], [1.0]])
    other = path.clone()
    other.x = torch.tensor([[0.0], [1.0], [1.0], [0.0]])
    found = power(GIN(1, 16, num_layers=2), {"colors": (path, other)})
    assert found.pairs[0].apart
    assert found.pairs[0].tests[1, 0] is True


def test_differences_near_the_noise_are_unclear():
    pair = families.path(4), families.star(3)

    class Weak(nn.Module):
        def forward(self, data):
            degree = data.edge_index[0].bincount(minlength=data.num_nodes).double()
            return global_add_pool(1 + 1e-15 * degree.unsqueeze(1) ** 2 * 5, data.batch)

    [found] = power(Weak(), [pair], margin=1e3).pairs
    assert found.verdict in ("unclear", "same")
    [found] = power(Weak(), [pair], margin=5.0).pairs
    assert found.verdict == "apart"


@pytest.mark.parametrize(
    ("options", "message"),
    [({"k": 1}, "both or neither"), ({"seeds": 0}, "seeds"), ({"copies": 0}, "copies")],
)
def test_refusals(options, message):
    with pytest.raises(GraphError, match=message):
        power(GIN(1, 8, num_layers=1), [families.hexagon_and_triangles()], **options)


def test_refused_models_and_pairs():
    with pytest.raises(GraphError, match="two graphs"):
        power(GIN(1, 8, num_layers=1), [families.path(3)])
    with pytest.raises(GraphError, match="without arguments"):
        power(lambda data: data.x, [families.hexagon_and_triangles()])


def test_the_table_reads_well():
    lines = str(power(GIN(1, 8, num_layers=2), {"six": families.hexagon_and_triangles()})).split(
        "\n"
    )
    assert lines[0].split()[:4] == ["pair", "network", "difference", "noise"]
    assert lines[1].split()[:2] == ["six", "same"]
    assert lines[1].split()[4:] == ["same", "apart", "apart", "apart", "apart", "apart"]
    assert lines[-1] == "The network tells 0 of 1 pairs apart."
