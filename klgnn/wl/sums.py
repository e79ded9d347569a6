"""The inner loops of k-FWL: over all nodes u for every k-tuple, or over neighbors alone.

They run along the last component of a tuple, which is contiguous in every array they touch.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.hashing import CHAIN, GOLDEN, mix

U = np.uint64


@njit()
def sum_pairs(n: int, odd: Any, total: Any) -> None:
    """total[i, j] = sum over u of odd_1[u, j] * odd_2[i, u]: a product of matrices.

    Four rows at a time, so that each row of the first factor is read once for four results.
    """
    left = odd[0]
    right = odd[1]
    for i in range(0, n - 3, 4):
        a, b, c, d = i * n, (i + 1) * n, (i + 2) * n, (i + 3) * n
        for u in range(n):
            fa, fb, fc, fd = right[a + u], right[b + u], right[c + u], right[d + u]
            start = u * n
            for j in range(n):
                x = left[start + j]
                total[a + j] += fa * x
                total[b + j] += fb * x
                total[c + j] += fc * x
                total[d + j] += fd * x
    for i in range(n - n % 4, n):
        for u in range(n):
            factor = right[i * n + u]
            for j in range(n):
                total[i * n + j] += factor * left[u * n + j]


@njit()
def sum_triples(n: int, odd: Any, total: Any) -> None:
    """total[i, j, x] = sum over u of odd_1[u, j, x] * odd_2[i, u, x] * odd_3[i, j, u]."""
    first, second, third = odd[0], odd[1], odd[2]
    for i in range(n):
        for j in range(n):
            row = (i * n + j) * n
            for u in range(n):
                factor = third[row + u]
                one, two = (u * n + j) * n, (i * n + u) * n
                for x in range(n):
                    total[row + x] += factor * first[one + x] * second[two + x]


@njit()
def sum_tuples(n: int, k: int, odd: Any, total: Any) -> None:
    """The general sum, row by row of the last component."""
    size = total.shape[0]
    product = np.empty(n, np.uint64)
    for row in range(0, size, n):
        for u in range(n):
            for x in range(n):
                product[x] = odd[k - 1, row + u]
            stride = size
            for i in range(k - 1):
                stride //= n
                digit = row // stride % n
                start = row + (u - digit) * stride
                for x in range(n):
                    product[x] *= odd[i, start + x]
            for x in range(n):
                total[row + x] += product[x]


@njit()
def sparse_round(indptr: Any, indices: Any, color: Any, mixed: Any, total: Any) -> None:
    """One round for pairs over neighbors alone, on one lane, in place: part of what 2-FWL sees.

    c(i, j) from {{c(i, u) : u next to j}} and {{c(u, j) : u next to i}}.
    """
    n = indptr.shape[0] - 1
    for p in range(n * n):
        mixed[p] = mix(color[p] + GOLDEN)
    for i in range(n):
        row = i * n
        for j in range(n):
            total[row + j] = U(0)
        for e in range(indptr[i], indptr[i + 1]):
            start = indices[e] * n
            for j in range(n):
                total[row + j] += mixed[start + j]
        for j in range(n):
            around = U(0)
            for e in range(indptr[j], indptr[j + 1]):
                around += mixed[row + indices[e]]
            total[row + j] = mix(mix(total[row + j]) + around)
    for p in range(n * n):
        color[p] = mix(color[p] * CHAIN + total[p])
