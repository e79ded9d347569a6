"""The small graphs whose occurrences are counted, by name."""

import re
from collections.abc import Callable

from klgnn.errors import GraphError
from klgnn.graph import Graph

Edges = list[tuple[int, int]]

# The search for symmetries is exponential in the pattern; beyond this a name is a typing error.
MAX_PATTERN_NODES = 16

_FIXED: dict[str, Edges] = {
    "triangle": [(0, 1), (1, 2), (2, 0)],
    "tailed_triangle": [(0, 1), (1, 2), (2, 0), (0, 3)],
    "chordal_cycle": [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)],
}


def _path(nodes: int) -> Edges:
    return [(i, i + 1) for i in range(nodes - 1)]


def _cycle(nodes: int) -> Edges:
    return [*_path(nodes), (nodes - 1, 0)]


def _star(leaves: int) -> Edges:
    return [(0, leaf) for leaf in range(1, leaves + 1)]


def _clique(nodes: int) -> Edges:
    return [(i, j) for j in range(nodes) for i in range(j)]


# Family: its edges, its smallest size, and its largest. A star{d} has d + 1 nodes.
_FAMILIES: dict[str, tuple[Callable[[int], Edges], int, int]] = {
    "path": (_path, 2, MAX_PATTERN_NODES),
    "star": (_star, 1, MAX_PATTERN_NODES - 1),
    "cycle": (_cycle, 3, MAX_PATTERN_NODES),
    "clique": (_clique, 2, MAX_PATTERN_NODES),
}

#: The usual names; every family goes on (``path9``, ``star7``, ``cycle10``, ``clique8``, ...).
PATTERNS: tuple[str, ...] = (
    *_FIXED,
    *(f"path{n}" for n in range(2, 7)),
    *(f"star{d}" for d in range(3, 6)),
    *(f"cycle{n}" for n in range(3, 9)),
    *(f"clique{n}" for n in range(3, 7)),
)


def pattern(name: str) -> Graph:
    """The pattern of that name, as a graph.

    ``triangle``; ``tailed_triangle``, a triangle with one more edge at one corner;
    ``chordal_cycle``, a 4-cycle with one chord; ``path{n}`` of n **nodes**; ``star{d}`` with d
    leaves, so d + 1 nodes; ``cycle{n}``; ``clique{n}``. At most 16 nodes.

    The first five are the patterns of Chen et al., "Can graph neural networks count
    substructures?", NeurIPS 2020, and of the literature that followed.

    >>> pattern("chordal_cycle")
    Graph(4 nodes, 5 edges)
    >>> pattern("path3").edges().tolist()
    [[0, 1], [1, 2]]
    """
    if name in _FIXED:
        return Graph.from_edges(_FIXED[name])
    match = re.fullmatch(r"([a-z]+)([1-9][0-9]{0,8})", name) if isinstance(name, str) else None
    if match is None or match[1] not in _FAMILIES:
        raise GraphError(
            f"pattern: got {name!r}, expected one of {', '.join(PATTERNS)}, a larger member of a"
            " family, or a small connected klgnn.Graph"
        )
    edges, smallest, largest = _FAMILIES[match[1]]
    size = int(match[2])
    if not smallest <= size <= largest:
        raise GraphError(
            f"pattern: got {name!r}, expected {match[1]}{smallest} to {match[1]}{largest}"
        )
    return Graph.from_edges(edges(size))


def as_pattern(value: str | Graph) -> Graph:
    """A pattern from its name or from a graph, as the plain structure that is counted.

    >>> as_pattern(Graph.from_edges([(0, 1)], node_colors=["C", "O"]))
    Graph(2 nodes, 1 edges)
    """
    graph = value if isinstance(value, Graph) else pattern(value)
    if graph.directed or graph.num_loops:
        kind = "a directed graph" if graph.directed else "a graph with self-loops"
        raise GraphError(f"pattern: got {kind}, expected an undirected one without self-loops")
    if not 1 <= graph.num_nodes <= MAX_PATTERN_NODES:
        raise GraphError(f"pattern: got {graph.num_nodes} nodes, expected 1 to {MAX_PATTERN_NODES}")
    if not graph.is_connected():
        raise GraphError(
            f"pattern: got {int(graph.components().max()) + 1} connected components, expected one;"
            " count the components one by one"
        )
    return graph.recolor()
