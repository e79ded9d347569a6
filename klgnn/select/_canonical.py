"""An order of a graph's nodes that follows from its structure and colors, up to ties.

Nodes are ordered by their stable 1-WL color. While a color has several nodes, one of the first
smallest class is individualized, and the colors are refined again. Each node of the class is tried,
and one is taken whose refinement looks least; so ties remain only between nodes that 1-WL cannot
tell apart even when they are individualized. Where those are automorphic, any choice gives the same
order up to an automorphism; on molecules they are.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._kernels import njit
from klgnn.graph import Graph
from klgnn.select._compiling import announced_once
from klgnn.wl.hashing import CHAIN, mix
from klgnn.wl.structure import structure_of
from klgnn.wl.worklist import refine

Array = npt.NDArray[Any]
U = np.uint64
MOST_STEPS = 10**7  # nodes and arcs that one choice of a node may look at


def canonical_order(graph: Graph) -> Array:
    """The nodes in canonical order, shape ``(n,)``."""
    indptr, indices, arc_class, order, starts = _classes(graph)
    with announced_once("canonical order"):
        discretize(indptr, indices, arc_class, order, starts)
    return order


def stable_cells(graph: Graph) -> tuple[Array, Array, Array, Array]:
    """The rows of a graph's structure, the class of each arc, and the cell of each node.

    Classes and cells are numbered canonically; colors of nodes and edges are seen.
    """
    indptr, indices, arc_class, order, starts = _classes(graph)
    with announced_once("stable cells"):
        cell = refine(indptr, indices, arc_class, order, starts)
    return indptr, indices, arc_class, cell


def _classes(graph: Graph) -> tuple[Array, Array, Array, Array, Array]:
    """A structure with the exact type of each arc, and nodes sorted by their exact type."""
    structure = structure_of(graph)
    arc_class = np.zeros(len(structure.indices), np.int64)
    if structure.relations is not None:
        arc_class = np.unique(structure.relations, axis=0, return_inverse=True)[1].reshape(-1)
    first = np.zeros(structure.num_nodes, np.int64)
    if structure.types.any():
        first = np.unique(structure.types, axis=0, return_inverse=True)[1].reshape(-1)
    order = np.argsort(first, kind="stable")
    starts = np.flatnonzero(np.diff(first[order], prepend=-1))
    return structure.indptr, structure.indices, arc_class, order, starts


@njit()
def discretize(indptr: Any, indices: Any, arc_class: Any, order: Any, starts: Any) -> None:
    """Refine and individualize until every node is alone in its cell; ``order`` is the result."""
    n = order.shape[0]
    cell = refine(indptr, indices, arc_class, order, starts)
    while True:
        first, length, number = -1, n + 1, 0
        begin = 0
        while begin < n:
            end = begin + 1
            while end < n and cell[order[end]] == cell[order[begin]]:
                end += 1
            if 1 < end - begin < length:
                first, length = begin, end - begin
            number += 1
            begin = end
        if first < 0:
            return
        if are_twins(indptr, indices, arc_class, order[first : first + length]):
            for p in range(first, first + length):  # any order will do, and splits nothing else
                cell[order[p]] = p
            continue
        bounds = np.empty(number + 1, np.int64)
        at = 0
        for p in range(n):
            if p == 0 or p == first + 1 or cell[order[p]] != cell[order[p - 1]]:
                bounds[at] = p
                at += 1
        cell = individualize(indptr, indices, arc_class, order, bounds, first, length)


@njit()
def are_twins(indptr: Any, indices: Any, arc_class: Any, nodes: Any) -> bool:
    """Whether some nodes have the same neighbors by the same arcs, as leaves of one node have."""
    begin, end = indptr[nodes[0]], indptr[nodes[0] + 1]
    for i in range(1, nodes.shape[0]):
        start = indptr[nodes[i]]
        for e in range(end - begin):
            same_arc = arc_class[begin + e] == arc_class[start + e]
            if indices[begin + e] != indices[start + e] or not same_arc:
                return False
    return True


@njit()
def individualize(
    indptr: Any, indices: Any, arc_class: Any, order: Any, bounds: Any, first: int, length: int
) -> Any:
    """Split one node off the cell at ``first`` and refine; ``order`` is changed.

    Of all nodes of the cell, one whose refinement has the least signature; any of them if there
    would be too much to try.
    """
    tries = length if length * (len(order) + len(indices)) <= MOST_STEPS else 1
    given = order.copy()
    best, best_cell = U(0), given
    for i in range(tries):
        trial = given.copy()
        trial[first], trial[first + i] = given[first + i], given[first]
        cell = refine(indptr, indices, arc_class, trial, bounds)
        value = signature(indptr, indices, arc_class, trial, cell)
        if i == 0 or value < best:
            best, best_cell = value, cell
            order[:] = trial
    return best_cell


@njit()
def signature(indptr: Any, indices: Any, arc_class: Any, order: Any, cell: Any) -> Any:
    """A hash of the cells in order and of how many arcs of each class lead from each to each."""
    value = U(len(order))
    for p in range(len(order)):
        v = order[p]
        total = U(0)
        for e in range(indptr[v], indptr[v + 1]):
            total += mix(mix(U(arc_class[e]) * CHAIN + U(1)) + U(cell[indices[e]]))
        value = mix(value * CHAIN + mix(total) + U(cell[v]))
    return value
