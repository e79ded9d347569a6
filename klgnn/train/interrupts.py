"""Ctrl-C waits for the end of a step."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType, TracebackType


class Interrupts:
    """While it is entered, the first Ctrl-C only sets ``pending``; the second one ends at once.

    Args:
        active: False, and outside of the main thread: nothing is changed.
    """

    def __init__(self, active: bool = True) -> None:
        self.active = active and threading.current_thread() is threading.main_thread()
        self.pending = False

    def __enter__(self) -> Interrupts:
        if self.active:
            self.before = signal.signal(signal.SIGINT, self._noted)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.active:
            signal.signal(signal.SIGINT, self.before)

    def _noted(self, number: int, frame: FrameType | None) -> None:
        if self.pending:
            raise KeyboardInterrupt
        self.pending = True
        # Not print: a handler may run while something else is being printed.
        os.write(2, b"\nsaving after this step; Ctrl-C again ends at once\n")
