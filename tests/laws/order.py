"""What the laws are said in: classes, "at least as strong as", and the graphs to try them on.

The engine runs every test here as it is defined: ``graph_color`` does not know the theorems that
``distinguish`` and ``partition`` use to run an equivalent cheaper test.
"""

from functools import cache
from itertools import product

from klgnn import Graph, Method, families
from klgnn.wl.engine import graph_color


def colors(graphs, method):
    """The color of each graph under the test exactly as given."""
    return [graph_color(graph, method).tobytes() for graph in graphs]


def counterexample(graphs, weak, strong):
    """Two graphs that ``weak`` tells apart and ``strong`` does not, or None.

    Both are lists of colors, one per graph. ``weak`` is below ``strong`` (``weak <= strong`` in the
    paper's order) on these graphs iff there is none.
    """
    first = {}
    for i, (one, other) in enumerate(zip(weak, strong, strict=True)):
        j = first.setdefault(other, i)
        if weak[j] != one:
            return graphs[j], graphs[i]
    return None


def assert_below(graphs, weak, strong):
    """``weak <= strong`` for two methods, or two lists of colors."""
    weak, strong = (colors(graphs, m) if isinstance(m, Method) else m for m in (weak, strong))
    found = counterexample(graphs, weak, strong)
    assert found is None, f"apart by the weaker test only: {[g.edges().tolist() for g in found]}"


def assert_equal(graphs, one, other):
    """Two tests make the same classes."""
    one, other = (colors(graphs, m) if isinstance(m, Method) else m for m in (one, other))
    assert_below(graphs, one, other)
    assert_below(graphs, other, one)


def apart(pair, method):
    """Whether a test, run as it is, tells two graphs apart."""
    one, two = colors(pair, method)
    return one != two


def cycles(*lengths):
    first, *others = map(families.cycle, lengths)
    return first.disjoint_union(*others)


def colored_clique(n):
    return families.complete(n, colored=True)


@cache
def atlas():
    """All graphs of up to six nodes. One label tells any two of them apart."""
    return families.atlas(6)


@cache
def look_alikes():
    """Plain graphs among which weak tests see few classes: up to 18 nodes."""
    unions = [cycles(*p) for p in [(9,), (3, 6), (4, 5), (3, 3, 3), (8,), (4, 4), (3, 5), (10,)]]
    regular = [families.random_regular(n, d, seed) for n, d in [(8, 3), (9, 4)] for seed in (0, 1)]
    chords = [families.circular_skip_link(11, r) for r in (2, 3)]
    cfi = [graph.recolor() for graph in families.cfi_pair(families.complete(3))]
    strongly_regular = [families.rook(4), families.shrikhande()]
    return [*unions, *regular, *chords, *cfi, *strongly_regular, *families.hexagon_and_triangles()]


@cache
def hard():
    """Plain graphs that many tests with one label or two cannot tell apart: 25 to 50 nodes."""
    srg = families.srg_25_12_5_6()[:6]
    return [*srg, *ornaments(1), *(g.recolor() for g in families.cfi_pair(families.complete(4)))]


@cache
def colored():
    """Graphs with node colors: CFI graphs over K3 and K4 and their extensions, 18 to 56 nodes."""
    pairs = [make(colored_clique(n)) for make in (families.cfi_pair, families.omega_pair)
             for n in (3, 4)]  # fmt: skip
    return [graph for pair in pairs for graph in pair]


@cache
def molecules():
    """Small graphs with node and edge colors, and each again with two bond colors exchanged."""
    drawn = [families.molecule(size, seed) for size in (6, 9) for seed in range(6)]
    return [*drawn, *map(_with_two_bonds_exchanged, drawn)]


def _with_two_bonds_exchanged(graph):
    colors = graph.edge_colors[graph.edge_entries()].tolist()
    colors[0], colors[1] = colors[1], colors[0]
    return Graph.from_edges(
        graph.edges(), graph.num_nodes, node_colors=graph.node_colors, edge_colors=colors
    )


@cache
def directed():
    """Directed graphs that sums over out- and in-neighbors apart would confuse, and others."""
    shapes = [[(0, 1), (1, 2), (2, 3), (3, 0)], [(0, 1), (1, 0), (2, 3), (3, 2)]]
    circles = [[(i, (i + 1) % n) for i in range(n)] for n in (3, 6)]
    two = [(a + i, a + (i + 1) % 3) for a in (0, 3) for i in range(3)]
    tournaments = [
        [(i, (i + s) % 7) for i in range(7) for s in steps] for steps in ((1, 2, 4), (1, 2, 3))
    ]
    small = [
        [(0, 1)] * a + [(1, 0)] * b + [(1, 2)] * c + [(2, 1)] * d
        for a, b, c, d in product((0, 1), repeat=4)
    ]
    everything = [(e, None) for e in (*shapes, *circles, two, *tournaments)]
    everything += [(e, 3) for e in small]
    return [Graph.from_edges(edges, n, directed=True) for edges, n in everything]


@cache
def ornaments(l, one=None, other=None, spaced=False, hung=False):
    """Two graphs that agree in every place l labels can look at, but not in the next.

    A flower is a hub joined to l + 1 ornaments, each the hexagon or two triangles (or ``one`` or
    ``other``). The first graph has a flower for every word of l + 1 letters with an even number
    of ``other``, the second for every word with an odd number. Any l ornaments of a flower
    therefore occur equally often in both. Labels elsewhere see an ornament's degree only.

    Args:
        l: how many labels shall not suffice.
        one: the letter's graph; default the hexagon.
        other: the other letter's graph, default two triangles.
        spaced: whether the hub's edges are subdivided, which keeps ornament nodes 4 steps apart
            through the hub.
        hung: whether every ornament hangs on a node of its own, which the hub is joined to.
    """
    if one is None:
        one, other = families.hexagon_and_triangles()
    sides = [[], []]
    for word in product((0, 1), repeat=l + 1):
        sides[sum(word) % 2].append(
            _flower([(one, other)[letter] for letter in word], spaced, hung)
        )
    return tuple(side[0].disjoint_union(*side[1:]) for side in sides)


def _flower(parts, spaced, hung):
    edges, n = [], 1
    for part in parts:
        nodes = range(n, n + part.num_nodes)
        edges += [(n + u, n + v) for u, v in part.edges().tolist()]
        n += part.num_nodes
        if spaced:
            edges += [(v, v + part.num_nodes) for v in nodes]
            nodes = range(n, n + part.num_nodes)
            n += part.num_nodes
        if hung:
            edges += [(v, n) for v in nodes]
            nodes = [n]
            n += 1
        edges += [(0, v) for v in nodes]
    return Graph.from_edges(edges, n)
