"""Groups of permutations, and random shares of them."""

from collections import Counter
from itertools import pairwise
from itertools import permutations as all_permutations
from math import factorial

import pytest
import torch

from klgnn import GraphError
from klgnn.nn.permutations import group, random, sample


@pytest.mark.parametrize("l", range(6))
def test_all_of_them_once_each(l):
    found = [tuple(row) for row in group("symmetric", l).tolist()]
    assert sorted(found) == sorted(all_permutations(range(l)))
    assert group("symmetric", l).shape == (factorial(l), l)


@pytest.mark.parametrize("l", range(1, 7))
def test_rotations_are_a_group(l):
    found = {tuple(row) for row in group("cyclic", l).tolist()}
    assert len(found) == l
    assert {tuple(p[q[i]] for i in range(l)) for p in found for q in found} == found


@pytest.mark.parametrize("l", range(2, 10))
def test_every_ordered_pair_of_nodes_stands_side_by_side_equally_often(l):
    """Label i and label i + 1 on nodes (u, v), over all rows of ``pairs``."""
    rows = group("pairs", l).tolist()
    assert len({tuple(row) for row in rows}) == len(rows)
    seen = Counter()
    for row in rows:
        assert sorted(row) == list(range(l))
        node = [row.index(label) for label in range(l)]
        seen.update(pairwise(node))
    times = 1 if l % 2 == 0 else 2
    assert len(rows) == l * times
    assert seen == dict.fromkeys(all_permutations(range(l), 2), times)


def test_identity():
    assert group("identity", 3).tolist() == [[0, 1, 2]]


def test_random_ones_are_permutations_and_uniform():
    torch.manual_seed(0)
    rows = random(3, 6000)
    assert torch.equal(rows.sort(1).values, torch.arange(3).expand(6000, 3))
    seen = Counter(tuple(row) for row in rows.tolist())
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_a_share_is_without_repeats_and_unbiased():
    torch.manual_seed(0)
    every = group("symmetric", 4)
    seen = Counter()
    for _ in range(2000):
        some = [tuple(row) for row in sample(every, 0.25).tolist()]
        assert len(set(some)) == len(some) == 6
        seen.update(some)
    assert len(seen) == 24
    assert all(400 < count < 600 for count in seen.values())
    assert sample(every, 1.0) is every
    assert len(sample(every, 1e-9)) == 1


def test_seeds_decide():
    found = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        found.append((random(8, 3), sample(group("symmetric", 5), 0.1)))
    assert all(torch.equal(a, b) for a, b in zip(found[0], found[1], strict=True))
    assert not torch.equal(found[0][0], found[2][0])


def test_refusals():
    with pytest.raises(GraphError, match="362,880 permutations are too many; choose 'cyclic'"):
        group("symmetric", 9)
    with pytest.raises(GraphError, match="got 'dihedral', expected 'symmetric', 'cyclic'"):
        group("dihedral", 3)
    for number in (0, True, -1):
        with pytest.raises(GraphError, match="expected 1 or more"):
            random(3, number)
