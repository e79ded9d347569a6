"""Label tuples with -1, from policies whose sets may have fewer than l nodes."""

from dataclasses import dataclass

import numpy as np
import oracle
import pytest
from against_oracle import POOLS, alike, same_partition, union
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError, Method, distinguish, estimate, families, partition
from klgnn.select import (
    Constrained,
    EgoNets,
    Flexible,
    LabelBased,
    LabelSets,
    RootedEgoNets,
    SetPolicy,
)
from klgnn.wl import confirm, engine

VARIANTS = ["wl", "fwl"]


@dataclass(frozen=True, repr=False)
class Mixed(SetPolicy):
    """Sets of all sizes up to l: every node, every edge, and the first nodes."""

    l: int

    def label_sets(self, graph):
        parts = [[v] for v in range(graph.num_nodes)]
        if self.l > 1:
            parts += [sorted({u, v}) for u, v in graph.edges().tolist()]
        parts += [range(min(self.l, graph.num_nodes))] if graph.num_nodes else []
        flat = [v for part in parts for v in part]
        return LabelSets(np.array(flat, np.int64), np.array([*map(len, parts)], np.int64))


class PartlyLabeled(oracle.LabeledGraph):
    """The oracle's labeled graph where some labels lie on no node."""

    def __init__(self, graph, label_tuple, nodes):
        super().__init__(graph, (), nodes, oracle._edge_map(graph))
        self.label_tuple = label_tuple
        self.features = {u: (oracle._node_color(graph, u), self.labels(u)) for u in self.nodes}


def slow_classes(graphs, k, policy, variant, rounds=None, subgraphs=None):
    """By pooling: the oracle's color of every graph under a policy."""
    batch = []
    for graph in graphs:
        tuples = [tuple(t) for c in policy.label_tuples(graph, policy.l) for t in c.tolist()]
        batch.append([PartlyLabeled(graph, t, _part(graph, t, subgraphs)) for t in tuples])
    flat = [labeled for each in batch for labeled in each]
    rule = oracle._update_rule(k, variant)
    colorings = iter(oracle._refine(flat, k, rule, rounds))
    found = [[next(colorings) for _ in each] for each in batch]
    answer = {}
    for pooling, pool in POOLS.items():
        inner, outer = oracle.Dictionary(), oracle.Dictionary()
        answer[pooling] = [outer[pool(each, inner)] for each in found]
    return answer


def _part(graph, label_tuple, subgraphs):
    placed = np.array([v for v in label_tuple if v >= 0])
    return range(graph.num_nodes) if subgraphs is None else subgraphs.nodes(graph, placed).tolist()


@pytest.fixture
def blind(monkeypatch):
    """A hash under which all graphs look the same."""
    monkeypatch.setattr("klgnn.wl.engine.graph_color", lambda *_: np.zeros(2, np.uint64))


@pytest.mark.parametrize("subgraphs", [None, LabelBased(), EgoNets(1)], ids=repr)
@pytest.mark.parametrize(("k", "l"), [(1, 1), (1, 2), (1, 3), (2, 2)])
@settings(max_examples=25, deadline=None)
@given(graphs=alike(max_nodes=4, count=5), data=st.data())
def test_against_a_slow_transcription(subgraphs, k, l, graphs, data):
    variant = data.draw(st.sampled_from(VARIANTS))
    rounds = data.draw(st.sampled_from([None, None, 0, 1]))
    policy = data.draw(st.sampled_from([Mixed(l), Constrained(l, 1)]))
    expected = slow_classes(graphs, k, policy, variant, rounds, subgraphs)
    for pooling in ("tl", "lt"):
        options = {"variant": variant, "pooling": pooling, "rounds": rounds}
        for mode in ("hashed", "exact"):
            found = partition(
                graphs, k, l, labels=policy, subgraphs=subgraphs, mode=mode, **options
            )
            assert same_partition(found, expected[pooling]), (pooling, mode)


CROWD = [
    Graph.from_edges([(0, 1)], 3), Graph.from_edges([(2, 1)], 3), Graph.from_edges([], 3),
    families.path(3), families.complete(3), families.path(4), families.star(3),
    families.path(4).relabel([2, 0, 3, 1]), Graph.from_edges([(0, 1), (2, 3)]),
]  # fmt: skip


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("subgraphs", [None, LabelBased()], ids=repr)
@pytest.mark.parametrize("pooling", ["tl", "lt"])
@pytest.mark.parametrize(("k", "l", "variant"), [(1, 2, "wl"), (2, 2, "fwl"), (2, 2, "wl")])
def test_collisions_are_found(k, l, variant, pooling, subgraphs):
    for policy in (Mixed(l), Constrained(l, 1)):
        expected = slow_classes(CROWD, k, policy, variant, subgraphs=subgraphs)[pooling]
        options = {"variant": variant, "pooling": pooling, "subgraphs": subgraphs}
        found = partition(CROWD, k, l, labels=policy, mode="exact", **options)
        assert same_partition(found, expected)


def test_exact_types_of_labeled_nodes():
    ids = confirm.label_ids(np.array([4, 5, 5]), np.array([2, -1, 0, 2]))
    assert ids.tolist() == [[4, 0b0100], [5, 0], [5, 0b1001]]


def test_which_label_is_placed_matters():
    # Two labelings of one node: label 1 placed, or label 2.
    edge = Graph.from_edges([], 1)
    [batch] = engine.labeled_graphs(edge, Method(1, 2, labels=Constrained(2, 1)))
    assert sorted(batch.label_tuples.tolist()) == [[-1, 0], [0, -1]]
    assert len({words.tobytes() for words in batch.refined.pooled}) == 2


@pytest.mark.parametrize("subgraphs", [None, EgoNets(2)], ids=repr)
@pytest.mark.parametrize("k", [1, 2])
def test_witnesses(k, subgraphs):
    one = union(families.path(2), families.cycle(3), families.cycle(3))
    two = union(families.path(2), families.cycle(6))
    policy = Constrained(4, 1)  # no clique of four: smaller sets
    verdict = distinguish(one, two, k, 4, variant="fwl", labels=policy, subgraphs=subgraphs)
    assert verdict
    witness = verdict.witness
    assert witness.round >= 0
    assert -1 in witness.label_tuple
    assert witness.counts[0] != witness.counts[1]
    assert witness.color_class
    assert str(verdict)
    edgeless = [Graph.from_edges([], 2), Graph.from_edges([], 3)]
    verdict = distinguish(*edgeless, k, 2, variant="fwl", labels=policy_of(2), subgraphs=subgraphs)
    assert sorted(verdict.witness.label_tuple) in ([-1, 0], [-1, 1], [-1, 2])


def policy_of(l):
    return Constrained(l, 1)


def test_ego_nets_smaller_than_the_sets():
    options = {"labels": Constrained(3, 1), "subgraphs": RootedEgoNets(1)}
    for mode in ("hashed", "exact"):
        one, two = families.hexagon_and_triangles()
        assert distinguish(one, two, 1, 3, mode=mode, **options)
        assert not distinguish(one, one.relabel([3, 4, 5, 0, 1, 2]), 1, 3, mode=mode, **options)


def test_long_paths_by_worklist():
    one, two = families.path(300), union(families.path(299), Graph.from_edges([], 1))
    same = families.path(300).relabel(np.random.default_rng(0).permutation(300))
    for mode in ("hashed", "exact"):
        policy = Flexible("blocks", 3)
        assert distinguish(one, two, 1, 3, labels=policy, mode=mode)
        assert not distinguish(one, same, 1, 3, labels=policy, mode=mode)


def test_only_policies_may_leave_labels_out():
    for labels in (lambda graph: [(0, -1)], lambda graph: np.array([[-1, -1]])):
        with pytest.raises(GraphError, match="labels: got node -1"):
            distinguish(families.path(3), families.path(3), 1, 2, labels=labels)


@dataclass(frozen=True, repr=False)
class Outside(SetPolicy):
    l: int

    def label_sets(self, graph):
        return LabelSets([self.l], [1])


@pytest.mark.parametrize("l", [3, 7])
def test_a_policy_outside_of_the_graph(l):
    with pytest.raises(GraphError, match=f"labels: got node {l}"):
        distinguish(families.path(3), families.path(3), 1, l, labels=Outside(l))


def test_estimates_count_placements():
    assert estimate(families.path(4), 1, 3, labels=Constrained(3, 1)).label_tuples == 3 * 6
