"""The paper's formulas, word by word and slow: what the engine is measured against.

Nothing here is hashed. A color is a small integer that a dictionary hands out, a fresh dictionary
per round, shared by every labeled graph of every graph compared: equal colors mean equal inputs of
the paper's ``Hash``. The only thing shared with the package is the record ``klgnn.Graph``.

Conventions where the paper leaves room:

- 1-WL on directed graphs sees, for each neighbor, the edges there and back together. Two multisets
  of in- and out-neighbors apart would be weaker than 2-WL.
- 1-FWL is 1-WL (color refinement). Its formula taken literally sees the multiset of all colors and
  no edge, while the paper takes 1-FWL to be as strong as 2-WL.
- An undirected graph is the directed graph with every edge both ways.
- A graph without node (edge) colors has one color there that no given color equals.
- A label on node -1 is not placed.
- Localized, label-tuple pooling takes a k-tuple's multiset over the subgraphs that contain it.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from klgnn import Graph

Nodes = tuple[int, ...]
Coloring = dict[Nodes, int]
Variant = Literal["wl", "fwl"]
Tuples = Callable[[Graph], Iterable[Sequence[int]]] | None
Subgraphs = Callable[[Graph, Nodes], Iterable[int]] | None
Update = Callable[["LabeledGraph", Coloring, Nodes], Hashable]
EdgeMap = dict[tuple[int, int], Hashable]


class Dictionary(dict[Hashable, int]):
    """An injective ``Hash``: a new value gets the next integer."""

    def __missing__(self, value: Hashable) -> int:
        self[value] = len(self)
        return self[value]


class LabeledGraph:
    """``G^v``: label ``i`` on node ``v_i``, seen on all nodes or on those of a subgraph."""

    def __init__(self, graph: Graph, label_tuple: Nodes, nodes: Iterable[int], edges: EdgeMap):
        self.label_tuple = label_tuple
        self.nodes = tuple(sorted(nodes))
        if not {-1, *label_tuple} <= {-1, *self.nodes}:
            raise ValueError(f"got label tuple {label_tuple} outside of the nodes {self.nodes}")
        self.edges = edges
        self.features = {u: (_node_color(graph, u), self.labels(u)) for u in self.nodes}
        self.neighbors = self._neighbors()

    def _neighbors(self) -> dict[int, list[tuple[Hashable, Nodes]]]:
        """Per node its neighbors, as 1-tuples, each with the edges there and back (in a list, so
        that an absent one compares with a color)."""
        at: dict[int, list[tuple[Hashable, Nodes]]] = {u: [] for u in self.nodes}
        for u, w in {pair for edge in self.edges for pair in (edge, edge[::-1])}:
            if u in at and w in at:
                relation = tuple(
                    () if pair not in self.edges else (self.edges[pair],)
                    for pair in ((u, w), (w, u))
                )
                at[u].append((relation, (w,)))
        return at

    def labels(self, node: int) -> Nodes:
        """The multiset of all ``i`` with ``v_i = node``."""
        return tuple(i for i, labeled in enumerate(self.label_tuple) if labeled == node)

    def k_tuples(self, k: int) -> list[Nodes]:
        return list(product(self.nodes, repeat=k))

    def isomorphism_type(self, nodes: Nodes) -> Hashable:
        """Which entries are equal, the feature of each, and the edge between any two."""
        equal = tuple(u == w for u in nodes for w in nodes)
        features = tuple(self.features[u] for u in nodes)
        edges = tuple(self.edges.get((u, w)) for u in nodes for w in nodes)
        return equal, features, edges


def isomorphism_type(graph: Graph, nodes: Sequence[int], labels: Sequence[int] = ()) -> Hashable:
    """The isomorphism type of a tuple of nodes in the graph labeled by the label tuple."""
    every_node = range(graph.num_nodes)
    labeled = LabeledGraph(graph, tuple(labels), every_node, _edge_map(graph))
    return labeled.isomorphism_type(tuple(nodes))


def graph_colors(
    graphs: Sequence[Graph],
    k: int,
    l: int,
    variant: Variant = "wl",
    pooling: Literal["tl", "lt", "nested"] = "tl",
    rounds: int | None = None,
    tuples: Tuples = None,
    subgraphs: Subgraphs = None,
) -> list[int]:
    """The color of each graph by k,l-WL or k,l-FWL; comparable between the graphs given only.

    Args:
        graphs: all graphs that are to be compared.
        k: the dimension of the test.
        l: the number of labels.
        variant: ``"wl"`` or ``"fwl"``; for ``k = 1`` both are color refinement.
        pooling: ``"tl"`` (tuple-label), ``"lt"`` (label-tuple) or ``"nested"`` (tuple-label for
            each choice of all labels but the last, then for each of all but the last two, ...).
        rounds: exactly so many; None: until all labeled graphs together are stable.
        tuples: from a graph to its label tuples; None: all ``n^l``.
        subgraphs: from a graph and a label tuple to the nodes the test runs on; None: all.
    """
    pools = {"tl": _tuple_label_pooling, "lt": _label_tuple_pooling}
    if pooling not in (*pools, "nested"):
        raise ValueError(f"got pooling {pooling!r}, expected 'tl', 'lt' or 'nested'")
    colorings = tuple_colors(graphs, k, l, variant, rounds, tuples, subgraphs)
    if pooling == "nested":
        return nested_colors(graphs, colorings, l)
    inner, outer = Dictionary(), Dictionary()
    return [outer[pools[pooling]([c for _, c in of_graph], inner)] for of_graph in colorings]


def nested_colors(
    graphs: Sequence[Graph], colorings: list[list[tuple[Nodes, Coloring]]], l: int
) -> list[int]:
    """{{ ... {{ color of the graph labeled by v_1, ..., v_l : v_l }} ... : v_1 }}, v_1 any node.

    ``v_2``, ``v_3``, ... run over what the selection offers after the labels before them.
    """
    color = Dictionary()

    def pooled(labeled: list[tuple[Nodes, Coloring]], depth: int, first: Iterable[int]) -> int:
        if depth >= l - 1:
            return color["leaf", _multiset(color[_multiset(c.values())] for _, c in labeled)]
        choices = {v[depth] for v, _ in labeled} | set(first)
        inside = [[row for row in labeled if row[0][depth] == u] for u in choices]
        return color["node", _multiset(pooled(rows, depth + 1, ()) for rows in inside)]

    return [
        pooled(labeled, 0, range(graph.num_nodes))
        for graph, labeled in zip(graphs, colorings, strict=True)
    ]


def tuple_colors(
    graphs: Sequence[Graph],
    k: int,
    l: int,
    variant: Variant = "wl",
    rounds: int | None = None,
    tuples: Tuples = None,
    subgraphs: Subgraphs = None,
) -> list[list[tuple[Nodes, Coloring]]]:
    """Per graph the pairs of a label tuple and the colors of all k-tuples in its labeled graph."""
    batch = [_labeled_graphs(graph, l, tuples, subgraphs) for graph in graphs]
    everything = [labeled for of_graph in batch for labeled in of_graph]
    colorings = iter(_refine(everything, k, _update_rule(k, variant), rounds))
    return [[(labeled.label_tuple, next(colorings)) for labeled in each] for each in batch]


def apart(g: Graph, h: Graph, k: int, l: int = 0, **options: Any) -> bool:
    """Whether k,l-WL tells two graphs apart; options as for :func:`graph_colors`."""
    left, right = graph_colors([g, h], k, l, **options)
    return left != right


def node_colors_1wl(graph: Graph, rounds: int | None = None) -> list[int]:
    """The color of each node by 1-WL; comparable within the graph only."""
    [[(_, coloring)]] = tuple_colors([graph], 1, 0, rounds=rounds)
    return [coloring[(v,)] for v in range(graph.num_nodes)]


def _refine(
    batch: list[LabeledGraph], k: int, update: Update, rounds: int | None
) -> list[Coloring]:
    first = Dictionary()
    colorings = [{v: first[G.isomorphism_type(v)] for v in G.k_tuples(k)} for G in batch]
    done, num_colors = 0, len(first)
    while rounds is None or done < rounds:
        color = Dictionary()
        colorings = [
            {v: color[update(G, old, v)] for v in old}
            for G, old in zip(batch, colorings, strict=True)
        ]
        # The own color is part of every update, so classes only ever split: an equal number of
        # colors is an equal partition.
        if rounds is None and len(color) == num_colors:
            break
        done, num_colors = done + 1, len(color)
    return colorings


def _update_rule(k: int, variant: str) -> Update:
    if k < 1 or variant not in ("wl", "fwl"):
        raise ValueError(f"got {k=}, {variant=}; expected k >= 1 and 'wl' or 'fwl'")
    if k == 1:
        return _update_1wl
    return _update_wl if variant == "wl" else _update_fwl


def _update_1wl(G: LabeledGraph, c: Coloring, v: Nodes) -> Hashable:
    return c[v], _multiset((relation, c[w]) for relation, w in G.neighbors[v[0]])


def _update_wl(G: LabeledGraph, c: Coloring, v: Nodes) -> Hashable:
    return c[v], tuple([_multiset(colors) for colors in _colors_of_replaced(G, c, v)])


def _update_fwl(G: LabeledGraph, c: Coloring, v: Nodes) -> Hashable:
    return c[v], _multiset(zip(*_colors_of_replaced(G, c, v), strict=True))


def _colors_of_replaced(G: LabeledGraph, c: Coloring, v: Nodes) -> list[list[int]]:
    """For each ``i`` the colors of ``psi_i(v, u)``, in the order of the nodes ``u``."""
    return [[c[replaced] for replaced in row] for row in _replaced(v, G.nodes)]


@lru_cache(maxsize=100_000)  # the same in every labeled graph, and half of the time
def _replaced(v: Nodes, nodes: Nodes) -> list[list[Nodes]]:
    """For each ``i`` all ``psi_i(v, u)``: ``v`` with its ``i``-th element replaced by ``u``."""
    return [[(*v[:i], u, *v[i + 1 :]) for u in nodes] for i in range(len(v))]


def _tuple_label_pooling(colorings: list[Coloring], color: Dictionary) -> Hashable:
    return _multiset(color[_multiset(coloring.values())] for coloring in colorings)


def _label_tuple_pooling(colorings: list[Coloring], color: Dictionary) -> Hashable:
    k_tuples = {u for coloring in colorings for u in coloring}
    return _multiset(color[_multiset(c[u] for c in colorings if u in c)] for u in k_tuples)


def _multiset(values: Iterable[Any]) -> Hashable:
    return tuple(sorted(values))


def _labeled_graphs(graph: Graph, l: int, tuples: Tuples, subgraphs: Subgraphs):
    every_node, edges = range(graph.num_nodes), _edge_map(graph)
    chosen = product(every_node, repeat=l) if tuples is None else tuples(graph)
    batch = []
    for label_tuple in (tuple(map(int, v)) for v in chosen):
        if len(label_tuple) != l:
            raise ValueError(f"got label tuple {label_tuple}, expected {l} labels")
        nodes = every_node if subgraphs is None else map(int, subgraphs(graph, label_tuple))
        batch.append(LabeledGraph(graph, label_tuple, set(nodes), edges))
    return batch


def _node_color(graph: Graph, node: int) -> int | None:
    return None if graph.node_colors is None else int(graph.node_colors[node])


def _edge_map(graph: Graph) -> EdgeMap:
    """From ordered pairs of adjacent nodes to ``(edge color,)``, or ``()`` without colors."""
    edges: EdgeMap = {}
    for u in range(graph.num_nodes):
        for entry in range(graph.indptr[u], graph.indptr[u + 1]):
            color = () if graph.edge_colors is None else (int(graph.edge_colors[entry]),)
            edges[u, int(graph.indices[entry])] = color
    return edges
