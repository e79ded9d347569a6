"""The one step every k,l-WL shares: from a graph to a labeled graph."""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.hashing import GOLDEN, SEEDS, mix

U = np.uint64


@njit()
def label(nodes: Any, label_tuple: Any, color: Any) -> None:
    """Initial colors of a labeled graph: X^v_u = Hash(X_u, {i : v_i = u})."""
    for v in range(nodes.shape[0]):
        color[v, 0] = nodes[v, 0]
        color[v, 1] = nodes[v, 1]
    for i in range(label_tuple.shape[0]):
        v = label_tuple[i]
        if v < 0:
            continue  # the label lies outside of this part of the graph
        for lane in range(2):
            color[v, lane] += mix(U(i + 1) * GOLDEN + SEEDS[lane])
    for v in range(nodes.shape[0]):
        for lane in range(2):
            color[v, lane] = mix(color[v, lane])
