"""Networks with random weights tell apart exactly what the engine says they do."""

from itertools import combinations

import pytest
from powers import LADDER, assert_equals_engine, joint, of_atlas
from torch.nn import GELU
from torch_geometric.nn import GIN

from klgnn import families
from klgnn.nn import MPNN, PPGN, Aggregator, Features, Joint, Labeling, Parallel, Pooling, power


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


def ppgn(l, dim=16, layers=3):
    """A smooth activation: what ReLUs leave of the difference of SR25 is near the noise."""
    encoder, pooling = PPGN(dim, layers, activation=GELU, scale=8.0), Pooling(dim, "tl")
    return Joint(encoder, Features(dim), Labeling(l), pooling)


def test_ppgn_with_a_label_is_3_1_wl():
    names = ("path / star", "hexagon / triangles", "flowers", "rook / Shrikhande", "SR25")
    pairs = {name: LADDER[name].make() for name in names}
    found = assert_equals_engine(ppgn(1), pairs, 3, 1, copies=1)
    assert all(p.apart for p in found.pairs)


@pytest.mark.slow
def test_ppgn_with_a_label_does_not_see_what_3_1_wl_does_not():
    pair = LADDER["flowers of SRG"].make()
    [found] = power(ppgn(1), [pair], k=3, l=1, seeds=1, copies=1).pairs
    assert (found.verdict, found.tests[3, 1]) == ("same", False)


@pytest.mark.parametrize("l", [1, 2])
def test_a_parallel_network_stays_within_k_wl_and_1_l_wl_together(l):
    """Here 1-WL and 1,l-WL, so 1,l-WL; the base adds nothing to that."""
    dim = 12
    model = Parallel(
        MPNN(dim, 4), MPNN(dim, 4), Aggregator(dim, join="concat", then=MPNN(dim, 1)),
        Features(dim), Labeling(l), Pooling(dim, "tl", nodes="deepsets"),
    )  # fmt: skip
    names = ["path / star", "hexagon / triangles", "CSL 11, 2 / 3", "flowers", "rook / Shrikhande"]
    pairs = {name: LADDER[name].make() for name in names}
    found = power(model, pairs, k=1, l=l, copies=1)
    assert found.reliable, found
    assert found.beyond(1, l) == []
    apart = {pair.name for pair in found.pairs if pair.apart}
    assert {"path / star", "hexagon / triangles"} <= apart
    assert ("rook / Shrikhande" in apart) == (l == 2)
