"""A word to the user while kernels compile, which happens once per machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

MESSAGE = "klgnn: loading its kernels; compiling them, once per machine, takes half a minute ..."
_said: list[str] = []


@contextmanager
def announced(after: float = 1.0) -> Iterator[None]:
    """Say that kernels are compiling if the block takes longer than loading them from the cache.

    Once per process, however many kernels there are.
    """
    timer = Timer(after, _say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say() -> None:
    if not _said:
        _said.append(MESSAGE)
        print(MESSAGE, file=sys.stderr, flush=True)
