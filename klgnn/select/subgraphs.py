"""Localized k,l-WL: on which part of the graph a labeled graph is refined."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
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


@dataclass(frozen=True)
class EgoNets:
    """The nodes within ``hops`` steps of any labeled node.

    With one label this is the K-hop ego net of the labeled root (ID-GNN).
    """

    hops: int

    def __post_init__(self) -> None:
        if self.hops < 0:
            raise GraphError(f"hops: got {self.hops}, expected 0 or more")

    def nodes(self, graph: Graph, label_tuple: Array) -> Array:
        """The union of the labeled nodes' balls."""
        balls = [within(graph, v, self.hops) for v in np.unique(label_tuple).tolist()]
        return np.unique(np.concatenate(balls)) if balls else np.zeros(0, np.int64)


@dataclass(frozen=True)
class RootedEgoNets:
    """First the subgraph, then the labels: k,l-WL of every node's ego net, pooled over nodes.

    The root itself is not marked; labels go to any nodes of the ego net (Algorithm 1 of the
    paper). With l = 0 this is a nested GNN's view, with k,l as in its example the 1-hop subgraphs
    that tell the rook's graph from the Shrikhande graph.
    """

    hops: int

    def __post_init__(self) -> None:
        if self.hops < 0:
            raise GraphError(f"hops: got {self.hops}, expected 0 or more")

    def parts(self, graph: Graph) -> Iterator[Graph]:
        """Every node's ego net."""
        for root in range(graph.num_nodes):
            yield graph.induced_subgraph(within(graph, root, self.hops))
