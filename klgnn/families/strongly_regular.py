"""Strongly regular graphs: the hardest small inputs for 2-FWL, which sees only parameters."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _edges
from klgnn.errors import GraphError
from klgnn.families import _check, _field
from klgnn.families._matrix import from_matrix, to_matrix
from klgnn.graph import Graph

Array = npt.NDArray[Any]


def rook(m: int, n: int | None = None) -> Graph:
    """The rook's graph: squares of an m x n board, joined if they share a row or a column.

    Strongly regular for ``m = n``, with parameters (n^2, 2 n - 2, n - 2, 2).

    Args:
        m: how many rows, at least 1.
        n: how many columns, default ``m``. Square (i, j) is node ``i * n + j``.

    >>> strongly_regular_parameters(rook(4))
    (16, 6, 2, 2)

    References:
        Brouwer & Van Maldeghem (2022), Strongly regular graphs.
    """
    m = _check.whole(m, "m", 1)
    n = m if n is None else _check.whole(n, "n", 1)
    _check.dense(m * n, "rook")
    row, column = np.divmod(np.arange(m * n), n)
    return from_matrix(_shares([row, column]))


def shrikhande() -> Graph:
    """The Shrikhande graph, with the parameters of the 4 x 4 rook's graph but another graph.

    Nodes are the elements (i, j) of Z4 x Z4, numbered ``4 i + j``; the neighbors of (0, 0) are
    (0, 1), (1, 0), (1, 1) and their negatives.

    >>> strongly_regular_parameters(shrikhande())
    (16, 6, 2, 2)

    References:
        Shrikhande (1959), The uniqueness of the L2 association scheme.
    """
    i, j = np.divmod(np.arange(16), 4)
    steps = [(0, 1), (1, 0), (1, 1)]
    ends = [np.stack([4 * i + j, 4 * ((i + a) % 4) + (j + b) % 4], axis=1) for a, b in steps]
    return Graph.from_edges(np.concatenate(ends), 16)


def paley(q: int) -> Graph:
    """The Paley graph: elements of the field of q elements, joined if they differ by a square.

    Strongly regular with parameters (q, (q - 1) / 2, (q - 5) / 4, (q - 1) / 4).

    Args:
        q: a prime power that leaves 1 modulo 4. The element with coefficients c0, c1, ... over
            the prime field p is node ``c0 + c1 p + ...``.

    >>> strongly_regular_parameters(paley(9))
    (9, 4, 1, 2)

    References:
        Paley (1933), On orthogonal matrices.
    """
    q = _check.whole(q, "q", 5)
    _check.dense(q, "paley")
    power = _field.prime_power(q)
    if q % 4 != 1 or power is None:
        raise GraphError(
            f"q: got {q}, expected a prime power that leaves 1 modulo 4, such as 5, 9, 13, 17, 25"
        )
    p, e = power
    weights = p ** np.arange(e)
    elements = np.arange(q)[:, None] // weights % p
    adjacent = np.zeros((q, q), bool)
    for square in _field.powers(p, e)[::2]:
        adjacent[np.arange(q), (elements + square) % p @ weights] = True
    return from_matrix(adjacent)


def latin_square_graph(square: Sequence[Sequence[int]] | Array) -> Graph:
    """The Latin square graph: cells, joined if they share a row, a column or a symbol.

    Strongly regular with parameters (n^2, 3 (n - 1), n, 6) for ``n >= 3``.

    Args:
        square: shape ``(n, n)``, each row and each column holding the same n numbers.
            Cell (i, j) is node ``i * n + j``.

    >>> latin_square_graph([[0, 1, 2], [1, 2, 0], [2, 0, 1]]).num_edges
    27

    References:
        Bose (1963), Strongly regular graphs, partial geometries and partially balanced designs.
    """
    try:
        cells = _edges.as_integers(square, "square")
    except GraphError as error:
        raise GraphError(f"{error}; give an n x n array of numbers") from None
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or not cells.size:
        raise GraphError(f"square: got shape {cells.shape}, expected (n, n); pad or cut it")
    n = len(cells)
    symbols = np.unique(cells)
    lines = np.sort(np.concatenate([cells, cells.T]), axis=1)
    if len(symbols) != n or (lines != symbols).any():
        at = int(np.flatnonzero((lines != lines[0]).any(axis=1) | (np.diff(lines) == 0).any(1))[0])
        line = f"row {at}" if at < n else f"column {at - n}"
        raise GraphError(
            f"square: got a bad {line}, expected each row and column to hold the same {n} numbers"
            " once; correct it"
        )
    _check.dense(n * n, "latin_square_graph")
    row, column = np.divmod(np.arange(n * n), n)
    return from_matrix(_shares([row, column, cells.ravel()]))


def triangular(n: int) -> Graph:
    """The triangular graph: pairs from n things, joined if they share one.

    Strongly regular with parameters (n (n - 1) / 2, 2 (n - 2), n - 2, 4) for ``n >= 4``.

    Args:
        n: how many things, at least 2. Pairs are numbered in lexicographic order.

    >>> strongly_regular_parameters(triangular(5))
    (10, 6, 3, 4)

    References:
        Chang (1959), The uniqueness and nonuniqueness of the triangular association schemes.
    """
    n = _check.whole(n, "n", 2)
    _check.dense(n * (n - 1) // 2, "triangular")
    first, second = np.triu_indices(n, 1)
    crosswise = first[:, None] == second
    return from_matrix(_shares([first, second]) | crosswise | crosswise.T)


def strongly_regular_parameters(graph: Graph) -> tuple[int, int, int, int] | None:
    """The parameters (n, k, lambda, mu) of a strongly regular graph, or None.

    Every node has k neighbors, every two neighbors have lambda common neighbors, every two other
    nodes mu. Complete and empty graphs do not count, disjoint cliques do. Colors are ignored.

    Args:
        graph: any graph; directed edges or self-loops give None.

    >>> strongly_regular_parameters(paley(5))
    (5, 2, 0, 1)

    References:
        Brouwer & Van Maldeghem (2022), Strongly regular graphs.
    """
    n, degrees = graph.num_nodes, graph.degrees()
    if graph.directed or graph.num_loops or n == 0 or len(np.unique(degrees)) > 1:
        return None
    k = int(degrees[0])
    if k in (0, n - 1):
        return None
    adjacent = to_matrix(graph, "strongly_regular_parameters")
    numbers = adjacent.astype(np.float32)  # exact up to 2^24, and multiplied fast
    common = (numbers @ numbers).astype(np.int64)
    inside = np.unique(common[adjacent])
    outside = np.unique(common[~adjacent & ~np.eye(n, dtype=bool)])
    if len(inside) > 1 or len(outside) > 1:
        return None
    return n, k, int(inside[0]), int(outside[0])


def _shares(properties: list[Array]) -> Array:
    """Which two distinct items agree in at least one property."""
    agree = np.any([p[:, None] == p for p in properties], axis=0)
    return np.asarray(agree & ~np.eye(len(properties[0]), dtype=bool))
