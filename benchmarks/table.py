"""Timing and printing: contenders of a task take turns, the best turn of each counts."""

from __future__ import annotations

import gc
import platform
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from typing import ClassVar

REPEATS = 3


@dataclass(frozen=True)
class Contender:
    """One way to do a task.

    Args:
        name: what the table calls it.
        run: does the work once.
        items: how many items one call handles. A slow contender may get a share of the items.
    """

    name: str
    run: Callable[[], object]
    items: float


@dataclass(frozen=True)
class Row:
    task: str
    name: str
    items: float
    rate: float  # items per second
    ratio: float  # how many times the first contender's rate is this one's


@dataclass(frozen=True)
class Table:
    title: str
    unit: str
    rows: tuple[Row, ...]
    note: str = ""
    where: ClassVar[str] = "one process, one core"

    def cells(self) -> list[tuple[str, ...]]:
        """The head and the rows as text; a task is named in its first row only."""
        cells = [("task", "done by", self.unit, f"{self.unit} per second", "klgnn is faster by")]
        previous = None
        for row in self.rows:
            task, previous = "" if row.task == previous else row.task, row.task
            ratio = "" if row.ratio == 1 else f"{row.ratio:.{1 if row.ratio < 10 else 0}f} x"
            cells.append((task, row.name, f"{row.items:,}", f"{rounded(row.rate):,}", ratio))
        return cells

    def text(self) -> str:
        """For the terminal."""
        cells = self.cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [self.title, ""]
        for row in cells:
            left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
            right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            lines.append("  ".join([*left, *right]).rstrip())
        return "\n".join([*lines, "", *filter(None, [self.note]), versions(self.where)])

    def rst(self) -> str:
        """For docs/tables."""
        lines = [f".. list-table:: {self.title}", "   :header-rows: 1", ""]
        for row in self.cells():
            lines += [f"   {'-' if i else '* -'} {cell}".rstrip() for i, cell in enumerate(row)]
        lines = [line.replace("   - ", "     - ", 1) for line in lines]
        lines = ["     -" if line == "   -" else line for line in lines]
        return "\n".join([*lines, "", *filter(None, [self.note]), versions(self.where)])


def race(task: str, contenders: Iterable[Contender], repeats: int = REPEATS) -> list[Row]:
    """Time the contenders in turns, so that a noisy minute hits all of them; the first is ours."""
    contenders = list(contenders)
    best = [float("inf")] * len(contenders)
    for _ in range(repeats):
        for i, contender in enumerate(contenders):
            best[i] = min(best[i], _seconds(contender.run))
    rates = [contender.items / seconds for contender, seconds in zip(contenders, best, strict=True)]
    return [
        Row(task, contender.name, contender.items, rate, rates[0] / rate)
        for contender, rate in zip(contenders, rates, strict=True)
    ]


def exhaust(items: Iterable[object]) -> None:
    """Take every item and keep none."""
    deque(items, maxlen=0)


def rounded(value: float) -> int:
    """Three digits; the others are noise."""
    return int(float(f"{value:.3g}"))


def versions(where: str) -> str:
    """What was measured."""
    names = ("numpy", "scipy", "networkx", "torch_geometric", "rdkit")
    parts = [f"{name} {version(name)}" for name in names]
    return f"Python {platform.python_version()}, {', '.join(parts)}; {where}."


def _seconds(run: Callable[[], object]) -> float:
    gc.collect()
    gc.freeze()  # the collector need not walk the inputs again and again
    start = time.perf_counter()
    run()
    seconds = time.perf_counter() - start
    gc.unfreeze()
    return seconds
