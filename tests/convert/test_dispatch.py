"""The front door: whose object is it, and the same attribute in every form."""

import igraph
import networkx as nx
import pytest

from klgnn import GraphError, as_graph
from klgnn.convert import forms

torch = pytest.importorskip("torch")
pyg = pytest.importorskip("torch_geometric.data")


def test_one_attribute_means_one_color_in_every_form():
    foreign = nx.Graph([(0, 1)])
    nx.set_node_attributes(foreign, {0: 6, 1: 8}, "z")
    other = igraph.Graph(n=2, edges=[(0, 1)], vertex_attrs={"z": [6.0, 8.0]})
    data = pyg.Data(edge_index=torch.tensor([[0, 1], [1, 0]]), x=torch.tensor([[6.0], [8.0]]))
    molecule = as_graph("C=O", form="smiles", edge_colors=False)
    read = [
        as_graph(foreign, node_colors="z"),
        as_graph(other, node_colors="z"),
        as_graph(data),
        molecule,
    ]
    assert len(set(read)) == 1


def test_forms_and_unknown_form():
    assert {"graph6", "networkx", "pyg", "scipy"} <= set(forms())
    with pytest.raises(GraphError, match="got 'gml', expected one of"):
        as_graph([(0, 1)], form="gml")
    with pytest.raises(GraphError, match="does not write"):
        as_graph([(0, 1)]).to("smiles")


def test_graph_passes_through():
    graph = as_graph([(0, 1)], node_colors=[1, 2])
    assert as_graph(graph) is graph
    assert as_graph(graph, node_colors=False) == as_graph([(0, 1)])
    assert as_graph(graph, edge_colors=[5, 5]).node_colors.tolist() == [1, 2]


def test_several_lines_of_text_are_several_graphs():
    with pytest.raises(GraphError, match=r"got several lines of text.*read_graphs"):
        as_graph("Bg\nBw")


def test_direction_is_said_in_plain_words():
    for said in (1, "yes", 0):
        with pytest.raises(GraphError, match="directed: got"):
            as_graph([(0, 1)], directed=said)
    with pytest.raises(GraphError, match="for a Graph that is undirected"):
        as_graph(as_graph([(0, 1)]), directed=True)


@pytest.mark.parametrize("source", [object(), {"a": 1}, 7, None])
def test_things_that_hold_no_graph(source):
    with pytest.raises(GraphError, match=f"got {type(source).__name__}, expected one of the forms"):
        as_graph(source)


@pytest.mark.parametrize("form", ["networkx", "igraph", "pyg", "scipy"])
def test_a_form_that_is_not_the_objects(form):
    with pytest.raises(GraphError, match=f"form: got '{form}' for a list; leave it out"):
        as_graph([(0, 1)], form=form)


def test_parallel_is_checked_whatever_the_form():
    for source in ("Bw", [(0, 1)], nx.path_graph(2)):
        with pytest.raises(GraphError, match="parallel: got 'merge', expected"):
            as_graph(source, parallel="merge")
