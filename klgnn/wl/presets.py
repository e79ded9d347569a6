"""The tests people know by name, as points of the k,l-WL family.

Each says what is pooled in which order. Networks read off a node's representation where the test
takes the multiset of a whole labeled graph; for stable colors that is the same wherever the node is
marked and its labeled graph is connected.
"""

from klgnn.select import AllTuples, ConnectedPairs, EgoNets, LabelBased, RootedEgoNets
from klgnn.wl.method import Method


def wl(k: int) -> Method:
    """The k-dimensional Weisfeiler-Leman test: k,0-WL."""
    return Method(k, 0)


def fwl(k: int) -> Method:
    """The k-dimensional folklore Weisfeiler-Leman test: k,0-FWL, as strong as (k+1)-WL."""
    return Method(k, 0, "fwl")


def id_gnn(hops: int | None = None) -> Method:
    """Identity-aware GNN (You et al. 2021): the root marked, in its ego net of ``hops``.

    Pooled: the nodes of each ego net, then the roots. The network reads off the root, which knows
    as much (:mod:`klgnn.wl.presets`).
    """
    return Method(1, 1, subgraphs=None if hops is None else EgoNets(hops))


def nested(hops: int, k: int = 1) -> Method:
    """Nested GNN (Zhang and Li 2021): k-WL of every node's ego net, the root not marked.

    Pooled: the nodes of each ego net, then the roots.
    """
    return Method(k, 0, subgraphs=RootedEgoNets(hops))


def i2gnn(hops: int | None = None) -> Method:
    """I²-GNN (Huang et al. 2023): a root and one of its neighbors marked, in the root's ego net.

    Pooled: the nodes of each labeled graph, then the neighbors of each root, then the roots:
    {{ {{ c(G^(i,j)) : j next to i }} : i }}. This is more than all arcs in one multiset, and tells
    apart graphs that 1,l-WL cannot, for any l (``docs/theory.rst``).

    Args:
        hops: the size of the root's ego net, 1 or more; None: the whole graph.
    """
    subgraphs = None if hops is None else EgoNets(hops, root_only=True)
    return Method(1, 2, pooling="nested", labels=ConnectedPairs(), subgraphs=subgraphs)


def osan(l: int) -> Method:
    """l-OSAN (Qian et al. 2022): 1,l-WL over all ordered tuples, as Zhou et al. (2023) read it.

    Pooled: the nodes of each labeled graph, then all labeled graphs at once.
    """
    return Method(1, l)


def swl() -> Method:
    """SWL(VS), vanilla subgraph WL (Zhang et al. 2023): exactly 1,1-WL.

    Pooled: the nodes of each labeled graph, then the labeled graphs. SWL(SV), the other way round,
    is ``Method(1, 1, pooling="lt")``.
    """
    return Method(1, 1)


def local_relational_pooling(l: int, k: int = 1) -> Method:
    """Local relational pooling (Chen et al. 2020): only the l labeled nodes are seen.

    Pooled: the nodes of each labeled subgraph, then all orders of all sets of l nodes at once.
    """
    return Method(k, l, labels=AllTuples(distinct=True), subgraphs=LabelBased())
