"""draw_graph and draw_pair: graphs in their colors, and the two sides of a verdict."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.report import palette
from klgnn.report.deciding import scenes_of
from klgnn.report.drawing import draw_scene
from klgnn.report.figures import PathLike, finished, new_figure, one_line
from klgnn.report.quotient import draw_quotient, quotient
from klgnn.report.scene import Scene, numbered
from klgnn.wl import Verdict, colors
from klgnn.wl.method import Variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = npt.NDArray[Any]
LARGE = 200  # nodes from which a graph is drawn as its quotient
MOST_IN_LEGEND = 14


def draw_graph(
    graph: Any,
    k: int = 1,
    *,
    label_tuple: Sequence[int] = (),
    variant: Variant = "wl",
    rounds: int | None = None,
    name: str = "",
    quotient: bool | None = None,
    path: PathLike | None = None,
) -> "Figure":
    """A graph in its stable colors, each with a letter.

    A node has the color of the k-tuple (v, ..., v), and for k = 2 an edge that of its pair. Badges
    are labels. A quotient has one disc per color with the number of its nodes, and beside it the
    number of neighbors that such a node has in the color at the line's other end.

    Args:
        graph: a graph, or anything :func:`klgnn.as_graph` takes.
        k: the dimension.
        label_tuple: the nodes that carry labels.
        variant: ``"wl"`` or ``"fwl"``.
        rounds: after so many rounds; default: stable.
        name: the title.
        quotient: draw the quotient; default: for more than 200 nodes.
        path: also write it there, as .svg, .png or .pdf.

    >>> from klgnn.families import path
    >>> figure = draw_graph(path(5), name="a path")
    """
    from klgnn.convert import as_graph

    given = as_graph(graph)
    coloring = colors(given, k, label_tuple=label_tuple, variant=variant, rounds=rounds)
    words = coloring.values.reshape(-1, 2)
    scene = Scene(given, k, words, np.arange(given.num_nodes), coloring.label_tuple)
    [classes] = numbered([scene])
    figure = new_figure(5.2, 5.0)
    axes = figure.add_subplot()
    _draw(axes, scene, classes, name, quotient)
    _legend(figure, [scene], [classes])
    return finished(figure, path)


def draw_pair(
    verdict: Verdict,
    *,
    names: tuple[str, str] = ("first graph", "second graph"),
    path: PathLike | None = None,
) -> "Figure":
    """Two graphs side by side as a test sees them in the round that decides.

    Badges are the labels of the deciding label tuple, and beside it those of a labeled graph that
    looks the same up to the round before; halos (dashed lines, for pairs of nodes) are the color
    class that decides. If the test does not tell them apart, both in stable colors.

    Args:
        verdict: what :func:`klgnn.distinguish` said.
        names: what the graphs are called.
        path: also write it there, as .svg, .png or .pdf.

    >>> import klgnn
    >>> hexagon, triangles = klgnn.families.hexagon_and_triangles()
    >>> figure = draw_pair(klgnn.distinguish(hexagon, triangles, 1, 1))
    """
    scenes = scenes_of(verdict)
    classes = numbered(scenes)
    figure = new_figure(9.6, 5.4)
    both = [figure.add_subplot(1, 2, i + 1) for i in range(2)]
    for axes, scene, numbers, name in zip(both, scenes, classes, names, strict=True):
        _draw(axes, scene, numbers, name, None)
    _legend(figure, scenes, classes)
    figure.suptitle(_caption(verdict, names), fontsize=10.5, parse_math=False, wrap=True)
    return finished(figure, path)


def _draw(axes: "Axes", scene: Scene, classes: Array, name: str, as_quotient: bool | None) -> None:
    large = scene.graph.num_nodes > LARGE if as_quotient is None else as_quotient
    if not large:
        draw_scene(axes, scene, classes, name)
        return
    if scene.k > 1:
        raise GraphError(
            f"got {scene.graph.num_nodes} nodes and k={scene.k}, expected k=1 for a quotient"
        )
    used, dense = np.unique(classes, return_inverse=True)
    found = quotient(scene.graph.induced_subgraph(scene.nodes), dense)
    draw_quotient(axes, found, used)
    size = f"{scene.graph.num_nodes:,} nodes in {len(used):,} colors"
    title = f"{one_line(name)} ({size})" if name else size
    axes.set_title(title, fontsize=11, color=palette.INK, parse_math=False)


def _legend(figure: "Figure", scenes: Sequence[Scene], classes: Sequence[Array]) -> None:
    """Which letter has how many tuples, in each graph."""
    from matplotlib.patches import Patch

    most = max((int(numbers.max(initial=-1)) for numbers in classes), default=-1) + 1
    counts = np.array([np.bincount(numbers, minlength=most) for numbers in classes])
    what = "nodes" if scenes[0].k == 1 else f"{scenes[0].k}-tuples"
    handles = []
    # What differs is what the picture is about.
    order = np.argsort((counts == counts[0]).all(axis=0), kind="stable")
    for c in order[:MOST_IN_LEGEND].tolist():
        row = counts[:, c].tolist()
        differ = " ≠ " if len(set(row)) > 1 else " = "
        text = f"{palette.letter_of(c)}: {differ.join(f'{count:,}' for count in row)}"
        handles.append(Patch(facecolor=palette.color_of(c), edgecolor=palette.INK, label=text))
    if most > MOST_IN_LEGEND:
        handles.append(Patch(alpha=0, label=f"and {most - MOST_IN_LEGEND:,} more"))
    title = f"{what} of each color" + (", left and right" if len(scenes) == 2 else "")
    figure.legend(
        handles=handles, loc="outside lower center", ncols=min(len(handles), 7) or 1, title=title,
        frameon=False, fontsize=9, title_fontsize=9, handlelength=1.2, columnspacing=1.3,
    )  # fmt: skip


def _caption(verdict: Verdict, names: tuple[str, str]) -> str:
    from textwrap import fill

    return fill(sentence(verdict, names), 105)


def sentence(verdict: Verdict, names: tuple[str, str]) -> str:
    """A verdict in words, with the names of the graphs."""
    text = str(verdict)
    for position, name in zip(("first", "second"), names, strict=True):
        text = text.replace(f"the {position} graph", one_line(name))
    return text
