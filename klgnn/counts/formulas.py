"""Closed forms: counts per node from degrees, common neighbors and triangles.

With A the adjacency matrix, d the degrees, A A the common neighbors of two nodes,
T = A o (A A) the triangles on an edge and t = T 1 / 2 the triangles at a node, the number of
occurrences (subgraphs, not only induced ones) that contain a node v is, for instance,

    tailed_triangle(v) = t(v) (d(v) - 2) + sum_{u ~ v} [T(u,v) (d(u) - 2) + t(u) - T(u,v)]

where v is in turn the corner with the tail, another corner, and the end of the tail.

Reference: Alon, Yuster and Zwick, "Finding and counting given length cycles",
Algorithmica 17, 1997; for four-node patterns also Pinar, Seshadhri and Vishal, "ESCAPE:
efficiently counting all 5-vertex subgraphs", WWW 2017.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from klgnn import _csr
from klgnn.errors import GraphError
from klgnn.graph import Graph

Ints = npt.NDArray[np.int64]
INT64_MAX = 2**63 - 1
BLOCK = 10**7  # entries of a product held at a time, some 200 MB


class Terms:
    """What the closed forms are made of, computed once per graph and only when asked for.

    >>> Terms(Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])).t.tolist()
    [1, 1, 1, 0]
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    @cached_property
    def A(self) -> Any:  # noqa: N802
        """The adjacency matrix without self-loops."""
        row, column = _csr.rows(self.graph.indptr), self.graph.indices
        proper = row != column
        n = self.graph.num_nodes
        indptr = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(row[proper], minlength=n), out=indptr[1:])
        ones = np.ones(indptr[-1], np.int64)
        return sparse.csr_array((ones, column[proper], indptr), shape=(n, n))

    @cached_property
    def d(self) -> Ints:
        """Degrees without self-loops."""
        row = _csr.rows(self.graph.indptr)
        loops = np.bincount(row[row == self.graph.indices], minlength=self.graph.num_nodes)
        degrees: Ints = self.graph.degrees().astype(np.int64) - loops
        return degrees

    @cached_property
    def wedges(self) -> int:
        """The work of one product A A: the number of walks of length two."""
        return int((self.d * self.d).sum())

    @cached_property
    def T(self) -> Any:  # noqa: N802
        """Triangles on each edge; edges without one have no entry."""
        blocks = [(self.A[b] @ self.A).multiply(self.A[b]) for b in self.blocks()]
        return sparse.vstack(blocks, format="csr") if blocks else self.A

    @cached_property
    def t(self) -> Ints:
        """Triangles at each node."""
        return _row_sums(self.T) // 2

    def blocks(self) -> Iterator[slice]:
        """Rows in portions, so that no product of a portion needs more than a fixed memory."""
        work = np.cumsum(self.A @ self.d)
        start = 0
        while start < len(work):
            done = work[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(work, done + BLOCK, side="right")))
            yield slice(start, stop)
            start = stop


def triangle(x: Terms) -> Ints:
    """Triangles at each node: t."""
    return x.t


def edge(x: Terms) -> Ints:
    """Edges at each node: d."""
    return x.d


def path4(x: Terms) -> Ints:
    """Paths of four nodes: v is an inner node, or an end of v - b - c - d."""
    inner: Ints = (x.d - 1) * (x.A @ (x.d - 1)) - 2 * x.t
    end: Ints = x.A @ (x.A @ (x.d - 1)) - x.d * (x.d - 1) - 2 * x.t
    return inner + end


def tailed_triangle(x: Terms) -> Ints:
    """Triangles with a tail: v is the corner with the tail, another corner, or the tail."""
    corner = x.t * (x.d - 2)
    other: Ints = x.T @ (x.d - 2)
    tail: Ints = x.A @ x.t - 2 * x.t
    return corner + other + tail


def chordal_cycle(x: Terms) -> Ints:
    """Two triangles on an edge: v is an end of the chord, or a corner off it."""
    chord = _row_sums(_map(x.T, _pairs))
    more = _map(x.T, lambda c: c - 1)  # given a triangle on the chord, the choices of the other
    blocks = [_row_sums((x.A[b] @ more).multiply(x.A[b])) // 2 for b in x.blocks()]
    off: Ints = np.concatenate([*blocks, np.zeros(0, np.int64)])
    return chord + off


def cycle4(x: Terms) -> Ints:
    """Squares: v and the opposite node have two of their common neighbors in it."""
    blocks = [_row_sums(_map(x.A[b] @ x.A, _pairs)) for b in x.blocks()]
    opposite: Ints = np.concatenate([*blocks, np.zeros(0, np.int64)])
    return opposite - _pairs(x.d)  # v is not opposite to itself


def star_total(degrees: Ints, leaves: int) -> int:
    """The number of stars with at least two leaves, of any magnitude: sum of binomials.

    >>> star_total(np.array([100]), 50)
    100891344545564193334812497256
    """
    values, multiplicities = np.unique(degrees, return_counts=True)
    pairs = zip(values.tolist(), multiplicities.tolist(), strict=True)
    return sum(times * comb(degree, leaves) for degree, times in pairs)


def star_per_node(x: Terms, leaves: int) -> Ints:
    """Stars with at least two leaves at each node: v is the center, or one of the leaves."""
    top = int(x.d.max(initial=0))
    if comb(top, leaves) + top * comb(max(top - 1, 0), leaves - 1) > INT64_MAX:
        raise GraphError(
            f"star{leaves}: got a node of degree {top}, whose count may not fit in 64 bits;"
            " ask for per_node=False, which has no bound, or for a smaller star"
        )
    at_leaf: Ints = x.A @ _binomials(x.d - 1, leaves - 1)
    return _binomials(x.d, leaves) + at_leaf


def _binomials(values: Ints, choose: int) -> Ints:
    distinct, inverse = np.unique(values, return_inverse=True)
    table = [comb(value, choose) if value >= 0 else 0 for value in distinct.tolist()]
    return np.array(table, np.int64)[inverse]


def _pairs(values: Ints) -> Ints:
    return values * (values - 1) // 2


def _row_sums(matrix: Any) -> Ints:
    return np.asarray(matrix.sum(axis=1)).reshape(-1).astype(np.int64)


def _map(matrix: Any, function: Callable[[Ints], Ints]) -> Any:
    """The matrix with a function applied to its entries; absent ones stay absent."""
    entries = (function(matrix.data), matrix.indices, matrix.indptr)
    return sparse.csr_array(entries, shape=matrix.shape)
