"""Networks with random weights tell apart what the engine says they do."""

from itertools import combinations

import pytest
import torch
from torch import nn
from torch_geometric.nn import GIN, SAGEConv, global_add_pool

from klgnn import GraphError, distinguish, families, frontier
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.features import Features
from klgnn.nn.joint import Joint
from klgnn.nn.labeling import Labeling
from klgnn.nn.ladder import ladder
from klgnn.nn.place import place, place_among
from klgnn.nn.power import PairPower, Power, power
from klgnn.nn.redraw import Gap, redrawn
from klgnn.nn.stages import Pooling
from klgnn.select import All

LADDER = {rung.name: rung for rung in ladder()}


def joint(l, layers=4, dim=16, nodes="deepsets"):
    """k,l-WL as the definition says: all ordered label tuples, tuples pooled before labels."""
    labeling = Labeling(l, All(l, ordered=True), permutations="identity")
    pooling = Pooling(dim, "tl", nodes=nodes)
    return Joint(MPNN(dim, layers), Features(dim), labeling, pooling)


def of_atlas(most):
    """All pairs of graphs of up to so many nodes, with the same number of nodes and edges."""
    graphs = families.atlas(most)[1:]
    alike = {}
    for graph in graphs:
        alike.setdefault((graph.num_nodes, graph.num_edges), []).append(graph)
    return [pair for group in alike.values() for pair in combinations(group, 2)]


def assert_equals_engine(model, pairs, k, l, **options):
    found = power(model, pairs, k=k, l=l, **options)
    assert found.reliable, found
    assert found.beyond(k, l) == [], found
    assert found.missing(k, l) == [], found
    assert {pair.tests[k, l] for pair in found.pairs} <= {True, False}
    return found


# The ladder is right.


@pytest.mark.parametrize("name", LADDER)
def test_the_ladder_knows_what_the_engine_knows(name):
    rung = LADDER[name]
    pair = rung.make()
    assert [graph.num_nodes for graph in pair] == [rung.num_nodes] * 2
    assert all(graph.node_colors is None for graph in pair)
    found = frontier(*pair, 4, 2, max_seconds=1.0)
    for (k, l), apart in found.table.items():
        assert apart in (None, rung.apart(k, l)), (k, l)
    for k, l in [(1, 0), (1, 1), (3, 0), (1, 2), (3, 1)]:
        assert found.table[k, l] is not None


@pytest.mark.slow
def test_the_largest_rung_in_full():
    rung = LADDER["flowers of SRG"]
    assert frontier(*rung.make(), 4, 2, max_seconds=60).minimal == list(rung.minimal)


@pytest.mark.parametrize("name", LADDER)
def test_five_rounds_are_enough(name):
    rung = LADDER[name]
    for l in (0, 1, 2):
        if rung.apart(1, l):
            assert distinguish(*rung.make(), 1, l, rounds=5)


# Networks against the engine.


@pytest.mark.parametrize("l", [1, 2])
def test_atlas_of_five(l):
    found = assert_equals_engine(joint(l), of_atlas(5), 1, l)
    assert all(p.apart for p in found.pairs)


@pytest.mark.parametrize("l", [1, 2])
def test_more_labels_on_some_of_the_atlas(l):
    assert_equals_engine(joint(l), of_atlas(6)[::40], 2, l)


@pytest.mark.slow
@pytest.mark.parametrize("l", [0, 1, 2])
def test_atlas_of_six(l):
    model = joint(l, 5) if l else GIN(1, 16, num_layers=5)
    found = assert_equals_engine(model, of_atlas(6), 1, l)
    assert any(not p.apart for p in found.pairs) == (l == 0)


@pytest.mark.parametrize("l", [1, 2])
@pytest.mark.parametrize("k", [1, 2])
def test_strongly_regular_graphs_take_two_labels(l, k):
    pairs = {name: LADDER[name].make() for name in ("rook / Shrikhande", "SR25", "flowers")}
    found = assert_equals_engine(joint(l), pairs, k, l, seeds=2, copies=1)
    assert [p.apart for p in found.pairs] == [l == 2] * 3


def test_differences_are_small_and_far_above_the_noise():
    pair = LADDER["rook / Shrikhande"].make()
    [found] = power(joint(2), [pair], k=1, l=2).pairs
    assert 1e-12 < found.difference < 1e-3
    assert found.noise < 1e-14


@pytest.mark.slow
def test_all_pairs_of_sr25():
    pairs = list(combinations(families.srg_25_12_5_6(), 2))
    for l in (1, 2):
        found = assert_equals_engine(joint(l), pairs, 1, l, copies=1)
        assert all(p.apart == (l == 2) for p in found.pairs)


def test_gin_is_color_refinement():
    pairs = {
        "hexagon": families.hexagon_and_triangles(),
        "rook": LADDER["rook / Shrikhande"].make(),
    }
    pairs |= {f"atlas {i}": pair for i, pair in enumerate(of_atlas(5))}
    found = assert_equals_engine(GIN(1, 16, num_layers=4), pairs, 1, 0)
    assert [p.apart for p in found.pairs][:2] == [False, False]
    assert sum(p.apart for p in found.pairs) > 20


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
        built.append(GraphLevel(wide=1))
        return built[-1]

    found = power(factory, [families.hexagon_and_triangles(), (families.path(4), families.star(3))])
    assert [p.apart for p in found.pairs] == [False, True]
    assert len(built) == 4  # one to look at, three seeds


def test_the_global_generator_and_type_stay_as_they_are():
    model, state = GIN(1, 8, num_layers=2), torch.random.get_rng_state()
    power(model, [families.hexagon_and_triangles()])
    assert torch.equal(state, torch.random.get_rng_state())
    assert torch.get_default_dtype() == torch.float32


def test_data_of_ones_own_with_features():
    path = families.path(4).to("pyg")
    path.x = torch.tensor([[0.0], [1.0], [0.0], [1.0]])
    other = path.clone()
    other.x = torch.tensor([[0.0], [1.0], [1.0], [0.0]])
    found = power(GIN(1, 16, num_layers=2), {"colors": (path, other)})
    assert found.pairs[0].apart
    assert found.pairs[0].tests[1, 0] is True


def test_a_gap_keeps_its_clearest_draw_and_its_worst_noise():
    gap = Gap()
    gap.add(1e-9, 1e-16)
    gap.add(1e-6, 1e-7)
    assert (gap.difference, gap.worst) == (1e-9, 1e-7)
    gap.add(1e-12, 1e-14)
    assert (gap.difference, gap.worst) == (1e-9, 1e-7)
    assert gap.noise > 1e-16  # the precision of float64


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
    with pytest.raises(GraphError, match="max_nodes"):
        place(GIN(1, 8, num_layers=1), max_nodes=2)


# Placing.


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


def test_the_table_reads_well():
    lines = str(power(GIN(1, 8, num_layers=2), {"six": families.hexagon_and_triangles()})).split(
        "\n"
    )
    assert lines[0].split()[:4] == ["pair", "network", "difference", "noise"]
    assert lines[1].split()[:2] == ["six", "same"]
    assert lines[1].split()[4:] == ["same", "apart", "apart", "apart", "apart", "apart"]
    assert lines[-1] == "The network tells 0 of 1 pairs apart."
