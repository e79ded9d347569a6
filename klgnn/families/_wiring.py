"""From a base graph and a kind of block to the CFI graph: the part all constructions share."""

import operator
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from klgnn.attributes import encode
from klgnn.errors import GraphError
from klgnn.families import _check
from klgnn.families._blocks import Block, BlockOfDegree
from klgnn.families._matrix import with_colors
from klgnn.graph import Graph

Array = npt.NDArray[Any]
Twist: TypeAlias = int | Iterable[tuple[int, int]]

MAX_DEGREE = 20  # a block has 2^degree middle nodes


def wire(base: Graph, twist: Twist, block: BlockOfDegree, colored: bool = True) -> Graph:
    """Replace every base node by a block and every base edge by two edges, crossed if twisted."""
    is_twisted = _twisted(base, twist)
    blocks = {d: block(d) for d in np.unique(base.degrees()).tolist()}
    chosen = [blocks[d] for d in base.degrees().tolist()]
    starts = np.cumsum([0, *(len(b.role_of) for b in chosen)])
    inner = [b.edges + start for b, start in zip(chosen, starts.tolist(), strict=False)]
    edges = np.concatenate([*inner, _between(base, starts, is_twisted)])
    plain = Graph.from_edges(edges, int(starts[-1]))
    return with_colors(plain, _colors(base, chosen)) if colored else plain


def as_base(base: Any) -> Graph:
    """A base from a graph, or anything :func:`klgnn.as_graph` takes."""
    if isinstance(base, Graph):
        return base
    from klgnn import convert

    return convert.as_graph(base)


def check_base(base: Graph, kind: str, branch_nodes: int = 0, branch_edges: int = 0) -> None:
    """Refuse a base the construction is not made for, or whose graph would be too large.

    Args:
        base: the base graph.
        kind: ``"chi"`` (half of the numbers have a middle node) or another kind (all have).
        branch_nodes: how many nodes hang on every middle node.
        branch_edges: how many edges are among them.
    """
    _check_simple(base)
    degrees = base.degrees().astype(np.float64)
    if len(degrees) == 0 or degrees.min() < 2:
        got = f"minimum degree {degrees.min():.0f}" if len(degrees) else "no nodes"
        raise GraphError(f"base: got {got}, expected at least degree 2; remove leaves and paths")
    with np.errstate(over="ignore"):  # an estimate may be infinite
        middle = np.exp2(degrees - (kind == "chi"))
        num_nodes = (middle * (1 + branch_nodes) + 2 * degrees).sum()
        num_edges = (middle * (degrees + branch_nodes + branch_edges) + degrees).sum()
    if degrees.max() > MAX_DEGREE:
        raise GraphError(
            f"base: got degree {degrees.max():.0f}, expected at most {MAX_DEGREE}: the graph would"
            f" have about {num_nodes:.1e} nodes; choose a sparser base"
        )
    _check.affordable(float(num_edges), kind)


def _check_simple(base: Graph) -> None:
    faults = {
        "directed edges": base.directed,
        "self-loops": base.num_loops > 0,
        "edge colors": base.edge_colors is not None,
    }
    for fault, present in faults.items():
        if present:
            raise GraphError(f"base: got {fault}, expected a simple undirected graph; remove them")


def as_graph(block: Block) -> Graph:
    """The block alone, its nodes colored as over a base without colors."""
    plain = Graph.from_edges(block.edges, len(block.role_of))
    return with_colors(plain, _role_colors(None, block))


def _between(base: Graph, starts: Array, is_twisted: Array) -> Array:
    """The two edges of every base edge: a - a and b - b, or a - b and b - a."""
    pairs = base.edges()
    rank = {
        (v, w): position
        for v in range(base.num_nodes)
        for position, w in enumerate(base.neighbors(v).tolist())
    }
    ends = pairs.tolist()
    left = starts[pairs[:, 0]] + 2 * np.array([rank[v, w] for v, w in ends])
    right = starts[pairs[:, 1]] + 2 * np.array([rank[w, v] for v, w in ends])
    straight = np.stack([left, right + is_twisted], axis=1)
    crossed = np.stack([left + 1, right + 1 - is_twisted], axis=1)
    return np.concatenate([straight, crossed])


def _twisted(base: Graph, twist: Twist) -> Array:
    """1 for every twisted edge of ``base.edges()``, else 0."""
    flags = np.zeros(base.num_edges, np.int64)
    if not isinstance(twist, Iterable):
        flags[: _check.whole(twist, "twist", 0, base.num_edges)] = 1
        return flags
    position = {(v, w): i for i, (v, w) in enumerate(base.edges().tolist())}
    for edge in twist:
        at = position.get(_ordered(edge))
        if at is None or flags[at]:
            fault = "no edge of the base" if at is None else "given twice, which undoes it"
            raise GraphError(f"twist: got {edge!r}, {fault}; expected distinct edges of the base")
        flags[at] = 1
    return flags


def _ordered(edge: Any) -> tuple[int, int]:
    try:
        v, w = (operator.index(end) for end in edge)
    except (TypeError, ValueError):
        raise GraphError(
            f"twist: got {edge!r}, expected a number of edges, or pairs of node numbers"
        ) from None
    return min(v, w), max(v, w)


def _colors(base: Graph, chosen: list[Block]) -> Array:
    known: dict[tuple[int | None, int], Array] = {}
    inherited: list[int | None] = [None] * base.num_nodes
    if base.node_colors is not None:
        inherited = base.node_colors.tolist()
    colors = []
    for color, block in zip(inherited, chosen, strict=True):
        key = color, id(block)
        if key not in known:
            known[key] = _role_colors(color, block)
        colors.append(known[key])
    return np.concatenate(colors)


def _role_colors(inherited: int | None, block: Block) -> Array:
    return encode([(inherited, role) for role in block.roles])[block.role_of]
