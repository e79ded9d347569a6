"""The front door: whose object is this, and which form reads or writes it."""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from klgnn._edges import Parallel
from klgnn.attributes import as_array
from klgnn.convert import _by_number
from klgnn.convert.options import UNCHOSEN, Options, is_instance
from klgnn.errors import GraphError
from klgnn.graph import Graph

# The order is the order of asking; the last one takes any list of pairs.
FORMS = {
    "dimacs": "klgnn.convert.dimacs",
    "graph6": "klgnn.convert.graph6",
    "sparse6": "klgnn.convert.sparse6",
    "digraph6": "klgnn.convert.digraph6",
    "smiles": "klgnn.convert.smiles",
    "networkx": "klgnn.convert.networkx",
    "igraph": "klgnn.convert.igraph",
    "pyg": "klgnn.convert.pyg",
    "scipy": "klgnn.convert.scipy",
    "numpy": "klgnn.convert.numpy",
    "edges": "klgnn.convert.edges",
}

# Forms that are objects of a library, and nothing else can be read as.
OBJECTS = ("networkx", "igraph", "pyg", "scipy")
# Forms that look up a dict of colors by their own nodes and edges.
NAMED = (FORMS["networkx"], FORMS["igraph"])


def as_graph(
    source: Any,
    *,
    node_colors: Any = UNCHOSEN,
    edge_colors: Any = UNCHOSEN,
    directed: bool | None = None,
    parallel: Parallel | None = None,
    form: str | None = None,
) -> Graph:
    """A :class:`klgnn.Graph` from whatever holds a graph.

    Takes networkx and igraph graphs, PyG ``Data``, rdkit molecules, scipy and dense matrices,
    graph6 / sparse6 / digraph6 and DIMACS text, edge lists, SMILES (``form="smiles"``), and
    ``pathlib.Path`` of a file with one graph (:func:`klgnn.read_graphs` for more).

    Args:
        source: the graph.
        node_colors: an attribute name or a tuple of names, values in node order, a dict from
            node to value, or False for none. By default PyG gives ``x``, molecules their atomic
            numbers, and other forms none; where attributes are left out that way, a warning says
            so (:class:`klgnn.AttributesIgnoredWarning`). None is the default without the warning.
        edge_colors: likewise, with a dict from node pair to value; PyG gives ``edge_attr``,
            molecules their bond types. For matrices, ``"weight"`` makes the entries colors.
        directed: default: what the source says, else undirected.
        parallel: ``"refuse"`` (default), ``"collapse"`` or ``"color"``: see
            :meth:`klgnn.Graph.from_edges`.
        form: the name of the form, if it cannot be told from the object.

    >>> import networkx as nx
    >>> as_graph(nx.petersen_graph())
    Graph(10 nodes, 15 edges)
    >>> as_graph("Bw") == as_graph([(0, 1), (1, 2), (2, 0)])
    True
    """
    options = Options(node_colors, edge_colors, directed, parallel)
    if directed is not None and not isinstance(directed, bool):
        raise GraphError(f"directed: got {directed!r}, expected True, False or None")
    if isinstance(source, Graph):
        return _by_number.read(_adapted, source, options)
    if is_instance(source, "torch", "Tensor"):
        source = as_array(source)
    if form is not None:
        module = form_module(form)
        if form in OBJECTS and not module.recognizes(source):
            raise GraphError(f"form: got {form!r} for a {type(source).__name__}; leave it out")
        return _checked_read(module, source, options)
    for name in FORMS:
        module = form_module(name)
        if module.recognizes(source):
            return _checked_read(module, source, options)
    if hasattr(source, "__fspath__"):
        from klgnn.convert.files import read_one

        return _by_number.read(read_one, source, options)
    if isinstance(source, str | bytes):
        raise GraphError("got several lines of text, expected one graph; use klgnn.read_graphs")
    raise GraphError(
        f"got {type(source).__name__}, expected one of the forms {', '.join(FORMS)};"
        " see klgnn.as_graph"
    )


def to_form(graph: Graph, form: str, **options: Any) -> Any:
    """A graph in another library's form; the other direction of :func:`as_graph`.

    >>> sorted(to_form(as_graph("Bw"), "networkx").degree())
    [(0, 2), (1, 2), (2, 2)]
    """
    module = form_module(form)
    if not hasattr(module, "write"):
        raise GraphError(f"klgnn reads {form} and does not write it; forms it writes: {forms()}")
    return module.write(graph, **options)


def forms() -> list[str]:
    """The names of the forms a graph can be written in."""
    return [name for name in FORMS if hasattr(form_module(name), "write")]


@cache
def form_module(name: str) -> ModuleType:
    """The module of a form."""
    if name not in FORMS:
        raise GraphError(f"form: got {name!r}, expected one of {', '.join(FORMS)}")
    return import_module(FORMS[name])


def _checked_read(module: ModuleType, source: Any, options: Options) -> Graph:
    try:
        if module.__name__ in NAMED:
            graph: Graph = module.read(source, options)
            return graph
        return _by_number.read(module.read, source, options)
    except RecursionError:
        raise GraphError(f"got a {type(source).__name__} nested too deeply to read") from None


def _adapted(graph: Graph, options: Options) -> Graph:
    """A Graph with the caller's colors in place of its own, where some are given."""
    if options.directed not in (None, graph.directed):
        kind = "directed" if graph.directed else "undirected"
        raise GraphError(f"directed: got {options.directed} for a Graph that is {kind}")
    nodes = options.colors("node_colors", graph.node_colors)
    edges = options.colors("edge_colors", graph.edge_colors)
    if nodes is graph.node_colors and edges is graph.edge_colors:
        return graph
    return graph.recolor(node_colors=nodes, edge_colors=edges)
