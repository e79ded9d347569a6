"""Kernels that release the interpreter's lock, on as many threads as torch uses."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy.typing as npt
import torch
from torch import Tensor

Array = npt.NDArray[Any]
T = TypeVar("T")
SMALL = 1024  # rows that one thread handles sooner than two would start
MOST = 8  # shares of one call: more than threads, so that a busy core takes fewer of them


def in_threads(work: Callable[[int, int], Any], rows: int) -> list[Any]:
    """``work(first, last)`` for shares of the rows; results in order.

    Shares depend on the rows alone, so results depend neither on chance nor on how many threads
    there are.
    """
    shares = min(max(rows // SMALL, 1), MOST)
    bounds = [rows * i // shares for i in range(shares + 1)]
    threads = min(torch.get_num_threads(), shares)
    if threads == 1:
        return [work(*share) for share in pairwise(bounds)]
    return list(_pool(threads).map(work, bounds[:-1], bounds[1:]))


def ahead(items: Iterator[T], number: int = 2) -> Iterator[T]:
    """The same items, made in a thread that stays ``number`` of them ahead.

    For what releases the interpreter's lock while it takes long, and draws from no generator that
    others use meanwhile.
    """
    end: Any = object()
    threads = torch.get_num_threads()
    pool = ThreadPoolExecutor(1, "klgnn-ahead", torch.set_num_threads, (1,))
    pool.submit(int).result()
    # That thread keeps to one; a thread whose first operation is still to come would follow it.
    torch.set_num_threads(threads)
    coming: deque[Future[T]] = deque()
    try:
        while True:
            while len(coming) < number:
                coming.append(pool.submit(next, items, end))
            item = coming.popleft().result()
            if item is end:
                return
            yield item
    finally:
        pool.shutdown(cancel_futures=True)


def is_fused(*tensors: Tensor | None) -> bool:
    """Whether the kernels take these: on a CPU, all of one type of float."""
    given = [tensor for tensor in tensors if tensor is not None]
    kinds = {tensor.dtype for tensor in given}
    return (
        all(tensor.device.type == "cpu" for tensor in given)
        and len(kinds) == 1
        and kinds <= {torch.float32, torch.float64}
        and not torch.compiler.is_compiling()
    )


def as_array(tensor: Tensor) -> Array:
    """The same memory as an array, copied only if it is not contiguous."""
    return tensor.detach().contiguous().numpy()


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="klgnn")


if hasattr(os, "register_at_fork"):  # a forked process has the pool, and none of its threads
    os.register_at_fork(after_in_child=_pool.cache_clear)
