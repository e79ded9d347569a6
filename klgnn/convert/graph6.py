"""graph6: undirected graphs without self-loops, one per line."""

from typing import Any

from klgnn.convert import _bits, _dense6, _text
from klgnn.convert.options import Options
from klgnn.graph import Graph

HEADER = b">>graph6<<"


def recognizes(source: Any) -> bool:
    """Any text of one line that another of the text forms does not announce as its own."""
    return _text.kind(source) == "graph6"


def read(source: Any, options: Options) -> Graph:
    """The graph of one line."""
    line = _bits.strip_header(_text.one_line(source), HEADER)
    return _text.colored(_dense6.decode([line], ["graph6"], directed=False)[0], options)


def write(graph: Graph) -> str:
    """One line, without line end."""
    return _dense6.encode(graph, directed=False).decode("ascii")
