"""What pictures show: colors and class numbers, held against refinement by hand."""

from collections import Counter

import numpy as np
import pytest

from klgnn import Method, distinguish, families, presets
from klgnn.report.deciding import scenes_of
from klgnn.report.scene import numbered, scene_of


def refined_by_hand(graphs, label_tuples, rounds):
    """Color refinement of several graphs with shared names of colors."""
    colors = [
        [tuple(i for i, u in enumerate(labels) if u == v) for v in range(g.num_nodes)]
        for g, labels in zip(graphs, label_tuples, strict=True)
    ]
    for _ in range(rounds):
        colors = [
            [(c[v], tuple(sorted(c[u] for u in g.neighbors(v).tolist()))) for v in range(len(c))]
            for g, c in zip(graphs, colors, strict=True)
        ]
    return colors


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_numbers_are_the_classes_of_refinement(rounds):
    graphs, labels = families.hexagon_and_triangles(), [(0,), (3,)]
    scenes = [scene_of(g, Method(1, 1), v, rounds) for g, v in zip(graphs, labels, strict=True)]
    numbers = np.concatenate(numbered(scenes)).tolist()
    by_hand = [c for each in refined_by_hand(graphs, labels, rounds) for c in each]
    assert len(set(numbers)) == len(set(by_hand)) == len(set(zip(numbers, by_hand, strict=True)))
    sizes = Counter(numbers)
    assert [sizes[c] for c in range(len(sizes))] == sorted(sizes.values(), reverse=True)


def test_numbers_do_not_depend_on_the_order_of_nodes():
    graph, order = families.tree(12, seed=3), np.random.default_rng(0).permutation(12)
    [straight] = numbered([scene_of(graph, Method())])
    [shuffled] = numbered([scene_of(graph.relabel(order), Method())])
    assert np.array_equal(shuffled[order], straight)


ROOK = families.rook(4), families.shrikhande()
CYCLES = families.hexagon_and_triangles()


@pytest.mark.parametrize(
    ("pair", "method"),
    [
        (CYCLES, Method(1, 1)), (CYCLES, Method(3, 0)), (CYCLES, presets.i2gnn()),
        (CYCLES, presets.nested(1)), (CYCLES, presets.nested(2)), (ROOK, Method(1, 2)),
        (ROOK, Method(3, 1)), (ROOK, presets.i2gnn(1)), (CYCLES, Method(2, 1, pooling="lt")),
        (families.cfi_pair(families.complete(3, colored=True)), Method(1, 1)),
        (families.cfi_pair(families.complete(4, colored=True)), Method(2, 2)),
        ((families.path(4), families.star(3)), Method(1, 0)),
    ],
)  # fmt: skip
def test_the_marked_class_is_the_witness_of_the_verdict(pair, method):
    verdict = distinguish(*pair, method)
    assert verdict.apart
    witness, scenes = verdict.witness, scenes_of(verdict)
    here, there = scenes[witness.graph], scenes[1 - witness.graph]
    assert set(here.marked) == set(witness.color_class)
    assert len(here.marked) == witness.sizes[0]
    assert len(here.marked) != len(there.marked) or not witness.color_class
    assert here.label_tuple == (witness.label_tuple or ())


@pytest.mark.parametrize(("pair", "labels"), [(ROOK, 1), (CYCLES, 0)])
def test_what_looks_the_same_is_drawn_alike(pair, labels):
    verdict = distinguish(*pair, 1, labels)
    assert not verdict.apart
    scenes = scenes_of(verdict)
    one, two = (np.bincount(numbers).tolist() for numbers in numbered(scenes))
    assert one == two
    assert [len(scene.label_tuple) for scene in scenes] == [labels] * 2


def test_the_partner_agrees_up_to_the_round_before():
    verdict = distinguish(*ROOK, 1, 2)
    scenes, method = scenes_of(verdict), verdict.method
    for rounds, same in ((verdict.round - 1, True), (verdict.round, False)):
        before = [scene_of(s.graph, method, s.label_tuple, rounds) for s in scenes]
        one, two = (np.bincount(numbers, minlength=99) for numbers in numbered(before))
        assert (one.tolist() == two.tolist()) is same
