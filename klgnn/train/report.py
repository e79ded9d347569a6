"""What a run says while it runs: a progress bar with the time to go, or a JSON line per epoch."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from tqdm import tqdm


class Report:
    """Where a run speaks.

    Args:
        lines: one JSON object per epoch and one at the end, on stdout, for machines.
        progress: a bar on stderr; None: if stderr is a terminal and lines are not asked for.
        quiet: say nothing at all, as all processes but the first do.
    """

    def __init__(
        self, lines: bool = False, progress: bool | None = None, quiet: bool = False
    ) -> None:
        self.lines = lines and not quiet
        shown = sys.stderr.isatty() and not lines if progress is None else progress
        self.progress, self.quiet = shown and not quiet, quiet
        self.bar: Any = None

    def begin(self, name: str, steps: int, done: int) -> None:
        """A run of so many steps begins, or goes on."""
        self.bar = tqdm(
            total=steps, initial=done, desc=name, unit="step", disable=not self.progress
        )

    def step(self, loss: float) -> None:
        """A step is done."""
        self.bar.set_postfix_str(f"loss {loss:.4g}", refresh=False)
        self.bar.update()

    def epoch(self, row: Mapping[str, Any]) -> None:
        """An epoch is done."""
        if self.lines:
            print(json.dumps({"event": "epoch", **row}), flush=True)

    def end(self, summary: Mapping[str, Any]) -> None:
        """The test set is scored."""
        self.close()
        if self.lines:
            print(json.dumps({"event": "end", **summary}), flush=True)

    def close(self) -> None:
        """No more bar."""
        if self.bar is not None:
            self.bar.close()
