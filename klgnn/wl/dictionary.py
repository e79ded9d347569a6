"""Refinement with a dictionary in place of the hash: exact for every k, l, variant and pooling.

Slow and plain; the engine comes here only where nothing faster is exact.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.wl.method import Method
from klgnn.wl.structure import Structure

Array = npt.NDArray[Any]
Labeled = tuple[Structure, Array, Array]  # with its label tuple, and its nodes in the whole graph
Coloring = dict[tuple[int, ...], int]


class Numbering(dict[Hashable, int]):
    """Hands out 0, 1, 2, ... to what it has not seen."""

    def __missing__(self, key: Hashable) -> int:
        self[key] = len(self)
        return self[key]


def graph_colors(
    graphs: list[list[Labeled]], method: Method, sizes: Sequence[int]
) -> list[Hashable]:
    """The color of each graph, given as its labeled graphs; comparable among these graphs.

    Args:
        sizes: how many nodes each graph has.
    """
    views = [[View(*labeled, method.k) for labeled in graph] for graph in graphs]
    flat = [view for graph in views for view in graph]
    numbers = Numbering()
    colorings = [{v: numbers[view.type_of(v)] for v in view.tuples} for view in flat]
    update = _rule(method)
    done = 0
    while method.rounds is None or done < method.rounds:
        before, numbers = len(numbers), Numbering()
        colorings = [
            {v: numbers[update(view, old, v)] for v in view.tuples}
            for view, old in zip(flat, colorings, strict=True)
        ]
        if method.rounds is None and len(numbers) == before:
            break
        done += 1
    remaining = iter(colorings)
    return [
        _pool([(view, next(remaining)) for view in graph], method, size)
        for graph, size in zip(views, sizes, strict=True)
    ]


class View:
    """A labeled graph as dictionaries."""

    def __init__(self, structure: Structure, label_tuple: Array, nodes: Array, k: int) -> None:
        n = structure.num_nodes
        labels: list[list[int]] = [[] for _ in range(n)]
        for i, v in enumerate(label_tuple.tolist()):
            if v >= 0:  # -1: this label is not placed
                labels[v].append(i)
        types = structure.types.tolist()
        self.nodes = [(tuple(types[v]), tuple(labels[v])) for v in range(n)]
        self.relation: dict[tuple[int, int], Hashable] = {}
        rows = np.repeat(np.arange(n), np.diff(structure.indptr)).tolist()
        for e, (u, v) in enumerate(zip(rows, structure.indices.tolist(), strict=True)):
            given = structure.relations
            self.relation[u, v] = () if given is None else tuple(given[e].tolist())
        self.neighbors: list[list[int]] = [[] for _ in range(n)]
        for u, v in self.relation:
            self.neighbors[u].append(v)
        self.n = n
        self.names = nodes.tolist()
        self.label_tuple = tuple(-1 if v < 0 else self.names[v] for v in label_tuple.tolist())
        self.tuples = list(product(range(n), repeat=k))

    def type_of(self, v: tuple[int, ...]) -> Hashable:
        """The isomorphism type of a tuple."""
        pairs = tuple((a == b, self.relation.get((a, b))) for a in v for b in v)
        return tuple(self.nodes[a] for a in v), pairs


def _rule(method: Method) -> Callable[[View, Coloring, tuple[int, ...]], Hashable]:
    if method.k == 1:
        return _node_update
    return _fwl_update if method.variant == "fwl" else _wl_update


def _node_update(view: View, c: Coloring, v: tuple[int, ...]) -> Hashable:
    around = ((view.relation[v[0], u], c[u,]) for u in view.neighbors[v[0]])
    return c[v], _multiset(around)


def _wl_update(view: View, c: Coloring, v: tuple[int, ...]) -> Hashable:
    rows = [_multiset(c[(*v[:i], u, *v[i + 1 :])] for u in range(view.n)) for i in range(len(v))]
    return c[v], tuple(rows)


def _fwl_update(view: View, c: Coloring, v: tuple[int, ...]) -> Hashable:
    replaced = (tuple(c[(*v[:i], u, *v[i + 1 :])] for i in range(len(v))) for u in range(view.n))
    return c[v], _multiset(replaced)


def _pool(colored: list[tuple[View, Coloring]], method: Method, size: int) -> Hashable:
    if method.pooling == "nested" and method.l > 1:
        labeled = [(view.label_tuple, _multiset(coloring.values())) for view, coloring in colored]
        return nested_color(labeled, 0, method.l, set(range(size)))
    if method.pooling != "lt":
        return _multiset(_multiset(coloring.values()) for _, coloring in colored)
    of_tuple: dict[tuple[int, ...], list[int]] = {}
    for view, coloring in colored:
        for v, color in coloring.items():
            of_tuple.setdefault(tuple(view.names[u] for u in v), []).append(color)
    return _multiset(map(_multiset, of_tuple.values()))


def nested_color(
    labeled: list[tuple[tuple[int, ...], Hashable]], depth: int, l: int, nodes: set[int]
) -> Hashable:
    """Labeled graphs that agree up to ``depth`` labels, pooled over the labels after it."""
    if depth == l - 1:
        return _multiset(color for _, color in labeled)
    groups: dict[int, list[tuple[tuple[int, ...], Hashable]]] = {v: [] for v in nodes}
    for row in labeled:
        groups.setdefault(row[0][depth], []).append(row)
    return _multiset(nested_color(group, depth + 1, l, set()) for group in groups.values())


def _multiset(items: Iterable[Any]) -> Hashable:
    return tuple(sorted(items))
