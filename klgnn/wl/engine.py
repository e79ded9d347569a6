"""The walk: graph -> label tuples -> labeled graphs -> colors of k-tuples -> pooled color."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._csr import check_range
from klgnn._edges import as_integers
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select import AllTuples, FullGraph, RootedEgoNets
from klgnn.wl import everywhere, hashing, nested
from klgnn.wl.method import Method, is_subgraph_policy
from klgnn.wl.prefixes import prefixes_of
from klgnn.wl.refine import Refined, Refiner
from klgnn.wl.structure import Structure, structure_of
from klgnn.wl.work import ALONE, Work

Array = npt.NDArray[Any]

# Labeled graphs refined in one call of a kernel: enough to forget the call, few enough to keep
# their colors in the cache.
BATCH, SHARE = 4096, 256  # for one thread; for each of several
AT_ONCE = 10**7  # nodes and arcs, or tuples times an eighth of the nodes, of a batch
PAYS = 40_000  # so many steps of a round of k-FWL are dearer than a search for an automorphism
NONE = np.zeros((0, 2), np.uint64)
DISCRETE = 5  # the first word of a chain, as in structure


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


Refine = Callable[[Array], Batch]


def graph_color(graph: Graph, method: Method, work: Work = ALONE) -> hashing.Words:
    """The color of a graph under a test, shape ``(2,)``; equal where the test cannot tell apart."""
    if isinstance(method.subgraphs, RootedEgoNets):
        inside = _inside(method)
        parts = method.subgraphs.parts(graph)
        colors = list(work.map(lambda part: graph_color(part, inside), parts, lambda _: 1))
        return hashing.multiset(np.array(colors, np.uint64).reshape(-1, 2))
    if method.pooling == "lt":
        return hashing.multiset(over_labelings(graph, method, work)[1])
    if method.pooling == "nested" and method.l > 1:
        return nested.pool(*pooled_colors(graph, method, work), graph.num_nodes)
    if _continues(method) and _has_orbits(graph, method):
        return _everywhere(graph, method, work)
    words = [batch.refined.pooled for batch in labeled_graphs(graph, method, work=work)]
    return hashing.multiset(np.concatenate([NONE, *words]))


def pooled_colors(graph: Graph, method: Method, work: Work = ALONE) -> tuple[Array, hashing.Words]:
    """All label tuples, ``(m, l)``, and the colors of their labeled graphs, ``(m, 2)``."""
    batches = list(labeled_graphs(graph, method, work=work))
    tuples = [np.zeros((0, method.l), np.int64), *(batch.label_tuples for batch in batches)]
    colors = [NONE, *(batch.refined.pooled for batch in batches)]
    return np.concatenate(tuples), np.concatenate(colors)


def labeled_graphs(
    graph: Graph, method: Method, keep_colors: bool = False, work: Work = ALONE
) -> Iterator[Batch]:
    """Refine all labeled graphs of a graph, batch by batch."""
    yield from refine_chunks(graph, method, method.label_tuples(graph), keep_colors, work)


def refine_chunks(
    graph: Graph,
    method: Method,
    chunks: Iterable[Array],
    keep_colors: bool = False,
    work: Work = ALONE,
) -> Iterator[Batch]:
    """Refine the graph labeled by each of the given label tuples, batch by batch."""
    structure = structure_of(graph)
    step = 1 if keep_colors else _step(structure, method, work)
    if not isinstance(method.subgraphs, FullGraph):
        step, refine = 1, _in_subgraphs(graph, structure, method, keep_colors)
    elif _continues(method) and not keep_colors:
        refine = _continued(structure, method)
    else:
        refine = _from_scratch(structure, method, keep_colors)
    pieces = (chunk[i : i + step] for chunk in chunks for i in range(0, len(chunk), step))
    yield from work.map(refine, pieces, len)


def _step(structure: Structure, method: Method, work: Work) -> int:
    """How many labeled graphs to refine at once: no more than some tenths of a second."""
    n, arcs = structure.num_nodes, len(structure.indices)
    one = n + arcs if method.k == 1 else float(n) ** method.k * max(n // 8, 1)
    most = BATCH if work.threads == 1 else SHARE
    return int(min(max(AT_ONCE / max(one, 1), 1), most))


def _in_subgraphs(graph: Graph, structure: Structure, method: Method, keep_colors: bool) -> Refine:
    def refine(tuples: Array) -> Batch:
        nodes = subgraph_nodes(graph, method, tuples[0])
        part = refiner(structure.induced(nodes), method)
        return Batch(tuples, nodes, part(local_labels(nodes, tuples[0])[None, :], keep_colors))

    return refine


def _from_scratch(structure: Structure, method: Method, keep_colors: bool) -> Refine:
    whole = refiner(structure, method)
    return lambda tuples: Batch(tuples, None, whole(tuples, keep_colors))


def _continues(method: Method) -> bool:
    """Whether labeled graphs are refined from their parents, label by label."""
    stable = method.rounds is None and method.subgraphs == FullGraph()
    return stable and method.pooling != "lt" and (method.l > 0 or method.k > 1)


def _continued(structure: Structure, method: Method) -> Refine:
    """Labeled graphs by the cells of their nodes, which are refined from those of their parents.

    Where each node is a cell, a graph is known as far as any k can know it: its trace is its color.
    """
    prefixes = prefixes_of(structure)
    whole = replace(refiner(structure, method), continues=method.l > 0)

    def refine(tuples: Array) -> Batch:
        words, cells = prefixes.sized_colors(tuples)
        if method.k > 1:
            words = hashing.chain_colors(words, hashing.chain(DISCRETE))
            others = cells < structure.num_nodes
            if others.any():
                words[others] = whole(tuples[others]).pooled
        return Batch(tuples, None, Refined(words, None, np.full(len(tuples), -1)))

    return refine


def _has_orbits(graph: Graph, method: Method) -> bool:
    """Whether to look for automorphisms: where every node is labeled, and they cost less."""
    pays = method.k == 1 or float(graph.num_nodes) ** (method.k + 1) >= PAYS
    return method.l > 0 and method.labels == AllTuples() and pays


def _everywhere(graph: Graph, method: Method, work: Work) -> hashing.Words:
    """{{ c(G^v) : v in V^l }}, one v for all its images under the automorphisms that are found."""
    prefixes = prefixes_of(structure_of(graph))
    if method.k == 1:
        return everywhere.pooled(prefixes, method.l, work=work)
    tuples, weights = everywhere.representatives(prefixes, method.l, eager=True)
    batches = refine_chunks(graph, method, [tuples], work=work)
    colors = np.concatenate([NONE, *(batch.refined.pooled for batch in batches)])
    total = (hashing.mix_array(colors + hashing.SEEDS) * weights[:, None].astype(np.uint64)).sum(0)
    return hashing.pooled(total, np.uint64(weights.sum()))


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


def over_labelings(graph: Graph, method: Method, work: Work = ALONE) -> tuple[Array, hashing.Words]:
    """{{ c(u, G^v) : v }} for every k-tuple u, summed in place over all labeled graphs.

    Returns:
        Which k-tuples lie in any labeled graph, ``(n^k,)``, and the colors of these, ``(m, 2)``.
    """
    n, k = graph.num_nodes, method.k
    total = np.zeros((n**k, 2), np.uint64)
    count = np.zeros(n**k, np.uint64)
    for batch in labeled_graphs(graph, method, True, work):
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
