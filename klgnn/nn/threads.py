"""Kernels that release the interpreter's lock, on as many threads as torch uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor

Array = npt.NDArray[Any]
SMALL = 2048  # rows that one thread handles sooner than two would start
MOST = 16  # shares of one call: enough for a busy core to take fewer of them


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
