"""draw_grid: which k and l tell two graphs apart, as a table in colors, signs and words."""

from typing import TYPE_CHECKING

from klgnn.report import palette
from klgnn.report.figures import PathLike, finished, new_figure, one_line
from klgnn.wl import Frontier

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FACES = {True: palette.APART, False: palette.SAME, None: palette.OPEN}
WORDS = {True: "apart", False: "same", None: "?"}


def draw_grid(frontier: Frontier, *, title: str = "", path: PathLike | None = None) -> "Figure":
    """The capability grid over (k, l): what tells two graphs apart.

    Stars and thick frames are the minimal tests; "?" was not run, for want of time or memory.

    Args:
        frontier: what :func:`klgnn.frontier` said.
        title: above the grid.
        path: also write it there, as .svg, .png or .pdf.

    >>> import klgnn
    >>> found = klgnn.frontier(*klgnn.families.hexagon_and_triangles(), 2, 2)
    >>> figure = draw_grid(found, title="hexagon and triangles")
    """
    from matplotlib.patches import Rectangle

    ks = sorted({k for k, _ in frontier.table})
    ls = sorted({l for _, l in frontier.table})
    figure = new_figure(1.6 + 1.15 * len(ls), 1.3 + 0.72 * len(ks))
    axes = figure.add_subplot()
    minimal = set(frontier.minimal)
    for (k, l), apart in frontier.table.items():
        first = (k, l) in minimal
        axes.add_patch(
            Rectangle(
                (l - 0.47, k - 0.45), 0.94, 0.9, facecolor=FACES[apart], zorder=2 if first else 1,
                edgecolor=palette.MARK if first else palette.MUTED, linewidth=3 if first else 0.8,
                linestyle="--" if apart is None else "-",
            )
        )  # fmt: skip
        axes.text(
            l, k, ("★ " if first else "") + WORDS[apart], ha="center", va="center", zorder=3,
            fontsize=10, color=palette.ink_on(FACES[apart]),
            fontweight="bold" if apart else "normal",
        )  # fmt: skip
    axes.set_xlim(ls[0] - 0.55, ls[-1] + 0.55)
    axes.set_ylim(ks[-1] + 0.55, ks[0] - 0.55)
    axes.set_xticks(ls, [f"l={l}" for l in ls])
    axes.set_yticks(ks, [f"k={k}" for k in ks])
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    name = f"k,l-{frontier.variant.upper()}"
    figure.suptitle(f"{one_line(title)}\n{name}" if title else name, fontsize=11, parse_math=False)
    return finished(figure, path)
