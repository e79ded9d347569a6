"""What one labeled graph costs: the numbers behind ``estimate``, measured on one core.

Times are sums of operation counts times nanoseconds per operation. The one thing that no formula
knows, how many rounds the colors take, is tried out on a few labeled graphs for k = 1; for k >= 2
it is guessed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import engine
from klgnn.wl.method import Method
from klgnn.wl.structure import structure_of

Array = npt.NDArray[Any]

# Nanoseconds, both lanes together, on the machine of `make bench`.
NODE_STEP = ((2**14, 2.8), (2**20, 5.0), (2**62, 14.0))  # per node and arc, up to so many of them
WORKLIST, CERTIFICATE = 1000.0, 650.0  # per node and arc
WL_STEP, WL_DIMENSION = 9.0, 4.0  # per tuple; per tuple and dimension
FWL_STEP, FWL_PRODUCT, FWL_GENERAL = 9.0, 0.6, 2.0  # per tuple; per tuple and node; for k >= 4
KEPT = 25.0  # per tuple whose color is kept
STABLE = 20.0  # per tuple and node of the check of stability
DICTIONARY = 300.0  # per tuple, node and dimension of a round with a dictionary
# Seconds: to start on a labeled graph alone, on a graph, on one subgraph, on one certificate.
CALL, START, SUBGRAPH, ONE_CERTIFICATE = 2e-5, 4e-5, 4e-5, 6e-5
GUESSED_ROUNDS = 4  # k >= 2; for k = 1 where nothing was tried
SAMPLE = 5  # labeled graphs or subgraphs to look at
EXPANDED = 3e-6  # seconds per node of a subgraph that is found step by step


@dataclass(frozen=True)
class Shape:
    """A typical labeled graph.

    Attributes:
        nodes, arcs: its size.
        rounds: how many rounds it takes, the confirming one included; None: a worklist, too.
    """

    nodes: float
    arcs: float
    rounds: float | None


def typical(graph: Graph, method: Method, look: bool) -> Shape:
    """The shape of a test's labeled graphs; tried out on a few if ``look``, else as they may be."""
    guess = GUESSED_ROUNDS + 1 if method.rounds is None else method.rounds
    whole = Shape(graph.num_nodes, len(graph.indices), guess)
    if not look or not graph.num_nodes:
        return whole
    found = [_look(*sample) for sample in _samples(graph, method)]
    if not found:
        return whole
    rounds = [shape.rounds for shape in found]
    known = [r for r in rounds if r is not None]
    return Shape(
        float(np.mean([shape.nodes for shape in found])),
        float(np.mean([shape.arcs for shape in found])),
        float(np.mean(known)) if 2 * len(known) > len(rounds) else None,
    )


def _samples(graph: Graph, method: Method) -> Iterator[tuple[Graph, Method, Array]]:
    """A few labeled graphs, each as its graph, its test and its label tuple."""
    if isinstance(method.subgraphs, RootedEgoNets):
        inside = replace(method, subgraphs=FullGraph())
        for root in _spread(graph.num_nodes):
            part = method.subgraphs.part(graph, root)
            yield from islice(_samples(part, inside), 1)
        return
    chunk = next(iter(method.label_tuples(graph)), np.zeros((0, method.l), np.int64))
    for row in _spread(len(chunk)):
        yield graph, method, chunk[row]


def _spread(number: int) -> list[int]:
    """Some of so many things, the first and the last among them."""
    return sorted({number * i // SAMPLE for i in range(SAMPLE)} | {number - 1}) if number else []


def _look(graph: Graph, method: Method, label_tuple: Array) -> Shape:
    """One labeled graph; for k = 1 its rounds are counted, which costs as much as it does."""
    structure = structure_of(graph)
    if not isinstance(method.subgraphs, FullGraph):
        nodes = engine.subgraph_nodes(graph, method, label_tuple)
        structure = structure.induced(nodes)
        label_tuple = engine.local_labels(nodes, label_tuple)
    rounds: float | None = GUESSED_ROUNDS + 1 if method.rounds is None else method.rounds
    if method.k == 1 and method.rounds is None:
        last = int(engine.refiner(structure, method)(label_tuple[None, :]).rounds[0])
        rounds = None if last < 0 else last + 1
    return Shape(structure.num_nodes, len(structure.indices), rounds)


def hashed(shape: Shape, method: Method, keep_colors: bool) -> float:
    """Seconds for one labeled graph."""
    n, size = shape.nodes, shape.nodes + shape.arcs
    rounds = 2 * 65 if shape.rounds is None else shape.rounds + 1  # the first colors count as one
    tuples = power(n, method.k)
    if method.k == 1:
        time = rounds * node_step(size) * size + (WORKLIST * size if shape.rounds is None else 0)
    elif method.variant == "wl":
        time = rounds * (WL_STEP + WL_DIMENSION * method.k) * tuples
    else:
        product = FWL_PRODUCT if method.k < 4 else FWL_GENERAL * method.k
        time = rounds * (FWL_STEP + product * n) * tuples
    alone = keep_colors or method.pooling == "lt"
    return (time + (KEPT * tuples if alone else 0)) * 1e-9 + (CALL if alone else 0.0)


def exact(shape: Shape, method: Method, by_dictionary: bool) -> float:
    """Seconds to confirm one labeled graph."""
    n, tuples = shape.nodes, power(shape.nodes, method.k)
    rounds = GUESSED_ROUNDS + 1 if shape.rounds is None else shape.rounds
    if by_dictionary:
        around = shape.arcs / max(n, 1) + 1 if method.k == 1 else n * method.k
        return (rounds + 1) * DICTIONARY * tuples * (around + 4) * 1e-9
    if method.k == 1:
        return ONE_CERTIFICATE + CERTIFICATE * (n + shape.arcs) * 1e-9
    return hashed(shape, method, True) + STABLE * tuples * (n + 20) * 1e-9


def start(graph: Graph, method: Method, subgraphs: int, shape: Shape) -> float:
    """Seconds before and between the labeled graphs: reading the graph, cutting out subgraphs."""
    size = graph.num_nodes + len(graph.indices)
    read = START + 4e-9 * node_step(size) * size
    if method.k > 1:
        read += 2e-8 * float(graph.num_nodes) ** 2
    cut = SUBGRAPH + EXPANDED * min(shape.nodes, 64) + 6e-8 * (shape.nodes + shape.arcs)
    return read + subgraphs * (cut if method.subgraphs != FullGraph() else 0.0)


def node_step(size: float) -> float:
    """Nanoseconds per node and arc: more where they do not fit in a cache."""
    return next(time for limit, time in NODE_STEP if size <= limit)


def power(n: float, k: int) -> float:
    """n^k, infinite where no float holds it."""
    try:
        return float(n) ** k
    except OverflowError:
        return float("inf")
