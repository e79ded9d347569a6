"""digraph6: directed graphs, self-loops allowed, one per line after ``&``."""

from typing import Any

from klgnn.convert import _bits, _dense6, _text
from klgnn.convert.options import Options
from klgnn.graph import Graph

HEADER = b">>digraph6<<"


def recognizes(source: Any) -> bool:
    """Text that starts with ``&`` or the header."""
    return _text.kind(source) == "digraph6"


def read(source: Any, options: Options) -> Graph:
    """The graph of one line."""
    line = _bits.strip_header(_text.one_line(source), HEADER).removeprefix(b"&")
    return _text.colored(_dense6.decode([line], ["digraph6"], directed=True)[0], options)


def write(graph: Graph) -> str:
    """One line, without line end; an undirected edge becomes two directed ones."""
    return "&" + _dense6.encode(graph, directed=True).decode("ascii")
