"""Refinement round by round, on a whole labeled graph: what each number of rounds gives."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.wl import hashing, nodes, tuples
from klgnn.wl.labels import label
from klgnn.wl.refine import NO_PARENT, Refiner

Array = npt.NDArray[Any]


def history(refiner: Refiner, label_tuple: Array) -> Iterator[hashing.Words]:
    """The colors of all k-tuples after 0, 1, 2, ... rounds, without end: ``(n^k, 2)`` each."""
    s, k = refiner.structure, refiner.k
    n = s.num_nodes
    labeled = np.empty((n, 2), np.uint64)
    label(s.nodes, label_tuple, labeled)
    if k == 1:
        order, mixed = np.arange(n), np.empty((n, 2), np.uint64)
        while True:
            yield labeled.copy()
            nodes.one_round(s.indptr, s.indices, s.arcs, order, labeled, mixed)
    color = np.empty((2, n**k), np.uint64)
    buffers = np.empty((k if refiner.folklore else 1, n**k), np.uint64)
    total = np.empty(n**k, np.uint64)
    tuples.initialize(labeled, s.matrix, NO_PARENT, k, color)
    while True:
        yield np.ascontiguousarray(color.T)
        tuples.one_round(n, k, refiner.folklore, color, buffers, total)


def count_rounds(refiner: Refiner, label_tuple: Array) -> int:
    """The last round of color refinement, k = 1, in which a node of the graph got a new color.

    Components that are stable by themselves may be told apart later: all are counted together.
    """
    s = refiner.structure
    n = s.num_nodes
    color, mixed = np.empty((n, 2), np.uint64), np.empty((n, 2), np.uint64)
    table = np.empty(4 + 4 * n, np.int32)
    label(s.nodes, label_tuple, color)
    rows = (s.indptr, s.indices, s.arcs, np.arange(n), color, mixed, table)
    return int(nodes.stabilize(*rows, n + 1))
