"""1,l-WL with labels on all l-tuples: the sum over all labeled graphs, depth first."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.wl import hashing
from klgnn.wl.orbits import FREE, INNER, LAST, MAX_MAPS, MEMORY, expand, finish
from klgnn.wl.prefixes import Prefixes, descend
from klgnn.wl.work import ALONE, Work

Array = npt.NDArray[Any]
AT_ONCE = 10**7  # nodes and arcs looked at between two looks at Ctrl-C


def pooled(prefixes: Prefixes, l: int, prune: bool = True, work: Work = ALONE) -> hashing.Words:
    """{{ c(G^v) : v in V^l }} for l >= 1, shape ``(2,)``.

    Args:
        prune: whether automorphisms may spare labelings; the result is the same.
        work: threads share the labels but the last.
    """
    n = prefixes.num_nodes
    walk = _Walk.start(prefixes, l, prune, work)
    walk.below(0, walk.cells, 1)
    return hashing.pooled(walk.total, np.uint64(n**l % 2**64))


def representatives(prefixes: Prefixes, l: int, eager: bool = False) -> tuple[Array, Array]:
    """Label tuples, one or more of each orbit, and how many each stands for.

    Args:
        eager: whether to search at any price, because each labeled graph will cost much more.
    """
    walk = _Walk.start(prefixes, l, True, ALONE)
    if eager:
        walk.memory[LAST] = walk.memory[INNER] = 2**40
    found = list(walk.representatives(0, walk.cells, 1))
    tuples = np.concatenate([np.zeros((0, l), np.int64), *(rows for rows, _ in found)])
    return tuples, np.concatenate([np.zeros(0, np.int64), *(weights for _, weights in found)])


@dataclass(frozen=True)
class _Walk:
    """One walk's partitions, one per label and two for the search; its buffers; its sum."""

    prefixes: Prefixes
    l: int
    parts: Array
    cells: int
    words: hashing.Words
    maps: Array
    memory: Array
    bench: tuple[Array, ...]
    prefix: Array
    total: hashing.Words
    work: Work

    @classmethod
    def start(cls, prefixes: Prefixes, l: int, prune: bool, work: Work) -> "_Walk":
        n, (partition, cells, word) = prefixes.num_nodes, prefixes.root
        parts, words = np.empty((l + 3, 4, n), np.int32), np.zeros((l + 3, 2), np.uint64)
        parts[0], words[0] = partition, word
        memory = np.zeros(MEMORY, np.int64)
        if prune and cells < n:
            memory[LAST] = memory[INNER] = FREE * (n + len(prefixes.graph[1]))
        maps = np.zeros((MAX_MAPS if prune and cells < n else 1, n), np.int32)
        return cls(
            prefixes, l, parts, cells, words, maps, memory, prefixes.bench(),
            np.full(max(l - 1, 0), -1, np.int64), np.zeros(2, np.uint64), work,
        )  # fmt: skip

    def below(self, level: int, cells: int, weight: int) -> None:
        """Sum over all labels from the ``level``-th on, for so many prefixes like this one."""
        if level == self.l - 1:
            self._finish(level, cells, np.array([-1]), np.array([weight]))
            return
        nodes, weights = self._expand(level, cells, level == self.l - 1)
        if level == self.l - 2:
            self._finish(level, cells, nodes, weights * weight)
            return
        for node, share in zip(nodes.tolist(), weights.tolist(), strict=True):
            self.below(level + 1, self._descend(level, cells, node), share * weight)

    def representatives(self, level: int, cells: int, weight: int) -> Iterator[tuple[Array, Array]]:
        """The label tuples below a prefix, one of each orbit that is known."""
        nodes, weights = self._expand(level, cells, level == self.l - 1)
        if level == self.l - 1:
            head = np.tile(self.prefix[:level], (len(nodes), 1))
            yield np.concatenate([head, nodes[:, None]], axis=1), weights * weight
            return
        for node, share in zip(nodes.tolist(), weights.tolist(), strict=True):
            below = self._descend(level, cells, node)
            yield from self.representatives(level + 1, below, share * weight)

    def _expand(self, level: int, cells: int, is_last: bool) -> tuple[Array, Array]:
        n = self.prefixes.num_nodes
        rows, colors = np.empty((4, n), np.int64), np.empty((n, 2), np.uint64)
        expand(
            *self.prefixes.graph, self.parts, level, level + 1, cells, self.words,
            self.prefix[:level], is_last, self.maps, self.memory, rows, colors, *self.bench,
        )  # fmt: skip
        nodes = np.flatnonzero(rows[0])
        return nodes, rows[0][nodes]

    def _descend(self, level: int, cells: int, node: int) -> int:
        self.prefix[level] = node
        self.words[level + 1] = self.words[level]
        new = descend(
            *self.prefixes.graph, self.parts, level, level + 1, cells, node, self.words, *self.bench
        )
        if new < 0:
            self.parts[level + 1] = self.parts[level]
        return cells if new < 0 else int(new)

    def _finish(self, level: int, cells: int, nodes: Array, weights: Array) -> None:
        """The last label but one on some nodes, and the last one on all."""
        n, threads = self.prefixes.num_nodes, self.work.threads
        step = max(AT_ONCE // max(n * (n + len(self.prefixes.graph[1])), 1), 1)
        if threads > 1:
            step = min(step, max(len(nodes) // (4 * threads), 1))
        spare = deque([self])  # walks that no thread uses: what they learn goes on with them
        fresh = self._fork() if threads > 1 else self  # never runs, so it can be copied any time

        def finished(first: int) -> hashing.Words:
            try:
                walk = spare.pop()
            except IndexError:
                walk = fresh._fork()
            total = walk._sum(level, cells, nodes[first : first + step], weights[first:])
            spare.append(walk)
            return total

        def labeled(first: int) -> int:
            return int(weights[first : first + step].sum()) * n

        for total in self.work.map(finished, range(0, len(nodes), step), labeled):
            self.total[:] += total

    def _fork(self) -> "_Walk":
        return replace(
            self, parts=self.parts.copy(), words=self.words.copy(), maps=self.maps.copy(),
            memory=self.memory.copy(), prefix=self.prefix.copy(), bench=self.prefixes.bench(),
        )  # fmt: skip

    def _sum(self, level: int, cells: int, nodes: Array, weights: Array) -> hashing.Words:
        n, total = self.prefixes.num_nodes, np.zeros(2, np.uint64)
        rows, colors = np.empty((4, n), np.int64), np.empty((n, 2), np.uint64)
        finish(
            *self.prefixes.graph, self.parts, level, cells, self.words, self.prefix, nodes,
            weights.astype(np.uint64), total, self.maps, self.memory, rows, colors, *self.bench,
        )  # fmt: skip
        return total
