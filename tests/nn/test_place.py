"""Where in the hierarchy a network stands."""

import pytest
from powers import joint
from torch import nn
from torch_geometric.nn import GIN, SAGEConv

from klgnn import GraphError
from klgnn.nn import place
from klgnn.nn.place import place_among
from klgnn.nn.power import PairPower, Power


def test_place_of_plain_networks():
    gin, short = (place(GIN(1, 16, num_layers=n)) for n in (5, 2))
    assert gin.dominates == gin.dominated_by == ((1, 0),)
    assert "exactly what 1,0-WL does" in str(gin)
    assert (short.dominates, short.dominated_by) == ((), ((1, 0),))
    assert "less than 1,0-WL" in str(short)


def test_a_mean_over_neighbors_sees_nothing_without_features():
    class Mean(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = SAGEConv(1, 8)

        def forward(self, x, edge_index):
            return self.conv(x, edge_index)

    found = place(Mean(), max_nodes=20)
    assert not any(pair.apart for pair in found.power.pairs)


def test_place_of_one_label():
    found = place(joint(1, 6), seeds=1)
    assert found.dominates == found.dominated_by == ((1, 1),)


@pytest.mark.slow
def test_place_of_two_labels():
    found = place(joint(2, 6), seeds=1)
    assert found.dominates == found.dominated_by == ((1, 2),)


def test_place_among():
    tests = ((1, 0), (1, 1), (3, 0))
    sees = {"easy": (1, 1, 1), "label": (0, 1, 1), "dimension": (0, 0, 1)}

    def placed(*apart):
        pairs = tuple(
            PairPower(
                name, "apart" if name in apart else "same", 0.1, 0.0,
                {t: bool(s) for t, s in zip(tests, seen, strict=True)},
            )
            for name, seen in sees.items()
        )  # fmt: skip
        found = place_among(Power(pairs, tests))
        return found.dominates, found.dominated_by

    assert placed() == ((), ((1, 0),))
    assert placed("easy") == (((1, 0),), ((1, 0),))
    assert placed("easy", "dimension") == (((1, 0),), ((3, 0),))
    assert placed("label") == ((), ((1, 1),))
    assert placed(*sees) == (((3, 0),), ((3, 0),))


def test_refusals():
    with pytest.raises(GraphError, match="max_nodes"):
        place(GIN(1, 8, num_layers=1), max_nodes=2)
