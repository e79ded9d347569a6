"""The bijective pebble game (Hella 1996): a second oracle, with no coloring in it.

Spoiler and Duplicator play on two graphs of equal size with ``k`` pairs of pebbles. In a round
Spoiler takes a pair in hand, Duplicator answers with a bijection ``f: V(G) -> V(H)``, and Spoiler
puts the pair on a node ``v`` and on ``f(v)``. Duplicator wins if she can forever keep the pebbled
nodes a partial isomorphism.

With ``k`` pairs she wins exactly if no sentence of ``C^k`` (first-order logic with counting and
``k`` variables) holds in one graph only: that is (k-1)-FWL, hence k-WL, for ``k >= 2``
(Cai, Fürer and Immerman 1992).
"""

from collections.abc import Hashable, Iterator
from itertools import combinations, permutations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from klgnn import Graph

Position = frozenset[tuple[int, int]]  # the pebbled pairs; pebbles on the same pair are one
Matrix = list[list[Hashable]]


def duplicator_wins(g: Graph, h: Graph, k: int) -> bool:
    """Whether Duplicator wins the bijective k-pebble game from the empty board."""
    if k < 1:
        raise ValueError(f"got {k} pebbles, expected at least 1")
    if g.num_nodes != h.num_nodes:
        return False  # there is no bijection to answer with
    winning = set(_partial_isomorphisms(_relations(g), _relations(h), k))
    with_pair_in_hand = [p for p in winning if len(p) < k]
    while True:
        answered = {p for p in with_pair_in_hand if _can_answer(p, winning, g.num_nodes)}
        kept = {p for p in winning if all(left in answered for left in _spoiler_moves(p, k))}
        if kept == winning:
            return frozenset() in winning
        winning = kept


def _spoiler_moves(position: Position, k: int) -> Iterator[Position]:
    """What stays on the board while Spoiler has a pair in hand."""
    if len(position) < k:
        yield position
    for pair in position:
        yield position - {pair}


def _can_answer(position: Position, winning: set[Position], n: int) -> bool:
    """Whether some bijection keeps Duplicator winning whichever node Spoiler picks."""
    good = [[position | {(v, w)} in winning for w in range(n)] for v in range(n)]
    if n == 0:
        return True
    matching = maximum_bipartite_matching(csr_array(np.array(good, dtype=np.int8)))
    return bool((matching >= 0).all())


def _partial_isomorphisms(g: Matrix, h: Matrix, k: int) -> Iterator[Position]:
    n = len(g)
    for size in range(min(k, n) + 1):
        for domain in combinations(range(n), size):
            for image in permutations(range(n), size):
                if _agree(g, h, domain, image):
                    yield frozenset(zip(domain, image, strict=True))


def _agree(g: Matrix, h: Matrix, domain: tuple[int, ...], image: tuple[int, ...]) -> bool:
    pairs = list(zip(domain, image, strict=True))
    return all(g[v][x] == h[w][y] for v, w in pairs for x, y in pairs)


def _relations(graph: Graph) -> Matrix:
    """What the graph says of each ordered pair: the edge, and on the diagonal the node color."""
    n = graph.num_nodes
    matrix: Matrix = [[("no edge", None)] * n for _ in range(n)]
    sources = np.repeat(np.arange(n), np.diff(graph.indptr))
    for entry, (v, w) in enumerate(zip(sources, graph.indices, strict=True)):
        matrix[v][w] = ("edge", None if graph.edge_colors is None else graph.edge_colors[entry])
    for v in range(n):
        color = None if graph.node_colors is None else graph.node_colors[v]
        matrix[v][v] = (matrix[v][v], color)
    return matrix
