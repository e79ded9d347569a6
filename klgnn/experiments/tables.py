"""table: what has been run of a table, with the printed figures beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from klgnn._files import replacing
from klgnn.errors import MissingDependencyError
from klgnn.experiments.cells import Cell, cells, chosen, rounded
from klgnn.experiments.recipe import Column, Measure, Recipe
from klgnn.experiments.recipes import RECIPES, one_of
from klgnn.train import TrainingError

RUN_HEAD = ("row", "column", "size", "seeds", "score", "epochs", "s/epoch", "s in all", "threads",
            "peak MiB", "parameters", "training graphs")  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A table of the paper, as far as it has been run.

    Args:
        name: of the recipe.
        title: of the table.
        head: of the columns.
        rows: the printed figures and ours.
        runs: one row for each cell that has been run, under :data:`RUN_HEAD`.
        missing: rows and columns that have no run.
        unfinished: runs that have not ended.
        notes: what one must know to compare.
    """

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    runs: tuple[tuple[str, ...], ...]
    missing: tuple[str, ...]
    unfinished: tuple[str, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        parts = [f"# {self.title}", markdown(self.head, self.rows)]
        if self.runs:
            parts += ["## Runs", markdown(RUN_HEAD, self.runs)]
        parts += [f"Unfinished: {line}" for line in self.unfinished]
        if self.missing:
            parts.append(f"Not run: {', '.join(self.missing)}.")
        return "\n\n".join([*parts, *self.notes]) + "\n"


def table(name: str, runs: Path | str = "runs", out: Path | str | None = None) -> Table:
    """A table from the runs that are there; written as Markdown, CSV and, with matplotlib, PNG.

    A cell shows the largest size that has been run: "full" without a mark, others by their name.
    Scores are the mean over seeds, with their standard deviation where there are several, and are
    rounded against us. Runs with changed settings are listed below the table only.

    Args:
        name: of a recipe.
        runs: the folder with runs, as :func:`train` writes it.
        out: where ``NAME.md``, ``NAME.csv``, ``NAME-runs.csv`` and ``NAME.png`` go; None:
            ``runs/tables``; "": nowhere.
    """
    recipe = RECIPES[one_of("table", name, [*RECIPES])]
    made = collected(recipe, runs)
    if out != "":
        write(made, Path(runs) / "tables" if out is None else Path(out))
    return made


def collected(recipe: Recipe, runs: Path | str) -> Table:
    """The table of a recipe."""
    found = list(cells(recipe, runs))
    best = chosen(found)
    pairs = [(column, measure) for column in recipe.columns for measure in recipe.measures]
    rows, missing = [], []
    for row in recipe.rows:
        line = [row.shown]
        for place, (column, measure) in enumerate(pairs):
            cell = best.get((row.name, column.name))
            if cell is None and row.runs:
                missing.append(f"{row.name}/{column.name}" if column.name else row.name)
            line += [row.figure(place), "" if cell is None else cell.score(measure)]
        rows.append(tuple(line))
    names = {row.name: row.shown for row in recipe.rows}
    notes = (recipe.notes, *(f"{names[row.name]}: {row.note}." for row in recipe.rows if row.note))
    return Table(
        recipe.name,
        recipe.title,
        ("Model", *(head for pair in pairs for head in _heads(recipe, *pair))),
        tuple(rows),
        tuple(_run_row(cell, recipe.measures[0]) for cell in found if cell.summaries),
        tuple(dict.fromkeys(missing)),
        tuple(f"{cell.row.name} {cell.column.name} {cell.size} {word}".replace("  ", " ")
              for cell in found for word in cell.unfinished),
        tuple(filter(None, notes)),
    )  # fmt: skip


def _heads(recipe: Recipe, column: Column, measure: Measure) -> tuple[str, str]:
    parts = [column.shown] * bool(column.shown)
    if len(recipe.measures) > 1 or not parts:
        parts.append(measure.shown)
    shown = ", ".join(parts)
    return f"{shown}, {recipe.source}", f"{shown}, ours"


def _run_row(cell: Cell, measure: Measure) -> tuple[str, ...]:
    first, environment = cell.summaries[0], cell.environments[0]
    epochs = sorted({summary["epochs"] for summary in cell.summaries})
    score = cell.score(measure).partition(" (")[0]
    seeds = ", ".join(str(summary["seed"]) for summary in cell.summaries)
    return (
        cell.row.name, cell.column.name, cell.size, seeds, score,
        str(epochs[0]) if len(epochs) == 1 else f"{epochs[0]}-{epochs[-1]}",
        rounded(cell.middle("seconds_per_epoch"), False), rounded(cell.middle("seconds"), False),
        str(environment.get("threads", "?")),
        rounded(max(summary["peak_mib"] for summary in cell.summaries), False),
        f"{first['parameters']:,}", f"{first['graphs'][0]:,}",
    )  # fmt: skip


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its columns aligned.

    >>> print(markdown(["a", "b"], [["1", "22"]]))
    | a | b  |
    |---|----|
    | 1 | 22 |
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (head, *rows)
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (w + 2) for w in widths) + "|", *lines[1:]])


def write(made: Table, out: Path) -> None:
    """The files of a table, each whole or as it was."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        _write(out / f"{made.name}.md", str(made).encode())
        _write(out / f"{made.name}.csv", _csv(made.head, made.rows))
        _write(out / f"{made.name}-runs.csv", _csv(RUN_HEAD, made.runs))
        _draw(made, out / f"{made.name}.png")
    except OSError as error:
        raise TrainingError(
            f"{out}: got {error.strerror or error}, expected a folder to write tables to; give"
            " another one"
        ) from None


def _write(path: Path, data: bytes) -> None:
    with replacing(path) as file:
        file.write(data)


def _csv(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue().encode()


def _draw(made: Table, path: Path) -> None:
    """The picture, where matplotlib is there."""
    from klgnn.report import draw_table

    with suppress(MissingDependencyError):
        draw_table(made.rows, columns=made.head, title=made.title, path=path)
