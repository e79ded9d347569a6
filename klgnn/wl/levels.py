"""What a test pools, level by level: the items of each level, and their colors after any round.

ego nets          (only if each node's ball is tested by itself)
first labels ...  (nested pooling: one level per label but the last)
labeled graphs    k-tuples, over all labelings
k-tuples          labelings of one k-tuple
(TL, nested)      (LT)
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import engine, hashing, nested
from klgnn.wl.method import Method

Array = npt.NDArray[Any]
Words = hashing.Words
NONE: Words = np.zeros((0, 2), np.uint64)


class Level(Protocol):
    """Items that are pooled together."""

    @property
    def names(self) -> Array:
        """What the items are called: nodes, label tuples or k-tuples of the graph; one row each."""

    def colors(self, which: Array, rounds: int | None) -> Words:
        """The colors of some items after so many rounds, or stable; shape ``(m, 2)``."""

    def below(self, item: int) -> "Level | None":
        """The level inside of one item."""


def top(graph: Graph, method: Method) -> Level:
    """The outermost level of a test on a graph."""
    if isinstance(method.subgraphs, RootedEgoNets):
        return EgoNetLevel(graph, method, method.subgraphs)
    if method.pooling == "lt":
        return PooledTuples(graph, method)
    chunks = [np.zeros((0, method.l), np.int64), *method.label_tuples(graph)]
    return _labelings(graph, method, np.concatenate(chunks), 0)


def _labelings(graph: Graph, method: Method, label_tuples: Array, depth: int) -> Level:
    if method.pooling == "nested" and depth < method.l - 1:
        return FirstLabels(graph, method, label_tuples, depth)
    return LabeledGraphs(graph, method, label_tuples)


class EgoNetLevel:
    """Every node's ego net."""

    def __init__(self, graph: Graph, method: Method, policy: RootedEgoNets) -> None:
        self.graph, self.policy = graph, policy
        self.inside = replace(method, subgraphs=FullGraph())
        self.names = np.arange(graph.num_nodes)[:, None]

    def colors(self, which: Array, rounds: int | None) -> Words:
        """The colors of some ego nets."""
        at = replace(self.inside, rounds=rounds)
        parts = (self.policy.part(self.graph, root) for root in which.tolist())
        return np.array([engine.graph_color(part, at) for part in parts], np.uint64).reshape(-1, 2)

    def below(self, item: int) -> Level:
        """What one ego net pools."""
        return top(self.policy.part(self.graph, item), self.inside)

    def members(self, item: int) -> Array:
        """The nodes of an ego net, as the levels below number them."""
        return self.policy.members(self.graph, item)


class FirstLabels:
    """The nodes that carry one label, given those that carry the labels before it."""

    def __init__(self, graph: Graph, method: Method, label_tuples: Array, depth: int) -> None:
        self.graph, self.method, self.depth = graph, method, depth
        self.label_tuples = label_tuples[np.lexsort(label_tuples.T[::-1])]
        column = self.label_tuples[:, depth]
        found = np.unique(column)
        if depth == 0:
            found = np.union1d(found, np.arange(graph.num_nodes))
        self.names = found[:, None]
        self.starts = np.searchsorted(column, found)
        self.ends = np.searchsorted(column, found, side="right")

    def colors(self, which: Array, rounds: int | None) -> Words:
        """What the labeled graphs under some nodes pool to."""
        rows = [np.arange(self.starts[i], self.ends[i]) for i in which.tolist()]
        chosen = self.label_tuples[np.concatenate([np.zeros(0, np.int64), *rows])]
        pooled = _pooled(self.graph, self.method, chosen, rounds)
        prefixes, colors = nested.inner(chosen, pooled, self.depth + 1)
        answer = np.repeat(hashing.multiset(NONE)[None, :], len(which), axis=0)
        wanted = self.names[which, 0]
        order = np.argsort(wanted)
        place = order[np.searchsorted(wanted[order], prefixes[:, self.depth])]
        answer[place] = colors
        return answer

    def below(self, item: int) -> Level:
        """The labels after this one."""
        inside = self.label_tuples[self.starts[item] : self.ends[item]]
        return _labelings(self.graph, self.method, inside, self.depth + 1)


class LabeledGraphs:
    """Labeled graphs, one per label tuple."""

    def __init__(self, graph: Graph, method: Method, label_tuples: Array) -> None:
        self.graph, self.method, self.names = graph, method, label_tuples

    def colors(self, which: Array, rounds: int | None) -> Words:
        """What the k-tuples of some labeled graphs pool to."""
        return _pooled(self.graph, self.method, self.names[which], rounds)

    def below(self, item: int) -> Level:
        """The k-tuples of one labeled graph."""
        return Tuples(self.graph, self.method, self.names[item])


class Tuples:
    """The k-tuples of one labeled graph."""

    def __init__(self, graph: Graph, method: Method, label_tuple: Array) -> None:
        self.graph, self.method, self.label_tuple = graph, method, label_tuple
        self.names = k_tuples(engine.subgraph_nodes(graph, method, label_tuple), method.k)

    def colors(self, which: Array, rounds: int | None) -> Words:
        """The colors of some k-tuples."""
        at = replace(self.method, rounds=rounds)
        chunk = self.label_tuple[None, :]
        [batch] = engine.refine_chunks(self.graph, at, [chunk], keep_colors=True)
        colors = batch.refined.colors
        return NONE if colors is None else np.ascontiguousarray(colors[0][which])

    def below(self, item: int) -> None:
        """Nothing: a k-tuple pools nothing."""
        return None


class PooledTuples:
    """Label-tuple pooling: the k-tuples, each with its colors over all labelings."""

    def __init__(self, graph: Graph, method: Method) -> None:
        self.graph, self.method = graph, method
        self._inner = lru_cache(maxsize=2)(self._pooled)
        present, _ = self._pooled(0)
        self.names = k_tuples(np.arange(graph.num_nodes), method.k)[present]

    def _pooled(self, rounds: int | None) -> tuple[Array, Words]:
        return engine.over_labelings(self.graph, replace(self.method, rounds=rounds))

    def colors(self, which: Array, rounds: int | None) -> Words:
        """What some k-tuples pool to over all labelings."""
        return self._inner(rounds)[1][which]

    def below(self, item: int) -> Level:
        """The labelings of one k-tuple."""
        return LabelingsOfTuple(self.graph, self.method, self.names[item])


class LabelingsOfTuple:
    """One k-tuple under all labelings of a graph."""

    def __init__(self, graph: Graph, method: Method, k_tuple: Array) -> None:
        self.graph, self.method, self.k_tuple = graph, method, k_tuple
        self._found = lru_cache(maxsize=2)(self._colors)
        self.names = self._colors(0)[0]

    def _colors(self, rounds: int | None) -> tuple[Array, Words]:
        n = self.graph.num_nodes
        tuples, found = [np.zeros((0, self.method.l), np.int64)], [NONE]
        at = replace(self.method, rounds=rounds)
        for batch in engine.labeled_graphs(self.graph, at, keep_colors=True):
            nodes = np.arange(n) if batch.nodes is None else batch.nodes
            if batch.refined.colors is None or not np.isin(self.k_tuple, nodes).all():
                continue
            place = 0
            for v in np.searchsorted(nodes, self.k_tuple).tolist():
                place = place * len(nodes) + v
            tuples.append(batch.label_tuples)
            found.append(batch.refined.colors[:, place])
        return np.concatenate(tuples), np.concatenate(found)

    def colors(self, which: Array, rounds: int | None) -> Words:
        """The colors of the k-tuple under some labelings."""
        return self._found(rounds)[1][which]

    def below(self, item: int) -> None:
        """Nothing: one labeling pools nothing."""
        return None


def k_tuples(nodes: Array, k: int) -> Array:
    """All k-tuples of nodes in the order of the kernels, shape ``(n^k, k)``."""
    grid: Array = np.stack(np.meshgrid(*[nodes] * k, indexing="ij"), axis=-1).reshape(-1, k)
    return grid


def _pooled(graph: Graph, method: Method, label_tuples: Array, rounds: int | None) -> Words:
    batches = engine.refine_chunks(graph, replace(method, rounds=rounds), [label_tuples])
    return np.concatenate([NONE, *(batch.refined.pooled for batch in batches)])
