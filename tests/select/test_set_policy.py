"""What holds for every selection policy."""

import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, fields

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import (
    POLICIES,
    SMALL,
    all_label_tuples,
    as_rows,
    even_sum,
    thirds,
)  # fmt: skip
from strategies import graphs, permutations_of

from klgnn import GraphError, Method, distinguish, families, select
from klgnn.select import (
    All,
    ConnectedPairs,
    Constrained,
    Flexible,
    Hierarchical,
    LabelSets,
    RandomSample,
    SetPolicy,
)  # fmt: skip

INVARIANT = [policy for policy in POLICIES if policy.invariant]


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_every_graph_but_the_empty_one_has_sets(policy):
    for graph in SMALL:
        sets = policy.label_sets(graph)
        assert (len(sets) > 0) == (graph.num_nodes > 0)
        assert all(0 <= v < graph.num_nodes for nodes in sets for v in nodes.tolist())
        assert all(1 <= size <= policy.l for size in sets.sizes.tolist())
        if not policy.ordered:
            rows = [tuple(nodes.tolist()) for nodes in sets]
            assert all(list(row) == sorted(set(row)) for row in rows)
            assert len(set(rows)) == len(rows) or isinstance(policy, Flexible)


@pytest.mark.parametrize("policy", INVARIANT, ids=repr)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_relabeling_permutes_the_sets(policy, data):
    graph = data.draw(graphs())
    number = data.draw(permutations_of(graph))
    there = policy.label_sets(graph.relabel(number))
    if policy.ordered:
        renumbered = sorted(tuple(number[nodes].tolist()) for nodes in policy.label_sets(graph))
        assert renumbered == sorted(tuple(nodes.tolist()) for nodes in there)
    else:
        assert as_rows(number[nodes] for nodes in policy.label_sets(graph)) == as_rows(there)


def test_which_are_invariant():
    varying = {type(policy).__name__ for policy in POLICIES if not policy.invariant}
    assert varying == {"RandomSample", "Hierarchical", "Flexible"}
    assert Hierarchical(2, "blocks").invariant
    assert Hierarchical(2, "color").invariant
    assert not Hierarchical(2, thirds).invariant


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
@settings(max_examples=15, deadline=None)
@given(graph=graphs(max_nodes=6))
def test_label_tuples_are_all_placements(policy, graph):
    sets = policy.label_sets(graph)
    chunks = list(policy.label_tuples(graph, policy.l))
    found = sorted(tuple(row) for chunk in chunks for row in chunk.tolist())
    full = [nodes for nodes in sets if len(nodes) == policy.l or not policy.strict]
    expected = all_label_tuples(full, policy.l)
    if policy.ordered:
        expected = sorted(tuple(nodes.tolist()) for nodes in sets)
    assert found == expected
    assert policy.count(graph, policy.l) == len(expected)


def test_chunks_do_not_matter(monkeypatch):
    policy, graph = All(3), families.path(6)
    whole = np.concatenate(list(policy.label_tuples(graph, 3)))
    monkeypatch.setattr("klgnn.select.policy.CHUNK", 7)
    chunks = list(policy.label_tuples(graph, 3))
    assert len(chunks) > 10
    assert np.array_equal(np.concatenate(chunks), whole)


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_policies_are_values(policy):
    assert pickle.loads(pickle.dumps(policy)) == policy
    assert hash(policy) == hash(pickle.loads(pickle.dumps(policy)))
    assert " at 0x" not in repr(policy)
    for field in fields(policy):
        assert f"{field.name}=" in repr(policy)
    with pytest.raises(FrozenInstanceError):
        policy.seed = 3


def test_reprs():
    assert repr(ConnectedPairs()) == "ConnectedPairs()"
    assert repr(RandomSample(2, 0.5)) == "RandomSample(l=2, rate=0.5, seed=None)"
    assert repr(Constrained(2, 3, predicate=even_sum)) == (
        "Constrained(l=2, max_distance=3, min_distance=1, predicate=slow_sets.even_sum)"
    )
    assert len({repr(policy) for policy in POLICIES}) == len(POLICIES)


@dataclass(frozen=True, repr=False)
class Ends(SetPolicy):
    """A policy of a user's own: the first and the last node."""

    l: int

    def label_sets(self, graph):
        return LabelSets([0, graph.num_nodes - 1], [2])


def test_a_policy_of_ones_own():
    path = families.path(4)
    found = np.concatenate(list(Ends(3).label_tuples(path, 3)))
    assert sorted(map(tuple, found.tolist())) == all_label_tuples(Ends(3).label_sets(path), 3)
    assert len(found) == Ends(3).count(path, 3) == 6
    assert repr(Ends(2)) == "Ends(l=2)"
    assert distinguish(families.path(4), families.cycle(4), 1, 2, labels=Ends(2))


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_the_number_of_labels_is_the_policys_own(policy):
    with pytest.raises(
        GraphError, match=f"got l={policy.l + 1}, expected {policy.l}, the policy's"
    ):
        Method(1, policy.l + 1, labels=policy)
    with pytest.raises(GraphError, match="the policy's own"):
        policy.count(families.path(3), policy.l + 1)
    with pytest.raises(GraphError, match="the policy's own"):
        next(policy.label_tuples(families.path(3), 0))


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_things_that_are_no_graphs(policy):
    for wrong in ("Bw", None, nx.path_graph(3), [(0, 1)]):
        with pytest.raises(GraphError, match=r"expected a klgnn.Graph; klgnn.as_graph reads"):
            policy.label_sets(wrong)


PROGRAM = """
import sys
sys.path[:0] = {paths!r}
from slow_sets import POLICIES, SMALL
from klgnn import families
for graph in [*SMALL, *families.molecules(6, seed=1)]:
    for policy in POLICIES:
        print(policy.label_sets(graph).padded(policy.l).tolist())
"""


def test_the_same_sets_in_every_process():
    outputs = set()
    for seed in ("0", "1", "4242"):
        code = PROGRAM.format(paths=[path for path in sys.path if "tests" in path])
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


GOLDEN_SAMPLE = [(0, 3, 6), (0, 8, 10), (1, 2, 10), (4, 7, 11)]
GOLDEN_LOUVAIN = [
    (0, 1, 2, 5),
    (0, 1, 5, 6),
    (0, 5, 6, 7),
    (0, 5, 6, 11),
    (0, 5, 7, 11),
    (0, 6, 7, 11),
    (3, 4, 8, 9),
    (3, 4, 8, 10),
    (3, 4, 9, 10),
    (3, 8, 9, 10),
    (4, 8, 9, 10),
    (5, 6, 7, 11),
]


def test_sets_that_have_always_been():
    # Golden: they change if the order of nodes, a random stream or networkx's Louvain changes.
    molecule = families.molecule(12, seed=3)
    golden = {
        RandomSample(3, 0.02, seed=0): GOLDEN_SAMPLE,
        Hierarchical(4): GOLDEN_LOUVAIN,
    }
    for policy, expected in golden.items():
        assert as_rows(policy.label_sets(molecule)) == expected


def test_importing_loads_no_library():
    code = """
import sys, klgnn.select
print(*[m for m in ("torch", "numba", "networkx", "scipy", "joblib") if m in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == []


def test_everything_is_exported_and_named():
    assert set(select.__all__) <= set(dir(select))
