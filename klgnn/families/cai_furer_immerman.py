"""CFI graphs and their extensions: pairs that separate one k,l-WL from the next.

One wiring, three blocks. Every node v of a base graph becomes a block of degree d(v); every base
edge joins a pair of nodes in one block to a pair in another, straight or twisted. Blocks come in
the order of the base nodes; inside a block, ports ``2 i`` and ``2 i + 1`` belong to the i-th
neighbor of v in ascending order, then come the middle nodes, then the branches.

A node's color is that of the pair (color of its base node, or None if the base has no colors; its
role). The role is ``("bit", i)`` for both nodes of port i, ``"middle"``, for omega ``"even"`` or
``"odd"``, and ``("branch", its color in the branch)``.
"""

from klgnn.families import _blocks, _check, _wiring
from klgnn.families._wiring import Twist
from klgnn.families.basic import complete
from klgnn.graph import Graph


def cfi(base: Graph, twist: Twist = 0, colored: bool = True) -> Graph:
    """The CFI graph of a base graph: its nodes replaced by chi blocks.

    Over a connected base, two such graphs are isomorphic iff their numbers of twisted edges are
    both even or both odd, and k-WL cannot tell them apart if every separator of the base has more
    than k nodes.

    Args:
        base: undirected, of minimum degree 2, without self-loops and edge colors.
        twist: how many edges are twisted (the first ones of ``base.edges()``), or which.
        colored: whether nodes are colored: see :mod:`klgnn.families.cai_furer_immerman`.

    >>> cfi(complete(4, colored=True))
    Graph(40 nodes, 60 edges, node colors)

    References:
        Cai, Fürer & Immerman (1992), An optimal lower bound on the number of variables for graph
        identification.
    """
    base = _wiring.as_base(base)
    _wiring.check_base(base, "chi")
    return _wiring.wire(base, twist, _blocks.chi, colored)


def omega(base: Graph, twist: Twist = 0, colored: bool = True) -> Graph:
    """The extended CFI graph of a base graph: its nodes replaced by omega blocks.

    As :func:`cfi`, with middle nodes for the odd numbers too, in a color of their own. Without
    colors the two parities can change places, and a twist makes no difference.

    Args:
        base: undirected, of minimum degree 2, without self-loops and edge colors.
        twist: how many edges are twisted (the first ones of ``base.edges()``), or which.
        colored: whether nodes are colored: see :mod:`klgnn.families.cai_furer_immerman`.

    >>> omega(complete(3))
    Graph(24 nodes, 30 edges, node colors)

    References:
        Zhou, Wang & Zhang (2023), From relational pooling to subgraph GNNs, extended
        CFI graphs.
    """
    base = _wiring.as_base(base)
    _wiring.check_base(base, "omega")
    return _wiring.wire(base, twist, _blocks.omega, colored)


def gamma(k: int, base: Graph, twist: Twist = 0) -> Graph:
    """The graph whose blocks hide the parity of a middle node in a branch that only k+1-WL reads.

    An even middle node is joined to all nodes of its own twisted CFI graph of K_(k+1), an odd one
    to an untwisted one. ``gamma(k, complete(k + l + 1, colored=True))`` and its twist are told
    apart by k+1,l-WL but not by k,l+1-WL.

    Args:
        k: the power that is too weak to read a branch, at least 2.
        base: undirected, of minimum degree 2, without self-loops and edge colors.
        twist: how many edges are twisted (the first ones of ``base.edges()``), or which.

    >>> gamma(2, complete(3))
    Graph(240 nodes, 462 edges, node colors)

    References:
        Zhou, Wang & Zhang (2023), From relational pooling to subgraph GNNs, the
        separation of k+1,l-WL from k,l+1-WL.
    """
    k = _check.whole(k, "k", 2, _wiring.MAX_DEGREE)
    branch_nodes = (k + 1) * (2 ** (k - 1) + 2 * k)
    branch_edges = (k + 1) * (2 ** (k - 1) + 1) * k
    base = _wiring.as_base(base)
    _wiring.check_base(base, "gamma", branch_nodes, branch_edges)
    clique = complete(k + 1, colored=True)
    block = _blocks.gamma(even=cfi(clique, twist=1), odd=cfi(clique))
    return _wiring.wire(base, twist, block)


def cfi_pair(base: Graph, colored: bool = True) -> tuple[Graph, Graph]:
    """The CFI graph of a base and its twist.

    Args:
        base: as for :func:`cfi`.
        colored: as for :func:`cfi`.

    >>> straight, twisted = cfi_pair(complete(3))
    >>> straight == twisted
    False

    References:
        Cai, Fürer & Immerman (1992), An optimal lower bound on the number of variables.
    """
    return cfi(base, 0, colored), cfi(base, 1, colored)


def omega_pair(base: Graph, colored: bool = True) -> tuple[Graph, Graph]:
    """The extended CFI graph of a base and its twist.

    Args:
        base: as for :func:`omega`.
        colored: as for :func:`omega`.

    >>> omega_pair(complete(3))[1]
    Graph(24 nodes, 30 edges, node colors)

    References:
        Zhou, Wang & Zhang (2023), From relational pooling to subgraph GNNs, extended
        CFI graphs.
    """
    return omega(base, 0, colored), omega(base, 1, colored)


def gamma_pair(k: int, base: Graph) -> tuple[Graph, Graph]:
    """The graph of gamma blocks of a base and its twist.

    Args:
        k: as for :func:`gamma`.
        base: as for :func:`gamma`.

    >>> gamma_pair(2, complete(3))[0].num_nodes
    240

    References:
        Zhou, Wang & Zhang (2023), From relational pooling to subgraph GNNs, the
        separation of k+1,l-WL from k,l+1-WL.
    """
    return gamma(k, base, 0), gamma(k, base, 1)


def chi_block(d: int) -> Graph:
    """One chi block, colored by role; it has exactly 2^(d-1) automorphisms.

    Args:
        d: its degree, 1 to 20.

    >>> chi_block(3)
    Graph(10 nodes, 12 edges, node colors)

    References:
        Cai, Fürer & Immerman (1992), An optimal lower bound on the number of variables.
    """
    return _wiring.as_graph(_blocks.chi(_check.whole(d, "d", 1, _wiring.MAX_DEGREE)))


def omega_block(d: int) -> Graph:
    """One omega block, colored by role; it has exactly 2^(d-1) automorphisms.

    Args:
        d: its degree, 1 to 20.

    >>> omega_block(3)
    Graph(14 nodes, 24 edges, node colors)

    References:
        Zhou, Wang & Zhang (2023), From relational pooling to subgraph GNNs, extended
        CFI graphs.
    """
    return _wiring.as_graph(_blocks.omega(_check.whole(d, "d", 1, _wiring.MAX_DEGREE)))
