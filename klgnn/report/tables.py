"""draw_table: a table as a figure."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from klgnn.errors import GraphError
from klgnn.report import palette
from klgnn.report.figures import PathLike, finished, new_figure, one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROW, CHARACTER = 0.3, 0.085  # inches
MOST_ROWS = 200


def draw_table(
    rows: Sequence[Mapping[str, Any]] | Sequence[Sequence[Any]],
    *,
    columns: Sequence[str] | None = None,
    title: str = "",
    path: PathLike | None = None,
) -> "Figure":
    """A table as a figure: the first column to the left, numbers to the right.

    Args:
        rows: dictionaries, or sequences of cells.
        columns: the head; default: the keys of the first row.
        title: above it.
        path: also write it there, as .svg, .png or .pdf.

    >>> figure = draw_table([{"test": "1,0-WL", "classes": 1}, {"test": "1,2-WL", "classes": 15}])
    """
    head, body = _cells(rows, columns)
    widths = [
        max(len(row[i]) for row in [head, *body]) * CHARACTER + 0.25 for i in range(len(head))
    ]
    wide, high = sum(widths), ROW * (len(body) + 1)
    figure = new_figure(wide + 0.2, high + (0.5 if title else 0.15))
    axes = figure.add_subplot()
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.set_axis_off()
    for r, row in enumerate([head, *body]):
        y = ROW * (r + 0.5)
        if r % 2 == 0 and r:
            axes.axhspan(y - ROW / 2, y + ROW / 2, color="#f4f6f8", linewidth=0)
        x = 0.0
        for i, cell in enumerate(row):
            right = i > 0 and all(_is_number(each[i]) for each in body)
            axes.text(
                x + widths[i] - 0.12 if right else x + 0.12, y, cell,
                ha="right" if right else "left", va="center", fontsize=9.5, parse_math=False,
                color=palette.INK, fontweight="bold" if r == 0 else "normal",
            )  # fmt: skip
            x += widths[i]
    axes.axhline(ROW, color=palette.INK, linewidth=1)
    if title:
        axes.set_title(one_line(title), fontsize=11, loc="left", parse_math=False)
    return finished(figure, path)


def _cells(rows: Sequence[Any], columns: Sequence[str] | None) -> tuple[list[str], list[list[str]]]:
    if not rows:
        raise GraphError("rows: got none, expected at least one")
    if len(rows) > MOST_ROWS:
        raise GraphError(f"rows: got {len(rows):,}, expected at most {MOST_ROWS} in a figure")
    if isinstance(rows[0], Mapping):
        head = [str(key) for key in columns or rows[0]]
        body = [[_cell(row.get(key, "")) for key in columns or rows[0]] for row in rows]
    else:
        body = [[_cell(cell) for cell in row] for row in rows]
        head = [""] * len(body[0]) if columns is None else [str(name) for name in columns]
    if any(len(row) != len(head) for row in body):
        raise GraphError(f"rows: got rows of different lengths, expected {len(head)} cells in each")
    return [one_line(name) for name in head], body


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else one_line(str(value))


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "").rstrip("%s ").split("±")[0] or "x")
    except ValueError:
        return text in ("", "-", "?")
    return True
