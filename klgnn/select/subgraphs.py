"""Localized k,l-WL: on which part of the graph a labeled graph is refined."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._checks import check_whole
from klgnn.select.tuples import within

Array = npt.NDArray[Any]


class SubgraphPolicy(Protocol):
    """Anything that cuts a labeled graph to some of its nodes, the labeled ones among them."""

    def nodes(self, graph: Graph, label_tuple: Array) -> Array:
        """The nodes to keep, ascending."""


@dataclass(frozen=True)
class FullGraph:
    """Every node: plain k,l-WL."""

    def nodes(self, graph: Graph, label_tuple: Array) -> Array:
        """All nodes."""
        return np.arange(graph.num_nodes)


@dataclass(frozen=True)
class LabelBased:
    """Only the labeled nodes (m = l in the paper): what counting substructures needs."""

    def nodes(self, graph: Graph, label_tuple: Array) -> Array:
        """The labeled nodes."""
        return np.unique(label_tuple)


@dataclass(frozen=True, repr=False)
class EgoNets:
    """The nodes within ``hops`` steps of any labeled node.

    With one label this is the K-hop ego net of the labeled root (ID-GNN).

    Args:
        hops: how far, 0 or more.
        root_only: only the first label has a ball, as the root of I²-GNN; the other labeled nodes
            are kept wherever they are.

    >>> from klgnn.families import path
    >>> EgoNets(1).nodes(path(6), [1, 2]).tolist()
    [0, 1, 2, 3]
    >>> EgoNets(1, root_only=True).nodes(path(6), [1, 2]).tolist()
    [0, 1, 2]
    """

    hops: int
    root_only: bool = False

    def __post_init__(self) -> None:
        check_whole("hops", self.hops, 0, self)
        object.__setattr__(self, "hops", int(self.hops))  # a numpy integer has another repr
        if not isinstance(self.root_only, bool):
            raise GraphError(f"root_only: got {self.root_only!r}, expected True or False")

    def nodes(self, graph: Graph, label_tuple: Array) -> Array:
        """The union of the labeled nodes' balls, or the root's ball and the labeled nodes."""
        labeled = np.asarray(label_tuple, np.int64)
        centers = labeled[:1] if self.root_only else np.unique(labeled)
        balls = [within(graph, v, self.hops) for v in centers.tolist()]
        kept: Array = np.unique(np.concatenate([labeled, *balls]))
        return kept

    def __repr__(self) -> str:
        return f"EgoNets(hops={self.hops}{', root_only=True' if self.root_only else ''})"


@dataclass(frozen=True)
class RootedEgoNets:
    """First the subgraph, then the labels: k,l-WL of every node's ego net, pooled over nodes.

    The root itself is not marked; labels go to any nodes of the ego net (Algorithm 1 of the
    paper). With l = 0 this is a nested GNN's view, with k,l as in its example the 1-hop subgraphs
    that tell the rook's graph from the Shrikhande graph.
    """

    hops: int

    def __post_init__(self) -> None:
        check_whole("hops", self.hops, 0, self)
        object.__setattr__(self, "hops", int(self.hops))  # a numpy integer has another repr

    def parts(self, graph: Graph) -> Iterator[Graph]:
        """Every node's ego net."""
        for root in range(graph.num_nodes):
            yield self.part(graph, root)

    def part(self, graph: Graph, root: int) -> Graph:
        """One node's ego net, its nodes in ascending order."""
        return graph.induced_subgraph(self.members(graph, root))

    def members(self, graph: Graph, root: int) -> Array:
        """The nodes of one node's ego net, ascending."""
        return within(graph, root, self.hops)
