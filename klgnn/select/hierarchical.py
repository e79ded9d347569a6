"""Hierarchical selection: first clusters, then constrained sets within each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._checks import check_distances, check_function, check_number, check_whole
from klgnn.select._skeleton import skeleton
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets

if TYPE_CHECKING:
    from klgnn.select._clusters import Clusters

KINDS = ("louvain", "spectral", "min-cut", "blocks", "color")
INVARIANT = ("blocks", "color")


@dataclass(frozen=True, repr=False)
class Hierarchical(SetPolicy):
    """All sets of l nodes that lie in one cluster and have pairwise distances within bounds.

    Distances are those of the whole graph. With ``"blocks"`` and ``"color"`` invariant. The others
    run on the nodes in canonical order (by stable 1-WL color; ties are broken by individualizing
    a node and refining again). If only automorphic nodes tie to the end, renumbering a graph
    changes the sets by an automorphism at most, which no network notices; :doc:`/selection` has
    measurements.

    Args:
        l: the number of labels, 1 or more.
        clusters: ``"louvain"``; ``"spectral"`` (signs of the leading eigenvector) and ``"min-cut"``
            (small balanced cuts), which cut in two while that raises the modularity; ``"blocks"``
            (biconnected components: rings and bridges, which share nodes); ``"color"`` (classes of
            edges of one color merge at once); or a function of a module, from a graph to lists
            of nodes, which may overlap.
        resolution: of the modularity; higher gives smaller clusters. No matter for blocks.
        max_distance: the largest distance of two nodes of a set, in steps.
        min_distance: the smallest, 1 or more.
        seed: of Louvain and of the cuts.

    >>> from klgnn.families import cycle
    >>> two_rings = cycle(5).disjoint_union(cycle(6))
    >>> Hierarchical(4, "blocks").label_sets(two_rings)
    LabelSets(20 sets of 4 nodes)

    Reference: Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large
    networks", J. Stat. Mech. 2008 (Louvain).
    """

    l: int
    clusters: "Clusters" = "louvain"
    resolution: float = 0.5
    max_distance: int = 3
    min_distance: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        check_whole("l", self.l, 1, self)
        check_distances(self.min_distance, self.max_distance, self)
        check_clusters(self.clusters, self.resolution, self.seed, self)
        object.__setattr__(self, "invariant", self.clusters in INVARIANT)
        object.__setattr__(self, "attributed", self.clusters != "blocks")

    def label_sets(self, graph: Graph) -> LabelSets:
        """The sets of all clusters; of the largest smaller size that has any, if there are none."""
        from klgnn.select._clusters import find_clusters
        from klgnn.select._constraints import largest_sets

        structure = skeleton(graph)
        clusters = find_clusters(graph, self.clusters, self.resolution, self.seed)
        bounds = (self.min_distance, self.max_distance)
        return largest_sets(structure, clusters, self.l, *bounds, None, repr(self))


def check_clusters(clusters: Any, resolution: Any, seed: Any, policy: SetPolicy) -> None:
    """Refuse clusterings that do not exist."""
    if callable(clusters):
        check_function("clusters", clusters, policy)
    elif clusters not in KINDS:
        raise GraphError(
            f"{type(policy).__name__}: got clusters={clusters!r}, expected one of"
            f" {', '.join(map(repr, KINDS))}, or a function"
        )
    check_number("resolution", resolution, policy)
    check_whole("seed", seed, 0, policy)
