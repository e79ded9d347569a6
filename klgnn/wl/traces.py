"""Labeled graphs by number, for k = 1, without a hash: equal exactly when the test cannot tell.

A number stands for a trace word by word: that of the graph with its true types, then one for each
label. Numbers are handed out in a book that the graphs to be compared share.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select import AllTuples, FullGraph
from klgnn.wl import engine, everywhere
from klgnn.wl.method import Method
from klgnn.wl.prefixes import Prefixes, sorted_rows
from klgnn.wl.structure import Structure, structure_of

Array = npt.NDArray[Any]
Book = dict[tuple[int, bytes], int]
NOTHING = -1  # what the first trace of a labeled graph continues
AT_ONCE = 4096  # labelings whose traces stand on one tape


def numbered(
    graph: Graph, method: Method, book: Book
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Label tuples, how many each stands for, and the number of the labeled graph."""
    structure = structure_of(graph)
    if not isinstance(method.subgraphs, FullGraph):
        yield from _in_subgraphs(graph, structure, method, book)
        return
    prefixes, root = _root(structure, book)
    if method.l == 0:
        rows = sum(len(chunk) for chunk in method.label_tuples(graph))
        yield (), rows, root
    elif method.labels == AllTuples() and method.pooling == "tl":
        tuples, weights = everywhere.representatives(prefixes, method.l)
        yield from _labeled(prefixes, root, tuples, weights, book)
    else:
        for tuples in method.label_tuples(graph):
            yield from _labeled(prefixes, root, tuples, np.ones(len(tuples), np.int64), book)


def _in_subgraphs(
    graph: Graph, structure: Structure, method: Method, book: Book
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    for tuples in method.label_tuples(graph):
        for label_tuple in tuples:
            nodes = engine.subgraph_nodes(graph, method, label_tuple)
            prefixes, number = _root(structure.induced(nodes), book)
            local = engine.local_labels(nodes, label_tuple)[None, :]
            if method.l:
                one = np.ones(1, np.int64)
                [(_, _, number)] = _labeled(prefixes, number, local, one, book)
            yield tuple(label_tuple.tolist()), 1, number


def _root(structure: Structure, book: Book) -> tuple[Prefixes, int]:
    """A structure with its true types as classes, and its number without labels."""
    types, first = np.unique(structure.types, axis=0, return_inverse=True)
    graph = structure.indptr, structure.indices, np.zeros(0, np.int64)
    true = [types]
    if structure.relations is not None:
        relations, kinds = np.unique(structure.relations, axis=0, return_inverse=True)
        true.append(relations)
        graph = sorted_rows(structure.indptr, structure.indices, kinds.reshape(-1))
    prefixes = Prefixes(graph, first.reshape(-1), np.zeros(2, np.uint64))
    text = b"".join(str(part.shape).encode() + part.tobytes() for part in true)
    return prefixes, _number(book, NOTHING, text + prefixes.traced_root())


def _labeled(
    prefixes: Prefixes, root: int, tuples: Array, weights: Array, book: Book
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    l = tuples.shape[1]
    for start in range(0, len(tuples), AT_ONCE):
        rows = tuples[start : start + AT_ONCE]
        tape, marks = prefixes.traced(rows)
        numbers, last = [root] * (l + 1), 0
        of_rows = zip(rows.tolist(), weights[start:].tolist(), marks.tolist(), strict=False)
        for label_tuple, weight, ends in of_rows:
            for i, end in enumerate(ends):
                if end > last:
                    numbers[i + 1] = _number(book, numbers[i], tape[last:end].tobytes())
                    last = end
            yield tuple(label_tuple), weight, numbers[l]


def _number(book: Book, before: int, trace: bytes) -> int:
    return book.setdefault((before, trace), len(book))
