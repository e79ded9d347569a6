"""A merge sort for the kernels: numba's own takes seconds to compile wherever it is used."""

from typing import Any

import numpy as np

from klgnn._kernels import njit


@njit()
def sort_by_key(key: Any, value: Any) -> None:
    """Sort keys ascending in place and values along with them; equal keys keep their order."""
    size = key.shape[0]
    other_key, other_value = np.empty(size, np.int64), np.empty(size, np.int64)
    width = 1
    while width < size:
        for low in range(0, size, 2 * width):
            middle, high = min(low + width, size), min(low + 2 * width, size)
            i, j = low, middle
            for out in range(low, high):
                if i < middle and (j >= high or key[i] <= key[j]):
                    other_key[out], other_value[out] = key[i], value[i]
                    i += 1
                else:
                    other_key[out], other_value[out] = key[j], value[j]
                    j += 1
        for p in range(size):
            key[p], value[p] = other_key[p], other_value[p]
        width *= 2
