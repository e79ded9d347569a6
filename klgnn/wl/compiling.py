"""A word to the user while kernels compile, which happens once per machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

MESSAGE = "klgnn: compiling its kernels for this machine (once, about 15 seconds) ..."


@contextmanager
def announced(after: float = 1.0) -> Iterator[None]:
    """Say that kernels are compiling if the block takes longer than loading them from the cache."""
    timer = Timer(after, lambda: print(MESSAGE, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
