"""The walk: graph -> label tuples -> labeled graphs -> colors of k-tuples -> pooled color."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._csr import check_range
from klgnn._edges import as_integers
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import hashing, nested
from klgnn.wl.method import Method, is_subgraph_policy
from klgnn.wl.refine import Refined, Refiner
from klgnn.wl.structure import Structure, structure_of

Array = npt.NDArray[Any]

# Labeled graphs refined in one call of a kernel: enough to forget the call, few enough to keep
# their colors in the cache.
BATCH = 4096


@dataclass(frozen=True)
class Batch:
    """Some labeled graphs on the same nodes.

    Attributes:
        label_tuples: in the graph's numbering, ``(m, l)``; -1: this label is not placed.
        nodes: which nodes the structure has, in order; None: all.
        refined: the colors.
    """

    label_tuples: Array
    nodes: Array | None
    refined: Refined


def graph_color(graph: Graph, method: Method) -> hashing.Words:
    """The color of a graph under a test, shape ``(2,)``; equal where the test cannot tell apart."""
    if isinstance(method.subgraphs, RootedEgoNets):
        colors = [graph_color(part, _inside(method)) for part in method.subgraphs.parts(graph)]
        return hashing.multiset(np.array(colors, np.uint64).reshape(-1, 2))
    if method.pooling == "lt":
        return hashing.multiset(over_labelings(graph, method)[1])
    if method.pooling == "nested" and method.l > 1:
        return nested.pool(*pooled_colors(graph, method), graph.num_nodes)
    parts = [batch.refined.pooled for batch in labeled_graphs(graph, method)]
    return hashing.multiset(np.concatenate([np.zeros((0, 2), np.uint64), *parts]))


def pooled_colors(graph: Graph, method: Method) -> tuple[Array, hashing.Words]:
    """All label tuples, ``(m, l)``, and the colors of their labeled graphs, ``(m, 2)``."""
    batches = list(labeled_graphs(graph, method))
    tuples = [np.zeros((0, method.l), np.int64), *(batch.label_tuples for batch in batches)]
    colors = [np.zeros((0, 2), np.uint64), *(batch.refined.pooled for batch in batches)]
    return np.concatenate(tuples), np.concatenate(colors)


def labeled_graphs(graph: Graph, method: Method, keep_colors: bool = False) -> Iterator[Batch]:
    """Refine all labeled graphs of a graph, batch by batch."""
    yield from refine_chunks(graph, method, method.label_tuples(graph), keep_colors)


def refine_chunks(
    graph: Graph, method: Method, chunks: Iterable[Array], keep_colors: bool = False
) -> Iterator[Batch]:
    """Refine the graph labeled by each of the given label tuples, batch by batch."""
    structure = structure_of(graph)
    whole = refiner(structure, method)
    for chunk in chunks:
        if isinstance(method.subgraphs, FullGraph):
            step = 1 if keep_colors else BATCH
            for start in range(0, len(chunk), step):
                tuples = chunk[start : start + step]
                yield Batch(tuples, None, whole(tuples, keep_colors))
            continue
        for label_tuple in chunk:
            nodes = subgraph_nodes(graph, method, label_tuple)
            part = refiner(structure.induced(nodes), method)
            local = local_labels(nodes, label_tuple)[None, :]
            yield Batch(label_tuple[None, :], nodes, part(local, keep_colors))


def subgraph_nodes(graph: Graph, method: Method, label_tuple: Array) -> Array:
    """The nodes a labeled graph is cut down to, ascending, the labeled ones among them."""
    if not is_subgraph_policy(method.subgraphs):
        return np.arange(graph.num_nodes)
    placed = label_tuple[label_tuple >= 0]
    nodes = as_integers(method.subgraphs.nodes(graph, placed), "subgraphs").reshape(-1)
    check_range(nodes, graph.num_nodes, "subgraphs")
    if (np.diff(nodes) <= 0).any() or not np.isin(placed, nodes).all():
        raise GraphError(
            f"subgraphs: got nodes {nodes.tolist()} for labels {label_tuple.tolist()}, expected"
            " ascending distinct nodes with the labeled ones among them"
        )
    return nodes


def local_labels(nodes: Array, label_tuple: Array) -> Array:
    """A label tuple in the numbering of a subgraph's nodes; a label not placed stays -1."""
    return np.where(label_tuple < 0, -1, np.searchsorted(nodes, label_tuple))


def refiner(structure: Structure, method: Method) -> Refiner:
    """The kernels of a method on a structure."""
    return Refiner(structure, method.k, method.variant == "fwl" and method.k > 1, method.rounds)


def _inside(method: Method) -> Method:
    return replace(method, subgraphs=FullGraph())


def over_labelings(graph: Graph, method: Method) -> tuple[Array, hashing.Words]:
    """{{ c(u, G^v) : v }} for every k-tuple u, summed in place over all labeled graphs.

    Returns:
        Which k-tuples lie in any labeled graph, ``(n^k,)``, and the colors of these, ``(m, 2)``.
    """
    n, k = graph.num_nodes, method.k
    total = np.zeros((n**k, 2), np.uint64)
    count = np.zeros(n**k, np.uint64)
    for batch in labeled_graphs(graph, method, keep_colors=True):
        where = slice(None) if batch.nodes is None else _positions(batch.nodes, n, k)
        for colors in () if batch.refined.colors is None else batch.refined.colors:
            total[where] += hashing.mix_array(colors + hashing.SEEDS)
            count[where] += np.uint64(1)
    present = count > 0
    return present, hashing.chain_colors(total[present], hashing.chain(count[present]))


def _positions(nodes: Array, n: int, k: int) -> Array:
    """Where the k-tuples over some nodes stand among those over all."""
    flat = np.zeros(1, np.int64)
    for _ in range(k):
        flat = (flat[:, None] * n + nodes[None, :]).reshape(-1)
    return flat
