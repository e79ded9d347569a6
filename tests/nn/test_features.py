"""Attributes become vectors, or a clear error."""

import pytest
import torch

from klgnn import GraphError
from klgnn.nn import Features


def test_types_are_added_up_column_by_column():
    features = Features(4, [3, 2])
    x = torch.tensor([[0, 1], [2, 0]])
    one, two = (table.weight for table in features.tables)
    assert torch.equal(features(x), torch.stack([one[0] + two[1], one[2] + two[0]]))
    for dtype in (torch.int32, torch.uint8):
        assert torch.equal(features(x.to(dtype).long()), features(x))
    assert Features(4, 3)(torch.tensor([0, 1])).shape == (2, 4)
    assert features(x[:0]).shape == (0, 4)


def test_numbers_are_mapped_linearly():
    features = Features(4, width=2).double()
    x = torch.rand(3, 2).double()
    wanted = x @ features.linear.weight.T + features.linear.bias
    assert torch.allclose(features(x), wanted)
    assert torch.allclose(features(x.float()), wanted, atol=1e-6)  # in the type of the weights
    assert Features(4, width=1)(torch.rand(3)).shape == (3, 4)
    assert Features(4, width=2)(torch.ones(3, 2, dtype=torch.long)).shape == (3, 4)


def test_without_either_nothing_is_looked_at():
    features = Features(4)
    assert features.is_constant
    assert torch.equal(features(None, 3), torch.ones(3, 4))
    assert features(torch.rand(5, 7)).shape == (5, 4)
    with torch.no_grad():
        features.constant.fill_(9)
    features.reset_parameters()
    assert torch.equal(features(None, 1), torch.ones(1, 4))


def test_repr():
    assert "dim=4, constant" in repr(Features(4))
    assert "dim=4, types=[3, 2]" in repr(Features(4, (3, 2)))
    assert "dim=4, width=2" in repr(Features(4, width=2))


@pytest.mark.parametrize(
    ("options", "values", "message"),
    [
        ({"types": 3}, None, r"x: got none, expected 1 column\(s\) of whole numbers below 3"),
        ({"types": 3}, torch.rand(4, 1), r"x: got torch.float32, expected .*convert with .long"),
        ({"types": 3}, torch.ones(4, 1).bool(), "x: got torch.bool"),
        ({"types": [3, 2]}, torch.zeros(4, 1).long(), r"x: got shape \(4, 1\)"),
        ({"types": 3}, torch.tensor([0, 3]), "x: got types from 0 to 3, expected .*below 3"),
        ({"types": 3}, torch.tensor([-1, 2]), "x: got types from -1 to 2.*numbered from 0"),
        ({"width": 2}, torch.rand(4, 3), r"x: got shape \(4, 3\), expected 2 column\(s\)"),
        ({"width": 2}, None, r"x: got none, expected 2 column\(s\) of floats; add it to the data"),
        ({"types": 3, "what": "edge_attr"}, None, "edge_attr: got none"),
    ],
)
def test_refusals(options, values, message):
    with pytest.raises(GraphError, match=message):
        Features(4, **options)(values)


def test_types_and_a_width_are_refused_together():
    with pytest.raises(GraphError, match="expected one: whole numbers or floats"):
        Features(4, 3, 2)
