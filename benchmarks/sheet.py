"""Tables whose columns are not items per second."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.table import Table


@dataclass(frozen=True)
class Sheet(Table):
    """A table of ready text: ``rows`` are rows of cells, the first one the head."""

    rows: tuple[tuple[str, ...], ...]  # type: ignore[assignment]

    def cells(self) -> list[tuple[str, ...]]:
        """The text as it is."""
        return list(self.rows)


def seconds(value: float) -> str:
    """A duration with three digits.

    >>> seconds(1.23456), seconds(0.000123456)
    ('1.23 s', '0.123 ms')
    """
    return f"{value:.3g} s" if value >= 1 else f"{value * 1000:.3g} ms"
