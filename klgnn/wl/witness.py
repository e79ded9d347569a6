"""Why two graphs are told apart: the first round, labeled graph and color class that differ."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl.difference import (
    Difference,
    Pair,
    first_difference,
    most_rounds,
    surplus,
    words_at,
)
from klgnn.wl.levels import EgoNetLevel, FirstLabels, Level, PooledTuples, Tuples
from klgnn.wl.levels import top as levels_of
from klgnn.wl.method import Method


@dataclass(frozen=True)
class Witness:
    """The first place where two graphs differ.

    Attributes:
        round: the first round after which the test tells the graphs apart; -1 if a check of
            colliding hashes decided, which has no rounds, or if the search for it would take longer
            than some minutes.
        graph: 0 or 1: in which graph everything below lies.
        label_tuple: a labeled graph that the other graph has less often; for label-tuple pooling,
            a labeling that gives the k-tuple a color it has less often; -1 in it: this label is not
            placed. None if there is nothing to name.
        counts: how many labelings of each graph give this labeled graph's color; with a root, how
            many roots of each graph look like it.
        color_class: the k-tuples of one color in that labeled graph; for label-tuple pooling, the
            k-tuples with the same colors over all labelings.
        sizes: the size of that color class there, and in the other graph's labeled graph that
            agrees with it up to the round before.
        root: the node whose ego net, or whose labelings as the first label, the other graph has
            less often; None if pooling is not by roots.
    """

    round: int
    graph: int
    label_tuple: tuple[int, ...] | None
    counts: tuple[int, int]
    color_class: tuple[tuple[int, ...], ...]
    sizes: tuple[int, int]
    root: int | None = None


def find_witness(g: Graph, h: Graph, method: Method, budget: int | None = None) -> Witness:
    """The first round that differs, and a labeled graph and color class that show it.

    The rounds are those of the test that ran: 2,l-WL runs as 1,l-WL, k,l-WL as (k-1),l-FWL.
    """
    method = method.reduced()
    for graph in (g, h):
        budgets.check_witness(graph, method, budget)
    levels = levels_of(g, method), levels_of(h, method)
    found = first_difference(levels, method, most_rounds((g, h), method))
    if found is None:
        return Witness(-1, 0, None, (0, 0), (), (0, 0))
    shown = [_described(levels, side, found) for side in (0, 1)]
    return next(iter([*(w for w in shown if w and w.color_class), *filter(None, shown)]))


def _described(levels: Pair, side: int, found: Difference) -> Witness | None:
    """What one graph has more often than the other, from the outermost level down."""
    item, partner = surplus(found.now, found.before, side)
    if item is None:
        return None
    word = found.now[side][item].tobytes()
    counts = tuple(sum(w.tobytes() == word for w in words) for words in found.now)
    trail = _Trail(found.round, side, (counts[0], counts[1]))
    trail.follow((levels[side], levels[1 - side]), item, partner)
    return trail.witness()


class _Trail:
    """The way from an item of the outermost level down to a color class."""

    def __init__(self, last: int, side: int, counts: tuple[int, int]) -> None:
        self.last, self.side, self.counts = last, side, counts
        self.root: int | None = None
        self.label_tuple: tuple[int, ...] | None = None
        self.members: tuple[tuple[int, ...], ...] = ()
        self.sizes = (0, 0)
        self.nodes: npt.NDArray[Any] | None = None  # of the ego net the trail is in

    def follow(self, pair: Pair, item: int, partner: int | None) -> None:
        own = pair[0]
        name = self._in_graph(own.names[item])
        if isinstance(own, EgoNetLevel):
            self.root, self.nodes = name[0], own.members(item)
        elif isinstance(own, FirstLabels):
            self.root = name[0] if self.root is None else self.root
        elif isinstance(own, PooledTuples):
            self._class_of(pair, item)
        elif not isinstance(own, Tuples):
            self.label_tuple = name
        inside = own.below(item)
        if inside is None:
            return
        if isinstance(inside, Tuples):
            others = None if partner is None else pair[1].below(partner)
            if partner is not None or not len(pair[1].names):
                self._smallest_class(inside, others)
            return
        if partner is None:
            return
        other = pair[1].below(partner)
        if other is not None:
            self._descend((inside, other))

    def _descend(self, pair: Pair) -> None:
        now, before = (words_at(pair, t) if t >= 0 else None for t in (self.last, self.last - 1))
        if now is None:
            return
        item, partner = surplus(now, before, 0)
        if item is not None:
            self.follow(pair, item, partner)

    def _class_of(self, pair: Pair, item: int) -> None:
        """All k-tuples pooled to the same color."""
        now = words_at(pair, self.last)
        alike = [(words == now[0][item]).all(axis=1) for words in now]
        self.members = tuple(map(self._in_graph, pair[0].names[alike[0]]))
        self.sizes = int(alike[0].sum()), int(alike[1].sum())

    def _smallest_class(self, own: Level, other: Level | None) -> None:
        """The smallest color class that the partner has in another size."""
        words = [w.tobytes() for w in own.colors(np.arange(len(own.names)), self.last)]
        sizes = Counter(words)
        theirs: Counter[bytes] = Counter()
        if other is not None:
            colors = other.colors(np.arange(len(other.names)), self.last)
            theirs = Counter(w.tobytes() for w in colors)
        odd = [word for word in sizes if sizes[word] != theirs[word]]
        if odd:
            chosen = min(odd, key=lambda word: (sizes[word], word))
            rows = (own.names[p] for p, word in enumerate(words) if word == chosen)
            self.members = tuple(map(self._in_graph, rows))
            self.sizes = sizes[chosen], theirs[chosen]

    def _in_graph(self, name: npt.NDArray[Any]) -> tuple[int, ...]:
        """Nodes as the whole graph numbers them."""
        nodes = name.tolist()
        if self.nodes is None:
            return tuple(nodes)
        return tuple(int(self.nodes[v]) if v >= 0 else v for v in nodes)

    def witness(self) -> Witness:
        return Witness(
            self.last, self.side, self.label_tuple, self.counts, self.members, self.sizes, self.root
        )
