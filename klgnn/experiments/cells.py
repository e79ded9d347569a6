"""What has been run for each cell of a table."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from pathlib import Path
from typing import Any

from klgnn.experiments.recipe import SIZES, Column, Measure, Recipe, Row
from klgnn.experiments.running import folder, of_row
from klgnn.train import Run, TrainingError

DIGITS = 3  # of a score


@dataclass(frozen=True)
class Cell:
    """The runs of one row and column that differ by their seed only.

    Args:
        row: of the table.
        column: likewise.
        size: "full", "short", "smoke", or one of these with "-" and six digits, if changed.
        summaries: of the runs that have ended, by seed.
        environments: of these.
        unfinished: a word on each run that has not.
    """

    row: Row
    column: Column
    size: str
    summaries: tuple[dict[str, Any], ...]
    environments: tuple[dict[str, Any], ...]
    unfinished: tuple[str, ...] = ()

    def score(self, measure: Measure) -> str:
        """Mean and deviation over seeds, rounded against us; the size, if it is not full."""
        key = measure.key
        scale = self.column.scale if key in ("test", "valid", "train_loss") else 1.0
        values = [summary[key] * scale for summary in self.summaries]
        text = rounded(statistics.fmean(values), measure.higher)
        if len(values) > 1:
            text += f"±{rounded(statistics.stdev(values), False, 2)}"
        return text if self.size == "full" else f"{text} ({self.size})"

    def middle(self, key: str) -> float:
        """The median over the runs."""
        return float(statistics.median(summary[key] for summary in self.summaries))


def cells(recipe: Recipe, runs: Path | str) -> Iterator[Cell]:
    """What there is for each row and column, the largest size first."""
    for row in recipe.rows:
        if not row.runs:
            continue
        for shown, (own, found, column) in zip(recipe.columns, of_row(recipe, row), strict=True):
            home = Path(runs) / folder(own, found, column)
            names = [path.name for path in home.glob("*") if path.name.split("-")[0] in SIZES]
            for name in sorted(names, key=lambda n: (-SIZES.index(n.split("-")[0]), n)):
                yield _cell(row, shown, name, home / name)


def chosen(found: list[Cell]) -> dict[tuple[str, str], Cell]:
    """For each row and column, the cell that the table shows: the largest unchanged size."""
    best: dict[tuple[str, str], Cell] = {}
    for cell in found:
        if cell.summaries and "-" not in cell.size:
            best.setdefault((cell.row.name, cell.column.name), cell)
    return best


def rounded(value: float, higher: bool, digits: int = DIGITS) -> str:
    """A number with so many significant digits, rounded against us.

    >>> rounded(0.08301, False), rounded(99.999, True), rounded(7.2e-9, False)
    ('0.0831', '99.9', '7.20E-9')
    """
    exact = Decimal(repr(float(value)))
    if not exact.is_finite() or exact == 0:
        return str(value)
    unit = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    near = exact.quantize(unit, rounding=ROUND_FLOOR if higher else ROUND_CEILING)
    # What binary fractions leave of whole digits is no reason to round up.
    if abs(exact - (plain := exact.quantize(unit))) < abs(exact) * Decimal("1e-12"):
        near = plain
    if near.adjusted() < -3:
        mantissa = near.scaleb(-near.adjusted()).normalize()
        return f"{mantissa:.{digits - 1}f}E{near.adjusted()}"
    text = f"{near:f}"
    return text.partition(".")[0] if near == near.to_integral_value() else text


def _cell(row: Row, column: Column, size: str, home: Path) -> Cell:
    summaries, environments, unfinished = [], [], []
    paths = sorted(home.glob("seed*"), key=lambda path: int(path.name.removeprefix("seed") or 0))
    for path in paths:
        try:
            run = Run.of(path)
            if (summary := run.summary) is None:
                unfinished.append(_so_far(run))
            else:
                summaries.append(summary)
                environments.append(run.environment)
        except TrainingError as error:
            unfinished.append(f"{path.name}: {error}")
    return Cell(row, column, size, tuple(summaries), tuple(environments), tuple(unfinished))


def _so_far(run: Run) -> str:
    try:
        curve = run.curve()
    except OSError:
        curve = []
    scores: dict[str, float] = defaultdict(lambda: float("nan"))
    for row in curve:
        scores.update(row)
    of = run.config.training.epochs
    said = f", validation {scores['valid']:.4g}" if "valid" in scores else ""
    return f"{run.path.name}: epoch {len(curve)} of {of}{said}"
