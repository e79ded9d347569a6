"""Networks with random weights tell apart exactly what the engine says they do."""

from itertools import combinations

import pytest
from powers import LADDER, assert_equals_engine, joint, of_atlas
from torch_geometric.nn import GIN

from klgnn import families
from klgnn.nn import power


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
