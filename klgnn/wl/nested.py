"""Nested pooling: one label after another, the last label first.

    {{ ... {{ {{ c(G^(v_1, ..., v_l)) : v_l }} : v_(l-1) }} ... : v_1 }}

v_1 runs over all nodes, each further label over the nodes the selection puts it on, given those
before it; so a root to which no label tuple belongs counts as an empty multiset. Tuple-label
pooling is what remains when all braces but the outermost two are left out.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.wl import hashing

Array = npt.NDArray[Any]


def pool(label_tuples: Array, colors: hashing.Words, num_nodes: int) -> hashing.Words:
    """The color of a graph from those of its labeled graphs, shapes ``(m, l)`` and ``(m, 2)``.

    >>> tuples, colors = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.arange(8, dtype=np.uint64)
    >>> one, other = (pool(tuples, colors.reshape(4, 2)[rows], 2) for rows in ([0, 1, 2, 3],
    ...               [0, 2, 1, 3]))
    >>> bool((one == other).all())
    False
    """
    prefixes, colors = inner(label_tuples, colors, 1)
    roots = np.unique(prefixes[prefixes >= 0])
    none = hashing.multiset(np.zeros((0, 2), np.uint64))
    alone = np.broadcast_to(none, (num_nodes - len(roots), 2))
    return hashing.multiset(np.concatenate([colors, alone]))


def inner(label_tuples: Array, colors: hashing.Words, depth: int) -> tuple[Array, hashing.Words]:
    """The label tuples' distinct beginnings of ``depth`` labels, ascending, and their colors."""
    for kept in range(label_tuples.shape[1] - 1, depth - 1, -1):
        label_tuples, colors = _pool_last(label_tuples[:, :kept], colors)
    return label_tuples, colors


def _pool_last(prefixes: Array, colors: hashing.Words) -> tuple[Array, hashing.Words]:
    """One multiset for each prefix."""
    if not len(prefixes):
        return prefixes, colors
    order = np.lexsort(prefixes.T[::-1])
    ranked = prefixes[order]
    is_first = np.ones(len(ranked), bool)
    is_first[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    starts = np.flatnonzero(is_first)
    mixed = hashing.mix_array(colors[order] + hashing.SEEDS)
    sizes = np.diff(np.append(starts, len(ranked))).astype(np.uint64)
    return ranked[starts], hashing.pooled(np.add.reduceat(mixed, starts, axis=0), sizes)
