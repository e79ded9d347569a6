"""From a structure and label tuples to colors: the kernels, behind one function."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.wl import hashing, nodes, tuples
from klgnn.wl.compiling import announced
from klgnn.wl.prefixes import prefixes_of
from klgnn.wl.structure import Structure

Array = npt.NDArray[Any]

NO_PARENT = np.zeros((2, 0), np.uint64)


@dataclass(frozen=True)
class Refined:
    """What refining some labeled graphs gave.

    Attributes:
        pooled: the color of each labeled graph, ``(m, 2)``.
        colors: the color of each k-tuple, ``(m, n^k, 2)``, or None if not asked for.
        rounds: the last round that made a new color, ``(m,)``; -1 where a worklist ran, which
            has no rounds.
    """

    pooled: hashing.Words
    colors: hashing.Words | None
    rounds: Array


@dataclass(frozen=True)
class Refiner:
    """Color refinement of the k-tuples of one structure under any label tuples."""

    structure: Structure
    k: int
    folklore: bool
    rounds: int | None
    continues: bool = False  # from the stable colors without labels; for k >= 2

    def __call__(self, label_tuples: Array, keep_colors: bool = False) -> Refined:
        """Refine the graph labeled by each row of ``label_tuples``, shape ``(m, l)``."""
        _compile("nodes" if self.k == 1 else "tuples")
        return self._run(label_tuples, keep_colors)

    def _run(self, label_tuples: Array, keep_colors: bool) -> Refined:
        if self.k == 1:
            return self._nodes(label_tuples, keep_colors)
        m, n = len(label_tuples), self.structure.num_nodes
        pooled, rounds = np.empty((m, 2), np.uint64), np.empty(m, np.int64)
        colors = np.empty((m if keep_colors else 0, 2, n**self.k), np.uint64)
        tuples.refine_labeled(
            self.k,
            self.folklore,
            self.structure.indptr,
            self.structure.indices,
            self.structure.nodes,
            self.structure.matrix,
            self.parent if self.continues and not keep_colors else NO_PARENT,
            np.ascontiguousarray(label_tuples),
            -1 if self.rounds is None else self.rounds,
            pooled,
            colors,
            rounds,
        )
        return Refined(pooled, colors.transpose(0, 2, 1) if keep_colors else None, rounds)

    @cached_property
    def parent(self) -> hashing.Words:
        """The stable colors of the graph without labels, lane by lane."""
        colors = replace(self, continues=False)(np.zeros((1, 0), np.int64), True).colors
        return NO_PARENT if colors is None else np.ascontiguousarray(colors[0].T)

    def _nodes(self, label_tuples: Array, keep_colors: bool) -> Refined:
        m, n = len(label_tuples), self.structure.num_nodes
        label_tuples = np.ascontiguousarray(label_tuples)
        pooled, rounds = np.empty((m, 2), np.uint64), np.empty(m, np.int64)
        colors = np.empty((m if keep_colors else 0, n, 2), np.uint64)
        done = 0
        while done < m:
            done += self._kernel(label_tuples[done:], pooled[done:], colors[done:], rounds[done:])
            if done < m:  # this one needs more rounds than are worth it
                color = self._by_worklist(label_tuples[done])
                hashing.pool(color, pooled[done])
                rounds[done] = -1
                if keep_colors:
                    colors[done] = color
                done += 1
        return Refined(pooled, colors if keep_colors else None, rounds)

    def _kernel(self, label_tuples: Array, pooled: Array, colors: Array, rounds: Array) -> int:
        s = self.structure
        order, bounds = self.components
        limit = -1 if self.rounds is None else self.rounds
        rows = (s.indptr, s.indices, s.arcs, s.nodes, order, bounds)
        return int(nodes.refine_labeled(*rows, label_tuples, limit, pooled, colors, rounds))

    @cached_property
    def components(self) -> tuple[Array, Array]:
        """Nodes sorted by component, and where each component starts."""
        n = self.structure.num_nodes
        order, bounds = np.empty(n, np.int64), np.zeros(n + 1, np.int64)
        count = nodes.find_components(self.structure.indptr, self.structure.indices, order, bounds)
        return order, bounds[: count + 1]

    def _by_worklist(self, label_tuple: Array) -> hashing.Words:
        """Stable node colors, each component by hash rounds if they suffice, else by worklist."""
        s = self.structure
        order, bounds = self.components
        color = np.empty((s.num_nodes, 2), np.uint64)
        # A component has fewer rounds than nodes: all small ones go through the kernel at once.
        small = np.repeat(np.diff(bounds) <= nodes.MAX_ROUNDS, np.diff(bounds))
        members = np.sort(order[small])
        labels = _inside(label_tuple, members)
        part = replace(self, structure=s.induced(members))
        color[members] = part._run(labels[None, :], True).colors[0]  # type: ignore[index]
        for first, last in pairwise(bounds):
            if last - first > nodes.MAX_ROUNDS:
                members = order[first:last]
                labels = _inside(label_tuple, members)
                color[members] = self._component(s.induced(members), labels)
        return color

    def _component(self, part: Structure, labels: Array) -> hashing.Words:
        color = np.empty((part.num_nodes, 2), np.uint64)
        if nodes.refine_component(part.indptr, part.indices, part.arcs, part.nodes, labels, color):
            return color
        cells, color[:] = prefixes_of(part, labels).colored()
        return hashing.chain_colors(color, hashing.chain(cells))


def _inside(label_tuple: Array, members: Array) -> Array:
    """A label tuple in the numbering of some nodes, ascending; -1 for labels on others."""
    labels = np.searchsorted(members, label_tuple)
    return np.where(np.isin(label_tuple, members), labels, -1).astype(np.int64)


@cache
def _compile(kind: str) -> None:
    """Have the kernels ready, from numba's cache or by compiling them, before real work starts."""
    single = Structure(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros((1, 5)), None)
    with announced():
        Refiner(single, 1 if kind == "nodes" else 2, True, None)._run(np.zeros((1, 0), int), False)
