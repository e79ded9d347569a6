"""The policies' definitions, slowly: every subset is looked at, distances are networkx's."""

from itertools import combinations, permutations

import networkx as nx
import numpy as np

from klgnn import Graph, families
from klgnn.select import (
    All,
    ConnectedPairs,
    Constrained,
    Flexible,
    Hierarchical,
    RandomSample,
    Rooted,
)

EMPTY = Graph.from_edges([], 0)
SMALL = [
    EMPTY, Graph.from_edges([], 1), Graph.from_edges([], 3), Graph.from_edges([(0, 0)]),
    Graph.from_edges([(0, 1)]), families.path(5), families.cycle(6), families.star(4),
    families.complete(5), families.path(3).disjoint_union(families.cycle(4)),
    Graph.from_edges([(0, 1), (1, 2), (2, 2), (3, 1)], 5, directed=True),
]  # fmt: skip


def even_sum(graph, nodes):
    """A predicate, not an invariant one."""
    return int(nodes.sum()) % 2 == 0


def colored_alike(graph, nodes):
    """An invariant predicate that looks at colors."""
    return graph.node_colors is None or len(set(graph.node_colors[nodes].tolist())) == 1


def never(graph, nodes):
    return False


def thirds(graph):
    """Overlapping clusters, which leave the last nodes out."""
    n = graph.num_nodes
    return [range(0, n // 2 + 1), range(n // 3, 2 * n // 3), []] if n else []


def nothing(graph):
    return []


POLICIES = [
    All(1), All(2), All(3), All(2, ordered=True), RandomSample(2, 0.3, seed=1),
    RandomSample(3, 1.0, seed=5), Rooted(1, 1), Rooted(2, 0), Rooted(3, 1), Rooted(3, 2),
    ConnectedPairs(), Constrained(1, 1), Constrained(2, 1), Constrained(3, 2), Constrained(4, 3),
    Constrained(2, 4, min_distance=3), Constrained(3, 3, min_distance=2),
    Constrained(2, 2, predicate=colored_alike), Constrained(2, 2, predicate=never),
    *[Hierarchical(3, how) for how in ("louvain", "spectral", "min-cut", "blocks", "color")],
    Hierarchical(2, thirds), Hierarchical(2, nothing),
    Hierarchical(2, "louvain", 3.0, 4, 2, seed=7),
    Flexible(), Flexible("blocks", max_size=2), Flexible("color", 1), Flexible(thirds, 3),
]  # fmt: skip


def as_rows(sets):
    """Sets as sorted tuples, sorted."""
    return sorted(tuple(sorted(nodes.tolist())) for nodes in sets)


def undirected(graph):
    foreign = nx.Graph()
    foreign.add_nodes_from(range(graph.num_nodes))
    foreign.add_edges_from((u, v) for u, v in graph.edges().tolist() if u != v)
    return foreign


def distances(graph):
    return dict(nx.all_pairs_shortest_path_length(undirected(graph)))


def largest(graph, l, fits, test=lambda nodes: True):
    """All sets of l nodes that fit; of the largest smaller size that has any, else single nodes."""
    nodes = range(graph.num_nodes)
    for size in range(l, 0, -1):
        found = [c for c in combinations(nodes, size) if fits(c) and test(np.array(c))]
        if found:
            return found
    return [(v,) for v in nodes]


def within(graph, least, most):
    steps = distances(graph)
    return lambda c: all(least <= steps[u].get(v, 10**9) <= most for u, v in combinations(c, 2))


def around_a_root(graph, hops):
    steps = distances(graph)
    return lambda c: any(all(steps[r].get(v, 10**9) <= hops for v in c) for r in c)


def all_label_tuples(sets, l):
    """Every injection of each set into the labels, word by word."""
    tuples = []
    for nodes in sets:
        for labels in permutations(range(l), len(nodes)):
            row = [-1] * l
            for v, i in zip(nodes.tolist(), labels, strict=True):
                row[i] = v
            tuples.append(tuple(row))
    return sorted(tuples)


def is_partition(clusters, n):
    return sorted(v for nodes in clusters for v in nodes.tolist()) == list(range(n))
