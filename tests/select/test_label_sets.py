"""The record of label sets."""

from itertools import permutations

import numpy as np
import pytest

from klgnn import GraphError, MemoryBudgetError
from klgnn.select import LabelSets
from klgnn.select.sets import placements

SETS = LabelSets([4, 2, 0, 3, 1], [2, 2, 1])


def test_length_iteration_and_padding():
    assert len(SETS) == 3
    assert [nodes.tolist() for nodes in SETS] == [[4, 2], [0, 3], [1]]
    assert SETS.padded(2).tolist() == [[4, 2], [0, 3], [1, -1]]
    assert SETS.padded(4).tolist() == [[4, 2, -1, -1], [0, 3, -1, -1], [1, -1, -1, -1]]
    assert SETS.of_size(2).tolist() == [[4, 2], [0, 3]]
    assert SETS.of_size(7).shape == (0, 7)
    assert SETS.nodes.dtype == SETS.sizes.dtype == np.int64
    assert repr(SETS) == "LabelSets(3 sets of 1 to 2 nodes)"


def test_no_sets():
    none = LabelSets.from_rows(np.zeros((0, 3), np.int64))
    assert len(none) == 0
    assert list(none) == []
    assert none.padded(3).shape == (0, 3)
    assert repr(none) == "LabelSets(0 sets)"


@pytest.mark.parametrize(
    ("nodes", "sizes"),
    [([0, 1], [1]), ([0, 1], [3]), ([0], [1, 0]), ([0], [2, -1]), ([[0]], [1]), ([0], [[1]])],
)
def test_sizes_that_do_not_fit(nodes, sizes):
    with pytest.raises(GraphError, match="LabelSets: got"):
        LabelSets(nodes, sizes)


def test_things_that_are_no_numbers():
    with pytest.raises(GraphError, match="nodes"):
        LabelSets([0.5], [1])


def test_padding_needs_room():
    with pytest.raises(GraphError, match="got l=1, expected at least 2"):
        SETS.padded(1)


@pytest.mark.parametrize("l", [1, 2, 3, 4])
def test_placements(l):
    for size in range(1, l + 1):
        expected = []
        for labels in permutations(range(l), size):
            row = [-1] * l
            for i, label in enumerate(labels):
                row[label] = i
            expected.append(row)
        assert sorted(placements(size, l).tolist()) == sorted(expected)


def test_placements_that_do_not_fit():
    with pytest.raises(MemoryBudgetError, match="placements of 20 of 20 labels needs about"):
        placements(20, 20)
