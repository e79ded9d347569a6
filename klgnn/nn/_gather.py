"""Kernels of one message passing step on a CPU: what a row hears, and the way back.

Forward: ``z[r] = scale * h[root[r]] + sum over arcs (s -> r, kind q) of h[s] * e[q]``, and
``h[root]``. One pass that reads each neighbor once and writes each row once, where a gather, a
product and a scattered sum would write every arc three times. Backward: one pass over ``h``.
"""

from typing import Any

from klgnn._kernels import njit


@njit()
def group_by(key: Any, size: int, ptr: Any, order: Any) -> None:
    """A stable counting sort: items of key k are ``order[ptr[k]:ptr[k + 1]]``."""
    for i in range(key.shape[0]):
        ptr[key[i] + 1] += 1
    for k in range(size):
        ptr[k + 1] += ptr[k]
    for i in range(key.shape[0]):
        order[ptr[key[i]]] = i
        ptr[key[i]] += 1
    for k in range(size, 0, -1):
        ptr[k] = ptr[k - 1]
    ptr[0] = 0


@njit()
def groups_of(ptr: Any, key: Any) -> None:
    """The group of each item, where those of group k stand from ``ptr[k]`` to ``ptr[k + 1]``."""
    for k in range(ptr.shape[0] - 1):
        for i in range(ptr[k], ptr[k + 1]):
            key[i] = k


@njit(fastmath={"contract", "nsz", "reassoc"})
def forward(
    first: int, last: int, h: Any, scale: Any, root: Any, ptr: Any, source: Any, kind: Any,
    edges: Any, z: Any, own: Any,
) -> None:  # fmt: skip
    """Rows ``first`` to ``last`` of z and own; ``edges`` has no rows where edges carry nothing."""
    width = h.shape[1]
    for r in range(first, last):
        base = root[r]
        for d in range(width):
            own[r, d] = h[base, d]
            z[r, d] = scale * h[base, d]
        for a in range(ptr[r], ptr[r + 1]):
            s = source[a]
            if edges.shape[0]:
                q = kind[a]
                for d in range(width):
                    z[r, d] += h[s, d] * edges[q, d]
            else:
                for d in range(width):
                    z[r, d] += h[s, d]


@njit(fastmath={"contract", "nsz", "reassoc"})
def backward(
    first: int, last: int, h: Any, scale: Any, root_ptr: Any, root_rows: Any, ptr: Any,
    target: Any, kind: Any, edges: Any, grad_z: Any, grad_own: Any, grad_h: Any, grad_edges: Any,
) -> float:  # fmt: skip
    """Rows ``first`` to ``last`` of grad_h; adds to grad_edges, and returns the share of scale.

    ``edges`` and ``grad_own`` have no rows where there are none.
    """
    width = h.shape[1]
    grad_scale = 0.0
    for c in range(first, last):
        for d in range(width):
            grad_h[c, d] = 0
        for i in range(root_ptr[c], root_ptr[c + 1]):
            r = root_rows[i]
            for d in range(width):
                grad_h[c, d] += scale * grad_z[r, d]
                grad_scale += grad_z[r, d] * h[c, d]
            if grad_own.shape[0]:
                for d in range(width):
                    grad_h[c, d] += grad_own[r, d]
        for a in range(ptr[c], ptr[c + 1]):
            r = target[a]
            if edges.shape[0]:
                q = kind[a]
                for d in range(width):
                    grad_h[c, d] += grad_z[r, d] * edges[q, d]
                    grad_edges[q, d] += grad_z[r, d] * h[c, d]
            else:
                for d in range(width):
                    grad_h[c, d] += grad_z[r, d]
    return grad_scale


@njit(fastmath={"contract", "nsz", "reassoc"})
def weighted_sum(
    first: int, last: int, h: Any, ptr: Any, source: Any, weight: Any, outer: Any, inner: Any,
    out: Any,
) -> None:  # fmt: skip
    """``out[r] = outer[r] * sum of weight * inner[source] * h[source]`` over the entries of r.

    Where ``weight``, ``outer`` or ``inner`` is empty, it is 1.
    """
    width = h.shape[1]
    for r in range(first, last):
        for d in range(width):
            out[r, d] = 0
        for i in range(ptr[r], ptr[r + 1]):
            s = source[i]
            w = h.dtype.type(1)
            if weight.shape[0]:
                w *= weight[i]
            if inner.shape[0]:
                w *= inner[s]
            for d in range(width):
                out[r, d] += w * h[s, d]
        if outer.shape[0]:
            w = outer[r]
            for d in range(width):
                out[r, d] *= w
