"""Large graphs in little: a node for each stable color, its size, and how classes are joined."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.report import palette
from klgnn.report.layout import positions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = npt.NDArray[Any]
MOST_CLASSES = 150


@dataclass(frozen=True, eq=False)
class Quotient:
    """The classes of a coloring of nodes, and how many neighbors they have in each other.

    Attributes:
        sizes: how many nodes each class has.
        pairs: classes (a, b) with an edge from a to b, ``(m, 2)``.
        least, most: how many neighbors in b the nodes of a have, at least and at most; the same
            for a stable coloring.
    """

    sizes: Array
    pairs: Array
    least: Array
    most: Array

    @property
    def graph(self) -> Graph:
        """The classes as an undirected graph without loops."""
        between = self.pairs[self.pairs[:, 0] != self.pairs[:, 1]]
        return Graph.from_edges(np.sort(between, axis=1), len(self.sizes), parallel="collapse")


def quotient(graph: Graph, classes: Array) -> Quotient:
    """The quotient of a graph by classes of its nodes, numbered from 0.

    >>> from klgnn.families import star
    >>> from klgnn import colors
    >>> found = quotient(star(5), colors(star(5)).classes)
    >>> sorted(found.sizes.tolist()), sorted(found.most.tolist())
    ([1, 5], [1, 5])
    """
    sizes = np.bincount(classes)
    if len(sizes) > MOST_CLASSES:
        raise GraphError(
            f"got a graph of {graph.num_nodes:,} nodes in {len(sizes):,} colors, expected at most"
            f" {MOST_CLASSES} colors to draw its quotient; draw a part of it, such as"
            " graph.ego_net(0, 2)"
        )
    sources = np.repeat(np.arange(graph.num_nodes), np.diff(graph.indptr))
    # How many neighbors of each class every node has: one key per (node, class).
    keys, counts = np.unique(
        sources * np.int64(len(sizes)) + classes[graph.indices], return_counts=True
    )
    nodes, others = np.divmod(keys, len(sizes))
    pair = classes[nodes] * np.int64(len(sizes)) + others
    found, inverse = np.unique(pair, return_inverse=True)
    least, most = np.full(len(found), np.iinfo(np.int64).max), np.zeros(len(found), np.int64)
    np.minimum.at(least, inverse, counts)
    np.maximum.at(most, inverse, counts)
    pairs = np.stack(np.divmod(found, len(sizes)), axis=1)
    reached = np.bincount(inverse, minlength=len(found))
    least[reached < sizes[pairs[:, 0]]] = 0
    return Quotient(sizes, pairs, least, most)


def draw_quotient(axes: "Axes", found: Quotient, names: Array) -> None:
    """Draw a quotient; ``names`` are the numbers of its classes in the legend."""
    from klgnn.report.drawing import draw_edges, draw_frame, node_radius

    plain = found.graph
    places = positions(plain)
    base = node_radius(places)
    draw_frame(axes, places, base)
    draw_edges(axes, plain, places, base)
    _draw_classes(axes, found, places, base, names)
    _draw_degrees(axes, found, places, base)


def _draw_classes(axes: "Axes", found: Quotient, places: Array, base: float, names: Array) -> None:
    """Discs, larger for larger classes, with letter and size."""
    from matplotlib.patches import Circle

    weight = np.log1p(found.sizes) / max(float(np.log1p(found.sizes.max(initial=1))), 1e-9)
    many = len(found.sizes) > 60
    for c, (x, y) in enumerate(places.tolist()):
        face = palette.color_of(int(names[c]))
        radius = base * (0.55 + 0.45 * float(weight[c]))
        axes.add_patch(Circle((x, y), radius, facecolor=face, edgecolor=palette.INK, zorder=3))
        text = palette.letter_of(int(names[c]))
        text = text if many else f"{text}\n{int(found.sizes[c]):,}"
        axes.text(
            x, y, text, ha="center", va="center", fontsize=5 if many else 7.5, zorder=4,
            color=palette.ink_on(face), parse_math=False, linespacing=0.95,
        )  # fmt: skip


def _draw_degrees(axes: "Axes", found: Quotient, places: Array, base: float) -> None:
    """Beside each class, how many neighbors its nodes have in the class at the other end."""
    if len(found.pairs) > 120:
        return
    for (a, b), low, high in zip(
        found.pairs.tolist(), found.least.tolist(), found.most.tolist(), strict=True
    ):
        text = str(high) if low == high else f"{low}-{high}"
        if a == b:
            x, y = places[a] + [0.0, -1.5 * base]
            text = f"{text} inside"
        else:
            way = places[b] - places[a]
            length = max(float(np.hypot(*way)), 1e-9)
            x, y = places[a] + way * min(1.6 * base / length, 0.4)
        axes.text(
            x, y, text, ha="center", va="center", fontsize=6.5, zorder=5, color=palette.INK,
            bbox={"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"},
        )  # fmt: skip
