"""New weights for any architecture, and the clearest of several draws."""

import torch
from torch import nn
from torch_geometric.nn import GIN, global_add_pool

from klgnn import families
from klgnn.nn import power
from klgnn.nn.redraw import Gap, redrawn


class Summed(nn.Module):
    def __init__(self):
        super().__init__()
        self.gin = GIN(1, 16, num_layers=3)

    def forward(self, x, edge_index, batch):
        return global_add_pool(self.gin(x, edge_index), batch)


class Frozen(nn.Module):
    """Weights that no reset_parameters reaches, and a last layer that starts as zeros."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(16, 1))
        self.inner = GIN(1, 16, num_layers=2)
        self.last = nn.Parameter(torch.zeros(16))

    def forward(self, x, edge_index, batch):
        return global_add_pool(self.inner(x, edge_index), batch) @ self.weight * self.last


def test_weights_are_redrawn_wherever_they_are():
    model = Frozen()
    one, other, again = (redrawn(model, seed) for seed in (0, 1, 0))
    for a, b, c in zip(one.parameters(), other.parameters(), again.parameters(), strict=True):
        assert not torch.equal(a, b)
        assert torch.equal(a, c)
        assert a.dtype == torch.float64
    assert power(model, [(families.path(4), families.star(3))]).pairs[0].apart
    assert float(model.last.detach().abs().max()) == 0


def test_a_factory_builds_new_networks():
    built = []

    def factory():
        built.append(Summed())
        return built[-1]

    found = power(factory, [families.hexagon_and_triangles(), (families.path(4), families.star(3))])
    assert [p.apart for p in found.pairs] == [False, True]
    assert len(built) == 4  # one to look at, three seeds


def test_the_global_generator_and_type_stay_as_they_are():
    model, state = GIN(1, 8, num_layers=2), torch.random.get_rng_state()
    power(model, [families.hexagon_and_triangles()])
    assert torch.equal(state, torch.random.get_rng_state())
    assert torch.get_default_dtype() == torch.float32


def test_a_gap_keeps_its_clearest_draw_and_its_worst_noise():
    gap = Gap()
    gap.add(1e-9, 1e-16)
    gap.add(1e-6, 1e-7)
    assert (gap.difference, gap.worst) == (1e-9, 1e-7)
    gap.add(1e-12, 1e-14)
    assert (gap.difference, gap.worst) == (1e-9, 1e-7)
    assert gap.noise > 1e-16  # the precision of float64
