"""networkx graphs: round trips, attributes, parallel edges, direction."""

import networkx as nx
import pytest
from hypothesis import given

from klgnn import Graph, GraphError, as_graph, encode
from tests.convert.colored import colors_of
from tests.strategies import graphs


@given(graphs(min_nodes=1))
def test_networkx_round_trip(graph):
    assert as_graph(graph.to("networkx"), **colors_of(graph)) == graph


def test_networkx_attributes_names_and_dicts():
    foreign = nx.Graph()
    foreign.add_node("a", kind="C", charge=0)
    foreign.add_node("b", kind="O", charge=-1)
    foreign.add_edge("a", "b", order=2)
    graph = as_graph(foreign, node_colors="kind", edge_colors="order")
    assert graph.names == ("a", "b")
    assert graph.node_colors.tolist() == encode(["C", "O"]).tolist()
    assert graph.edge_colors.tolist() == [2, 2]
    both = as_graph(foreign, node_colors=("kind", "charge"))
    assert both.node_colors.tolist() == encode([("C", 0), ("O", -1)]).tolist()
    by_dict = as_graph(foreign, node_colors={"b": "O", "a": "C"}, edge_colors={("a", "b"): 2})
    assert by_dict == graph
    plain = as_graph(foreign, node_colors=None)
    assert plain.node_colors is plain.edge_colors is None
    assert set(plain.to("networkx").nodes) == {"a", "b"}
    with pytest.raises(GraphError, match="'a' lacks attribute 'mass'"):
        as_graph(foreign, node_colors="mass")
    with pytest.raises(GraphError, match="lacks an entry"):
        as_graph(foreign, node_colors={"a": 1})


def test_networkx_multigraph_and_direction():
    multi = nx.MultiDiGraph([(0, 1), (0, 1), (1, 0)])
    with pytest.raises(GraphError, match="more than once"):
        as_graph(multi)
    graph = as_graph(multi, parallel="color")
    assert graph.directed
    assert graph.edge_colors.tolist() == [2, 1]
    with pytest.raises(GraphError, match="to_directed"):
        as_graph(nx.path_graph(2), directed=True)
    assert not as_graph(nx.DiGraph([(0, 1)]), directed=False).directed


def test_views_and_empty_graphs():
    assert as_graph(nx.Graph()) == Graph.from_edges([], 0)
    part = nx.path_graph(5).subgraph([3, 1, 2])
    assert as_graph(part).names == tuple(part)
    assert as_graph(part).num_edges == 2
    turned = as_graph(nx.reverse_view(nx.DiGraph([(0, 1)])))
    assert turned.edges().tolist() == [[1, 0]]


def test_parallel_edges_with_attributes():
    multi = nx.MultiGraph()
    for kind in "aab":
        multi.add_edge(0, 1, kind=kind)
    multi.add_edge(1, 1, kind="a")
    other = nx.MultiGraph()
    for kind in "abb":
        other.add_edge(0, 1, kind=kind)
    other.add_edge(1, 1, kind="a")
    one, two = (as_graph(g, edge_colors="kind", parallel="color") for g in (multi, other))
    assert one.num_edges == two.num_edges == 2
    assert one.num_loops == 1
    assert one != two  # which attributes, and how often
    assert as_graph(multi.subgraph([0, 1]), edge_colors="kind", parallel="color") == one
    with pytest.raises(GraphError, match="different colors"):
        as_graph(multi, edge_colors="kind", parallel="collapse")


def test_a_node_that_networkx_cannot_hold():
    with pytest.raises(GraphError, match="names: got None, networkx needs"):
        as_graph([(0, 1)]).rename([None, "b"]).to("networkx")
