import networkx as nx
import numpy as np
import pytest

from klgnn import Graph, GraphError
from klgnn.families import (
    complete,
    cycle,
    erdos_renyi,
    godsil_mckay_switch,
    paley,
    path,
    rook,
    shrikhande,
    star,
    strongly_regular_parameters,
    switch,
    two_graph_descendant,
)


def adjacency(graph):
    other = nx.empty_graph(graph.num_nodes)
    other.add_edges_from(graph.edges().tolist())
    return nx.to_numpy_array(other, dtype=np.int64)


def triples(graph):
    """The two-graph itself: which triples hold an odd number of edges."""
    A = adjacency(graph)
    return (A[:, :, None] + A[:, None, :] + A[None, :, :]) % 2


@pytest.mark.parametrize("seed", range(5))
def test_switching_keeps_the_two_graph(seed):
    graph = erdos_renyi(9, 0.5, seed=seed)
    chosen = np.flatnonzero(np.random.default_rng(seed).random(9) < 0.5)
    switched = switch(graph, chosen)
    # Triples with a repeated node are no triples.
    distinct = np.array(
        [[[len({i, j, k}) == 3 for k in range(9)] for j in range(9)] for i in range(9)]
    )
    assert (triples(graph) == triples(switched))[distinct].all()
    assert switch(switched, chosen) == graph
    assert switch(graph, np.setdiff1d(np.arange(9), chosen)) == switched


def test_switching_nothing_or_everything_changes_nothing():
    graph = path(5).recolor(node_colors=["a", "b", 3, 4, -5])
    assert switch(graph, []) == switch(graph, range(5)) == graph


def test_shrikhande_is_a_switched_rook(nauty):
    switched = switch(rook(4), [0, 5, 10, 15])  # a diagonal
    assert nauty.certificate(switched) == nauty.certificate(shrikhande())


@pytest.mark.parametrize("node", [0, 4, 9])
def test_descendant_lets_the_node_go(node):
    graph = erdos_renyi(10, 0.4, seed=2)
    descendant = two_graph_descendant(graph, node)
    rest = [v for v in range(10) if v != node]
    A = adjacency(graph)
    # Joined in the descendant iff the triple with the removed node is odd.
    expected = (A[np.ix_(rest, rest)] + A[rest, node][:, None] + A[rest, node]) % 2
    np.fill_diagonal(expected, 0)
    assert np.array_equal(adjacency(descendant), expected)


def test_descendants_of_a_regular_two_graph_share_parameters():
    extended = paley(13).disjoint_union(Graph.from_edges([], 1))
    for node in range(14):
        assert strongly_regular_parameters(two_graph_descendant(extended, node)) == (13, 6, 2, 3)


def test_godsil_mckay_switching_keeps_the_spectrum(nauty):
    graph = Graph.from_edges([(4, 0), (4, 1), (5, 0), (5, 2), (6, 1), (6, 2), (5, 6), (4, 7)])
    switched = godsil_mckay_switch(graph, [0, 1, 2, 3])
    spectra = [np.linalg.eigvalsh(adjacency(g)) for g in (graph, switched)]
    assert np.allclose(*spectra)
    assert nauty.certificate(graph) != nauty.certificate(switched)
    assert godsil_mckay_switch(switched, [0, 1, 2, 3]) == graph


def test_godsil_mckay_switching_of_all_or_none_changes_nothing():
    graph = star(4).disjoint_union(path(1))
    assert godsil_mckay_switch(graph, [1, 2, 3, 4]) == graph


def test_bad_godsil_mckay_sets():
    with pytest.raises(GraphError, match="inner degrees differ"):
        godsil_mckay_switch(path(5), [0, 1, 2, 4])
    with pytest.raises(GraphError, match="set of 3 of which node 1 meets 2, expected none, half"):
        godsil_mckay_switch(cycle(6), [0, 2, 4])


@pytest.mark.parametrize("act", [switch, godsil_mckay_switch])
def test_bad_nodes(act):
    with pytest.raises(GraphError, match="expected 0 to 3"):
        act(cycle(4), [0, 4])
    with pytest.raises(GraphError, match="node twice"):
        act(cycle(4), [0, 0])
    with pytest.raises(GraphError, match="expected integers"):
        act(cycle(4), [0.5])


@pytest.mark.parametrize("node", [-1, 4, 1.5])
def test_bad_descendant(node):
    with pytest.raises(GraphError, match="node: got"):
        two_graph_descendant(complete(4), node)


@pytest.mark.parametrize(
    "graph",
    [
        Graph.from_edges([(0, 1)], directed=True),
        Graph.from_edges([(0, 1), (1, 1)]),
        Graph.from_edges([(0, 1)], edge_colors=[3]),
    ],
)
def test_graphs_without_switching(graph):
    for act in (switch, godsil_mckay_switch):
        with pytest.raises(GraphError, match="expected a simple undirected graph"):
            act(graph, [0])
    with pytest.raises(GraphError, match="expected a simple undirected graph"):
        two_graph_descendant(graph, 0)


def test_what_does_not_fit_is_refused_at_once():
    with pytest.raises(GraphError, match="GB"):
        switch(cycle(30_000), [0])
