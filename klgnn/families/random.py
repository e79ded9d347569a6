"""Random graphs, each from a seed."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.families import _check
from klgnn.graph import Graph

Array = npt.NDArray[Any]
Seed = int | np.random.Generator


def erdos_renyi(
    n: int, p: float | None = None, *, degree: float | None = None, seed: Seed
) -> Graph:
    """The random graph G(n, p): every pair of nodes is joined with probability p, independently.

    Args:
        n: how many nodes, at least 1.
        p: probability of an edge; give this or ``degree``.
        degree: expected degree ``p * (n - 1)``.
        seed: a number or a generator.

    >>> erdos_renyi(1000, degree=4, seed=0) == erdos_renyi(1000, degree=4, seed=0)
    True

    References:
        Gilbert (1959), Random graphs. Batagelj & Brandes (2005), Efficient generation of large
        random networks.
    """
    n = _check.whole(n, "n", 1)
    p = _probability(n, p, degree)
    pairs = n * (n - 1) // 2
    _check.affordable(p * pairs, "erdos_renyi")
    rng = np.random.default_rng(seed)
    # The number of edges is binomial, and given their number all sets of pairs are alike:
    # together exactly G(n, p), in time of the edges instead of the pairs.
    count = int(rng.binomial(pairs, p))
    codes = rng.choice(pairs, count, replace=False, shuffle=False) if count else np.zeros(0, int)
    return _from_distinct(_pair_of_code(codes), n)


def random_regular(n: int, d: int, seed: Seed) -> Graph:
    """A random connected simple graph in which every node has degree d.

    A random pairing of d stubs per node is repaired locally until it is simple, and drawn again
    if it is not connected; as n grows this comes close to the uniform distribution.

    Args:
        n: how many nodes.
        d: the degree, less than ``n``, with ``n * d`` even.
        seed: a number or a generator.

    >>> random_regular(20, 3, seed=0)
    Graph(20 nodes, 30 edges)

    References:
        Bollobás (1980), A probabilistic proof of an asymptotic formula for the number of labelled
        regular graphs. McKay & Wormald (1990), Uniform generation of random regular graphs.
    """
    n = _check.whole(n, "n", 1)
    d = _check.whole(d, "d", 0, n - 1)
    if n * d % 2 or (d < 2 and n > d + 1):
        reason = "n * d is odd" if n * d % 2 else f"degree {d} cannot connect more than {d + 1}"
        raise GraphError(
            f"random_regular: got n = {n}, d = {d}, expected a connected d-regular graph to"
            f" exist, but {reason}; change n or d"
        )
    _check.affordable(n * d / 2, "random_regular")
    rng = np.random.default_rng(seed)
    if d == 2:  # the connected ones are the cycles; pairings seldom give one
        order = rng.permutation(n)
        return Graph.from_edges(np.stack([order, np.roll(order, 1)], axis=1), n)
    if 2 * d >= n:  # connected in any case; a sparse complement is easier to draw
        return Graph.from_edges(_simple_pairing(n, n - 1 - d, rng), n).complement()
    while True:
        graph = Graph.from_edges(_simple_pairing(n, d, rng), n)
        if graph.is_connected():
            return graph


def tree(n: int, seed: Seed) -> Graph:
    """A tree drawn uniformly from the n^(n-2) labeled trees, by its Prüfer sequence.

    Args:
        n: how many nodes, at least 1.
        seed: a number or a generator.

    >>> tree(10, seed=0)
    Graph(10 nodes, 9 edges)

    References:
        Prüfer (1918), Neuer Beweis eines Satzes über Permutationen.
    """
    n = _check.whole(n, "n", 1)
    _check.affordable(n, "tree")
    if n == 1:
        return Graph.from_edges([], 1)
    sequence = np.random.default_rng(seed).integers(n, size=n - 2)
    return Graph.from_edges(_from_pruefer(sequence.tolist()), n)


def _probability(n: int, p: float | None, degree: float | None) -> float:
    if (p is None) == (degree is None):
        raise GraphError(
            f"erdos_renyi: got p = {p}, degree = {degree}, expected one of them; drop the other"
        )
    if p is None:
        p = float(degree or 0.0) / max(n - 1, 1)
    if not 0 <= p <= 1:
        raise GraphError(
            f"erdos_renyi: got edge probability {p}, expected 0 to 1; a degree is at most n - 1"
        )
    return float(p)


def _pair_of_code(code: Array) -> Array:
    """The pair (u, v), v < u, at position ``u * (u - 1) / 2 + v`` of the list of all pairs."""
    upper = ((1 + np.sqrt(1 + 8 * code.astype(np.float64))) / 2).astype(np.int64)
    # Beyond 2^53 the root may be one off.
    upper -= upper * (upper - 1) // 2 > code
    upper += upper * (upper + 1) // 2 <= code
    return np.stack([upper, code - upper * (upper - 1) // 2], axis=1)


def _from_distinct(pairs: Array, n: int) -> Graph:
    """The graph of pairs known to be distinct; one plain sort, four times faster than checking."""
    key = np.concatenate([pairs[:, 0] * n + pairs[:, 1], pairs[:, 1] * n + pairs[:, 0]])
    key.sort()
    source, target = np.divmod(key, n)
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=n), out=indptr[1:])
    return Graph._trusted(indptr, target.astype(np.int32))


def _simple_pairing(n: int, d: int, rng: np.random.Generator) -> Array:
    """Edges of a d-regular simple graph: pair stubs, then pair anew around the faults."""
    stubs = np.repeat(np.arange(n), d)
    while True:
        pairs = rng.permutation(stubs).reshape(-1, 2)
        faults = _faults(pairs, n)
        for _ in range(1000 + 10 * len(faults)):
            if not len(faults):
                return pairs
            helpers = rng.integers(len(pairs), size=len(faults) + 1)
            involved = np.union1d(faults, helpers)
            trial = pairs.copy()
            trial[involved] = rng.permutation(pairs[involved].ravel()).reshape(-1, 2)
            trial_faults = _faults(trial, n)
            if len(trial_faults) <= len(faults):
                pairs, faults = trial, trial_faults


def _faults(pairs: Array, n: int) -> Array:
    """Where pairs are self-loops or repeat an earlier pair."""
    code = pairs.min(axis=1) * n + pairs.max(axis=1)
    faulty = pairs[:, 0] == pairs[:, 1]
    _, first = np.unique(code, return_index=True)
    repeated = np.ones(len(pairs), bool)
    repeated[first] = False
    return np.flatnonzero(faulty | repeated)


def _from_pruefer(sequence: list[int]) -> list[tuple[int, int]]:
    """Edges of the tree with this sequence, in linear time.

    A pointer runs over the nodes; a node that becomes a leaf behind it is the smallest leaf.
    """
    n = len(sequence) + 2
    degree = [1] * n
    for node in sequence:
        degree[node] += 1
    edges = []
    pointer = leaf = degree.index(1)
    for node in sequence:
        edges.append((leaf, node))
        degree[node] -= 1
        if degree[node] == 1 and node < pointer:
            leaf = node
        else:
            pointer = leaf = degree.index(1, pointer + 1)
    return [*edges, (leaf, n - 1)]
