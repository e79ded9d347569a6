"""DIMACS graph coloring files (.col) and bliss files: the same lines, bliss adds node colors.

``c`` comment, ``p edge NODES EDGES``, ``e U V`` with nodes from 1, ``n NODE COLOR``.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from klgnn.convert.limits import MAX_TEXT_NODES, parse_int
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph


def recognizes(source: Any) -> bool:
    """Text of several lines whose first word is a DIMACS one."""
    if not isinstance(source, str):
        return False
    words = source.split(maxsplit=2)  # no line of graph6 holds a space
    return len(words) > 1 and words[0] in ("c", "p") and source.lstrip()[1:2].isspace()


def read(source: Any, options: Options) -> Graph:
    """A graph from the text or the lines of a file.

    Files of the coloring benchmark often list both directions, so repeats collapse by default;
    for the same reason the edge count of the ``p`` line is not enforced.
    """
    if options.directed:
        raise GraphError("directed: got True, but DIMACS graphs are undirected; leave it out")
    if options.colors("edge_colors", None) is not None:
        raise GraphError("edge_colors: DIMACS edges have none; leave it out")
    if isinstance(source, bytes):
        source = source.decode("utf-8", "replace")
    lines = source.splitlines() if isinstance(source, str) else source
    if not isinstance(lines, Iterable):
        raise GraphError(f"got {type(lines).__name__}, expected the text of a DIMACS file")
    num_nodes, edges, colors = _parse(lines)
    node_colors = None
    if colors:
        node_colors = np.zeros(num_nodes, np.int64)  # bliss: color 0 where no line says
        node_colors[[*colors]] = [*colors.values()]
    return Graph.from_edges(
        edges,
        num_nodes,
        node_colors=options.colors("node_colors", node_colors),
        parallel=options.repeats("collapse"),
    )


def write(graph: Graph) -> str:
    """The text of a DIMACS file, with bliss's ``n`` lines if nodes are colored."""
    if graph.directed or graph.edge_colors is not None:
        raise GraphError("DIMACS holds undirected graphs without edge colors; recolor() first")
    colors = [] if graph.node_colors is None else graph.node_colors.tolist()
    if any(color < 0 for color in colors):
        raise GraphError(
            "got a negative node color (the digest of an attribute), bliss wants 0 or more; number"
            " the colors first: graph.recolor(node_colors=...)"
        )
    lines = [f"p edge {graph.num_nodes} {graph.num_edges}"]
    lines += [f"n {node} {color}" for node, color in enumerate(colors, 1)]
    lines += [f"e {u + 1} {v + 1}" for u, v in graph.edges().tolist()]
    return "\n".join(lines) + "\n"


def _parse(lines: Iterable[Any]) -> tuple[int, list[tuple[int, int]], dict[int, int]]:
    num_nodes: int | None = None
    edges: list[tuple[int, int]] = []
    colors: dict[int, int] = {}
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise GraphError(f"got {type(line).__name__}, expected the text of a DIMACS file")
        words = line.split()
        match words:
            case [] | ["c", *_]:
                continue
            case ["p", "edge" | "edges" | "col", nodes, count] if num_nodes is None:
                num_nodes = parse_int(nodes, 0, MAX_TEXT_NODES, f"line {number}: nodes")
                parse_int(count, 0, 2**62, f"line {number}: edges")
            case ["e", u, v] if num_nodes is not None:
                edges.append((_node(u, num_nodes, number), _node(v, num_nodes, number)))
            case ["n", node, color] if num_nodes is not None:
                value = parse_int(color, 0, 2**63 - 1, f"line {number}: color")
                place = _node(node, num_nodes, number)
                if colors.setdefault(place, value) != value:
                    raise GraphError(
                        f"line {number}: got color {value} for node {node}, which has color"
                        f" {colors[place]} already; expected one color per node"
                    )
            case _:
                shown = line.strip()[:60]
                raise GraphError(
                    f"line {number}: got {shown!r}, expected 'c ...', one 'p edge NODES EDGES',"
                    " then 'e U V' and 'n NODE COLOR'"
                )
    if num_nodes is None:
        raise GraphError("got no 'p edge NODES EDGES' line, expected one before the edges")
    return num_nodes, edges, colors


def _node(text: str, num_nodes: int, line: int) -> int:
    return parse_int(text, 1, num_nodes, f"line {line}: node") - 1
