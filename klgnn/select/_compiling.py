"""The word to the user while kernels compile, at the first call only: asking costs a thread."""

from contextlib import AbstractContextManager, nullcontext

_CALLED: set[str] = set()


def announced_once(kernels: str) -> AbstractContextManager[None]:
    """For the first call of some kernels: say so if it takes as long as compiling them."""
    if kernels in _CALLED:
        return nullcontext()
    from klgnn.wl.compiling import announced

    _CALLED.add(kernels)
    return announced()
