"""Which labeled graphs of two graphs are the same to the test, with no probability left.

For k >= 2. Their hashed colors are a first guess, which can only be too coarse. All labeled graphs
of one hashed color are held against the first of them, few at a time, by one check that the hashed
partition of their tuples refines the true isomorphism types and is stable. If all agree, the guess
is the truth.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.wl import engine
from klgnn.wl.method import Method
from klgnn.wl.stable import is_stable
from klgnn.wl.structure import Structure, structure_of

Array = npt.NDArray[Any]
AT_ONCE = 2**17  # tuples whose classes are checked together


@dataclass(frozen=True)
class Labelings:
    """The label tuples of two graphs, one after another, and the guessed class of each."""

    tuples: Array
    sides: Array
    classes: Array


def guess(g: Graph, h: Graph, method: Method) -> Labelings:
    """Labeled graphs of both graphs by their hashed colors."""
    if method.l == 0:  # one of each, and who asks has seen that their colors are equal
        rows = [np.concatenate([*method.label_tuples(graph)]) for graph in (g, h)]
        sides = np.repeat([0, 1], [len(row) for row in rows])
        return Labelings(np.concatenate(rows), sides, np.zeros(len(sides), np.int64))
    found = [engine.pooled_colors(graph, method) for graph in (g, h)]
    classes = number_colors(np.concatenate([colors for _, colors in found]))
    sides = np.repeat([0, 1], [len(tuples) for tuples, _ in found])
    return Labelings(np.concatenate([tuples for tuples, _ in found]), sides, classes)


def confirmed(g: Graph, h: Graph, method: Method, guessed: Labelings) -> bool:
    """Whether labeled graphs of one guessed class are the same to the test, for stable colors."""
    order = np.argsort(guessed.classes, kind="stable")
    ends = np.flatnonzero(np.diff(guessed.classes[order], prepend=-1, append=-1))
    groups = [order[first:last] for first, last in pairwise(ends.tolist()) if last - first > 1]
    one_group_is = _Classes((g, h), method, guessed)
    return all(one_group_is.of_one_kind(group) for group in groups)


class _Classes:
    """On the full graphs, of as many nodes: the check of stability."""

    def __init__(self, graphs: tuple[Graph, Graph], method: Method, guessed: Labelings) -> None:
        self.graphs, self.method, self.guessed = graphs, method, guessed
        structures = [structure_of(graph) for graph in graphs]
        self.refiners = [engine.refiner(structure, method) for structure in structures]
        self.base, self.relations = _exact_ids(structures)

    def of_one_kind(self, group: Array) -> bool:
        step = max(AT_ONCE // max(self.graphs[0].num_nodes, 1) ** self.method.k - 1, 1)
        [first] = self._colors(group[:1])
        return all(
            self._agree(np.append(group[0], group[i : i + step]), first)
            for i in range(1, len(group), step)
        )

    def _agree(self, rows: Array, first: Array) -> bool:
        """Whether the labeled graphs look like the first of them."""
        words = np.stack([first, *self._colors(rows[1:])])
        classes = number_colors(words.reshape(-1, 2)).reshape(len(rows), -1)
        ranked = np.sort(classes, axis=1)
        if (ranked != ranked[0]).any():
            return False
        ids = [
            label_ids(self.base[side], label_tuple)
            for side, label_tuple in zip(
                self.guessed.sides[rows], self.guessed.tuples[rows], strict=True
            )
        ]
        sides = self.guessed.sides[rows]
        return is_stable(self.method.k, classes, np.stack(ids), self.relations, sides)

    def _colors(self, rows: Array) -> Iterator[Array]:
        """The colors of the tuples of each labeled graph; rows of the first graph come first."""
        for side, refiner in enumerate(self.refiners):
            own = rows[self.guessed.sides[rows] == side]
            colors = refiner(self.guessed.tuples[own], keep_colors=True).colors
            yield from () if colors is None else colors


def _exact_ids(structures: list[Structure]) -> tuple[list[Array], Array]:
    """Integers for the true node types and relations of both graphs, shared between them."""
    rows = np.concatenate([s.types for s in structures])
    types = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    base = np.split(types, [structures[0].num_nodes])
    n = structures[0].num_nodes
    widest = max(0 if s.relations is None else s.relations.shape[1] for s in structures)
    relations = [
        np.zeros((len(s.indices), widest), np.int64) if s.relations is None else s.relations
        for s in structures
    ]
    numbers = np.unique(np.concatenate(relations), axis=0, return_inverse=True)[1].reshape(-1)
    matrices = np.zeros((2, n, n), np.int64)  # 0: neither equal nor adjacent
    for side, (s, arcs) in enumerate(
        zip(structures, np.split(numbers, [len(structures[0].indices)]), strict=True)
    ):
        matrices[side, np.repeat(np.arange(n), np.diff(s.indptr)), s.indices] = 2 + arcs
        matrices[side, np.arange(n), np.arange(n)] = 1
    return base, matrices


def label_ids(base: Array, label_tuple: Array) -> Array:
    """A node's type and the set of its labels as two integers, shape ``(n, 2)``."""
    ids = np.stack([base, np.zeros_like(base)], axis=1)
    for i in np.flatnonzero(label_tuple >= 0).tolist():
        ids[label_tuple[i], 1] |= 1 << i
    return ids


def number_colors(words: Array) -> Array:
    """Dense numbers for colors of shape ``(m, 2)``, in the order of their values."""
    order = np.lexsort((words[:, 1], words[:, 0]))
    ranked = words[order]
    is_new = np.ones(len(words), bool)
    is_new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    numbers = np.empty(len(words), np.int64)
    numbers[order] = np.cumsum(is_new) - 1
    return numbers
