"""Kernels of one layer of MPNN on a CPU: hear, two linear maps with norms, residual.

Blocks of rows go through all of it before the next block is begun, so what comes in between stays
in a first- or second-level cache and is never written to memory. The way back makes it again.

``vectors`` holds bias, weight and shift of the first linear map's norm, then of the second's.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.nn._tile import product

BLOCK = 64  # rows; five buffers of 64 x 64 floats and four matrices take 144 KB
FAST = {"contract", "nsz", "reassoc"}


@njit(fastmath=FAST)
def forward(
    first: int, last: int, h: Any, scale: Any, root: Any, ptr: Any, source: Any, kind: Any,
    edges: Any, right: Any, vectors: Any, normed: bool, eps: Any, residual: bool, out: Any,
) -> None:  # fmt: skip
    """Rows ``first`` to ``last`` of the layer; ``right`` has both weights, transposed, padded."""
    dim, wide = h.shape[1], right.shape[2]
    z, a = np.zeros((BLOCK, wide), h.dtype), np.zeros((BLOCK, wide), h.dtype)
    y, spread = np.zeros((BLOCK, wide), h.dtype), np.empty(BLOCK, h.dtype)
    for start in range(first, last, BLOCK):
        rows = min(BLOCK, last - start)
        hear(start, rows, h, scale, root, ptr, source, kind, edges, z)
        product(z, wide, 1, rows, right[0], dim, a, True)
        normalize(a, rows, dim, vectors[0], normed, eps, spread)
        activate(a, rows, dim, vectors[1], vectors[2], y)
        product(y, wide, 1, rows, right[1], dim, a, True)
        normalize(a, rows, dim, vectors[3], normed, eps, spread)
        activate(a, rows, dim, vectors[4], vectors[5], y)
        for r in range(rows):
            if residual:
                base = root[start + r]
                for d in range(dim):
                    out[start + r, d] = y[r, d] + h[base, d]
            else:
                for d in range(dim):
                    out[start + r, d] = y[r, d]


@njit(fastmath=FAST)
def backward(
    first: int, last: int, h: Any, scale: Any, root: Any, ptr: Any, source: Any, kind: Any,
    edges: Any, right: Any, left: Any, vectors: Any, normed: bool, eps: Any, grad: Any,
    grad_z: Any, grad_weights: Any, grad_vectors: Any,
) -> None:  # fmt: skip
    """Rows ``first`` to ``last`` of the gradient of what was heard; adds those of parameters.

    ``left`` has both weights as they are, padded; ``grad_weights`` is ``(2, wide, wide)``.
    """
    dim, wide = h.shape[1], right.shape[2]
    z, a = np.zeros((BLOCK, wide), h.dtype), np.zeros((BLOCK, wide), h.dtype)
    y, b = np.zeros((BLOCK, wide), h.dtype), np.zeros((BLOCK, wide), h.dtype)
    c = np.zeros((BLOCK, wide), h.dtype)
    spread_a, spread_b = np.empty(BLOCK, h.dtype), np.empty(BLOCK, h.dtype)
    for start in range(first, last, BLOCK):
        rows = min(BLOCK, last - start)
        hear(start, rows, h, scale, root, ptr, source, kind, edges, z)
        product(z, wide, 1, rows, right[0], dim, a, True)
        normalize(a, rows, dim, vectors[0], normed, eps, spread_a)
        activate(a, rows, dim, vectors[1], vectors[2], y)
        product(y, wide, 1, rows, right[1], dim, b, True)
        normalize(b, rows, dim, vectors[3], normed, eps, spread_b)

        own = grad[start : start + rows]
        back(b, own, rows, dim, vectors, 3, normed, spread_b, grad_vectors)
        product(b, 1, wide, wide, y, rows, grad_weights[1], False)
        product(b, wide, 1, rows, left[1], dim, c, True)
        back(a, c, rows, dim, vectors, 0, normed, spread_a, grad_vectors)
        product(a, 1, wide, wide, z, rows, grad_weights[0], False)
        product(a, wide, 1, rows, left[0], dim, c, True)
        for r in range(rows):
            for d in range(dim):
                grad_z[start + r, d] = c[r, d]


@njit(fastmath=FAST)
def hear(
    start: int, rows: int, h: Any, scale: Any, root: Any, ptr: Any, source: Any, kind: Any,
    edges: Any, z: Any,
) -> None:  # fmt: skip
    """``z[r] = scale * own + sum of neighbors times edges``; no rows of edges: of neighbors."""
    dim = h.shape[1]
    for r in range(rows):
        base = root[start + r]
        for d in range(dim):
            z[r, d] = scale * h[base, d]
        for i in range(ptr[start + r], ptr[start + r + 1]):
            s = source[i]
            if edges.shape[0]:
                q = kind[i]
                for d in range(dim):
                    z[r, d] += h[s, d] * edges[q, d]
            else:
                for d in range(dim):
                    z[r, d] += h[s, d]


@njit(fastmath=FAST)
def normalize(a: Any, rows: int, dim: int, bias: Any, normed: bool, eps: Any, spread: Any) -> None:
    """Add the bias; subtract each row's mean and divide by its deviation, kept as 1 / it."""
    share = a.dtype.type(1) / a.dtype.type(dim)
    for r in range(rows):
        total = a.dtype.type(0)
        for d in range(dim):
            a[r, d] += bias[d]
            total += a[r, d]
        if normed:
            mean, square = total * share, a.dtype.type(0)
            for d in range(dim):
                a[r, d] -= mean
                square += a[r, d] * a[r, d]
            spread[r] = a.dtype.type(1) / np.sqrt(square * share + eps)
            for d in range(dim):
                a[r, d] *= spread[r]


@njit(fastmath=FAST)
def activate(a: Any, rows: int, dim: int, weight: Any, shift: Any, out: Any) -> None:
    """``relu(weight * a + shift)``; into other memory, or else it would go number by number."""
    for r in range(rows):
        for d in range(dim):
            out[r, d] = max(weight[d] * a[r, d] + shift[d], a.dtype.type(0))


@njit(fastmath=FAST)
def back(
    a: Any, grad: Any, rows: int, dim: int, vectors: Any, at: int, normed: bool, spread: Any,
    grad_vectors: Any,
) -> None:  # fmt: skip
    """Through activation and norm: normalized ``a`` becomes the gradient of the linear map."""
    zero, one = a.dtype.type(0), a.dtype.type(1)
    share = one / a.dtype.type(dim) if normed else zero
    weight, shift = vectors[at + 1], vectors[at + 2]
    for r in range(rows):
        mean, along = zero, zero
        for d in range(dim):
            g = grad[r, d] if weight[d] * a[r, d] + shift[d] > zero else zero
            grad_vectors[at + 1, d] += g * a[r, d]
            grad_vectors[at + 2, d] += g
            mean += g * weight[d]
            along += g * weight[d] * a[r, d]
        mean, along = mean * share, along * share
        for d in range(dim):
            g = grad[r, d] if weight[d] * a[r, d] + shift[d] > zero else zero
            a[r, d] = (spread[r] if normed else one) * (g * weight[d] - mean - a[r, d] * along)
            grad_vectors[at, d] += a[r, d]
