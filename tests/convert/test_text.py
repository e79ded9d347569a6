"""graph6, sparse6, digraph6: round trips, networkx as judge, and hostile input."""

import networkx as nx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from klgnn import Graph, GraphError, as_graph, read_graphs
from tests.strategies import graphs

SIZES = [0, 1, 2, 3, 4, 8, 15, 16, 17, 62, 63, 64, 65]
plain = {"colors": False}


@given(graphs(**plain, directed=False, loops=False))
def test_graph6_round_trip(graph):
    text = graph.to("graph6")
    assert as_graph(text) == as_graph(text.encode()) == as_graph(f">>graph6<<{text}\n") == graph


@given(graphs(**plain, directed=False))
def test_sparse6_round_trip(graph):
    text = graph.to("sparse6")
    assert as_graph(text) == as_graph(f">>sparse6<<{text}\n") == graph


@given(graphs(**plain, directed=True))
def test_digraph6_round_trip(graph):
    text = graph.to("digraph6")
    assert as_graph(text) == as_graph(f">>digraph6<<{text}\n") == graph


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("p", [0, 0.05, 0.5, 1])
def test_agrees_with_networkx(n, p):
    foreign = nx.gnp_random_graph(n, p, seed=n)
    graph = as_graph(foreign)
    text = nx.to_graph6_bytes(foreign, header=False).strip()
    assert graph.to("graph6").encode() == text
    assert as_graph(text) == graph
    assert as_graph(nx.to_sparse6_bytes(foreign)) == graph
    assert as_graph(nx.from_sparse6_bytes(graph.to("sparse6").encode())) == graph
    foreign.add_edges_from((v, v) for v in range(0, n, 3))
    if n > 1:  # networkx spends a bit on the only node of n = 1, nauty's definition none
        graph = as_graph(foreign)
        assert as_graph(nx.from_sparse6_bytes(graph.to("sparse6").encode())) == graph


def test_large_sizes():
    path = Graph.from_edges([(0, 1), (1, 299_999)], 300_000)
    assert as_graph(path.to("sparse6")) == path
    star = Graph.from_edges([(0, v) for v in range(1, 300)])
    assert as_graph(star.to("graph6")) == star


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty line"),
        ("Bww", "got 2 characters after the size, expected 1 for 3 nodes"),
        ("D", "got 0 characters after the size, expected 2"),
        ("B\x01", "character '\\\\x01' at column 2"),
        ("B\x7f", "character"),
        ("Bé", "characters '\\?' to '~' only"),
        ("B@", "ones in the padding"),
        ("~~", "too few"),
        ("~~~~~~~~", "68719476735 nodes"),
        ("~?", "too few"),
        (":", "nothing after ':'"),
        (":~~~~~~~~", "68719476735 nodes"),
        ("&", "empty line"),
        ("&~~~~~~~~", "68719476735 nodes"),
        ("&B", "expected 2 for 3 nodes"),
        (":B_n", "more than once"),
        (">>graph6<<", "empty line"),
    ],
)
def test_malformed(text, message):
    with pytest.raises(GraphError, match=message):
        as_graph(text)


def test_sparse6_parallel_edges_are_the_callers_choice():
    multi = nx.MultiGraph([(0, 1), (0, 1), (1, 2)])
    text = nx.to_sparse6_bytes(multi)
    with pytest.raises(GraphError, match="more than once"):
        as_graph(text)
    assert as_graph(text, parallel="collapse") == as_graph([(0, 1), (1, 2)])
    assert as_graph(text, parallel="color") == as_graph(multi, parallel="color")


letters = st.sampled_from("?@ABCDw~_:&>{} \n0é\x00")


@given(st.one_of(st.text(max_size=12), st.text(letters, max_size=12)))
@example("~????")
@example(":~????")
@example("~@??")
def test_any_text_is_a_graph_or_a_graph_error(text):
    try:
        graph = as_graph(text)
    except GraphError:
        return
    assert Graph(*(getattr(graph, name) for name in Graph.__slots__)) == graph


@given(st.binary(max_size=40))
def test_any_bytes_are_graphs_or_a_graph_error(data):
    for form in ("graph6", "sparse6", "digraph6", "dimacs", "smiles"):
        try:
            read = list(read_graphs(data.splitlines(keepends=True), form=form))
        except GraphError:
            continue
        for graph in read:
            assert Graph(*(getattr(graph, name) for name in Graph.__slots__)) == graph


@given(st.lists(graphs(**plain, loops=False, max_nodes=5), max_size=6), st.randoms())
def test_mixed_lines_keep_their_order(many, random):
    lines = []
    for graph in many:
        form = "digraph6" if graph.directed else random.choice(["graph6", "sparse6"])
        lines += [graph.to(form), ""]
    assert list(read_graphs(lines)) == many


@given(st.lists(graphs(**plain, directed=False, max_nodes=20), max_size=8))
def test_sparse6_lines_read_together_are_what_each_is_alone(many):
    lines = [graph.to("sparse6") for graph in many]
    assert list(read_graphs(lines)) == [as_graph(line) for line in lines] == many


def test_sparse6_lines_that_are_read_one_by_one():
    multi = nx.to_sparse6_bytes(nx.MultiGraph([(0, 1), (0, 1), (1, 2)]), header=False).strip()
    path = as_graph([(0, 1), (1, 2)])
    assert list(read_graphs([b":Bg", multi, b":Bg"], parallel="collapse"))[1] == path
    assert next(read_graphs([multi], parallel="color")).edge_colors.tolist() == [2, 2, 1, 1]
    with pytest.raises(GraphError, match="line 2: edges: got 0 - 1 more than once"):
        list(read_graphs([b":Bg", multi]))
    with pytest.raises(GraphError, match="line 2: got character"):
        list(read_graphs([b":Bg", b":B\x01"]))
    large = Graph.from_edges([(0, 299_999)]).to("sparse6")  # its size alone forbids a chunk
    assert [g.num_nodes for g in read_graphs([large, ":Bg", large])] == [300_000, 3, 300_000]


def test_what_a_form_cannot_hold_is_refused():
    colored = as_graph([(0, 1)], node_colors=[1, 2])
    directed = as_graph([(0, 1)], directed=True)
    loop = as_graph([(0, 0)])
    for graph, form in [
        (colored, "graph6"),
        (colored, "sparse6"),
        (directed, "graph6"),
        (directed, "sparse6"),
        (loop, "graph6"),
    ]:
        with pytest.raises(GraphError, match="hold"):
            graph.to(form)


def test_colors_beside_text():
    graph = as_graph("Bw", node_colors=["C", "C", "O"])
    assert graph == as_graph([(0, 1), (1, 2), (0, 2)], node_colors=["C", "C", "O"])
    with pytest.raises(GraphError, match="for a form that is undirected"):
        as_graph("Bw", directed=True)


def test_arrays_do_not_share_their_chunk():
    first, *_ = read_graphs(["Bw"] * 100)
    assert first.indices.base is None
    assert first.indptr.base is None
