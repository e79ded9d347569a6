"""1,l-WL depth first over label prefixes: each labeled graph is refined from its parent's cells.

The color of G^(v_1, ..., v_l) is the hash of the trace: that of G, then for each label the cell it
falls on and what its refinement sees. A label on a cell of one node changes nothing and costs
nothing; below discrete cells all labels are like that.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._kernels import njit
from klgnn.wl import hashing
from klgnn.wl.cells import (
    ABSENT,
    CELL,
    COUNTERS,
    KEEP,
    LENGTH,
    SCRATCH_ROWS,
    TAPE,
    close,
    individualize,
    refine,
    see,
    start,
)
from klgnn.wl.compiling import announced
from klgnn.wl.labels import label
from klgnn.wl.structure import Structure, read_only

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Prefixes:
    """The cells of one structure and of its labeled graphs.

    Attributes:
        graph: ``indptr``, ``indices`` and the class of each arc, rows sorted by class.
        first: the class of each node before refinement.
        word: what a hash of the graph starts from: the true types behind the classes.
    """

    graph: tuple[Array, Array, Array]
    first: Array
    word: hashing.Words

    def __post_init__(self) -> None:
        indptr, indices, kinds = map(read_only, self.graph)
        object.__setattr__(self, "graph", (indptr, indices, kinds))

    @property
    def num_nodes(self) -> int:
        """How many nodes."""
        return len(self.first)

    @cached_property
    def root(self) -> tuple[Array, int, hashing.Words]:
        """The stable cells without labels, how many there are, and the color."""
        compile_kernels()
        partition, word = np.empty((4, self.num_nodes), np.int32), self.word.copy()
        cells = begin(*self.graph, self.first, partition, word, *self.bench())
        return partition, int(cells), word

    def colored(self) -> tuple[Array, hashing.Words]:
        """The cell of each node, and the color of the graph."""
        partition, _, word = self.root
        return partition[CELL], word

    def bench(self, tape: Array | None = None) -> tuple[Array, ...]:
        """Buffers for one thread; a tape that is given is kept."""
        n, arcs = self.num_nodes, len(self.graph[1])
        counters = np.zeros(COUNTERS, np.int64)
        counters[KEEP] = tape is not None
        return (
            np.zeros((SCRATCH_ROWS, n), np.int32),
            np.empty(arcs, np.int64),
            np.empty(arcs if len(self.graph[2]) else 0, np.int64),
            np.empty(0, np.int64) if tape is None else tape,
            counters,
        )

    def colors(self, label_tuples: Array) -> hashing.Words:
        """The colors of the graph labeled by each row, ``(m, l)`` to ``(m, 2)``."""
        return self.sized_colors(label_tuples)[0]

    def sized_colors(self, label_tuples: Array) -> tuple[hashing.Words, Array]:
        """The colors of labeled graphs, and how many cells each has, ``(m,)``."""
        return self._follow(label_tuples, np.empty((0, label_tuples.shape[1]), np.int64), None)

    def traced_root(self) -> bytes:
        """The trace without labels, which no hash can blur."""
        compile_kernels()
        size = 1024
        while True:
            partition, word = np.empty((4, self.num_nodes), np.int32), self.word.copy()
            bench = self.bench(np.empty(size, np.int64))
            begin(*self.graph, self.first, partition, word, *bench)
            size, had = int(bench[-1][TAPE]), size
            if size <= had:
                return bytes(bench[-2][:size].data)

    def traced(self, label_tuples: Array) -> tuple[Array, Array]:
        """The traces of many labelings on one tape, and where it stands after each label."""
        size = 1024 + 256 * len(label_tuples)
        while True:
            marks, tape = np.empty(label_tuples.shape, np.int64), np.empty(size, np.int64)
            self._follow(label_tuples, marks, tape)
            size, had = int(marks[-1, -1]), size
            if size <= had:
                return tape, marks

    def _follow(
        self, label_tuples: Array, marks: Array, tape: Array | None
    ) -> tuple[hashing.Words, Array]:
        m, l = label_tuples.shape
        partition, cells, word = self.root
        partitions = np.empty((l + 1, 4, self.num_nodes), np.int32)
        words, counts = np.empty((l + 1, 2), np.uint64), np.full(l + 1, cells)
        partitions[0], words[0] = partition, word
        pooled, sizes = np.empty((m, 2), np.uint64), np.empty(m, np.int64)
        rows = np.ascontiguousarray(label_tuples)
        bench = self.bench(tape)
        follow(*self.graph, partitions, counts, words, rows, pooled, sizes, marks, *bench)
        return pooled, sizes


def prefixes_of(structure: Structure, labels: Array | None = None) -> Prefixes:
    """What the kernels read of a structure: classes of nodes and arcs by the order of their words.

    The words in use start the hash, so classes compare between graphs.

    Args:
        labels: a label tuple that is part of the classes.
    """
    words = structure.nodes
    if labels is not None:
        words = np.empty_like(words)
        label(structure.nodes, labels, words)
    first, word = _numbered(words)
    graph = structure.indptr, structure.indices, np.zeros(0, np.int64)
    if structure.relations is None:
        return Prefixes(graph, first, word)
    kinds, arc_word = _numbered(structure.arcs)
    graph = sorted_rows(structure.indptr, structure.indices, kinds)
    return Prefixes(graph, first, hashing.chain_colors(word, arc_word))


def _numbered(words: hashing.Words) -> tuple[Array, hashing.Words]:
    """Numbers for words in the order of their values, and the color of all words in use."""
    if not len(words) or (words == words[0]).all():
        return np.zeros(len(words), np.int64), hashing.multiset(words[:1])
    order = np.lexsort((words[:, 1], words[:, 0]))
    ranked = words[order]
    is_new = np.ones(len(words), bool)
    is_new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    numbers = np.empty(len(words), np.int64)
    numbers[order] = np.cumsum(is_new) - 1
    return numbers, hashing.multiset(ranked[is_new])


def sorted_rows(indptr: Array, indices: Array, kinds: Array) -> tuple[Array, Array, Array]:
    """The same rows, each sorted by the class of its arcs."""
    rows = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    order = np.lexsort((kinds, rows))
    return indptr, indices[order], kinds[order]


@njit()
def begin(
    indptr: Any, indices: Any, kinds: Any, first: Any, part: Any, word: Any,
    scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> int:  # fmt: skip
    """The cells without labels; returns their number."""
    cells = start(first, part, scratch, tape, counters)
    cells = refine(indptr, indices, kinds, part, cells, cells, scratch, ends, keys, tape, counters)
    close(counters, word)
    return cells


@njit()
def descend(
    indptr: Any, indices: Any, kinds: Any, parts: Any, now: int, below: int, cells: int, v: Any,
    words: Any, scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> int:  # fmt: skip
    """One more label, -1 for one that is not placed; ``words[below]`` becomes the new color.

    Returns:
        The number of cells, in ``parts[below]``; or -1: those in ``parts[now]`` remain.
    """
    new = -1
    length: Any = 0
    c: Any = 0
    if v >= 0:
        c = np.int64(parts[now, CELL, v])
        length = np.int64(parts[now, LENGTH, c])
    see(c if v >= 0 else ABSENT, length, tape, counters)
    if length > 1:
        for row in range(4):
            for i in range(parts.shape[2]):
                parts[below, row, i] = parts[now, row, i]
        child = parts[below]
        individualize(child, v, scratch)
        new = refine(
            indptr, indices, kinds, child, cells + 1, 1, scratch, ends, keys, tape, counters
        )
    close(counters, words[below])
    return new


@njit()
def follow(
    indptr: Any, indices: Any, kinds: Any, parts: Any, counts: Any, words: Any, label_tuples: Any,
    pooled: Any, sizes: Any, marks: Any,
    scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> None:  # fmt: skip
    """The word of each label tuple in turn; what it shares with the one before is kept.

    Args:
        parts: partitions, ``(l + 1, 4, n)``; the first one holds the cells without labels.
        counts: ``(l + 1,)``, how many cells each has.
        words: ``(l + 1, 2)``, the first one that of the graph without labels.
        label_tuples: ``(m, l)``.
        pooled: out, ``(m, 2)``.
        sizes: out, ``(m,)``: how many cells each labeled graph has.
        marks: out, ``(m, l)``, or ``(0, l)`` where nobody asks: the end of the tape after each
            label; it stays where the prefix is that of the row before.
    """
    m, l = label_tuples.shape
    at = np.zeros(l + 1, np.int64)  # which partition holds the cells of each prefix
    for row in range(m):
        i = 0
        while row and i < l and label_tuples[row, i] == label_tuples[row - 1, i]:
            if marks.shape[0]:
                marks[row, i] = counters[TAPE]
            i += 1
        while i < l:
            words[i + 1, 0], words[i + 1, 1] = words[i, 0], words[i, 1]
            now, v = at[i], label_tuples[row, i]
            new = descend(
                indptr, indices, kinds, parts, now, i + 1, counts[now], v,
                words, scratch, ends, keys, tape, counters,
            )  # fmt: skip
            at[i + 1] = now
            if new >= 0:
                at[i + 1], counts[i + 1] = i + 1, new
            if marks.shape[0]:
                marks[row, i] = counters[TAPE]
            i += 1
        pooled[row, 0], pooled[row, 1] = words[l, 0], words[l, 1]
        sizes[row] = counts[at[l]]


@cache
def compile_kernels() -> None:
    """Have the kernels ready before real work starts."""
    one, none = np.zeros(1, np.int64), np.zeros(0, np.int64)
    graph = np.zeros(2, np.int64), np.zeros(0, np.int32), none
    single = Prefixes(graph, one, np.zeros(2, np.uint64))
    partition, word = np.empty((4, 1), np.int32), np.zeros(2, np.uint64)
    with announced():
        begin(*single.graph, single.first, partition, word, *single.bench())
