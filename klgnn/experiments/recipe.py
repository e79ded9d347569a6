"""Recipe: a table of the paper as rows to train, with the figures the paper prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from klgnn.train import Config

Changes = Mapping[str, Any]  # paths in a configuration, and their values
SIZES = ("smoke", "short", "full")

# Seconds: does it run at all?
SMOKE: Changes = {
    "data.limit": 6,
    "model.settings.hidden": 8,
    "training.epochs": 1,
    "training.batch_size": 3,
}


@dataclass(frozen=True)
class Column:
    """Something that every row is trained for: a data set, or a target.

    Args:
        name: in commands and folders; empty where there is one only.
        shown: its head in the table.
        changes: what it changes in the configuration.
        labeled: what it changes for networks with labels.
        scale: scores are multiplied by this, to be in the units of the printed figures.
        folds: of a cross-validation: seed s has fold s.
    """

    name: str = ""
    shown: str = ""
    changes: Changes = field(default_factory=dict)
    labeled: Changes = field(default_factory=dict)
    scale: float = 1.0
    folds: int = 0


@dataclass(frozen=True)
class Measure:
    """A number of a run's summary.

    Args:
        key: its name there.
        shown: its head in the table.
        higher: whether a larger one is better.
    """

    key: str = "test"
    shown: str = "test MAE"
    higher: bool = False


@dataclass(frozen=True)
class Row:
    """A network of a table.

    Args:
        name: in commands and folders.
        shown: as the paper calls it.
        printed: the paper's figures as it prints them, for each column and measure; empty: none.
        changes: its configuration; None: printed by the paper, not trained here.
        same: the row of another recipe that is the same run, such as "zinc/4-idmpnn-b".
        note: how ours differs from what the paper's figure is about.
    """

    name: str
    shown: str
    printed: tuple[str, ...] | str = ()
    changes: Changes | None = None
    same: str = ""
    note: str = ""

    @property
    def runs(self) -> bool:
        """Whether it can be trained here."""
        return self.changes is not None or bool(self.same)

    def figure(self, place: int) -> str:
        """The printed figure in a place of the table."""
        figures = (self.printed,) if isinstance(self.printed, str) else self.printed
        return figures[place] if place < len(figures) else ""


@dataclass(frozen=True)
class Recipe:
    """A table of the paper.

    Args:
        name: in commands.
        title: as the paper has it.
        label: of the table in the paper's source.
        base: the configuration that rows change.
        rows: the networks.
        columns: what each is trained for.
        measures: what is told of each run.
        short: what the size "short" changes.
        smoke: what the size "smoke" changes beyond :data:`SMOKE`.
        source: whose figures stand beside ours.
        notes: what one must know to compare.
    """

    name: str
    title: str
    label: str
    base: Changes
    rows: tuple[Row, ...]
    columns: tuple[Column, ...] = (Column(),)
    measures: tuple[Measure, ...] = (Measure(),)
    short: Changes = field(default_factory=dict)
    smoke: Changes = field(default_factory=dict)
    source: str = "paper"
    notes: str = ""

    def config(self, row: Row, column: Column, size: str = "full", seed: int = 0) -> Config:
        """The configuration of one run: base, column, row, then size."""
        own = row.changes or {}
        kind = own.get("model.kind", self.base.get("model.kind", "idmpnn"))
        parts: list[Changes] = [self.base, column.changes]
        parts += [column.labeled] if kind in ("idmpnn", "idppgn", "idtransformer") else []
        parts += [own, *({"smoke": [SMOKE, self.smoke], "short": [self.short]}.get(size, []))]
        merged = {key: value for part in parts for key, value in part.items()}
        if size == "short":  # a row that needs few epochs gets fewer, too
            most = {**self.base, **column.changes, **own}.get(
                "training.epochs", merged["training.epochs"]
            )
            merged["training.epochs"] = min(merged["training.epochs"], max(1, most // 2))
        merged |= {"name": "/".join(filter(None, (self.name, row.name, column.name)))}
        merged |= {"training.seed": seed}
        if column.folds:
            merged["data.fold"] = seed % column.folds
        return Config().changed(merged)
