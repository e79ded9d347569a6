"""The tests people know by name, as points of the k,l-WL family."""

from klgnn.select import AllTuples, ConnectedPairs, EgoNets, LabelBased, RootedEgoNets
from klgnn.wl.method import Method


def wl(k: int) -> Method:
    """The k-dimensional Weisfeiler-Leman test: k,0-WL."""
    return Method(k, 0)


def fwl(k: int) -> Method:
    """The k-dimensional folklore Weisfeiler-Leman test: k,0-FWL, as strong as (k+1)-WL."""
    return Method(k, 0, "fwl")


def id_gnn(hops: int | None = None) -> Method:
    """Identity-aware GNN (You et al. 2021): the root marked, in its ego net of ``hops``."""
    return Method(1, 1, subgraphs=None if hops is None else EgoNets(hops))


def nested(hops: int, k: int = 1) -> Method:
    """Nested GNN (Zhang and Li 2021): k-WL of every node's ego net, the root not marked."""
    return Method(k, 0, subgraphs=RootedEgoNets(hops))


def i2gnn(hops: int | None = None) -> Method:
    """I²-GNN (Huang et al. 2023): both ends of an arc marked."""
    return Method(1, 2, labels=ConnectedPairs(), subgraphs=None if hops is None else EgoNets(hops))


def osan(l: int) -> Method:
    """l-OSAN (Qian et al. 2022): 1,l-WL over all ordered tuples."""
    return Method(1, l)


def swl() -> Method:
    """SWL(VS), vanilla subgraph WL (Zhang et al. 2023): exactly 1,1-WL."""
    return Method(1, 1)


def local_relational_pooling(l: int, k: int = 1) -> Method:
    """Local relational pooling (Chen et al. 2020): only the l labeled nodes are seen."""
    return Method(k, l, labels=AllTuples(distinct=True), subgraphs=LabelBased())
