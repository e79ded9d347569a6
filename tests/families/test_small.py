from collections import Counter

import pytest

from klgnn import GraphError
from klgnn.families import atlas


def test_counts_of_graphs_by_size():
    assert Counter(graph.num_nodes for graph in atlas()) == {
        0: 1, 1: 1, 2: 2, 3: 4, 4: 11, 5: 34, 6: 156, 7: 1044
    }  # fmt: skip


def test_no_graph_twice(nauty):
    assert len({(g.num_nodes, nauty.certificate(g)) for g in atlas(6)}) == 209


def test_order_is_that_of_the_atlas():
    assert atlas(5) == atlas()[:53]
    assert atlas()[7].num_edges == 3  # G7 is the triangle


@pytest.mark.parametrize("size", [-1, 8, 2.5])
def test_bad_size(size):
    with pytest.raises(GraphError, match=r"max_nodes: got .* 0 to 7"):
        atlas(size)
