import networkx as nx
import pytest

from klgnn import GraphError
from klgnn.families import (
    complete,
    complete_bipartite,
    cycle,
    grid,
    hexagon_and_triangles,
    path,
    star,
)


def edge_set(graph):
    return {tuple(edge) for edge in graph.edges().tolist()}


def sorted_edges(other):
    return {tuple(sorted(edge)) for edge in other.edges()}


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_against_networkx(n):
    assert edge_set(path(n)) == sorted_edges(nx.path_graph(n))
    assert edge_set(complete(n)) == sorted_edges(nx.complete_graph(n))
    assert edge_set(star(n)) == sorted_edges(nx.star_graph(n))
    assert edge_set(complete_bipartite(n, 3)) == sorted_edges(nx.complete_bipartite_graph(n, 3))
    expected = nx.convert_node_labels_to_integers(nx.grid_2d_graph(n, 4), ordering="sorted")
    assert edge_set(grid(n, 4)) == sorted_edges(expected)


@pytest.mark.parametrize("n", [3, 4, 9])
def test_cycle_against_networkx(n):
    assert edge_set(cycle(n)) == sorted_edges(nx.cycle_graph(n))


def test_isolated_nodes_are_counted():
    assert [g.num_nodes for g in (path(1), complete(1), grid(1, 1), star(1))] == [1, 1, 1, 2]


def test_colored_clique():
    assert complete(4).node_colors is None
    assert complete(4, colored=True).node_colors.tolist() == [0, 1, 2, 3]


def test_hexagon_and_triangles_are_regular_and_different():
    hexagon, triangles = hexagon_and_triangles()
    assert hexagon.degrees().tolist() == triangles.degrees().tolist() == [2] * 6
    assert hexagon.components().max() == 0
    assert triangles.components().tolist() == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("build", "arguments"),
    [
        (path, (0,)),
        (path, (2.5,)),
        (cycle, (2,)),
        (complete, (0,)),
        (complete_bipartite, (0, 2)),
        (complete_bipartite, (2, 0)),
        (star, (0,)),
        (grid, (3, -1)),
        (grid, ("3", 3)),
    ],
)
def test_bad_sizes(build, arguments):
    with pytest.raises(GraphError, match=r"got .*, expected a whole number"):
        build(*arguments)


@pytest.mark.parametrize(
    ("build", "arguments"),
    [
        (path, (10**10,)),
        (cycle, (10**10,)),
        (complete, (10**6,)),
        (complete_bipartite, (10**6, 10**6)),
        (star, (10**10,)),
        (grid, (10**6, 10**6)),
    ],
)
def test_what_does_not_fit_is_refused_at_once(build, arguments):
    with pytest.raises(GraphError, match="GB"):
        build(*arguments)
