"""sparse6: undirected graphs, self-loops allowed, a few bytes per edge, one per line after ``:``.

The bits are pairs (b, x): b moves the current node v on by one; x > v jumps to x; otherwise
{x, v} is an edge. Read as v_t = max(v_{t-1} + b_t, x_t), this is a running maximum of x minus the
running sum of b, which needs no loop, whether over one line or many.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn._edges import Parallel
from klgnn.convert import _bits, _dense6, _text
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph

Array = npt.NDArray[Any]
HEADER = b">>sparse6<<"
# A few characters may claim millions of nodes: lines with more between them are read one by one.
MAX_TOGETHER = 2**18


def recognizes(source: Any) -> bool:
    """Text that starts with ``:`` or the header."""
    return _text.kind(source) == "sparse6"


def read(source: Any, options: Options) -> Graph:
    """The graph of one line; the form allows parallel edges, ``options`` says what they become."""
    line = _bits.strip_header(_text.one_line(source), HEADER)
    return _text.colored(decode(line, "sparse6", options.repeats()), options)


def decode_lines(
    lines: Sequence[bytes], numbers: Sequence[int], parallel: Parallel = "refuse"
) -> Iterator[Graph]:
    """The graphs of a run of lines: together if nothing is special about them, else one by one."""
    together = None if parallel == "color" else _decode_together(lines, numbers)
    if together is not None:
        yield from together
        return
    for line, number in zip(lines, numbers, strict=True):
        yield decode(line, f"line {number}", parallel)


def decode(line: bytes, where: str, parallel: Parallel = "refuse") -> Graph:
    """The graph of a line that starts with its colon."""
    if not line.startswith(b":"):
        raise GraphError(f"{where}: got {line[:1]!r}, expected sparse6 to start with ':'")
    values = _bits.check_characters(line[1:], where)
    if not len(values):
        raise GraphError(f"{where}: got nothing after ':', expected the graph's size")
    n, width = _bits.read_size(values, where)
    _, low, high = _edges(values, np.array([width]), np.array([len(values)]), np.array([n]))
    try:
        return Graph.from_edges(np.stack([low, high], axis=1), n, parallel=parallel)
    except GraphError as error:
        raise GraphError(f"{where}: {error}") from None


def _decode_together(lines: Sequence[bytes], numbers: Sequence[int]) -> list[Graph] | None:
    """The graphs of lines; None if one is malformed, repeats an edge, or claims many nodes."""
    ends = np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines)))
    starts = np.concatenate([[1], ends[:-1] + 1])  # behind the colons
    values = np.frombuffer(b"".join(lines), np.uint8) - np.uint8(63)
    values[starts - 1] = 0
    if values.max() > 63:
        return None
    try:
        sizes, widths = _dense6.read_sizes(values, starts, ends, numbers)
    except GraphError:
        return None
    if sizes.sum() > MAX_TOGETHER:
        return None
    line, low, high = _edges(values, starts + widths, ends, sizes)
    first, shift = _dense6.first_rows(sizes)[line], _dense6.shift_of(sizes)
    proper = low != high  # a self-loop stands in its row once
    back = ((first + high) << shift | low)[proper]
    key = _dense6.in_order(np.concatenate([(first + low) << shift | high, back]), sizes)
    return None if (key[1:] == key[:-1]).any() else _dense6.cut(key, sizes, directed=False)


def _edges(values: Array, starts: Array, ends: Array, sizes: Array) -> tuple[Array, Array, Array]:
    """Of every edge: which line it is in, and its two nodes.

    Args:
        values: six-bit values of all lines.
        starts: where the edges of each line start in ``values``.
        ends: where they end.
        sizes: the numbers of nodes.
    """
    k = np.frexp(np.maximum(sizes - 1, 0))[1].astype(np.int64)  # bits of the number n - 1
    counts = (ends - starts) * 6 // (k + 1)
    line = np.arange(len(sizes)).repeat(counts)
    begin = np.cumsum(counts) - counts
    position = starts[line] * 6 + (np.arange(len(line)) - begin[line]) * (k + 1)[line]
    pair = _read_bits(values, position, (k + 1)[line])
    b, x = pair >> k[line], pair & ((1 << k) - 1)[line]
    sums = np.concatenate([[0], np.cumsum(b)])
    moved = sums[1:] - sums[begin][line]
    # Each line runs above all before it, so that one running maximum serves them all.
    floor = (np.cumsum(1 << k) - (1 << k))[line]
    v = np.maximum.accumulate(np.maximum(x - moved, 0) + floor) - floor + moved
    before = np.concatenate([[0], v])[:-1]
    before[begin[counts > 0]] = 0
    is_edge = (x <= before + b) & (v < sizes[line])  # beyond n it is padding
    return line[is_edge], x[is_edge], v[is_edge]


def _read_bits(values: Array, position: Array, width: Array) -> Array:
    """Numbers of at most 31 bits each, from anywhere in a stream of six-bit values."""
    padded = np.concatenate([values, np.zeros(5, np.uint8)]).astype(np.int64)
    window = padded[:-5]
    for i in range(1, 6):
        window = window << 6 | padded[i : len(padded) - 5 + i]
    character, bit = np.divmod(position, 6)
    numbers: Array = window[character] >> (36 - bit - width) & ((1 << width) - 1)
    return numbers


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
