"""Pairs of graphs that are hard to tell apart, and exactly which k,l-WL tests manage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product

from klgnn import families
from klgnn.graph import Graph

Test = tuple[int, int]
Pair = tuple[Graph, Graph]


@dataclass(frozen=True)
class Rung:
    """One pair, without node colors.

    Attributes:
        name: what it is called.
        make: a function that makes the two graphs.
        num_nodes: of each of them.
        minimal: the (k, l) with k up to 4 and l up to 2 that tell them apart while no smaller k or
            l does; a test of the package compares them with the engine's.
    """

    name: str
    make: Callable[[], Pair]
    num_nodes: int
    minimal: tuple[Test, ...]

    def apart(self, k: int, l: int) -> bool:
        """Whether k,l-WL tells the two graphs apart; k up to 4, l up to 2."""
        return any(a <= k and b <= l for a, b in self.minimal)


def spiders(one: tuple[int, ...], other: tuple[int, ...]) -> Pair:
    """Trees with paths of these lengths from one center."""
    return _spider(one), _spider(other)


def flowers(l: int, one: Graph, other: Graph) -> Pair:
    """Graphs that agree wherever l labels can look, and differ in the next place.

    A flower is a hub joined to l + 1 ornaments, each a copy of ``one`` or ``other``. The first
    graph has a flower for every choice with an even number of ``other``, the second for every
    choice with an odd number. Any l ornaments of a flower occur equally often in both.
    """
    sides: tuple[list[Graph], list[Graph]] = ([], [])
    for word in product((0, 1), repeat=l + 1):
        sides[sum(word) % 2].append(_flower([(one, other)[letter] for letter in word]))
    first, second = (side[0].disjoint_union(*side[1:]) for side in sides)
    return first, second


def ladder() -> list[Rung]:
    """From what color refinement sees to what 3,1-WL does not.

    All of what 1,l-WL tells apart here, it does within 5 rounds. CFI graphs over larger cliques are
    left out: what random networks make of their difference is lost in the precision of float64.

    >>> [rung.name for rung in ladder() if rung.apart(1, 2) and not rung.apart(1, 1)]
    ['flowers', 'rook / Shrikhande', 'SR25']
    """
    refinement, one_label, two_labels = ((1, 0),), ((1, 1), (3, 0)), ((1, 2), (3, 1), (4, 0))
    hexagons = families.hexagon_and_triangles
    return [
        Rung("path / star", lambda: (families.path(4), families.star(3)), 4, refinement),
        Rung("spiders, 2 rounds", lambda: spiders((2, 2, 2), (1, 2, 3)), 7, refinement),
        Rung("spiders, 3 rounds", lambda: spiders((3, 3, 5), (3, 4, 4)), 12, refinement),
        Rung("hexagon / triangles", hexagons, 6, one_label),
        Rung("CSL 11, 2 / 3", _skip_links, 11, one_label),
        Rung("CFI of K3", _cfi, 18, one_label),
        Rung("EXP-like", _formulas, 32, one_label),
        Rung("flowers", lambda: flowers(1, *hexagons()), 26, ((1, 2), (3, 0))),
        Rung("rook / Shrikhande", _sixteen, 16, two_labels),
        Rung("SR25", _twenty_five, 25, two_labels),
        Rung("large flowers", lambda: flowers(2, *hexagons()), 76, ((3, 0),)),
        Rung("flowers of SRG", lambda: flowers(1, *_sixteen()), 66, ((3, 2), (4, 0))),
    ]


def _spider(legs: tuple[int, ...]) -> Graph:
    edges, n = [], 1
    for leg in legs:
        path = [0, *range(n, n + leg)]
        edges += list(pairwise(path))
        n += leg
    return Graph.from_edges(edges, n)


def _flower(ornaments: list[Graph]) -> Graph:
    edges, n = [], 1
    for ornament in ornaments:
        edges += [(n + u, n + v) for u, v in ornament.edges().tolist()]
        edges += [(0, n + v) for v in range(ornament.num_nodes)]
        n += ornament.num_nodes
    return Graph.from_edges(edges, n)


def _skip_links() -> Pair:
    return families.circular_skip_link(11, 2), families.circular_skip_link(11, 3)


def _cfi() -> Pair:
    return families.cfi_pair(families.complete(3), colored=False)


def _formulas() -> Pair:
    first, second = families.exp_pairs(7)[6]  # a small one
    return first.recolor(), second.recolor()


def _sixteen() -> Pair:
    return families.rook(4), families.shrikhande()


def _twenty_five() -> Pair:
    first, second = families.srg_25_12_5_6()[:2]
    return first, second
