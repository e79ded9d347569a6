"""sparse6: undirected graphs, self-loops allowed, a few bytes per edge, one per line after ``:``.

The bits are pairs (b, x): b moves the current node v on by one; x > v jumps to x; otherwise
{x, v} is an edge. Read as v_t = max(v_{t-1} + b_t, x_t), this is a running maximum of x minus the
running sum of b, which needs no loop.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.convert import _bits, _text
from klgnn.convert.options import Options, Parallel
from klgnn.errors import GraphError
from klgnn.graph import Graph

Array = npt.NDArray[Any]
HEADER = b">>sparse6<<"


def recognizes(source: Any) -> bool:
    """Text that starts with ``:`` or the header."""
    return _text.kind(source) == "sparse6"


def read(source: Any, options: Options) -> Graph:
    """The graph of one line; the form allows parallel edges, ``options`` says what they become."""
    line = _bits.strip_header(_text.one_line(source), HEADER)
    return _text.colored(decode(line, "sparse6", options.repeats()), options)


def decode(line: bytes, where: str, parallel: Parallel = "refuse") -> Graph:
    """The graph of a line that starts with its colon."""
    if not line.startswith(b":"):
        raise GraphError(f"{where}: got {line[:1]!r}, expected sparse6 to start with ':'")
    values = _bits.check_characters(line[1:], where)
    if not len(values):
        raise GraphError(f"{where}: got nothing after ':', expected the graph's size")
    n, width = _bits.read_size(values, where)
    try:
        return Graph.from_edges(_pairs(values[width:], n), n, parallel=parallel)
    except GraphError as error:
        raise GraphError(f"{where}: {error}") from None


def _pairs(values: Array, n: int) -> Array:
    k = _bits_per_node(n)
    bits = (values[:, None] >> _bits.SHIFTS & 1).reshape(-1)
    groups = bits[: len(bits) // (k + 1) * (k + 1)].reshape(-1, k + 1)
    x = groups[:, 1:].astype(np.int64) @ (1 << np.arange(k - 1, -1, -1, dtype=np.int64))
    moved = np.cumsum(groups[:, 0], dtype=np.int64)
    v = np.maximum.accumulate(np.concatenate([[0], x - moved]))[1:] + moved
    before = np.concatenate([[0], v[:-1]]) + groups[:, 0]
    is_edge = (x <= before) & (v < n)  # beyond n it is padding
    return np.stack([x[is_edge], v[is_edge]], axis=1)


def _bits_per_node(n: int) -> int:
    return max((n - 1).bit_length(), 0) if n > 1 else 0


def write(graph: Graph) -> str:
    """One line, without line end."""
    if graph.directed or graph.node_colors is not None or graph.edge_colors is not None:
        raise GraphError("sparse6 holds undirected graphs without colors; recolor() drops colors")
    n = graph.num_nodes
    k = _bits_per_node(n)
    moves, numbers = _groups(graph.edges())
    width = np.arange(k - 1, -1, -1, dtype=np.int64)
    bits = np.concatenate([moves[:, None], numbers[:, None] >> width & 1], axis=1).reshape(-1)
    bits = np.concatenate([bits, _padding(n, k, len(bits), graph)])
    text = _bits.pack(np.flatnonzero(bits), len(bits))
    return ":" + (_bits.write_size(n) + text).decode("ascii")


def _groups(edges: Array) -> tuple[Array, Array]:
    """The (b, x) pairs of edges u <= v taken in the order of v."""
    low, high = edges[np.lexsort((edges[:, 0], edges[:, 1]))].T.astype(np.int64)
    step = np.diff(np.concatenate([[0], high]))
    jumps = step > 1  # a jump takes a pair of its own before the edge's
    place = np.arange(len(low)) + np.cumsum(jumps)
    numbers = np.zeros(len(low) + int(jumps.sum()), np.int64)
    moves = np.zeros_like(numbers)
    numbers[place], moves[place] = low, step == 1
    numbers[place[jumps] - 1], moves[place[jumps] - 1] = high[jumps], 1
    return moves, numbers


def _padding(n: int, k: int, used: int, graph: Graph) -> Array:
    """Ones to a multiple of six, with a zero first where ones would read as a loop at n - 1."""
    padding = np.ones(-used % 6, np.int64)
    last = int(graph.edges()[:, 1].max()) if graph.num_edges else 0
    if n == 1 << k and k < 6 and len(padding) > k and last == n - 2:
        padding[0] = 0
    return padding
