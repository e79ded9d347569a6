"""igraph graphs: round trips, attributes, parallel edges."""

import igraph
import pytest
from hypothesis import given

from klgnn import GraphError, as_graph, encode
from tests.convert.colored import colors_of
from tests.strategies import graphs


@given(graphs(min_nodes=1))
def test_igraph_round_trip(graph):
    options = colors_of(graph)
    if graph.num_edges == 0:
        graph = graph.recolor(node_colors=graph.node_colors)
        options["edge_colors"] = None
    assert as_graph(graph.to("igraph"), **options) == graph


def test_attributes_by_name():
    foreign = igraph.Graph(n=3, edges=[(0, 1), (1, 2)], directed=True)
    foreign.vs["kind"] = ["C", None, 1.0]
    foreign.es["weight"] = [0.5, float("nan")]
    graph = as_graph(foreign, node_colors="kind")
    assert graph.directed
    assert graph.node_colors.tolist() == encode(["C", None, 1]).tolist()
    with pytest.raises(GraphError, match="NaN"):
        as_graph(foreign, edge_colors="weight")
    with pytest.raises(GraphError, match="lacks attribute 'mass'"):
        as_graph(foreign, node_colors="mass")


def test_parallel_edges_and_direction():
    foreign = igraph.Graph(n=3, edges=[(0, 1), (1, 0), (2, 2)])
    with pytest.raises(GraphError, match="more than once"):
        as_graph(foreign)
    graph = as_graph(foreign, parallel="color")
    assert graph.edge_colors.tolist() == [2, 2, 1]
    with pytest.raises(GraphError, match="as_directed"):
        as_graph(foreign, directed=True)
