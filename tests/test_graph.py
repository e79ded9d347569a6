import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klgnn import Graph, GraphError
from tests.strategies import graphs, permutations_of


def networkx_of(graph):
    foreign = nx.DiGraph() if graph.directed else nx.Graph()
    foreign.add_nodes_from(range(graph.num_nodes))
    foreign.add_edges_from(graph.edges().tolist())
    return foreign


def edge_set(graph):
    colors = graph.edge_colors
    entries = graph.edge_entries()
    shown = [None] * len(entries) if colors is None else colors[entries].tolist()
    return {(u, v, c) for (u, v), c in zip(graph.edges().tolist(), shown, strict=True)}


def test_arrays_are_what_the_docstring_says():
    graph = Graph.from_edges([(2, 0), (1, 2), (2, 2)], 4, edge_colors=[5, 6, 7])
    assert graph.indptr.tolist() == [0, 1, 2, 5, 5]
    assert graph.indices.tolist() == [2, 2, 0, 1, 2]
    assert graph.edge_colors.tolist() == [5, 6, 5, 6, 7]
    assert graph.degrees().tolist() == [1, 1, 3, 0]
    assert (graph.num_nodes, graph.num_edges, graph.num_loops) == (4, 3, 1)
    assert graph.edges().tolist() == [[0, 2], [1, 2], [2, 2]]
    assert repr(graph) == "Graph(4 nodes, 3 edges, 1 self-loops, edge colors)"


def test_frozen():
    graph = Graph.from_edges([(0, 1)])
    with pytest.raises(AttributeError):
        graph.directed = True
    with pytest.raises(ValueError, match="read-only"):
        graph.indices[0] = 1


def test_given_arrays_are_copied():
    indices = np.array([1, 0], np.int32)
    graph = Graph(np.array([0, 1, 2]), indices)
    indices[0] = 0
    assert graph.indices.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Graph.from_edges([(0, 5)], 3), "got node 5, expected 0 to 2"),
        (lambda: Graph.from_edges([(-1, 0)]), "got node -1"),
        (lambda: Graph.from_edges([(0, 1.5)]), "expected integers"),
        (lambda: Graph.from_edges([("a", "b")]), "expected integers"),
        (lambda: Graph.from_edges([(0, 1, 2)]), "expected \\(e, 2\\)"),
        (lambda: Graph.from_edges([(0, 1), (1,)]), "different lengths"),
        (lambda: Graph.from_edges([(0, 1), (1, 0)]), "0 - 1 more than once"),
        (lambda: Graph.from_edges([(0, 1)], -1), "num_nodes: got -1"),
        (lambda: Graph.from_edges([(0, 1)], 2**40), "num_nodes: got 1099511627776"),
        (lambda: Graph.from_edges([(0, 1)], node_colors=[1, float("nan")]), "NaN"),
        (lambda: Graph.from_edges([(0, 1)], 2, node_colors=[1]), "got 1 values, expected 2"),
        (lambda: Graph.from_edges([(0, 1)], edge_colors=[]), "got 0 values, expected 1"),
        (lambda: Graph.from_edges([(0, 1)], parallel="no"), "'refuse', 'collapse' or 'color'"),
        (lambda: Graph([0, 1, 1], [1]), "0 -> 1 without its reverse"),
        (lambda: Graph([0, 1, 2], [1, 0], edge_colors=[1, 2]), "two colors"),
        (lambda: Graph([0, 2, 3], [1, 0, 0]), "ascending neighbors"),
        (lambda: Graph([0, 2, 2], [1, 1], directed=True), "ascending neighbors"),
        (lambda: Graph([0, 2], [1]), "indptr: expected"),
        (lambda: Graph([], []), "indptr: expected"),
        (lambda: Graph([0, 0], [], names=["a", "b"]), "names: got 2, expected 1"),
    ],
)
def test_bad_input(build, message):
    with pytest.raises(GraphError, match=message):
        build()


def test_parallel_edges():
    listed = [(0, 1), (1, 0), (1, 2)]
    assert Graph.from_edges(listed, parallel="collapse") == Graph.from_edges([(0, 1), (1, 2)])
    counted = Graph.from_edges(listed, parallel="color")
    assert counted.edge_colors.tolist() == [2, 2, 1, 1]
    one = Graph.from_edges(listed, edge_colors=[3, 4, 5], parallel="color")
    same = Graph.from_edges(listed, edge_colors=[4, 3, 5], parallel="color")
    other = Graph.from_edges(listed, edge_colors=[4, 4, 5], parallel="color")
    assert one == same != other
    with pytest.raises(GraphError, match="different colors"):
        Graph.from_edges(listed, edge_colors=[3, 4, 5], parallel="collapse")


@given(graphs(), st.data())
def test_relabel(graph, data):
    permutation = data.draw(permutations_of(graph))
    other = graph.relabel(permutation)

    def moved(u, v, c):
        a, b = int(permutation[u]), int(permutation[v])
        return (a, b, c) if graph.directed else (min(a, b), max(a, b), c)

    assert edge_set(other) == {moved(*edge) for edge in edge_set(graph)}
    if graph.node_colors is not None:
        assert np.array_equal(other.node_colors[permutation], graph.node_colors)
    assert other.relabel(np.argsort(permutation)) == graph
    assert Graph(*(getattr(other, name) for name in Graph.__slots__)) == other  # still valid


@given(graphs(), graphs())
def test_equality_hash_and_pickle(graph, other):
    same = pickle.loads(pickle.dumps(graph))
    assert same == graph
    assert hash(same) == hash(graph)
    assert not same.indices.flags.writeable
    if graph == other:
        assert graph.digest == other.digest
    else:
        assert graph.digest != other.digest


def test_equality_sees_every_field():
    plain = Graph.from_edges([(0, 1)])
    others = [
        Graph.from_edges([(0, 1)], 3),
        Graph.from_edges([(0, 1)], directed=True),
        Graph.from_edges([(0, 1)], node_colors=[0, 0]),
        Graph.from_edges([(0, 1)], edge_colors=[0]),
        Graph.from_edges([(0, 0)], 2),
    ]
    assert len({plain, *others}) == 6
    assert plain.rename(["a", "b"]) == plain
    assert plain != "Graph"


@given(graphs(colors=False))
def test_complement(graph):
    expected = nx.complement(networkx_of(graph))
    assert {(u, v) for u, v, _ in edge_set(graph.complement())} == {
        (u, v) if graph.directed else (min(u, v), max(u, v)) for u, v in expected.edges()
    }


def test_complement_refuses_edge_colors():
    with pytest.raises(GraphError, match="absent edges lack"):
        Graph.from_edges([(0, 1)], edge_colors=[1]).complement()


@given(graphs(min_nodes=1), st.data())
def test_induced_subgraph_and_ego_net(graph, data):
    nodes = data.draw(st.permutations(range(graph.num_nodes)))
    nodes = nodes[: data.draw(st.integers(0, len(nodes)))]
    part = graph.induced_subgraph(nodes)
    new = {v: i for i, v in enumerate(nodes)}
    expected = set()
    for u, v, c in edge_set(graph):
        if u in new and v in new:
            a, b = new[u], new[v]
            expected.add((a, b, c) if graph.directed else (min(a, b), max(a, b), c))
    assert edge_set(part) == expected
    root, hops = data.draw(st.sampled_from(range(graph.num_nodes))), data.draw(st.integers(0, 3))
    reach = nx.single_source_shortest_path_length(networkx_of(graph), root, hops)
    ego = graph.ego_net(root, hops)
    assert ego == graph.induced_subgraph([root, *sorted(set(reach) - {root})])


def test_induced_subgraph_keeps_names_and_refuses_repeats():
    graph = Graph.from_edges([(0, 1)]).rename(["a", "b"])
    assert graph.induced_subgraph([1]).names == ("b",)
    with pytest.raises(GraphError, match="twice"):
        graph.induced_subgraph([0, 0])


@given(graphs())
def test_distances_and_components(graph):
    foreign = networkx_of(graph)
    expected = np.full((graph.num_nodes,) * 2, -1)
    for u, lengths in nx.all_pairs_shortest_path_length(foreign):
        for v, length in lengths.items():
            expected[u, v] = length
    assert np.array_equal(graph.distances(), expected)
    for v in range(graph.num_nodes):
        assert np.array_equal(graph.distances(v), expected[v])
    weak = nx.weakly_connected_components if graph.directed else nx.connected_components
    parts = sorted(weak(foreign), key=min)
    components = graph.components()
    assert [set(np.flatnonzero(components == i).tolist()) for i in range(len(parts))] == parts
    assert graph.is_connected() == (len(parts) == 1)


@given(graphs(directed=True))
def test_reverse(graph):
    assert edge_set(graph.reverse()) == {(v, u, c) for u, v, c in edge_set(graph)}


@given(graphs(directed=False, colors=True), graphs(directed=False, colors=True))
def test_disjoint_union(one, two):
    both = one.disjoint_union(two)
    n = one.num_nodes
    assert both.induced_subgraph(range(n)) == one
    assert both.induced_subgraph(range(n, n + two.num_nodes)) == two
    assert both.num_edges == one.num_edges + two.num_edges
    with pytest.raises(GraphError, match="with and without node_colors"):
        one.disjoint_union(two.recolor())


def test_relabel_refuses_what_is_no_permutation():
    with pytest.raises(GraphError, match="permutation"):
        Graph.from_edges([(0, 1)]).relabel([0, 0])


def test_large_graph_is_built_without_loops_over_edges():
    n = 200_000
    graph = Graph.from_edges(np.stack([np.arange(n - 1), np.arange(1, n)], axis=1))
    assert graph.num_edges == n - 1
    assert graph.distances(0)[-1] == n - 1
