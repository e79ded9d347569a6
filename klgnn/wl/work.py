"""How long work is done: in threads, with a progress bar, and so that Ctrl-C stops it."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypeVar

from tqdm import tqdm

from klgnn.errors import GraphError

T = TypeVar("T")
R = TypeVar("R")
SHORT = 0.1  # seconds between two looks whether somebody has pressed Ctrl-C
SILENT = 1.0  # seconds before a progress bar appears by itself


class Work:
    """The threads of one call, its progress bar, and whether it was stopped."""

    def __init__(self, threads: int = 1, bar: Any = None) -> None:
        self.threads, self.bar, self.stopped = threads, bar, False

    def map(self, function: Callable[[T], R], pieces: Iterable[T], size: Any = None) -> Iterator[R]:
        """Results in the order of the pieces, whichever thread was first; ``size`` is progress."""
        if self.threads == 1:
            for piece in pieces:
                yield self._done(function(piece), piece, size)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            waiting: deque[tuple[Future[R], T]] = deque()
            try:
                for piece in pieces:
                    waiting.append((pool.submit(function, piece), piece))
                    if len(waiting) > 2 * self.threads:
                        future, first = waiting.popleft()
                        yield self._done(future.result(), first, size)
                while waiting:
                    future, first = waiting.popleft()
                    yield self._done(future.result(), first, size)
            finally:
                for future, _ in waiting:
                    future.cancel()

    def _done(self, result: R, piece: T, size: Any) -> R:
        if self.stopped:
            raise KeyboardInterrupt
        if self.bar is not None and size is not None:
            self.bar.update(size(piece))
        return result

    def patiently(self, function: Callable[[], R]) -> R:
        """Run what may take long in a thread of its own, while this one listens for Ctrl-C.

        A kernel that runs is left behind and ends with the process; nothing new is begun.
        """
        answer: list[R] = []
        error: list[BaseException] = []

        def run() -> None:
            try:
                answer.append(function())
            except BaseException as raised:
                error.append(raised)

        thread = Thread(target=run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(SHORT)
        except BaseException:
            self.stopped = True
            raise
        if error:
            raise error[0]
        return answer[0]


ALONE = Work()


@contextmanager
def at_work(n_jobs: int | None, progress: bool | None, labeled: int) -> Iterator[Work]:
    """Threads for one call, and a bar of so many labeled graphs.

    The bar comes after a second, on a terminal, by itself.
    """
    hidden = None if progress is None else not progress
    delay = 0.0 if progress else SILENT
    options: Any = {"unit": " labeled graphs", "unit_scale": True, "disable": hidden}
    with tqdm(total=min(labeled, 10**18), delay=delay, **options) as bar:
        yield Work(number_of_jobs(n_jobs), bar)


def number_of_jobs(n_jobs: int | None) -> int:
    """How many: None is one, -1 as many as there are cores, -2 one less, as joblib counts.

    >>> number_of_jobs(None), number_of_jobs(3)
    (1, 3)
    """
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, int) or isinstance(n_jobs, bool) or n_jobs == 0:
        raise GraphError(
            f"n_jobs: got {n_jobs!r}, expected a number from 1 up, or -1 for all cores"
        )
    return n_jobs if n_jobs > 0 else max((os.cpu_count() or 1) + 1 + n_jobs, 1)


def long_enough(seconds: float, work: Work) -> Callable[[Callable[[], R]], R]:
    """How to run a function: at once, or patiently if it may take long."""
    return work.patiently if seconds > SILENT / 4 else lambda function: function()
