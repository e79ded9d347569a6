"""Other libraries' graphs: round trips, attributes, and what is refused."""

import contextlib

import igraph
import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from klgnn import Graph, GraphError, as_graph, encode
from klgnn.convert import forms
from tests.strategies import graphs

torch = pytest.importorskip("torch")
pyg = pytest.importorskip("torch_geometric.data")


def colors_of(graph):
    """The options that read back the colors a form wrote under the name ``color``."""
    return {
        "node_colors": "color" if graph.node_colors is not None else None,
        "edge_colors": "color" if graph.edge_colors is not None else None,
    }


@given(graphs(min_nodes=1))
def test_networkx_round_trip(graph):
    assert as_graph(graph.to("networkx"), **colors_of(graph)) == graph


@given(graphs(min_nodes=1))
def test_igraph_round_trip(graph):
    options = colors_of(graph)
    if graph.num_edges == 0:
        graph = graph.recolor(node_colors=graph.node_colors)
        options["edge_colors"] = None
    assert as_graph(graph.to("igraph"), **options) == graph


@settings(max_examples=30)
@given(graphs())
def test_pyg_round_trip(graph):
    assert as_graph(graph.to("pyg"), directed=graph.directed) == graph


@given(graphs(colors=False))
def test_matrix_round_trips(graph):
    for form in ("scipy", "numpy"):
        assert as_graph(graph.to(form), directed=graph.directed) == graph


def test_matrix_entries_as_edge_colors():
    graph = Graph.from_edges([(0, 1), (1, 2)], edge_colors=[3, 5])
    for form in ("scipy", "numpy"):
        matrix = graph.to(form)
        assert as_graph(matrix, edge_colors="weight") == graph
        with pytest.raises(GraphError, match="got entry 3"):
            as_graph(matrix)
    with pytest.raises(GraphError, match="color 0"):
        Graph.from_edges([(0, 1)], edge_colors=[0]).to("numpy")


@given(graphs(colors=False))
def test_edge_list_round_trip(graph):
    if graph.num_edges:
        pairs = graph.to("edges")
        assert as_graph(pairs, directed=graph.directed).edges().tolist() == graph.edges().tolist()


@given(graphs(directed=False, loops=False))
def test_dimacs_round_trip(graph):
    graph = graph.recolor(node_colors=graph.node_colors)
    if graph.num_nodes:
        assert as_graph(graph.to("dimacs")) == graph


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


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (np.zeros((2, 3)), "expected \\(e, 2\\)"),
        (np.array([[0, 1], [0, 0]]), "without its reverse"),
        (np.array([[0, np.nan], [np.nan, 0]]), "NaN"),
        (np.array([["a", "b"], ["c", "d"]]), "expected numbers"),
        (np.array([[0, 2.5], [2.5, 0]]), "got entry 2.5"),
        (sp.csr_array(np.array([[0, 1], [0, 0]])), "without its reverse"),
        (sp.csr_array(np.zeros((2, 3))), "square"),
        (object(), "got object, expected one of the forms"),
        ({"a": 1}, "got dict"),
        (7, "got int"),
        (None, "got NoneType"),
    ],
)
def test_refused(source, message):
    with pytest.raises(GraphError, match=message):
        as_graph(source)


def test_directed_matrix_is_read_when_said():
    graph = as_graph(np.array([[0, 1], [0, 0]]), directed=True)
    assert graph.edges().tolist() == [[0, 1]]


def test_pyg_attributes():
    data = pyg.Data(
        x=torch.tensor([[1.0, 0.0], [0.0, 1.0]]),
        z=torch.tensor([6, 8]),
        edge_index=torch.tensor([[0, 1], [1, 0]]),
        edge_attr=torch.tensor([[1.0, 0.0], [1.0, 0.0]]),
    )
    graph = as_graph(data)
    assert graph.node_colors.tolist() == encode([(1, 0), (0, 1)]).tolist()
    assert graph.edge_colors.tolist() == encode([(1, 0), (1, 0)]).tolist()
    assert as_graph(data, node_colors="z").node_colors.tolist() == [6, 8]
    assert as_graph(data, node_colors=("x", "z")).node_colors.tolist() == (
        encode([(1, 0, 6), (0, 1, 8)]).tolist()
    )
    plain = as_graph(data, node_colors=False, edge_colors=False)
    assert plain == as_graph([(0, 1)])
    with pytest.raises(GraphError, match="without 'mass'"):
        as_graph(data, node_colors="mass")


def test_pyg_refusals():
    one_way = pyg.Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2)
    with pytest.raises(GraphError, match="without its reverse"):
        as_graph(one_way)
    assert as_graph(one_way, directed=True).num_edges == 1
    with pytest.raises(GraphError, match="to_data_list"):
        as_graph(pyg.Batch.from_data_list([one_way, one_way]))
    with pytest.raises(GraphError, match="to_homogeneous"):
        as_graph(pyg.HeteroData())
    with pytest.raises(GraphError, match="without edge_index"):
        as_graph(pyg.Data(x=torch.ones(2, 1)))
    beyond = pyg.Data(edge_index=torch.tensor([[0, 5], [5, 0]]), num_nodes=2)
    with pytest.raises(GraphError, match="got node 5"):
        as_graph(beyond)


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


def test_smiles():
    Chem = pytest.importorskip("rdkit.Chem")
    benzene = as_graph("c1ccccc1", form="smiles")
    assert benzene.node_colors.tolist() == [6] * 6
    assert set(benzene.edge_colors.tolist()) == {4}
    assert as_graph(Chem.MolFromSmiles("c1ccccc1")) == benzene
    acid = as_graph("CC(=O)[O-]", form="smiles", node_colors=("atomic_number", "formal_charge"))
    assert acid.node_colors.tolist() == encode([(6, 0), (6, 0), (8, 0), (8, -1)]).tolist()
    assert acid.edge_colors.tolist() == [1, 1, 2, 1, 2, 1]
    for text in ("C(", "", "not smiles"):
        with pytest.raises(GraphError, match="rdkit cannot read"):
            as_graph(text, form="smiles")
    with pytest.raises(GraphError, match="expected one of atomic_number"):
        as_graph("CC", form="smiles", node_colors="mass")


def test_dimacs_and_bliss():
    text = "c a comment\np edge 3 2\nn 1 7\ne 1 2\ne 2 1\ne 2 3\n"
    graph = as_graph(text)
    assert graph.node_colors.tolist() == [7, 0, 0]
    assert graph.to("edges") == [(0, 1), (1, 2)]
    for bad, message in [
        ("p edge 2 1\ne 1 3\n", "line 2: node: got '3', expected a number from 1 to 2"),
        ("p edge 99999999999 1\n", "line 1: nodes"),
        ("p edge 2 1\nx 1 2\n", "line 2: got 'x 1 2'"),
        ("p edge 2 1\np edge 2 1\n", "line 2"),
        ("c nothing\n\n", "no 'p edge"),
        ("p edge 2 1\ne 1 ²\n", "line 2"),
    ]:
        with pytest.raises(GraphError, match=message):
            as_graph(bad, form="dimacs")
    with pytest.raises(GraphError, match="negative node color"):
        Graph.from_edges([(0, 1)], node_colors=["a", "b"]).to("dimacs")


@given(st.text(st.sampled_from("pcedgn 0123\n-x"), max_size=30))
def test_any_dimacs_text_is_a_graph_or_a_graph_error(text):
    with contextlib.suppress(GraphError):
        as_graph("p edge 5 3\n" + text, form="dimacs")


def test_missing_library_names_the_extra(monkeypatch):
    import builtins

    real = builtins.__import__

    def without_rdkit(name, *args, **kwargs):
        if name.startswith("rdkit"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_rdkit)
    with pytest.raises(ImportError, match=r"pip install 'klgnn\[chem\]'"):
        as_graph("CC", form="smiles")


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


def test_huge_dense_matrix_is_refused_before_it_is_made():
    path = Graph.from_edges([(0, 1)], 3_000_000)
    with pytest.raises(MemoryError, match="needs about"):
        path.to("numpy")
