"""Why two graphs are told apart: the first round, labeled graph and color class that differ."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import engine
from klgnn.wl.method import Method


@dataclass(frozen=True)
class Witness:
    """The first place where two graphs differ.

    Attributes:
        round: the first round after which the test tells the graphs apart; -1 if a worklist or
            a check of colliding hashes decided, which have no rounds.
        graph: 0 or 1: in which graph the label tuple and the color class lie.
        label_tuple: a labeled graph that the other graph has less often, or None if pooling is
            not by labeled graphs.
        counts: how many labelings of each graph give this labeled graph's color.
        color_class: the k-tuples of one color in that labeled graph.
        sizes: the size of that color class there, and in the other graph's labeled graph that
            agrees with it up to the round before.
    """

    round: int
    graph: int
    label_tuple: tuple[int, ...] | None
    counts: tuple[int, int]
    color_class: tuple[tuple[int, ...], ...]
    sizes: tuple[int, int]


def find_witness(g: Graph, h: Graph, method: Method) -> Witness:
    """The first round that differs, and a labeled graph and color class that show it.

    The rounds are those of the test that ran: 2,l-WL runs as 1,l-WL, k,l-WL as (k-1),l-FWL.
    """
    method = method.reduced()
    last = _first_round(g, h, method)
    if last < 0:
        return Witness(-1, 0, None, (0, 0), (), (0, 0))
    if method.pooling == "lt" or isinstance(method.subgraphs, RootedEgoNets):
        return Witness(last, 0, None, (0, 0), (), (0, 0))
    found = [_surplus((g, h), side, method, last) for side in (0, 1)]
    shown = [witness for witness in found if witness is not None and witness.color_class]
    return next(iter([*shown, *filter(None, found)]))


def _first_round(g: Graph, h: Graph, method: Method) -> int:
    """The first round that differs: once apart, graphs stay apart, so bisection finds it."""
    low, high = 0, method.rounds
    latest = high
    if high is None or latest is None:
        seen = [batch.refined.rounds for graph in (g, h) for batch in _batches(graph, method)]
        rounds = np.concatenate([np.zeros(1, np.int64), *seen])
        if rounds.min() < 0:
            return -1
        high = int(rounds.max()) + 1
        latest = g.num_nodes**method.k + h.num_nodes**method.k  # each round makes a new color
    # Every part of a graph may be stable on its own long before the parts are told apart.
    while not _differ(g, h, replace(method, rounds=high)):
        if high >= latest:
            return -1
        low, high = high + 1, 2 * high
    while low < high:
        middle = (low + high) // 2
        if _differ(g, h, replace(method, rounds=middle)):
            high = middle
        else:
            low = middle + 1
    return low


def _batches(graph: Graph, method: Method) -> Iterator[engine.Batch]:
    if isinstance(method.subgraphs, RootedEgoNets):
        inside = replace(method, subgraphs=FullGraph())
        for part in method.subgraphs.parts(graph):
            yield from engine.labeled_graphs(part, inside)
    else:
        yield from engine.labeled_graphs(graph, method)


def _differ(g: Graph, h: Graph, method: Method) -> bool:
    colors = engine.graph_color(g, method), engine.graph_color(h, method)
    return not np.array_equal(*colors)


def _labeled_colors(graph: Graph, method: Method) -> list[tuple[tuple[int, ...], bytes]]:
    """Every label tuple and the color of its labeled graph."""
    return [
        (tuple(label_tuple), words.tobytes())
        for batch in engine.labeled_graphs(graph, method)
        for label_tuple, words in zip(
            batch.label_tuples.tolist(), batch.refined.pooled, strict=True
        )
    ]


def _surplus(graphs: tuple[Graph, Graph], side: int, method: Method, last: int) -> Witness | None:
    """A labeled graph that one graph has more often than the other, beside one of the other's."""
    now = [_labeled_colors(graph, replace(method, rounds=last)) for graph in graphs]
    counts = [Counter(words for _, words in rows) for rows in now]
    mine, theirs = counts[side], counts[1 - side]
    chosen = next((row for row in now[side] if mine[row[1]] > theirs[row[1]]), None)
    if chosen is None:
        return None
    label_tuple, words = chosen
    looks = _before(graphs[side], method, last)
    others = zip(now[1 - side], _before(graphs[1 - side], method, last), strict=True)
    # Up to this round the labeled graphs occurred equally often, so one of them went another way.
    alike = looks[[row[0] for row in now[side]].index(label_tuple)]
    partner = next((row[0] for row, look in others if look == alike and row[1] != words), None)
    members, sizes = _deciding_class(graphs, side, label_tuple, partner, method, last)
    return Witness(last, side, label_tuple, (counts[0][words], counts[1][words]), members, sizes)


def _before(graph: Graph, method: Method, last: int) -> list[bytes]:
    """The color of each labeled graph one round earlier; all alike before round 0."""
    at = replace(method, rounds=max(last - 1, 0))
    return [words if last else b"" for _, words in _labeled_colors(graph, at)]


def _deciding_class(
    graphs: tuple[Graph, Graph],
    side: int,
    label_tuple: tuple[int, ...],
    partner: tuple[int, ...] | None,
    method: Method,
    last: int,
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, int]]:
    """The smallest color class of the labeled graph that its partner has in another size.

    None where the other graph has nothing but copies of this labeled graph, in another number.
    """
    at = replace(method, rounds=last)
    own, nodes = _tuple_colors(graphs[side], label_tuple, at)
    if partner is None and list(_labeled_colors(graphs[1 - side], at)):
        return (), (0, 0)
    theirs = Counter([] if partner is None else _tuple_colors(graphs[1 - side], partner, at)[0])
    sizes = Counter(own)
    odd = [words for words in sizes if sizes[words] != theirs[words]]
    if not odd:
        return (), (0, 0)
    chosen = min(odd, key=lambda words: (sizes[words], words))
    members = tuple(nodes[p] for p, words in enumerate(own) if words == chosen)
    return members, (sizes[chosen], theirs[chosen])


def _tuple_colors(
    graph: Graph, label_tuple: Any, method: Method
) -> tuple[list[bytes], list[tuple[int, ...]]]:
    """The colors of all k-tuples of one labeled graph, and the k-tuples."""
    one = replace(method, labels=lambda _: [label_tuple] if label_tuple else np.zeros((1, 0)))
    [batch] = engine.labeled_graphs(graph, one, keep_colors=True)
    colors = batch.refined.colors
    words = [] if colors is None else [color.tobytes() for color in colors[0]]
    kept = np.arange(graph.num_nodes) if batch.nodes is None else batch.nodes
    grid = np.stack(np.meshgrid(*[kept] * method.k, indexing="ij"), axis=-1)
    return words, [tuple(row) for row in grid.reshape(-1, method.k).tolist()]
