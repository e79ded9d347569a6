"""What the engine refuses, in words that help, and the edges of what it takes."""

from dataclasses import dataclass

import numpy as np
import pytest
from against_oracle import shuffled

from klgnn import (
    Graph,
    GraphError,
    Method,
    colors,
    distinguish,
    estimate,
    families,
    fingerprint,
    partition,
    presets,
)  # fmt: skip
from klgnn.select import (
    AllTuples,
    ConnectedPairs,
    EgoNets,
    FullGraph,
    LabelBased,
    LabelSets,
    RootedEgoNets,
    RootedTuples,
    SetPolicy,
)

PATH = families.path(4)
CALLS = [
    lambda *a, **o: distinguish(PATH, PATH, *a, **o),
    lambda *a, **o: partition([PATH, PATH], *a, **o),
    lambda *a, **o: fingerprint(PATH, *a, **o),
    lambda *a, **o: estimate(PATH, *a, **o) if a else Method(**o) and estimate(PATH, 1, **o),
    lambda *a, **o: Method(*a, **o),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("k", "l", "match"),
    [
        (0, 0, "k: got 0"), (-1, 0, "k: got -1"), (1.5, 0, r"k: got 1\.5"),
        (True, 0, "k: got True"), ("2", 0, "k: got '2'"), (None, 0, "k: got None"),
        (1, -1, "l: got -1"),
        (1, 0.5, r"l: got 0\.5"), (1, False, "l: got False"),
    ],
)  # fmt: skip
def test_k_and_l_are_whole_numbers(call, k, l, match):
    with pytest.raises(GraphError, match=match):
        call(k, l)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"variant": "folklore"}, "'wl' or 'fwl'"), ({"variant": "WL"}, "'wl' or 'fwl'"),
        ({"pooling": "sum"}, "'tl', 'lt' or 'nested'"), ({"rounds": -1}, "rounds: got -1"),
        ({"rounds": 1.5}, r"rounds: got 1\.5"), ({"rounds": True}, "rounds: got True"),
        ({"labels": 7}, "labels: got 7"), ({"labels": [(0,)]}, "labels: got"),
        ({"subgraphs": 7}, "subgraphs: got 7"), ({"subgraphs": "ego"}, "subgraphs: got 'ego'"),
    ],
)  # fmt: skip
def test_options_that_do_not_exist(call, options, match):
    with pytest.raises(GraphError, match=match):
        call(1, 1, **options)


def test_modes_that_do_not_exist():
    for call in CALLS[:2]:
        with pytest.raises(GraphError, match="'hashed' or 'exact'"):
            call(1, mode="sure")


BAD_LABELS = {
    "too short": lambda graph: [()], "too long": lambda graph: [(0, 1)],
    "flat": lambda graph: [0, 1], "uneven": lambda graph: [(0,), (0, 1)],
    "deep": lambda graph: np.zeros((2, 1, 1), int),
    "outside": lambda graph: [(4,)], "negative": lambda graph: [(-1,)],
    "far outside": lambda graph: [(2**62,)], "fractions": lambda graph: [(0.5,)],
    "floats": lambda graph: [(1.0,)], "nothing": lambda graph: [(float("nan"),)],
    "letters": lambda graph: [("a",)], "truth": lambda graph: [(True,)],
}  # fmt: skip


class Policy:
    """A user's own policy, right or wrong."""

    def __init__(self, function):
        self.function = function

    def label_tuples(self, graph, l):
        yield self.function(graph)

    def count(self, graph, l):
        return 1


@pytest.mark.parametrize("name", BAD_LABELS)
def test_labels_of_a_wrong_kind(name):
    for labels in (BAD_LABELS[name], Policy(BAD_LABELS[name])):
        for mode in ("hashed", "exact"):
            with pytest.raises(GraphError, match="labels"):
                distinguish(PATH, PATH, 1, 1, labels=labels, mode=mode)


def test_labels_of_a_right_kind():
    for labels in (
        lambda graph: [], lambda graph: [(0,), (3,)], lambda graph: np.array([[0], [3]], np.uint8),
        lambda graph: ((v,) for v in (0, 3)), Policy(lambda graph: np.array([[0], [3]])),
    ):  # fmt: skip
        assert not distinguish(PATH, PATH, 1, 1, labels=labels)
        assert not distinguish(PATH, PATH.relabel([3, 2, 1, 0]), 1, 1, labels=labels)


def test_only_policies_may_leave_labels_out():
    for labels in (lambda graph: [(0, -1)], lambda graph: np.array([[-1, -1]])):
        with pytest.raises(GraphError, match="labels: got node -1"):
            distinguish(PATH, PATH, 1, 2, labels=labels)


@dataclass(frozen=True, repr=False)
class Outside(SetPolicy):
    """A set policy that names a node the graph does not have."""

    l: int

    def label_sets(self, graph):
        return LabelSets([graph.num_nodes + self.l - 1], [1])


@pytest.mark.parametrize("l", [1, 7])
def test_a_policy_outside_of_the_graph(l):
    with pytest.raises(GraphError, match=f"labels: got node {3 + l}"):
        distinguish(PATH, PATH, 1, l, labels=Outside(l))


class Cut:
    """A user's own localization."""

    def __init__(self, *nodes):
        self.given = np.array(nodes)

    def nodes(self, graph, label_tuple):
        return self.given


def test_subgraphs_of_a_wrong_kind():
    for nodes in [(1, 2), (), (3, 0), (0, 0), (0, 9), (-1, 0), (0.0, 1.0)]:
        with pytest.raises(GraphError, match="subgraphs"):
            distinguish(PATH, PATH, 1, 1, labels=lambda _: [(0,)], subgraphs=Cut(*nodes))
    assert distinguish(
        PATH, families.star(3), 1, 1, labels=lambda _: [(0,)], subgraphs=Cut(0, 1, 2)
    )


def test_graphs_of_different_kinds():
    plain = Graph.from_edges([(0, 1)])
    for other, match in [
        (Graph.from_edges([(0, 1)], node_colors=[0, 0]), "node colors in one graph"),
        (Graph.from_edges([(0, 1)], edge_colors=[0]), "edge colors in one graph"),
        (Graph.from_edges([(0, 1)], directed=True), "directed and an undirected"),
    ]:
        for pair in [(plain, other), (other, plain)]:
            with pytest.raises(GraphError, match=match):
                distinguish(*pair)
            with pytest.raises(GraphError, match=f"graph 1: .*{match}"):
                partition(pair)


def test_a_method_and_further_arguments():
    method = Method(1, 1)
    for options in [
        {"l": 1}, {"variant": "fwl"}, {"pooling": "lt"}, {"labels": AllTuples()},
        {"subgraphs": EgoNets(1)}, {"rounds": 0},
    ]:  # fmt: skip
        for call in CALLS[:3]:
            with pytest.raises(GraphError, match="one or the other"):
                call(method, **options)
    assert distinguish(PATH, families.star(3), method)


def test_things_that_are_no_graphs():
    for wrong in (7, None, object()):
        with pytest.raises((GraphError, TypeError)):
            distinguish(wrong, PATH)


@pytest.mark.parametrize("pooling", ["tl", "lt"])
@pytest.mark.parametrize("mode", ["hashed", "exact"])
@pytest.mark.parametrize("variant", ["wl", "fwl"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_smallest_graphs(k, variant, mode, pooling):
    small = [Graph.from_edges([], n) for n in (0, 1, 2, 3)] + [Graph.from_edges([(0, 1)])]
    for l in (0, 1, 2):
        for rounds in (None, 0, 2):
            options = {"variant": variant, "pooling": pooling, "rounds": rounds, "mode": mode}
            found = partition([*small, *small], k, l, **options).tolist()
            seen = [0, 1, 2, 3, 4]
            if k == 1 and l == 0 and rounds == 0:
                seen = [0, 1, 2, 3, 2]  # nodes alone do not see the edge before round one
            if k == 1 and rounds == 0:
                seen = [0, 1, 2, 3, 2]
            assert found == seen + seen, (l, rounds)


def test_no_label_tuples_at_all():
    # Graphs differ by nothing if nothing is looked at.
    for pooling in ("tl", "lt"):
        options = {"labels": lambda graph: [], "pooling": pooling}
        for mode in ("hashed", "exact"):
            assert not distinguish(PATH, families.star(4), 1, 1, mode=mode, **options)
            assert not distinguish(
                PATH, families.star(4), 2, 1, mode=mode, variant="fwl", **options
            )


def test_methods_print_as_tests():
    assert str(Method()) == "1,0-WL"
    assert str(Method(2, 1, "fwl", "lt", rounds=3)) == "2,1-FWL(LT) rounds=3"
    assert str(presets.i2gnn(1)) == (
        "1,2-WL(nested) labels=ConnectedPairs() subgraphs=EgoNets(hops=1, root_only=True)"
    )
    assert Method(labels=AllTuples(), subgraphs=FullGraph()) == Method()
    assert Method(np.int64(2), np.int32(1)) == Method(2, 1)


def test_what_is_reduced():
    assert Method(2, 1).reduced() == Method(1, 1)
    assert Method(3, 1).reduced() == Method(2, 1, "fwl")
    assert Method(1, 1, "fwl").reduced() == Method(1, 1)
    kept = [
        Method(2, 1, "fwl"),
        Method(3, 0, rounds=1),
        Method(3, 0, pooling="lt"),
        Method(2, rounds=0),
    ]
    assert [method.reduced() for method in kept] == kept
    local = Method(3, 1, subgraphs=EgoNets(1), labels=RootedTuples(1))
    assert local.reduced() == Method(2, 1, "fwl", subgraphs=EgoNets(1), labels=RootedTuples(1))


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        (presets.wl(3), Method(3, 0)), (presets.fwl(2), Method(2, 0, "fwl")),
        (presets.id_gnn(), Method(1, 1)), (presets.id_gnn(2), Method(1, 1, subgraphs=EgoNets(2))),
        (presets.i2gnn(), Method(1, 2, pooling="nested", labels=ConnectedPairs())),
        (presets.i2gnn(2), Method(1, 2, pooling="nested", labels=ConnectedPairs(),
                                  subgraphs=EgoNets(2, root_only=True))),
        (presets.nested(2, 3), Method(3, subgraphs=RootedEgoNets(2))),
        (presets.osan(2), Method(1, 2)),
        (presets.swl(), Method(1, 1)),
        (presets.local_relational_pooling(3, 2),
         Method(2, 3, labels=AllTuples(distinct=True), subgraphs=LabelBased())),
    ],
)  # fmt: skip
def test_presets(preset, expected):
    assert preset == expected
    assert not distinguish(PATH, shuffled(PATH, 1), preset)
    assert str(preset)


def test_colors_take_no_more_than_nodes():
    with pytest.raises(GraphError, match="k: got 0"):
        colors(PATH, 0)
    with pytest.raises(GraphError, match="rounds"):
        colors(PATH, rounds=-2)
