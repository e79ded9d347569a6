"""Drawing one scene into the axes of a figure: edges, colored nodes, labels, what is marked."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn.convert.smiles import AROMATIC
from klgnn.graph import Graph
from klgnn.report import molecules, palette
from klgnn.report.figures import one_line
from klgnn.report.layout import positions
from klgnn.report.scene import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = npt.NDArray[Any]
LARGEST_NODE, SMALLEST_NODE = 0.052, 0.006  # radii, in widths of the drawing
MOST_LETTERS = 90  # nodes with a letter inside
FADED = "#eceef1"


def draw_scene(axes: "Axes", scene: Scene, classes: Array, name: str = "") -> None:
    """Draw a graph with the class of each node, (v, ..., v), and of each edge if k = 2."""
    graph, places = scene.graph, positions(scene.graph)
    radius = node_radius(places)
    draw_frame(axes, places, radius)
    pairs = classes.reshape(len(scene.nodes), -1) if scene.k == 2 else None
    draw_edges(axes, graph, places, radius, _edge_colors(scene, pairs))
    _draw_marked(axes, scene, places, radius)
    number = np.full(graph.num_nodes, -1)
    number[scene.nodes] = classes[scene.diagonal]
    draw_nodes(axes, places, radius, number, molecules.symbols(graph))
    _draw_labels(axes, scene, places, radius)
    axes.set_title(one_line(name), fontsize=11, color=palette.INK, parse_math=False)


def node_radius(places: Array) -> float:
    """As large as the two closest nodes allow."""
    if len(places) < 2:
        return LARGEST_NODE
    gap = np.linalg.norm(places[:, None] - places[None, :], axis=2)
    np.fill_diagonal(gap, np.inf)
    # A few nodes may be close: what most have room for.
    room = float(np.quantile(gap.min(axis=1), 0.1)) * 0.42
    return min(max(room, SMALLEST_NODE), LARGEST_NODE)


def draw_nodes(
    axes: "Axes", places: Array, radius: float, number: Array, symbols: list[str] | None
) -> None:
    """Discs in the color of their class; its letter inside, or above a molecule's symbol."""
    from matplotlib.collections import EllipseCollection

    faces = [FADED if c < 0 else palette.color_of(c) for c in number.tolist()]
    size = np.full(len(places), 2 * radius)
    axes.add_collection(
        EllipseCollection(
            size, size, np.zeros(len(places)), units="x", offsets=places,
            transOffset=axes.transData, facecolors=faces, edgecolors=palette.INK,
            linewidths=0.8 if len(places) <= MOST_LETTERS else 0.4, zorder=3,
        )
    )  # fmt: skip
    if len(places) > MOST_LETTERS:
        return
    points = _points(axes, radius)
    for v, (x, y) in enumerate(places.tolist()):
        if number[v] < 0:
            continue
        letter = palette.letter_of(int(number[v]))
        text = letter if symbols is None else f"{symbols[v]}·{letter}"
        axes.text(
            x, y, text, ha="center", va="center", zorder=4, parse_math=False,
            fontsize=max(min(points * 2.4 / max(len(text), 2.0), 12), 2.5),
            color=palette.ink_on(faces[v]),
        )  # fmt: skip


def draw_edges(
    axes: "Axes", graph: Graph, places: Array, radius: float, colors: list[str] | None = None
) -> None:
    """Straight lines; arrows if the graph is directed; double and triple bonds as chemists do."""
    from matplotlib.collections import LineCollection

    edges, loops = graph.edges(), graph.edges()[:, 0] == graph.edges()[:, 1]
    paint = np.array(colors or [palette.MUTED] * len(edges), object)
    thick = 1.5 if len(edges) <= 200 else 0.6
    for u in edges[loops, 0].tolist():
        _draw_loop(axes, places[u], radius, palette.MUTED if colors is None else palette.INK)
    lines, shades = _lines(graph, edges, places, radius), []
    if graph.directed:
        for (start, end), color in zip(lines[~loops], paint[~loops].tolist(), strict=True):
            _arrow(axes, start, end, radius, color)
        return
    bonds = _bonds(graph)
    drawn = []
    for i in np.flatnonzero(~loops).tolist():
        for shift in bonds[i]:
            direction = lines[i][1] - lines[i][0]
            side = np.array([-direction[1], direction[0]]) / max(np.hypot(*direction), 1e-9)
            drawn.append(lines[i] + shift * 0.55 * radius * side)
            shades.append(paint[i])
    axes.add_collection(LineCollection(drawn, colors=shades, linewidths=thick, zorder=1))


def _lines(graph: Graph, edges: Array, places: Array, radius: float) -> Array:
    """Both ends of every edge; the two directions of a pair of arcs side by side."""
    ends = places[edges].astype(float)
    if not graph.directed or not len(edges):
        return ends
    known = set(map(tuple, edges.tolist()))
    for i, (u, v) in enumerate(edges.tolist()):
        if u != v and (v, u) in known:
            direction = ends[i, 1] - ends[i, 0]
            side = np.array([-direction[1], direction[0]]) / max(np.hypot(*direction), 1e-9)
            ends[i] += 0.3 * radius * side
    return ends


def _bonds(graph: Graph) -> list[tuple[float, ...]]:
    """Where the lines of each edge are, in steps to its side."""
    colors = graph.edge_colors
    if colors is None or not molecules.is_molecule(graph):
        return [(0.0,)] * graph.num_edges
    kinds = {2: (-0.5, 0.5), 3: (-1.0, 0.0, 1.0), AROMATIC: (-0.4, 0.4)}
    return [kinds.get(kind, (0.0,)) for kind in colors[graph.edge_entries()].tolist()]


def _edge_colors(scene: Scene, pairs: Array | None) -> list[str] | None:
    """For k = 2 the class of the pair, darkened so that it is seen as a line."""
    if pairs is None:
        return None
    place = {int(v): i for i, v in enumerate(scene.nodes.tolist())}
    found = []
    for u, v in scene.graph.edges().tolist():
        known = u in place and v in place
        found.append(palette.color_of(int(pairs[place[u], place[v]])) if known else FADED)
    return found


def _draw_marked(axes: "Axes", scene: Scene, places: Array, radius: float) -> None:
    """Halos around nodes, dashed lines along pairs, of the class that decides."""
    from matplotlib.collections import EllipseCollection, LineCollection

    if not scene.marked:
        return
    members = np.array(scene.marked, np.int64)
    alone = np.unique(members[(members == members[:, :1]).all(axis=1)])
    if scene.k > 2:
        alone = np.unique(members)
    size = np.full(len(alone), 3.1 * radius)
    axes.add_collection(
        EllipseCollection(
            size, size, np.zeros(len(alone)), units="x", offsets=places[alone],
            transOffset=axes.transData, facecolors="#fde9dd", edgecolors=palette.MARK,
            linewidths=1.8, zorder=2,
        )
    )  # fmt: skip
    if scene.k == 2:
        both = np.unique(np.sort(members[members[:, 0] != members[:, 1]], axis=1), axis=0)
        lines = places[both]
        axes.add_collection(
            LineCollection(lines, colors=palette.MARK, linewidths=2.2, linestyles="--", zorder=2)
        )


def _draw_labels(axes: "Axes", scene: Scene, places: Array, radius: float) -> None:
    """A badge on each labeled node, with the numbers of its labels; R on a root without a label."""
    badges: dict[int, list[str]] = {}
    for position, v in enumerate(scene.label_tuple, 1):
        if v >= 0:
            badges.setdefault(v, []).append(str(position))
    if scene.root is not None and scene.root not in badges:
        badges[scene.root] = ["R"]
    for v, numbers in badges.items():
        x, y = places[v] + [1.0 * radius, -1.0 * radius]
        axes.text(
            x, y, ",".join(numbers), ha="center", va="center", zorder=6, color=palette.PAPER,
            fontsize=max(min(_points(axes, radius) * 0.8, 9), 5), fontweight="bold",
            bbox={"boxstyle": "round,pad=0.25", "facecolor": palette.INK, "edgecolor": "white"},
        )  # fmt: skip


def _draw_loop(axes: "Axes", place: Array, radius: float, color: str) -> None:
    from matplotlib.patches import Circle

    center = (float(place[0]), float(place[1]) - 1.1 * radius)
    axes.add_patch(Circle(center, 0.75 * radius, fill=False, edgecolor=color, zorder=1))


def _arrow(axes: "Axes", start: Array, end: Array, radius: float, color: str) -> None:
    from matplotlib.patches import FancyArrowPatch

    direction = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    head = min(_points(axes, radius) * 1.1, 12)
    tip = tuple((end - radius * direction).tolist())
    axes.add_patch(
        FancyArrowPatch(
            (float(start[0]), float(start[1])), (tip[0], tip[1]), arrowstyle="-|>", shrinkA=0,
            shrinkB=0, mutation_scale=head, color=color, linewidth=1.1, zorder=1,
        )
    )  # fmt: skip


def draw_frame(axes: "Axes", places: Array, radius: float) -> None:
    """Equal scales, no ticks, room for halos; y points down, as on a page."""
    low = places.min(axis=0, initial=0.0) if len(places) else np.zeros(2)
    high = places.max(axis=0, initial=0.0) if len(places) else np.ones(2)
    pad = 2.6 * radius
    axes.set_xlim(low[0] - pad, high[0] + pad)
    axes.set_ylim(high[1] + pad, low[1] - pad)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _points(axes: "Axes", radius: float) -> float:
    """A radius in points, as the axes are now."""
    figure = axes.get_figure(root=True)
    wide = 4.0 if figure is None else figure.get_size_inches()[0] / len(figure.axes)
    low, high = axes.get_xlim()
    top, bottom = axes.get_ylim()
    return float(72 * 0.9 * wide * radius / max(high - low, abs(top - bottom)))
