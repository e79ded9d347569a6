"""Selection policies: label sets of molecules, against subsets filtered one by one."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import networkx as nx

from benchmarks.inputs import molecules
from benchmarks.table import Contender, Row, Table, race
from klgnn import Graph
from klgnn.select import (
    All,
    ConnectedPairs,
    Constrained,
    Flexible,
    Hierarchical,
    RandomSample,
    Rooted,
    SetPolicy,
    prepare,
)

SHARE, SLOW = 12, 40  # one molecule in 12, and of those so many for what is slow
L, FAR, RESOLUTION = 4, 3, 0.5  # the paper's settings for ZINC
POLICIES: list[SetPolicy] = [
    *[Hierarchical(L, how) for how in ("louvain", "spectral", "min-cut", "color", "blocks")],
    Constrained(L, FAR),
    Rooted(L, hops=2),
    RandomSample(L, 0.1, seed=0),
    All(L),
    ConnectedPairs(),
    Flexible(),
]


def run() -> Table:
    """All tasks, as one table."""
    name, graphs = inputs()
    rows = [*constrained(name, graphs), *hierarchical(name, graphs), *every(name, graphs)]
    means = [f"{sets_per_graph(graphs, policy):.1f} {policy!r}" for policy in POLICIES]
    return Table("Selection", "graphs", tuple(rows), "Sets per graph: " + ", ".join(means) + ".")


def inputs() -> tuple[str, list[Graph]]:
    """Some molecules, as Graphs without colors."""
    pack = molecules()
    graphs = [Graph.from_edges(bonds, n) for n, _, bonds, _ in pack]
    return pack.name, graphs[::SHARE]


def constrained(name: str, graphs: list[Graph]) -> list[Row]:
    """Sets at bounded distances: grown, or filtered from all."""
    few = [graph.to("networkx") for graph in graphs[:SLOW]]
    policy = Constrained(L, FAR)
    return race(
        f"{policy!r}, {name}",
        [
            Contender("klgnn", lambda: prepare(graphs, policy, progress=False), len(graphs)),
            Contender("all subsets, filtered", lambda: [filtered(g, g) for g in few], SLOW),
        ],
    )


def hierarchical(name: str, graphs: list[Graph]) -> list[Row]:
    """The paper's selection; both sides run the Louvain algorithm of networkx."""
    few = [graph.to("networkx") for graph in graphs[:SLOW]]
    policy = Hierarchical(L, max_distance=FAR, resolution=RESOLUTION)
    return race(
        f"{policy!r}, {name}",
        [
            Contender("klgnn", lambda: prepare(graphs, policy, progress=False), len(graphs)),
            Contender("networkx, filtered", lambda: [clustered(g) for g in few], SLOW),
        ],
    )


def every(name: str, graphs: list[Graph]) -> list[Row]:
    """All policies; the ratio is to the first."""
    contenders = [
        Contender(f"{policy!r}", lambda p=policy: prepare(graphs, p, progress=False), len(graphs))
        for policy in POLICIES
    ]
    return race(f"policies, {name}", contenders)


def sets_per_graph(graphs: list[Graph], policy: SetPolicy) -> float:
    """The mean number of label sets."""
    return sum(map(len, prepare(graphs, policy, progress=False))) / len(graphs)


def filtered(graph: nx.Graph, nodes: Any) -> list[tuple[int, ...]]:
    """All sets of nodes with distances up to the bound, one by one."""
    steps = dict(nx.all_pairs_shortest_path_length(graph, cutoff=FAR))
    subsets = combinations(sorted(nodes), L)
    return [s for s in subsets if all(v in steps[u] for u, v in combinations(s, 2))]


def clustered(graph: nx.Graph) -> list[tuple[int, ...]]:
    """The same within each community."""
    parts = nx.community.louvain_communities(graph, resolution=RESOLUTION, seed=0)
    return [found for part in parts for found in filtered(graph, part)]
