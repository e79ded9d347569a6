"""Flexible numbers of labels: one set per cluster."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select._checks import check_whole
from klgnn.select._skeleton import skeleton
from klgnn.select.hierarchical import check_clusters
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets

if TYPE_CHECKING:
    from klgnn.select._clusters import Clusters

Array = npt.NDArray[Any]


@dataclass(frozen=True, repr=False)
class Flexible(SetPolicy):
    """One label set per cluster, with as many labels as the cluster has nodes.

    A cluster of more than ``max_size`` nodes is cut into as few parts as can be, of sizes that
    differ by at most one: runs of its nodes in breadth-first order, from the first in canonical
    order (as in :class:`Hierarchical`), neighbors in canonical order. Because of these cuts not
    invariant, though renumbering a graph hardly ever changes more than an automorphism would.

    Args:
        clusters: as in :class:`Hierarchical`.
        max_size: the largest set, and so the number of labels ``l``; 1 or more.
        resolution: of the modularity; higher gives smaller clusters.
        seed: of Louvain and of the cuts.

    >>> from klgnn.families import cycle
    >>> two_rings = cycle(3).disjoint_union(cycle(5))
    >>> [nodes.tolist() for nodes in Flexible("blocks", max_size=4).label_sets(two_rings)]
    [[0, 1, 2], [3, 4, 5], [6, 7]]
    """

    clusters: "Clusters" = "louvain"
    max_size: int = 8
    resolution: float = 0.5
    seed: int = 0
    invariant = False
    attributed = True

    def __post_init__(self) -> None:
        check_whole("max_size", self.max_size, 1, self)
        check_clusters(self.clusters, self.resolution, self.seed, self)
        object.__setattr__(self, "l", self.max_size)

    def label_sets(self, graph: Graph) -> LabelSets:
        """The clusters, large ones in parts; single nodes if there are no clusters."""
        from klgnn.select._canonical import canonical_order
        from klgnn.select._clusters import find_clusters

        structure = skeleton(graph)
        clusters = find_clusters(graph, self.clusters, self.resolution, self.seed)
        if not len(clusters):
            return LabelSets.from_rows(np.arange(structure.num_nodes)[:, None])
        if clusters.sizes.max() <= self.max_size:
            return clusters
        order = canonical_order(graph)
        parts = []
        for nodes in clusters:
            number = -(-len(nodes) // self.max_size)
            walk = nodes if number == 1 else breadth_first(structure, nodes, order)
            parts += [np.sort(part) for part in np.array_split(walk, number)]
        sizes = np.array([len(part) for part in parts], np.int64)
        return LabelSets(np.concatenate(parts), sizes)


def breadth_first(structure: Graph, nodes: Array, order: Array) -> Array:
    """Some nodes in breadth-first order among themselves, ties by the place in ``order``."""
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    waiting = dict.fromkeys(nodes[np.argsort(place[nodes])].tolist())
    walk: list[int] = []
    for root in list(waiting):
        queue = [root] if root in waiting else []
        waiting.pop(root, None)
        for v in queue:
            near = structure.neighbors(v)
            for u in near[np.argsort(place[near])].tolist():
                if u in waiting:
                    del waiting[u]
                    queue.append(u)
        walk += queue
    return np.array(walk, np.int64)
