"""mode="exact": no probability left.

Different hashes prove different graphs. Equal hashes are confirmed:

* Stable colors, k = 1: by the worklist's certificates, which involve no hash.
* Stable colors, k >= 2: by one check that the hashed partition of all tuples of all labeled graphs
  of both graphs refines their true isomorphism types and is stable. A hash can only merge colors,
  so the hashed partition is never finer than the true one; if it is stable below the true types,
  it is never coarser either.
* Fixed rounds, label-tuple pooling, and whatever fails that check: by refinement with a shared
  dictionary in place of the hash.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import dictionary, engine, worklist
from klgnn.wl.method import Method
from klgnn.wl.stable import is_stable
from klgnn.wl.structure import Structure, structure_of

Array = npt.NDArray[Any]


def same(g: Graph, h: Graph, method: Method) -> bool:
    """Whether two graphs that look the same hashed are the same to the test."""
    method = method.reduced()
    if isinstance(method.subgraphs, RootedEgoNets):
        return _same_parts(g, h, method)
    if method.rounds is not None or method.pooling == "lt":
        return _by_dictionary(g, h, method)
    if method.k == 1:
        return _certificates(g, method) == _certificates(h, method)
    if method.subgraphs != FullGraph() or method.l > 60 or g.num_nodes != h.num_nodes:
        return _by_dictionary(g, h, method)
    confirmed = _by_stable_classes(g, h, method)
    return _by_dictionary(g, h, method) if confirmed is None else confirmed


def _certificates(graph: Graph, method: Method) -> Counter[bytes]:
    return Counter(
        worklist.certificate(structure, label_tuple)[0]
        for structure, label_tuple, _ in _labeled(graph, method)
    )


def _labeled(graph: Graph, method: Method) -> Any:
    """Every labeled graph as its structure, local label tuple and nodes."""
    structure = structure_of(graph)
    for chunk in method.label_tuples(graph):
        for label_tuple in chunk:
            if isinstance(method.subgraphs, FullGraph):
                yield structure, label_tuple, np.arange(graph.num_nodes)
            else:
                nodes = engine.subgraph_nodes(graph, method, label_tuple)
                yield structure.induced(nodes), np.searchsorted(nodes, label_tuple), nodes


def _by_dictionary(g: Graph, h: Graph, method: Method) -> bool:
    labeled = [list(_labeled(graph, method)) for graph in (g, h)]
    one, two = dictionary.graph_colors(labeled, method)
    return one == two


def _same_parts(g: Graph, h: Graph, method: Method) -> bool:
    """Pool over ego nets: count the parts of each exact class."""
    policy = method.subgraphs
    if not isinstance(policy, RootedEgoNets):
        return False
    inside = replace(method, subgraphs=FullGraph())
    classes: list[tuple[bytes, Graph]] = []
    counts = [Counter[int](), Counter[int]()]
    for side, graph in enumerate((g, h)):
        for part in policy.parts(graph):
            counts[side][_class_of(part, classes, inside)] += 1
    return counts[0] == counts[1]


def _class_of(part: Graph, classes: list[tuple[bytes, Graph]], method: Method) -> int:
    words = engine.graph_color(part, method).tobytes()
    for number, (other_words, other) in enumerate(classes):
        if words == other_words and (part == other or same(part, other, method)):
            return number
    classes.append((words, part))
    return len(classes) - 1


def _by_stable_classes(g: Graph, h: Graph, method: Method) -> bool | None:
    """Whether both graphs have the same classes; None if the hashed partition is not confirmed.

    Confirmed: it is stable and below the true types.
    """
    colors: list[Array] = []
    node_ids: list[Array] = []
    which: list[int] = []
    structures = [structure_of(graph) for graph in (g, h)]
    base, relation_ids = _exact_ids(structures)
    for side, graph in enumerate((g, h)):
        for batch in engine.labeled_graphs(graph, method, keep_colors=True):
            if batch.refined.colors is not None:
                colors.extend(batch.refined.colors)
            node_ids.extend(_label_ids(base[side], row) for row in batch.label_tuples)
            which.extend([side] * len(batch.label_tuples))
    if not colors:
        return True
    classes = number_colors(np.concatenate(colors)).reshape(len(colors), -1)
    sides = np.array(which, np.int64)
    if not is_stable(method.k, classes, np.stack(node_ids), relation_ids, sides):
        return None
    counts = [Counter(np.sort(row).tobytes() for row in classes[sides == side]) for side in (0, 1)]
    return counts[0] == counts[1]


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


def _label_ids(base: Array, label_tuple: Array) -> Array:
    """A node's type and the set of its labels as two integers, shape ``(n, 2)``."""
    ids = np.stack([base, np.zeros_like(base)], axis=1)
    for i, v in enumerate(label_tuple):
        ids[v, 1] |= 1 << i
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
