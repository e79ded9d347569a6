"""Is a partition of k-tuples stable under k-FWL, and finer than the isomorphism types?

Checked member by member against the first member of its class, with integers only.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._kernels import njit
from klgnn.wl.sorting import sort_by_key

Array = npt.NDArray[Any]


def is_stable(k: int, classes: Array, node_ids: Array, relations: Array, which: Array) -> bool:
    """Whether all tuples of one class have the same type and the same neighbor classes.

    Args:
        classes: the class of each tuple of each labeled graph, ``(m, n^k)``, numbers from 0.
        node_ids: each node's type and labels, ``(m, n, 2)``.
        relations: the relation of each node pair in each graph, ``(graphs, n, n)``.
        which: the graph of each labeled graph, ``(m,)``.
    """
    number = int(classes.max()) + 1 if classes.size else 1
    if number**k >= 2**63:
        return False  # codes of k classes would not fit; the caller has a slower way
    _, first = np.unique(classes.reshape(-1), return_index=True)
    return bool(_check(k, number, classes, first, node_ids, relations, which))


@njit()
def _check(
    k: int, number: int, classes: Any, first: Any, node_ids: Any, relations: Any, which: Any
) -> bool:
    m, size = classes.shape
    n = node_ids.shape[1]
    mine, theirs, spare = np.empty(n, np.int64), np.empty(n, np.int64), np.zeros(n, np.int64)
    here, there = np.empty(k, np.int64), np.empty(k, np.int64)
    for g in range(m):
        for p in range(size):
            representative = first[classes[g, p]]
            h, q = representative // size, representative % size
            if h == g and q == p:
                continue
            digits_of(p, n, here)
            digits_of(q, n, there)
            for i in range(k):
                for c in range(2):
                    if node_ids[g, here[i], c] != node_ids[h, there[i], c]:
                        return False
                for j in range(k):
                    own = relations[which[g], here[j], here[i]]
                    if own != relations[which[h], there[j], there[i]]:
                        return False
            signature(classes[g], p, here, n, k, number, mine, spare)
            signature(classes[h], q, there, n, k, number, theirs, spare)
            for u in range(n):
                if mine[u] != theirs[u]:
                    return False
    return True


@njit()
def digits_of(position: int, n: int, digits: Any) -> None:
    """The nodes of the tuple at a position."""
    for i in range(digits.shape[0] - 1, -1, -1):
        digits[i] = position % n
        position //= n


@njit()
def signature(
    classes: Any, position: int, digits: Any, n: int, k: int, number: int, out: Any, spare: Any
) -> None:
    """The sorted codes of (class of psi_1(v, u), ..., class of psi_k(v, u)) over all u."""
    for u in range(n):
        code, stride = 0, 1
        for i in range(k - 1, -1, -1):
            code = code * number + classes[position + (u - digits[i]) * stride]
            stride *= n
        out[u] = code
    sort_by_key(out, spare)
