"""Clusters of a graph: by a library's clustering, by blocks, or by a function of the user's."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from klgnn import _csr
from klgnn._edges import as_integers
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._bisection import halves_by_cut, halves_by_spectrum, split_while_better
from klgnn.select._canonical import canonical_order
from klgnn.select._merging import merged_classes
from klgnn.select._skeleton import skeleton
from klgnn.select.sets import LabelSets

Array = npt.NDArray[Any]
Method = Literal["louvain", "spectral", "min-cut", "blocks", "color"]
Clusters = Method | Callable[[Graph], Iterable[Sequence[int]]]


def find_clusters(graph: Graph, how: Clusters, resolution: float, seed: int) -> LabelSets:
    """The clusters of a graph, the nodes of each ascending."""
    if callable(how):
        return _checked(how(graph), graph.num_nodes)
    structure = skeleton(graph)
    if how == "blocks":
        return _as_sets(blocks(structure))
    if how == "color":
        return _as_sets(merged_classes(graph, structure, resolution))
    # These depend on the order of nodes: give them one that the graph itself implies.
    order = canonical_order(graph)
    canonical = structure.induced_subgraph(order)
    if how == "louvain":
        parts = louvain(canonical, resolution, seed)
    else:
        halves = halves_by_spectrum if how == "spectral" else halves_by_cut
        parts = split_while_better(canonical, halves, resolution, seed)
    return _as_sets([order[part] for part in parts])


def louvain(structure: Graph, resolution: float, seed: int) -> list[Array]:
    """Communities by networkx: greedy modularity, level by level."""
    import networkx as nx

    foreign = as_networkx(structure)
    found = nx.community.louvain_communities(foreign, resolution=resolution, seed=seed)
    return [np.array(sorted(part), np.int64) for part in found]


def blocks(structure: Graph) -> list[Array]:
    """Biconnected components: rings and their fusions, bridges, and isolated nodes."""
    import networkx as nx

    parts = [sorted(part) for part in nx.biconnected_components(as_networkx(structure))]
    alone = np.flatnonzero(structure.degrees() == 0)
    return [np.array(part, np.int64) for part in [*parts, *alone[:, None].tolist()]]


def as_networkx(structure: Graph) -> Any:
    """Nodes and edges entered in ascending order, which is the order clusterings go by."""
    import networkx as nx

    foreign: Any = nx.Graph()
    foreign.add_nodes_from(range(structure.num_nodes))
    foreign.add_edges_from(structure.edges().tolist())
    return foreign


def _as_sets(parts: list[Array]) -> LabelSets:
    nodes = np.concatenate([np.zeros(0, np.int64), *map(np.sort, parts)])
    return LabelSets(nodes, np.array([len(part) for part in parts], np.int64))


def _checked(given: Iterable[Sequence[int]], num_nodes: int) -> LabelSets:
    """A user's clusters: lists of distinct nodes; empty ones are dropped."""
    parts = []
    for part in given:
        nodes = np.unique(as_integers(list(part), "clusters")) if len(part) else np.zeros(0, int)
        _csr.check_range(nodes, num_nodes, "clusters")
        if len(nodes) != len(part):
            raise GraphError(f"clusters: got {list(part)}, expected distinct nodes in each cluster")
        parts.append(nodes)
    return _as_sets([part for part in parts if len(part)])
