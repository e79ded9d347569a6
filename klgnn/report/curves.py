"""draw_curves: how training went, one line per run."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from klgnn.errors import GraphError
from klgnn.report import palette
from klgnn.report.figures import PathLike, finished, new_figure, one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rows = Sequence[Mapping[str, Any]]
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D", "v", "P")


def draw_curves(
    runs: Any,
    *,
    values: Sequence[str] = ("train_loss", "valid"),
    x: str = "epoch",
    log: bool = False,
    title: str = "",
    path: PathLike | None = None,
) -> "Figure":
    """Training curves: one panel per value, one line per run, with its own dashes and marks.

    Args:
        runs: a run or several: folders that ``klgnn train`` wrote, :class:`klgnn.train.Run`, or
            rows such as ``[{"epoch": 1, "valid": 0.5}, ...]``; a dictionary names them.
        values: the columns to draw.
        x: the column along the page.
        log: a logarithmic axis for the values.
        title: above it all.
        path: also write it there, as .svg, .png or .pdf.

    >>> rows = [{"epoch": i, "valid": 1 / i} for i in range(1, 9)]
    >>> figure = draw_curves({"a run": rows}, values=["valid"])
    """
    from matplotlib.ticker import MaxNLocator

    named = _named(runs)
    _check(named, values, x)
    figure = new_figure(0.8 + 4.4 * len(values), 3.6)
    for number, column in enumerate(values, 1):
        axes = figure.add_subplot(1, len(values), number)
        for i, (name, rows) in enumerate(named.items()):
            points = [(float(row[x]), float(row[column])) for row in rows if _is_there(row, column)]
            if not points:
                continue
            axes.plot(
                *zip(*points, strict=True), LINES[i % len(LINES)], marker=MARKERS[i % len(MARKERS)],
                markevery=max(len(points) // 8, 1), markersize=4.5, linewidth=1.8,
                color=palette.line_color(i), label=one_line(name).lstrip("_") or "run",
            )  # fmt: skip
        axes.set_xlabel(x)
        axes.set_title(one_line(column.replace("_", " ")), fontsize=10.5, parse_math=False)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if log:
            axes.set_yscale("log")
        axes.grid(color="#e3e6ea", linewidth=0.7)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if any(named):
            for text in axes.legend(frameon=False, fontsize=9).get_texts():
                text.set_parse_math(False)
    if title:
        figure.suptitle(one_line(title), fontsize=11, parse_math=False)
    return finished(figure, path)


def _named(runs: Any) -> dict[str, Rows]:
    """Runs by their names."""
    if isinstance(runs, Mapping):
        return {str(name): _rows(run) for name, run in runs.items()}
    if isinstance(runs, str | os.PathLike) or hasattr(runs, "curve"):
        return {_name(runs): _rows(runs)}
    if not isinstance(runs, Iterable):
        raise GraphError(f"runs: got {type(runs).__name__}, expected folders of runs, or rows")
    several = list(runs)
    if several and all(isinstance(row, Mapping) for row in several):
        return {"": several}
    found: dict[str, Rows] = {}
    for run in several:
        name = _name(run)
        found[name if name not in found else f"{name} ({len(found) + 1})"] = _rows(run)
    return found


def _name(run: Any) -> str:
    path = getattr(run, "path", run)
    if isinstance(path, str | os.PathLike):
        return "/".join(Path(path).parts[-3:])
    return "run"


def _rows(run: Any) -> Rows:
    if hasattr(run, "curve"):
        return list(run.curve())
    if isinstance(run, str | os.PathLike):
        path = Path(run) / "curve.csv"
        if not path.is_file():
            raise GraphError(f"{run}: got no curve.csv there, expected the folder of a run")
        with path.open(newline="") as file:
            return list(csv.DictReader(file))
    return list(run)


def _check(named: Mapping[str, Rows], values: Sequence[str], x: str) -> None:
    if isinstance(values, str) or not values:
        raise GraphError(f"values: got {values!r}, expected a list of columns, such as ['valid']")
    columns = {column for rows in named.values() for row in rows for column in row}
    for column in (*values, x):
        if column not in columns:
            raise GraphError(f"got no column {column!r}, expected one of {sorted(columns)}")


def _is_there(row: Mapping[str, Any], column: str) -> bool:
    return row.get(column) not in (None, "")
