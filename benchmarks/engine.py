"""The engine: color refinement against networkx, a naive transcription, and a product of floats."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np

import klgnn
from benchmarks.labels import cfi_pairs
from benchmarks.table import Contender, Row, Table, race
from klgnn import Graph, Method, families, presets

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # for the naive transcription
import oracle

LARGE, SHARE = 1_000_000, 50  # networkx gets a graph of one node in 50
ROUNDS = 3  # networkx refines no further by itself


def run() -> Table:
    """All tasks, as one table."""
    rows = [*nodes(), *long_path(), *pairs(), *triplets(), *hard(), *labeled(), *named()]
    note = (
        "networkx hashes texts for three rounds; klgnn runs until stable unless the task says"
        " otherwise."
    )
    return Table("Engine", "items", tuple(rows), note)


def nodes() -> list[Row]:
    """1-WL on a large sparse random graph; items are nodes."""
    graph = families.erdos_renyi(LARGE, degree=4, seed=0)
    small = families.erdos_renyi(LARGE // SHARE, degree=4, seed=0).to("networkx")
    return race(
        "1-WL, 10^6 nodes of degree 4 (nodes)",
        [
            Contender("klgnn, stable", lambda: klgnn.fingerprint(graph, 1), LARGE),
            Contender("numpy, a copy of its arrays", lambda: stream(graph), LARGE),
            Contender("klgnn, 3 rounds", lambda: klgnn.fingerprint(graph, 1, rounds=3), LARGE),
            Contender("networkx, 3 rounds", lambda: networkx_hash(small), LARGE // SHARE),
        ],
    )


def long_path() -> list[Row]:
    """1-WL where every round changes little; networkx is asked for three of 50,000 rounds."""
    n = 100_000
    graph = families.path(n)
    foreign = graph.to("networkx")
    return race(
        "1-WL, path of 10^5 nodes (nodes)",
        [
            Contender("klgnn, stable", lambda: klgnn.fingerprint(graph, 1), n),
            Contender("networkx, 3 rounds", lambda: networkx_hash(foreign), n),
        ],
    )


def pairs() -> list[Row]:
    """2-FWL; items are the (i, j, u) of the definition's rounds; a product of floats limits."""
    graph = families.random_regular(300, 3, seed=1)
    small = families.random_regular(24, 3, seed=1)
    matrix = np.random.default_rng(0).random((300, 300))
    fixed = Method(2, 0, "fwl", rounds=4)
    contenders = [
        ("klgnn, stable", lambda: klgnn.fingerprint(graph, presets.fwl(2)), triples(graph)),
        ("klgnn, 4 rounds", lambda: klgnn.fingerprint(graph, fixed), 4 * 300**3),
        *graphkind(small, 2, triples(small)),
        ("naive", lambda: oracle.graph_colors([small], 2, 0, "fwl"), triples(small)),
        ("numpy, one product of floats", lambda: matrix @ matrix, 300**3),
    ]
    return race("2-FWL, 3-regular, 300 nodes (triples)", [Contender(*c) for c in contenders])


def triplets() -> list[Row]:
    """3-FWL; items are graphs of 40 nodes, or of 10 that count for as many tuples and nodes."""
    graph, small = (families.random_regular(n, 3, seed=1) for n in (40, 10))
    share = (10 / 40) ** 4
    contenders = [
        ("klgnn", lambda: klgnn.fingerprint(graph, presets.fwl(3)), 1.0),
        *graphkind(small, 3, share),
        ("naive", lambda: oracle.graph_colors([small], 3, 0, "fwl"), share),
    ]
    rows = race("3-FWL, 3-regular, 40 nodes (graphs)", [Contender(*c) for c in contenders])
    return [replace(row, items=1) for row in rows]


def graphkind(graph: Graph, k: int, items: float) -> list[tuple[str, Callable[[], object], float]]:
    """A peer in plain Python, if it is there; its k-FWL for k > 2 looks at pairs and is weaker."""
    try:
        from graphkind import wl
    except ImportError:
        print("graphkind not found: left out", file=sys.stderr)
        return []
    rows = wl.adj_from_edges(graph.num_nodes, graph.edges().tolist())
    return [("graphkind", lambda: wl.kfwl_colors(graph.num_nodes, rows, k), items)]


def hard() -> list[Row]:
    """2-FWL on CFI pairs without colors; items are graphs."""
    graphs = [g.recolor(node_colors=None) for pair in cfi_pairs(80)[::4] for g in pair]
    name = f"2-FWL, {len(graphs)} CFI graphs without colors (graphs)"
    fwl = presets.fwl(2)
    contenders = [
        ("klgnn, hashed", lambda: klgnn.partition(graphs, fwl), len(graphs)),
        ("klgnn, exact", lambda: klgnn.partition(graphs, fwl, mode="exact"), len(graphs)),
    ]
    return race(name, [Contender(*c) for c in contenders])


def labeled() -> list[Row]:
    """1,2-WL on the fifteen strongly regular graphs; items are labeled graphs."""
    graphs = families.srg_25_12_5_6()
    contenders = [
        ("klgnn", lambda: klgnn.partition(graphs, 1, 2), 15 * 625),
        ("klgnn, exact", lambda: klgnn.partition(graphs, 1, 2, mode="exact"), 15 * 625),
        ("naive", lambda: oracle.graph_colors(graphs[:1], 1, 2), 625),
    ]
    return race("1,2-WL, 15 graphs of SR25 (labeled graphs)", [Contender(*c) for c in contenders])


def named() -> list[Row]:
    """Tests by name on molecules; items are graphs."""
    graphs = families.molecules(500, seed=0)
    foreign = [graph.to("networkx") for graph in graphs[:100]]
    return race(
        "500 molecules (graphs)",
        [
            Contender("klgnn, 1-WL", lambda: klgnn.partition(graphs, 1), 500),
            Contender("klgnn, 1,1-WL", lambda: klgnn.partition(graphs, 1, 1), 500),
            Contender("klgnn, I²-GNN", lambda: klgnn.partition(graphs, presets.i2gnn()), 500),
            Contender("klgnn, 2-FWL", lambda: klgnn.partition(graphs, presets.fwl(2)), 500),
            Contender("networkx, 1-WL, 3 rounds", lambda: [networkx_hash(g) for g in foreign], 100),
        ],
    )


def triples(graph: Graph) -> int:
    """How many (i, j, u) a stable 2-FWL looks at."""
    rounds = klgnn.colors(graph, 2, variant="fwl").rounds + 1
    return rounds * graph.num_nodes**3


def stream(graph: Graph) -> object:
    """The least a test can do: read the graph once."""
    return graph.indptr.copy(), graph.indices.copy()


def networkx_hash(graph: nx.Graph) -> str:
    """networkx's Weisfeiler-Lehman hash, without node or edge attributes."""
    return nx.weisfeiler_lehman_graph_hash(graph, iterations=ROUNDS)
