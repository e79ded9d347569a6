"""The engine against the oracle: every cell of k, l, variant, pooling, mode and rounds."""

import numpy as np
import pytest
from against_oracle import (
    SmallSets,
    alike,
    atlas,
    atlas_classes,
    classes_of,
    digraph,
    oracle_options,
    same_partition,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, distinguish, families, partition
from klgnn.select import Constrained, EgoNets, LabelBased, RootedEgoNets
from klgnn.wl import Method, engine

SLOW = pytest.mark.slow
VARIANTS = ("wl", "fwl")
POOLINGS = ("tl", "lt", "nested")
# Up to how many nodes the atlas is fast, per (k, l); slow tests go to six (seven for k = 1).
FAST = {
    (1, 0): 7, (1, 1): 7, (1, 2): 5,
    (2, 0): 6, (2, 1): 6, (2, 2): 5,
    (3, 0): 6, (3, 1): 5, (3, 2): 5,
}  # fmt: skip
LARGE = {(1, 2): 7, (2, 2): 6, (3, 1): 6, (3, 2): 6}
CASES = [
    *((n, k, l, v) for (k, l), n in FAST.items() for v in VARIANTS),
    *(pytest.param(n, k, l, v, marks=SLOW) for (k, l), n in LARGE.items() for v in VARIANTS),
]


@pytest.mark.parametrize(("n", "k", "l", "variant"), CASES)
def test_stable_colors_on_the_atlas(n, k, l, variant):
    expected = atlas_classes(n, k, l, variant if k > 1 else "wl")
    for pooling in POOLINGS:
        for mode in ("hashed", "exact"):
            got = partition(atlas(n), k, l, variant=variant, pooling=pooling, mode=mode)
            assert same_partition(got, expected[pooling]), (pooling, mode)


@pytest.mark.parametrize(("n", "k", "l", "variant"), CASES)
def test_the_reduced_test_is_as_strong_as_the_one_asked_for(n, k, l, variant):
    # partition runs the reduced test; this is the one asked for.
    method = Method(k, l, variant)
    colors = [engine.graph_color(graph, method).tobytes() for graph in atlas(n)]
    assert same_partition(colors, atlas_classes(n, k, l, variant if k > 1 else "wl")["tl"])


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("k", "l"), FAST)
def test_fixed_rounds_on_the_atlas(k, l, variant, rounds):
    n = 6 if k == 1 and l < 2 else 5 if k**l < 3 else 4
    expected = atlas_classes(n, k, l, variant if k > 1 else "wl", rounds)
    for pooling in POOLINGS:
        got = partition(atlas(n), k, l, variant=variant, pooling=pooling, rounds=rounds)
        assert same_partition(got, expected[pooling]), pooling


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("n", "l"), [(4, 0), (3, 1)])
def test_four_dimensions(n, l, variant):
    for rounds in (None, 1):
        expected = atlas_classes(n, 4, l, variant, rounds)
        method = Method(4, l, variant, rounds=rounds)
        colors = [engine.graph_color(graph, method).tobytes() for graph in atlas(n)]
        assert same_partition(colors, expected["tl"])
        assert same_partition(partition(atlas(n), method), expected["tl"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_five_dimensions_of_three_nodes(variant):
    graphs = [shuffled(digraph(seed, 3), seed) for seed in range(6)]
    expected = classes_of(graphs, 5, 0, variant)["tl"]
    colors = [engine.graph_color(graph, Method(5, 0, variant)).tobytes() for graph in graphs]
    assert same_partition(colors, expected)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_graphs_of_every_kind(k, l, variant, data):
    graphs = data.draw(alike(max_nodes=5 if k < 3 else 4, count=4))
    graphs.append(shuffled(graphs[0], 1))
    rounds = data.draw(st.sampled_from([None, None, 0, 1, 2]))
    expected = classes_of(graphs, k, l, variant, rounds)
    for pooling in POOLINGS:
        options = {"variant": variant, "pooling": pooling, "rounds": rounds}
        assert same_partition(partition(graphs, k, l, **options), expected[pooling])
        exact = partition(graphs, k, l, mode="exact", **options)
        assert same_partition(exact, expected[pooling])


@pytest.mark.parametrize(("k", "l"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)])
def test_crowds_of_tiny_directed_graphs(k, l):
    # On three nodes, chance gives many pairs that are equal, or differ in one color of one arc.
    graphs = [digraph(seed, 3, 0.3) for seed in range(150)]
    for variant in VARIANTS:
        for rounds in (None, 1):
            expected = classes_of(graphs, k, l, variant, rounds)
            for pooling in POOLINGS:
                options = {"variant": variant, "pooling": pooling, "rounds": rounds}
                assert same_partition(partition(graphs, k, l, **options), expected[pooling])


def test_the_colored_hexagon_at_every_size_of_the_pair_kernel():
    # The product of matrices goes four rows at a time: all remainders, with the same answer.
    for n in (6, 7, 8, 9):
        one = families.cycle(n).disjoint_union(families.cycle(3))
        two = families.cycle(n + 3)
        assert partition([one, two, shuffled(one, n)], 2, variant="fwl").tolist() == [0, 1, 0]


@pytest.mark.parametrize("subgraphs", [None, LabelBased(), EgoNets(1)], ids=repr)
@pytest.mark.parametrize(("k", "l"), [(1, 1), (1, 2), (1, 3), (2, 2)])
@settings(max_examples=25, deadline=None)
@given(graphs=alike(max_nodes=4, count=5), data=st.data())
def test_label_sets_smaller_than_l(subgraphs, k, l, graphs, data):
    variant = data.draw(st.sampled_from(VARIANTS))
    rounds = data.draw(st.sampled_from([None, None, 0, 1]))
    policy = data.draw(st.sampled_from([SmallSets(l), Constrained(l, 1)]))
    expected = classes_of(graphs, k, l, variant, rounds, **oracle_options(policy, subgraphs))
    for pooling in POOLINGS:
        options = {"variant": variant, "pooling": pooling, "rounds": rounds}
        for mode in ("hashed", "exact"):
            found = partition(
                graphs, k, l, labels=policy, subgraphs=subgraphs, mode=mode, **options
            )
            assert same_partition(found, expected[pooling]), (pooling, mode)


def test_which_label_is_placed_matters():
    # Two labelings of one node: label 1 placed, or label 2.
    method = Method(1, 2, labels=Constrained(2, 1))
    [batch] = engine.labeled_graphs(Graph.from_edges([], 1), method)
    assert sorted(batch.label_tuples.tolist()) == [[-1, 0], [0, -1]]
    assert len({words.tobytes() for words in batch.refined.pooled}) == 2


def test_ego_nets_smaller_than_the_sets():
    options = {"labels": Constrained(3, 1), "subgraphs": RootedEgoNets(1)}
    one, two = families.hexagon_and_triangles()
    for mode in ("hashed", "exact"):
        assert distinguish(one, two, 1, 3, mode=mode, **options)
        assert not distinguish(one, one.relabel([3, 4, 5, 0, 1, 2]), 1, 3, mode=mode, **options)


def test_batches_do_not_matter(monkeypatch):
    graphs = [families.rook(4), families.shrikhande(), families.path(9)]
    colors = [engine.graph_color(graph, Method(1, 2)) for graph in graphs]
    monkeypatch.setattr(engine, "BATCH", 7)
    for graph, color in zip(graphs, colors, strict=True):
        assert np.array_equal(engine.graph_color(graph, Method(1, 2)), color)
