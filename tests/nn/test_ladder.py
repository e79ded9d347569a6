"""The built-in ladder of pairs knows what the engine knows."""

import pytest
from powers import LADDER

from klgnn import distinguish, frontier


@pytest.mark.parametrize("name", LADDER)
def test_the_ladder_knows_what_the_engine_knows(name):
    rung = LADDER[name]
    pair = rung.make()
    assert [graph.num_nodes for graph in pair] == [rung.num_nodes] * 2
    assert all(graph.node_colors is None for graph in pair)
    found = frontier(*pair, 4, 2, max_seconds=1.0)
    for (k, l), apart in found.table.items():
        assert apart in (None, rung.apart(k, l)), (k, l)
    for k, l in [(1, 0), (1, 1), (3, 0), (1, 2), (3, 1)]:
        assert found.table[k, l] is not None


@pytest.mark.slow
def test_the_largest_rung_in_full():
    rung = LADDER["flowers of SRG"]
    assert frontier(*rung.make(), 4, 2, max_seconds=60).minimal == list(rung.minimal)


@pytest.mark.parametrize("name", LADDER)
def test_five_rounds_are_enough(name):
    rung = LADDER[name]
    for l in (0, 1, 2):
        if rung.apart(1, l):
            assert distinguish(*rung.make(), 1, l, rounds=5)
