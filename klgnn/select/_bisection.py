"""Clusters by cutting in two, again and again, while that raises the modularity.

    Q = sum over clusters c of  e_c / m - resolution * (d_c / 2m)^2

with e_c edges inside c, degrees of sum d_c, and m edges in all. Cutting a cluster into a and b
raises Q exactly if  resolution * d_a * d_b / 2m  exceeds the number of edges between a and b.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _csr
from klgnn._memory import require
from klgnn.graph import Graph

Array = npt.NDArray[Any]
Halves = Callable[[Graph, Array, float, float, int], Array]
LARGE = 1000  # nodes whose matrix is worth asking the system about
SIGN = 1e-9  # entries of an eigenvector below this are zeros


def split_while_better(
    structure: Graph, halves: Halves, resolution: float, seed: int
) -> list[Array]:
    """Cut the connected components in two while each cut raises the modularity."""
    degrees = structure.degrees().astype(np.float64)
    total = max(float(degrees.sum()), 1.0)
    components = structure.components()
    open_parts = [
        np.flatnonzero(components == c) for c in range(int(components.max(initial=-1)) + 1)
    ]
    done = []
    while open_parts:
        part = open_parts.pop()
        if len(part) > 1:
            inside = structure.induced_subgraph(part)
            mask = halves(inside, degrees[part], total, resolution, seed)
            rows = _csr.rows(inside.indptr)
            cut = np.count_nonzero(mask[rows] & ~mask[inside.indices])
            here, there = degrees[part[mask]].sum(), degrees[part[~mask]].sum()
            if mask.any() and not mask.all() and resolution * here * there / total > cut:
                open_parts += [part[mask], part[~mask]]
                continue
        done.append(part)
    return done


def halves_by_spectrum(
    inside: Graph, degrees: Array, total: float, resolution: float, seed: int
) -> Array:
    """The sign of the modularity matrix's leading eigenvector (Newman 2006)."""
    n = inside.num_nodes
    if n > LARGE:
        require(32.0 * n * n, f"spectral clustering of {n} nodes")
    matrix = -resolution * np.outer(degrees, degrees) / total
    matrix[_csr.rows(inside.indptr), inside.indices] += 1
    matrix[np.arange(n), np.arange(n)] -= matrix.sum(axis=1)
    values, vectors = np.linalg.eigh(matrix)
    if values[-1] < SIGN:
        return np.zeros(n, bool)
    leading = vectors[:, -1]
    first = leading[np.argmax(np.abs(leading) > SIGN)]
    mask: Array = leading * np.sign(first) > SIGN
    return mask


def halves_by_cut(
    inside: Graph, degrees: Array, total: float, resolution: float, seed: int
) -> Array:
    """A small balanced cut by networkx (Kernighan and Lin 1970)."""
    import networkx as nx

    from klgnn.select._clusters import as_networkx

    one, _ = nx.community.kernighan_lin_bisection(as_networkx(inside), seed=seed)
    mask = np.zeros(inside.num_nodes, bool)
    mask[list(one)] = True
    return mask
