"""graph6: undirected graphs without self-loops, one per line."""

from typing import Any

from klgnn.convert import _bits, _dense6, _text
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph

HEADER = b">>graph6<<"


def recognizes(source: Any) -> bool:
    """Any text of one line that another of the text forms does not announce as its own."""
    return _text.kind(source) == "graph6"


def read(source: Any, options: Options) -> Graph:
    """The graph of one line."""
    try:
        line = _bits.strip_header(_text.one_line(source), HEADER)
        graph = _dense6.decode([line], ["graph6"], directed=False)[0]
    except GraphError as error:
        hint = _text.other_meaning(source)
        raise GraphError(f"{error}{hint}") from None
    return _text.colored(graph, options)


def write(graph: Graph) -> str:
    """One line, without line end."""
    return _dense6.encode(graph, directed=False).decode("ascii")
