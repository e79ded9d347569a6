"""Random sampling: the share, uniformity, and what the seed says."""

import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sets import as_rows, largest
from strategies import graphs

from klgnn import Graph, GraphError, MemoryBudgetError, Method, distinguish, families
from klgnn.select import All, RandomSample

torch = pytest.importorskip("torch")
PATH = families.path(6)


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), l=st.integers(1, 4), rate=st.floats(0.01, 1), seed=st.none() | st.just(3))
def test_a_share_of_all_sets(graph, l, rate, seed):
    every = set(largest(graph, l, lambda nodes: True))
    found = as_rows(RandomSample(l, rate, seed).label_sets(graph))
    assert len(set(found)) == len(found) == min(max(round(rate * len(every)), 1), len(every))
    assert set(found) <= every


def test_rate_one_is_all():
    for seed in (None, 0):
        sets = RandomSample(3, 1, seed).label_sets(PATH)
        assert as_rows(sets) == as_rows(All(3).label_sets(PATH))


@pytest.mark.parametrize("fresh", [True, False])
def test_every_set_is_as_likely(fresh):
    torch.manual_seed(0)
    seen, runs = Counter(), 3000
    for run in range(runs):
        seen.update(as_rows(RandomSample(3, 0.2, None if fresh else run).label_sets(PATH)))
    p = 4 / comb(6, 3)
    bound = 5 * (runs * p * (1 - p)) ** 0.5
    assert set(seen) == set(combinations(range(6), 3))
    assert all(abs(count - runs * p) < bound for count in seen.values())


def test_a_seed_fixes_the_sets_of_a_graph():
    policy = RandomSample(3, 0.3, seed=5)
    again = Graph.from_edges(PATH.edges(), 6, node_colors=range(6))
    assert as_rows(policy.label_sets(PATH)) == as_rows(policy.label_sets(again))
    others = [families.cycle(6), families.star(5), families.complete(6)]
    draws = {tuple(as_rows(policy.label_sets(graph))) for graph in [PATH, *others]}
    assert len(draws) == 4  # every graph its own draw, not one for each size
    seeds = {tuple(as_rows(RandomSample(3, 0.3, seed).label_sets(PATH))) for seed in range(5)}
    assert len(seeds) == 5


def test_without_a_seed_torch_rules():
    policy = RandomSample(3, 0.3)

    def three(seed):
        torch.manual_seed(seed)
        return [tuple(as_rows(policy.label_sets(PATH))) for _ in range(3)]

    assert three(1) == three(1)
    assert three(1) != three(2)
    assert len(set(three(1))) == 3


def test_without_torch():
    code = """
import sys
from klgnn import families
from klgnn.select import RandomSample
draws = {tuple(RandomSample(3, 0.3).label_sets(families.path(9)).nodes.tolist()) for _ in range(5)}
print("torch" in sys.modules, len(draws))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["False", "5"]


def test_a_test_needs_a_seed():
    with pytest.raises(GraphError, match=r"draws anew at each call.*give it a seed"):
        Method(1, 2, labels=RandomSample(2, 0.5))
    assert not distinguish(PATH, PATH, 1, 2, labels=RandomSample(2, 0.5, seed=0))


def test_a_small_share_of_very_many():
    graph = families.path(1000)  # C(1000, 6) is above 10^15, C(1000, 12) above 2^62
    assert len(RandomSample(6, 1e-12, seed=0).label_sets(graph)) == round(comb(1000, 6) * 1e-12)
    assert len(RandomSample(12, 1e-25, seed=0).label_sets(graph)) == round(comb(1000, 12) * 1e-25)
    with pytest.raises(MemoryBudgetError, match=r"RandomSample.*needs about"):
        RandomSample(6, 0.5, seed=0).label_sets(graph)
