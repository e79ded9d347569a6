from math import gcd

import networkx as nx
import pytest

from klgnn import GraphError
from klgnn.families import circular_skip_link


def test_every_allowed_graph_is_four_regular_and_circulant():
    for n in range(5, 16):
        for r in range(2, n - 1):
            if gcd(n, r) > 1:
                continue
            graph = circular_skip_link(n, r)
            assert (graph.degrees() == 4).all()
            expected = nx.circulant_graph(n, [1, r])
            assert {frozenset(e) for e in graph.edges().tolist()} == set(
                map(frozenset, expected.edges())
            )


def test_the_ten_classes_of_the_benchmark(nauty):
    skips = (2, 3, 4, 5, 6, 9, 11, 12, 13, 16)
    assert len({nauty.certificate(circular_skip_link(41, r)) for r in skips}) == 10


@pytest.mark.parametrize(
    ("n", "r", "message"),
    [
        (4, 2, "n: got 4"),
        (41, 1, "r: got 1"),
        (41, 40, "r: got 40"),
        (12, 3, "factor 3"),
        (12, 6, "factor 6"),
        (12, 2.5, "r: got 2.5"),
    ],
)
def test_bad_parameters(n, r, message):
    with pytest.raises(GraphError, match=message):
        circular_skip_link(n, r)
