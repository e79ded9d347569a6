"""The graphs every textbook starts with."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.families import _check
from klgnn.graph import Graph

Array = npt.NDArray[Any]


def path(n: int) -> Graph:
    """The path 0 - 1 - ... - n-1.

    Args:
        n: how many nodes, at least 1.

    >>> path(4)
    Graph(4 nodes, 3 edges)

    References:
        Diestel (2017), Graph Theory.
    """
    n = _check.whole(n, "n", 1)
    _check.affordable(n, "path")
    return Graph.from_edges(_steps(n - 1), n)


def cycle(n: int) -> Graph:
    """The cycle 0 - 1 - ... - n-1 - 0.

    Args:
        n: how many nodes, at least 3.

    >>> cycle(5).degrees().tolist()
    [2, 2, 2, 2, 2]

    References:
        Diestel (2017), Graph Theory.
    """
    n = _check.whole(n, "n", 3)
    _check.affordable(n, "cycle")
    return Graph.from_edges(_steps(n) % n, n)


def complete(n: int, colored: bool = False) -> Graph:
    """The complete graph: every two nodes are joined.

    Args:
        n: how many nodes, at least 1.
        colored: whether node ``i`` has color ``i``, as the base graphs of CFI graphs have.

    >>> complete(4)
    Graph(4 nodes, 6 edges)
    >>> complete(3, colored=True).node_colors.tolist()
    [0, 1, 2]

    References:
        Diestel (2017), Graph Theory.
    """
    n = _check.whole(n, "n", 1)
    _check.affordable(n * (n - 1) / 2, "complete")
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    return Graph.from_edges(pairs, n, node_colors=np.arange(n) if colored else None)


def complete_bipartite(m: int, n: int) -> Graph:
    """The complete bipartite graph between nodes 0..m-1 and m..m+n-1.

    Args:
        m: size of the first side, at least 1.
        n: size of the second side, at least 1.

    >>> complete_bipartite(2, 3)
    Graph(5 nodes, 6 edges)

    References:
        Diestel (2017), Graph Theory.
    """
    m, n = _check.whole(m, "m", 1), _check.whole(n, "n", 1)
    _check.affordable(m * n, "complete_bipartite")
    left, right = np.divmod(np.arange(m * n), n)
    return Graph.from_edges(np.stack([left, m + right], axis=1), m + n)


def star(leaves: int) -> Graph:
    """The star: node 0 joined to ``leaves`` others.

    Args:
        leaves: how many nodes around the center, at least 1.

    >>> star(3).degrees().tolist()
    [3, 1, 1, 1]

    References:
        Diestel (2017), Graph Theory.
    """
    return complete_bipartite(1, _check.whole(leaves, "leaves", 1))


def grid(m: int, n: int) -> Graph:
    """The grid of m rows and n columns; the node in row i and column j is ``i * n + j``.

    Args:
        m: how many rows, at least 1.
        n: how many columns, at least 1.

    >>> grid(2, 3)
    Graph(6 nodes, 7 edges)

    References:
        Diestel (2017), Graph Theory.
    """
    m, n = _check.whole(m, "m", 1), _check.whole(n, "n", 1)
    _check.affordable(2 * m * n, "grid")
    node = np.arange(m * n).reshape(m, n)
    across = np.stack([node[:, :-1].ravel(), node[:, 1:].ravel()], axis=1)
    down = np.stack([node[:-1].ravel(), node[1:].ravel()], axis=1)
    return Graph.from_edges(np.concatenate([across, down]), m * n)


def hexagon_and_triangles() -> tuple[Graph, Graph]:
    """The 6-cycle and two disjoint triangles: the smallest pair 1-WL takes for one graph.

    >>> hexagon, triangles = hexagon_and_triangles()
    >>> hexagon.is_connected(), triangles.is_connected()
    (True, False)

    References:
        Morris et al. (2023), Weisfeiler and Leman go machine learning: the story so far.
    """
    return cycle(6), cycle(3).disjoint_union(cycle(3))


def _steps(count: int) -> Array:
    """The pairs (0, 1), (1, 2), ..., (count-1, count)."""
    start = np.arange(count)
    return np.stack([start, start + 1], axis=1)
