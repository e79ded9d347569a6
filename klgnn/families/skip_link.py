"""Circular skip links: cycles with regular chords, all alike to 1-WL."""

from math import gcd

import numpy as np

from klgnn.errors import GraphError
from klgnn.families import _check
from klgnn.graph import Graph


def circular_skip_link(n: int, r: int) -> Graph:
    """The circular skip link CSL(n, r): a cycle of n nodes plus chords that skip r nodes ahead.

    Node ``i`` is joined to ``i + 1`` and ``i + r`` modulo ``n``, so every node has degree 4.

    Args:
        n: how many nodes.
        r: length of the chords, ``2 <= r < n - 1`` and coprime to ``n``.

    >>> circular_skip_link(41, 9)
    Graph(41 nodes, 82 edges)

    References:
        Murphy, Srinivasan, Rao & Ribeiro (2019), Relational pooling for graph representations.
    """
    n = _check.whole(n, "n", 5)
    r = _check.whole(r, "r", 2, n - 2)
    if gcd(n, r) != 1:
        # Coprimality is part of the definition, and rules out r = n/2, which has degree 3.
        raise GraphError(
            f"r: got {r}, which shares the factor {gcd(n, r)} with n = {n}, expected coprime"
            " numbers; choose another r, or a prime n"
        )
    _check.affordable(2 * n, "circular_skip_link")
    node = np.arange(n)
    ends = np.concatenate([(node + 1) % n, (node + r) % n])
    return Graph.from_edges(np.stack([np.tile(node, 2), ends], axis=1), n)
