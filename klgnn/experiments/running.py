"""train: a row of a recipe, or all rows of a table, for one seed or several."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from klgnn.experiments.recipe import Column, Recipe, Row
from klgnn.experiments.recipes import RECIPES, find, size_of
from klgnn.train import Config, Report, Run, TrainingError, fit

Changes = Sequence[str] | Mapping[str, Any]


@dataclass(frozen=True)
class Listing:
    """A recipe and what can be trained of it.

    Args:
        name: in commands.
        title: of the table.
        rows: names of its rows.
        columns: names of its columns, if it has several.
    """

    name: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    def __str__(self) -> str:
        columns = f"\n    each for: {', '.join(self.columns)}" if self.columns else ""
        return f"{self.name}: {self.title}\n    rows: {', '.join(self.rows)}{columns}"


def list_recipes() -> list[Listing]:
    """The recipes, one per table of the paper.

    >>> [recipe.name for recipe in list_recipes()][:3]
    ['isomorphism', 'counting', 'counting_er']
    """
    return [
        Listing(
            recipe.name,
            recipe.title,
            tuple(row.name for row in recipe.rows if row.runs),
            tuple(column.name for column in recipe.columns if column.name),
        )
        for recipe in RECIPES.values()
    ]


def train(
    recipe: str,
    *,
    size: str = "short",
    set: Changes = (),
    seeds: int = 1,
    root: Any = None,
    out: Path | str = "runs",
    json: bool = False,
    progress: bool | None = None,
    resume: bool = True,
) -> list[Run]:
    """Train what a recipe says; runs that have ended are returned as they are.

    Args:
        recipe: ``"zinc"``, all rows of a table; ``"zinc/4-idmpnn-b"``, one of them; or
            ``"qm9/4-idmpnn/mu"``, for one column.
        size: ``"smoke"`` (seconds), ``"short"`` (minutes) or ``"full"`` (the paper's).
        set: changes: ``["epochs=10", "seed=1"]`` or a dictionary, as
            :meth:`klgnn.train.Config.changed` takes them.
        seeds: so many runs of each, with seeds from that of the recipe, 0, or of ``set`` up.
        root: a folder with data; see :func:`klgnn.data.load`.
        out: where runs go: ``out/recipe/row/column/size/seed0``. A run with other changes than a
            seed has a folder of its own, ``size-`` and six digits of its configuration.
        json: one line of JSON for each epoch, on standard output.
        progress: show progress bars; default: if stderr is a terminal.
        resume: go on with runs that were interrupted; False: refuse folders with a run.

    Returns:
        The runs, in the order of the table.
    """
    if not isinstance(seeds, int) or seeds < 1:
        raise TrainingError(f"seeds: got {seeds!r}, expected a whole number from 1 up")
    done = []
    for place, config in planned(recipe, size, set, seeds):
        path = Path(out) / place
        many = progress if progress is not None else sys.stderr.isatty() and not json
        done.append(fit(config, path, root=root, resume=resume, report=Report(json, many),
                        about={"recipe": config.name, "size": size}))  # fmt: skip
    return done


def planned(
    recipe: str, size: str = "short", changes: Changes = (), seeds: int = 1
) -> Iterator[tuple[Path, Config]]:
    """The folder and the configuration of each run, none of them twice."""
    size_of(size)
    chosen, rows, columns = find(recipe)
    seen = set()
    for row in rows:
        for own, found, column in of_row(chosen, row, columns):
            plain = own.config(found, column, size)
            first = plain.changed(changes).training.seed if changes else 0
            for seed in range(first, first + seeds):
                plain = own.config(found, column, size, seed)
                config = plain
                if changes:
                    config = plain.changed(changes).changed({"training.seed": seed})
                named = size if plain.digest == config.digest else f"{size}-{config.digest}"
                place = Path(folder(own, found, column)) / named / f"seed{seed}"
                if place not in seen:
                    seen.add(place)
                    yield place, config


def of_row(
    recipe: Recipe, row: Row, columns: Sequence[Column] | None = None
) -> Iterator[tuple[Recipe, Row, Column]]:
    """What is trained for a row, which may be that of another recipe."""
    for column in recipe.columns if columns is None else columns:
        if not row.same:
            yield recipe, row, column
        else:
            other, (found,), (only,) = find(row.same)
            yield other, found, only


def folder(recipe: Recipe, row: Row, column: Column) -> str:
    """Where the runs of a cell are, below the folder of all runs."""
    return "/".join(filter(None, (recipe.name, row.name, column.name)))
