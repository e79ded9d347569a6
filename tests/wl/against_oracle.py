"""What the engine's tests share: the oracle's answers, kept, and how partitions compare."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from hypothesis import strategies as st
from oracle import (
    Dictionary,
    _label_tuple_pooling,
    _tuple_label_pooling,
    nested_colors,
    tuple_colors,
)
from strategies import graphs

from klgnn import Graph, families
from klgnn.select import LabelSets, SetPolicy

POOLS = {"tl": _tuple_label_pooling, "lt": _label_tuple_pooling}
atlas = cache(families.atlas)


def same_partition(left, right):
    """Whether equal values stand at the same places."""
    left, right = list(left), list(right)
    assert len(left) == len(right)
    return len(set(zip(left, right, strict=True))) == len(set(left)) == len(set(right))


@cache
def atlas_classes(max_nodes, k, l, variant, rounds=None):
    """By pooling: the oracle's color of every graph of the atlas."""
    return classes_of(atlas(max_nodes), k, l, variant, rounds)


def classes_of(given, k, l, variant="wl", rounds=None, **options):
    """By pooling: the oracle's color of every graph; both from one refinement."""
    colorings = tuple_colors(given, k, l, variant, rounds, **options)
    answer = {}
    for pooling, pool in POOLS.items():
        inner, outer = Dictionary(), Dictionary()
        answer[pooling] = [outer[pool([c for _, c in each], inner)] for each in colorings]
    answer["nested"] = nested_colors(given, colorings, l)
    return answer


def oracle_options(labels=None, subgraphs=None):
    """What a selection policy and a localization are to the oracle."""
    options = {}
    if labels is not None:
        options["tuples"] = lambda graph: [
            row for chunk in labels.label_tuples(graph, labels.l) for row in chunk.tolist()
        ]
    if subgraphs is not None:
        options["subgraphs"] = lambda graph, label_tuple: subgraphs.nodes(
            graph, np.array([v for v in label_tuple if v >= 0], np.int64)
        ).tolist()
    return options


@dataclass(frozen=True, repr=False)
class SmallSets(SetPolicy):
    """Sets of all sizes up to l, so that some labels are not placed: nodes, edges, first nodes."""

    l: int

    def label_sets(self, graph):
        parts = [[v] for v in range(graph.num_nodes)]
        if self.l > 1:
            parts += [sorted({u, v}) for u, v in graph.edges().tolist()]
        parts += [range(min(self.l, graph.num_nodes))] if graph.num_nodes else []
        flat = [v for part in parts for v in part]
        return LabelSets(np.array(flat, np.int64), np.array([*map(len, parts)], np.int64))


@st.composite
def alike(draw, max_nodes=5, count=3, **options):
    """A list of graphs of one kind: colored or not, directed or not."""
    directed, nodes, edges = draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    found = []
    for _ in range(count):
        graph = draw(graphs(max_nodes, directed=directed, colors=True, **options))
        found.append(
            graph.recolor(
                node_colors=graph.node_colors if nodes else None,
                edge_colors=graph.edge_colors if edges else None,
            )
        )
    return found


def digraph(seed, n=5, p=0.4, kinds=2):
    """A random directed graph with self-loops, node and edge colors."""
    rng = np.random.default_rng(seed)
    edges = np.argwhere(rng.random((n, n)) < p)
    node_colors, edge_colors = rng.integers(kinds, size=n), rng.integers(kinds, size=len(edges))
    return Graph.from_edges(
        edges, n, node_colors=node_colors, edge_colors=edge_colors, directed=True
    )


def shuffled(graph, seed):
    """The graph in another numbering."""
    return graph.relabel(np.random.default_rng(seed).permutation(graph.num_nodes))


def union(*parts):
    """Graphs side by side."""
    return parts[0].disjoint_union(*parts[1:])
