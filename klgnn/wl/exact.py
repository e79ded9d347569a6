"""mode="exact": no probability left.

Different hashes prove different graphs. Equal hashes are confirmed:

* Stable colors, k = 1: labeled graphs by the traces of their refinement, word by word, which
  involves no hash (:mod:`klgnn.wl.traces`).
* Stable colors, k >= 2: by one check that the hashed partition of the tuples of all labeled graphs
  of one hashed color refines their true isomorphism types and is stable. A hash can only merge
  colors, so the hashed partition is never finer than the true one; if it is stable below the true
  types, it is never coarser either.
* Fixed rounds, label-tuple pooling, and whatever fails that check: by refinement with a shared
  dictionary in place of the hash.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import budget as budgets
from klgnn.wl import confirm, dictionary, engine, traces
from klgnn.wl.method import Method
from klgnn.wl.structure import structure_of


def same(g: Graph, h: Graph, method: Method, budget: int | None = None) -> bool:
    """Whether two graphs that look the same hashed are the same to the test."""
    method = method.reduced()
    if isinstance(method.subgraphs, RootedEgoNets):
        return _same_parts(g, h, method, budget)
    if needs_dictionary(method) or (method.k > 1 and g.num_nodes != h.num_nodes):
        return _by_dictionary(g, h, method, budget)
    if method.k == 1:
        return _same_traces(g, h, method)
    guessed = confirm.guess(g, h, method)
    one, two = (_pooled(graph, method, guessed, side) for side, graph in enumerate((g, h)))
    if one != two:
        return False  # a hash never tells apart what is the same
    return confirm.confirmed(g, h, method, guessed) or _by_dictionary(g, h, method, budget)


def _same_traces(g: Graph, h: Graph, method: Method) -> bool:
    """Whether the labeled graphs are the same by their traces, pooled without a hash."""
    book: traces.Book = {}
    pooled = []
    for graph in (g, h):
        found = traces.numbered(graph, method, book)
        if method.pooling == "nested":
            labeled: list[tuple[tuple[int, ...], Hashable]] = [(row, c) for row, _, c in found]
            nodes = set(range(graph.num_nodes))
            pooled.append(dictionary.nested_color(labeled, 0, method.l, nodes))
            continue
        counts = Counter[int]()
        for _, weight, number in found:
            counts[number] += weight
        pooled.append(frozenset(counts.items()))
    return pooled[0] == pooled[1]


def needs_dictionary(method: Method) -> bool:
    """Whether there is no faster exact way."""
    if method.rounds is not None or method.pooling == "lt":
        return True
    return method.k > 1 and (method.subgraphs != FullGraph() or method.l > 60)


def _pooled(graph: Graph, method: Method, guessed: confirm.Labelings, side: int) -> Hashable:
    """The classes of a graph's labeled graphs, pooled without a hash."""
    mine = guessed.sides == side
    classes = guessed.classes[mine].tolist()
    if method.pooling != "nested":
        return tuple(sorted(classes))
    tuples = map(tuple, guessed.tuples[mine].tolist())
    labeled: list[tuple[tuple[int, ...], Hashable]] = [*zip(tuples, classes, strict=True)]
    return dictionary.nested_color(labeled, 0, method.l, set(range(graph.num_nodes)))


def _labeled(graph: Graph, method: Method) -> Any:
    """Every labeled graph as its structure, local label tuple and nodes."""
    structure = structure_of(graph)
    for chunk in method.label_tuples(graph):
        for label_tuple in chunk:
            if isinstance(method.subgraphs, FullGraph):
                yield structure, label_tuple, np.arange(graph.num_nodes)
            else:
                nodes = engine.subgraph_nodes(graph, method, label_tuple)
                local = engine.local_labels(nodes, label_tuple)
                yield structure.induced(nodes), local, nodes


def _by_dictionary(g: Graph, h: Graph, method: Method, budget: int | None) -> bool:
    for graph in (g, h):
        budgets.check_dictionary(graph, method, budget)
    labeled = [list(_labeled(graph, method)) for graph in (g, h)]
    one, two = dictionary.graph_colors(labeled, method, [g.num_nodes, h.num_nodes])
    return one == two


def _same_parts(g: Graph, h: Graph, method: Method, budget: int | None) -> bool:
    """Pool over ego nets: count the parts of each exact class."""
    policy = method.subgraphs
    if not isinstance(policy, RootedEgoNets):
        return False
    inside = replace(method, subgraphs=FullGraph())
    classes: list[tuple[bytes, Graph]] = []
    counts = [Counter[int](), Counter[int]()]
    for side, graph in enumerate((g, h)):
        for part in policy.parts(graph):
            counts[side][_class_of(part, classes, inside, budget)] += 1
    return counts[0] == counts[1]


def _class_of(
    part: Graph, classes: list[tuple[bytes, Graph]], method: Method, budget: int | None
) -> int:
    words = engine.graph_color(part, method).tobytes()
    for number, (other_words, other) in enumerate(classes):
        if words == other_words and (part == other or same(part, other, method, budget)):
            return number
    classes.append((words, part))
    return len(classes) - 1
