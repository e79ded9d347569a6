"""What is known of a node before any message."""

import torch
from torch import nn
from torch_geometric.data import Batch

from klgnn import families
from klgnn.nn import Features, LaplacianEncoding, RandomWalkEncoding, SubstructureCounts
from klgnn.nn.inputs import read_inputs
from klgnn.nn.node_vectors import NodeVectors


def inputs(**attributes):
    """A path and a star of four nodes each, with encodings."""
    graphs = []
    for graph in (families.path(4), families.star(3)):
        data = RandomWalkEncoding(3)(graph.to("pyg"))
        data.x = torch.tensor([0, 1, 1, 0])
        graphs.append(data)
    batch = Batch.from_data_list(graphs)
    for name, value in attributes.items():
        batch[name] = value
    return read_inputs(batch, None)


def test_features_and_an_mlp_of_each_extra_are_added():
    torch.manual_seed(0)
    vectors, given = NodeVectors(Features(4, 2), {"rwse": 3, "more": 1}, 4), None
    given = inputs(more=torch.rand(8, 1))
    done = vectors(given)
    for v in range(8):
        slow = vectors.features.tables[0].weight[given.x[v]]
        slow = slow + vectors.extras["rwse"](given.data.rwse[v])
        slow = slow + vectors.extras["more"](given.data.more[v])
        assert torch.allclose(done[v], slow, atol=1e-6)


def same(kind):
    return [kind.tolist().index(k) for k in kind.tolist()]


def test_kinds_are_equal_where_all_that_is_read_is():
    given = inputs()
    assert NodeVectors(Features(4)).kinds(given) is None  # nothing is read
    assert same(NodeVectors(Features(4, 2)).kinds(given)) == [0, 1, 1, 0, 0, 1, 1, 0]
    both = NodeVectors(Features(4, 2), {"rwse": 3}, 4).kinds(given)
    rows = torch.cat([given.x.unsqueeze(1), given.data.rwse], 1).tolist()
    assert same(both) == [rows.index(row) for row in rows]
    assert same(NodeVectors(Features(4), {"rwse": 3}, 4).kinds(given)) == [
        given.data.rwse.tolist().index(row) for row in given.data.rwse.tolist()
    ]


def test_what_may_tell_nodes_apart_by_anything_does():
    class Numbered(nn.Module):
        def forward(self, x, nodes):
            return torch.arange(nodes).float().unsqueeze(1).expand(-1, 4)

    given = inputs()
    assert same(NodeVectors(Numbered()).kinds(given)) == list(range(8))
    wanted = inputs(rwse=torch.zeros(8, 3, requires_grad=True))
    vectors = NodeVectors(Features(4), {"rwse": 3}, 4)
    assert same(vectors.kinds(wanted)) == list(range(8))  # each has a gradient of its own
    assert len(set(same(vectors.kinds(inputs(rwse=torch.zeros(8, 3)))))) == 1


def test_encodings_and_counts_fit_as_they_are():
    data = families.cycle(5).to("pyg")
    transforms = RandomWalkEncoding(3), LaplacianEncoding(2), SubstructureCounts(("cycle5",))
    for transform in transforms:
        data = transform(data)
    widths = {transform.key: transform.width for transform in transforms}
    assert widths == {"rwse": 3, "lappe": 4, "counts": 1}
    vectors = NodeVectors(Features(4), widths, 4)
    assert vectors(read_inputs(data, None)).shape == (5, 4)
    before = vectors.extras["rwse"][0].weight.detach().clone()
    vectors.reset_parameters()
    assert not torch.equal(before, vectors.extras["rwse"][0].weight)
