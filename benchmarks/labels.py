"""Labels made cheap: each labeled graph from its parent and one for its orbit, or from scratch."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

import klgnn
from benchmarks.inputs import molecules
from benchmarks.table import Contender, Row, Table, race
from klgnn import Graph, families
from klgnn.select import AllTuples
from klgnn.wl import Method, engine, everywhere
from klgnn.wl.prefixes import prefixes_of
from klgnn.wl.structure import structure_of

STEP = 6  # every sixth of the base graphs with up to seven nodes
SHARE = 5  # from scratch, one pair in so many
TWO, FOLKLORE = Method(1, 2), Method(2, 1, "fwl")


def run() -> Table:
    """All tasks, as one table; items are labeled graphs."""
    pairs = cfi_pairs(200)[::STEP]
    small = [pair for pair in pairs if pair[0].num_nodes <= 100]
    zinc = some_molecules(1000)
    rows = [
        *task(f"1,2-WL, {len(pairs)} CFI pairs of order up to 200", flat(pairs), TWO),
        *task(f"2,1-FWL, {len(small)} CFI pairs of order up to 100", flat(small), FOLKLORE),
        *task("1,2-WL, 1,000 molecules of ZINC", zinc, TWO),
        *task("2,1-FWL, 1,000 molecules of ZINC", zinc, FOLKLORE),
        *task("1,2-WL, 15 graphs of SR25", families.srg_25_12_5_6(), TWO, 1),
        *task("2,1-FWL, 15 graphs of SR25", families.srg_25_12_5_6(), FOLKLORE, 1),
        *exact(pairs),
    ]
    return Table("Labels", "labeled graphs", tuple(rows))


def task(name: str, graphs: list[Graph], method: Method, share: int = SHARE) -> list[Row]:
    """All shortcuts, one of them, none; none gets a share of the graphs."""
    few = graphs[::share]
    count, some = (sum(g.num_nodes**method.l for g in group) for group in (graphs, few))
    contenders = [
        Contender("klgnn", lambda: [engine.graph_color(g, method) for g in graphs], count),
        Contender("from parents, no orbits", lambda: [continued(g, method) for g in few], some),
        Contender("each from scratch", lambda: [from_scratch(g, method) for g in few], some),
    ]
    return race(name, contenders, repeats=2)


def exact(pairs: list[tuple[Graph, Graph]]) -> list[Row]:
    """What certainty costs on pairs that look the same."""
    same = [pair for pair in pairs if not klgnn.distinguish(*pair, TWO)]
    count = sum(2 * g.num_nodes**2 for g, _ in same)
    return race(
        f"1,2-WL, the {len(same)} pairs that it cannot tell apart",
        [
            Contender("klgnn, hashed", lambda: klgnn.distinguish_all(same, TWO), count),
            Contender(
                "klgnn, exact", lambda: klgnn.distinguish_all(same, TWO, mode="exact"), count
            ),
        ],
        repeats=2,
    )


def all_tuples(graph: Graph, l: int) -> np.ndarray:
    return np.concatenate([*AllTuples().label_tuples(graph, l)])


def continued(graph: Graph, method: Method) -> object:
    """Labels from their parents, on every tuple."""
    if method.k == 1:
        return everywhere.pooled(prefixes_of(structure_of(graph)), method.l, prune=False)
    chunk = all_tuples(graph, method.l)
    return [b.refined.pooled for b in engine.refine_chunks(graph, method, [chunk])]


def from_scratch(graph: Graph, method: Method) -> object:
    """Rounds until stable, for every label tuple anew, and for pairs over all nodes at once."""
    refine = engine.refiner(structure_of(graph), method)
    tuples = all_tuples(graph, method.l)
    if method.k == 1:
        return refine(tuples).pooled
    return [refine(row[None, :], keep_colors=True).pooled for row in tuples]


def cfi_pairs(order: int) -> list[tuple[Graph, Graph]]:
    """Over all connected graphs of 4 to 7 nodes and degrees of 2 or more."""
    bases = (g for g in families.atlas(7) if g.num_nodes >= 4 and g.degrees().min() >= 2)
    pairs = (families.cfi_pair(base) for base in bases if is_connected(base))
    return [pair for pair in pairs if pair[0].num_nodes <= order]


def is_connected(graph: Graph) -> bool:
    """Whether every node is reached from the first."""
    reached = np.zeros(graph.num_nodes, bool)
    reached[0] = True
    for _ in range(graph.num_nodes):
        for v, (first, last) in enumerate(pairwise(graph.indptr.tolist())):
            if reached[v]:
                reached[graph.indices[first:last]] = True
    return bool(reached.all())


def some_molecules(count: int) -> list[Graph]:
    """The first molecules of ZINC-12k, with atoms and bonds."""
    found = []
    for n, atoms, bonds, kinds in molecules():
        edges = bonds.reshape(-1, 2)
        found.append(
            Graph.from_edges(edges, n, node_colors=atoms.ravel(), edge_colors=kinds.ravel())
        )
        if len(found) == count:
            break
    return found


def flat(pairs: list[tuple[Graph, Graph]]) -> list[Graph]:
    return [graph for pair in pairs for graph in pair]
