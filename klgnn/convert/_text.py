"""What the one-line text forms share: which is which, and colors given beside the text."""

import re
from pathlib import Path
from typing import Any, Literal

from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph

Kind = Literal["graph6", "sparse6", "digraph6"]


def kind(source: Any) -> Kind | None:
    """Which of the text forms a line announces; plain text is graph6."""
    if not isinstance(source, str | bytes):
        return None
    start = source[:12].encode("utf-8", "replace") if isinstance(source, str) else source[:12]
    start = start.lstrip()
    if start.startswith((b":", b">>sparse6")):
        return "sparse6"
    if start.startswith((b"&", b">>digraph6")):
        return "digraph6"
    if isinstance(source, str) and "\n" in source.strip():
        return None
    return "graph6"


def other_meaning(source: Any) -> str:
    """What else a text may have been meant as: the name of a file, or SMILES."""
    if not isinstance(source, str) or len(source) > 4096 or not source.strip():
        return ""
    if re.search(r"\.(g6|s6|d6|smi|smiles|col|dimacs|bliss)(\.gz)?$", source) or _is_file(source):
        return (
            "; as the name of a file: klgnn.as_graph(pathlib.Path(...)), or"
            " klgnn.read_graphs for all of its graphs"
        )
    if re.fullmatch(r"[A-Za-z0-9@+\-\[\]()=#$:/\\.%*~]+", source.strip()):
        return "; as SMILES: klgnn.as_graph(text, form='smiles')"
    return ""


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def one_line(source: Any) -> bytes:
    """The text of one graph as bytes."""
    if not isinstance(source, str | bytes):
        raise GraphError(f"got {type(source).__name__}, expected one line of text")
    line = source.strip()
    if isinstance(line, str):
        if not line.isascii():
            raise GraphError(f"got {line[:30]!r}, expected characters '?' to '~' only")
        line = line.encode("ascii")
    if b"\n" in line:
        raise GraphError("got several lines, expected one graph; use klgnn.read_graphs")
    return line


def colored(graph: Graph, options: Options) -> Graph:
    """A graph from text with the colors its caller has beside it."""
    if options.directed not in (None, graph.directed):
        known = "directed" if graph.directed else "undirected"
        raise GraphError(f"directed: got {options.directed} for a form that is {known}")
    nodes, edges = options.colors("node_colors", None), options.colors("edge_colors", None)
    if nodes is None and edges is None:
        return graph
    return graph.recolor(node_colors=nodes, edge_colors=edges)
