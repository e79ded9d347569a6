"""graph6 and digraph6, many lines at once.

A graph6 line holds the upper triangle of the adjacency matrix column by column, a digraph6 line
the whole matrix row by row. Reading is vectorized over a whole chunk of lines: all their one-bits
are found together and become one block-diagonal adjacency, which is then cut into graphs.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _memory
from klgnn.convert import _bits
from klgnn.errors import GraphError
from klgnn.graph import Graph

Array = npt.NDArray[Any]
Lines = Sequence[int | str]


def decode(bodies: Sequence[bytes], lines: Lines, directed: bool) -> list[Graph]:
    """Graphs from lines without header and line end.

    Args:
        bodies: the lines.
        lines: their numbers in the file, or the name of the form, for errors.
        directed: digraph6 rather than graph6.
    """
    text = b"".join(bodies)
    lengths = np.array([len(body) for body in bodies], np.int64)
    ends = np.cumsum(lengths)
    starts = ends - lengths
    values = np.frombuffer(text, np.uint8) - np.uint8(63)
    if len(values) and values.max() > 63:
        bad = int(np.searchsorted(ends, np.argmax(values > 63), side="right"))
        _bits.check_characters(bodies[bad], _where(lines[bad]))
    sizes, widths = _sizes(values, starts, ends, lines)
    num_bits = sizes * sizes if directed else sizes * (sizes - 1) // 2
    _check_lengths(lengths - widths, num_bits, sizes, lines)
    values = values.copy()
    values[_spread(starts, widths)] = 0  # the size is no part of the matrix
    ones = _unpack(values)
    matrices = (starts + widths) * 6  # where each begins, in bits
    _check_padding(ones, matrices + num_bits, ends * 6, lines)
    return _cut(*_entries(ones, matrices, sizes, directed), sizes, directed)


def encode(graph: Graph, directed: bool) -> bytes:
    """One line, without line end."""
    n = graph.num_nodes
    if graph.node_colors is not None or graph.edge_colors is not None:
        raise GraphError("graph6 and digraph6 hold no colors; graph.recolor() drops them")
    if graph.directed and not directed:
        raise GraphError("graph6 holds no directions; write digraph6")
    if graph.num_loops and not directed:
        raise GraphError("graph6 holds no self-loops; write sparse6 or digraph6")
    num_bits = n * n if directed else n * (n - 1) // 2
    _memory.require(num_bits * 1.5, f"the matrix of {n} nodes as text (sparse6 is smaller)")
    rows, columns = np.repeat(np.arange(n), graph.degrees()), graph.indices.astype(np.int64)
    if directed:
        positions = rows * n + columns
    else:
        rows, columns = rows[rows < columns], columns[rows < columns]
        positions = columns * (columns - 1) // 2 + rows
    return _bits.write_size(n) + _bits.pack(positions, num_bits)


def _where(line: int | str) -> str:
    return f"line {line}" if isinstance(line, int) else line


def _sizes(values: Array, starts: Array, ends: Array, lines: Lines) -> tuple[Array, Array]:
    if (starts == ends).any():
        raise GraphError(f"{_where(lines[int(np.argmax(starts == ends))])}: got an empty line")
    sizes = values[starts].astype(np.int64)
    widths = np.ones(len(starts), np.int64)
    for line in np.flatnonzero(sizes == 63).tolist():
        head = values[starts[line] : min(ends[line], starts[line] + 8)]
        sizes[line], widths[line] = _bits.read_size(head, _where(lines[line]))
    return sizes, widths


def _check_lengths(lengths: Array, num_bits: Array, sizes: Array, lines: Lines) -> None:
    expected = (num_bits + 5) // 6
    if (lengths != expected).any():
        line = int(np.argmax(lengths != expected))
        raise GraphError(
            f"{_where(lines[line])}: got {max(lengths[line], 0)} characters after the size,"
            f" expected {expected[line]} for {sizes[line]} nodes; is it cut, or another form?"
            " (SMILES: form='smiles'; a file: pathlib.Path)"
        )


def _check_padding(ones: Array, starts: Array, ends: Array, lines: Lines) -> None:
    padded = np.searchsorted(ones, starts) != np.searchsorted(ones, ends)
    if padded.any():
        raise GraphError(
            f"{_where(lines[int(np.argmax(padded))])}: got ones in the padding, expected zeros;"
            " the line is cut"
        )


def _spread(starts: Array, widths: Array) -> Array:
    """All positions start, start + 1, ..., start + width - 1."""
    offsets = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    positions: Array = np.repeat(starts, widths) + offsets
    return positions


def _unpack(values: Array) -> Array:
    """The positions of the one-bits of six-bit values."""
    used = np.flatnonzero(values)  # zeros, most of a sparse graph, are never unpacked
    ones = np.flatnonzero(np.unpackbits(values[used] << np.uint8(2)).view(bool))
    positions: Array = used[ones >> 3] * 6 + (ones & 7)
    return positions


def _entries(ones: Array, matrices: Array, sizes: Array, directed: bool) -> tuple[Array, Array]:
    """Row and column of every entry from the positions of the one-bits.

    A matrix is a strip of bits for each node: its row (digraph6), or its column as far as the
    diagonal (graph6). Rows are numbered through all graphs, with one number left out after each.
    """
    node = _spread(np.zeros_like(sizes), sizes)
    position = node * np.repeat(sizes, sizes) if directed else node * (node - 1) // 2
    strips = np.repeat(matrices, sizes) + position
    counts = np.diff(np.searchsorted(ones, strips), append=len(ones))
    other = ones - np.repeat(strips, counts)
    row = np.repeat(_spread(np.cumsum(sizes + 1) - sizes - 1, sizes), counts)
    if directed:
        return row, other
    node = np.repeat(node, counts)
    return np.concatenate([row, row - node + other]), np.concatenate([other, node])


def _cut(rows: Array, columns: Array, sizes: Array, directed: bool) -> list[Graph]:
    """Graphs from entries in any order, whose rows are numbered as :func:`_entries` does.

    Each gets arrays of its own: one kept graph must not keep its whole chunk alive.
    """
    ends = np.cumsum(sizes + 1)
    total = int(ends[-1])
    # Row v is counted in place v + 1, so a graph's first place is empty and the sums are offsets.
    offsets = np.cumsum(np.bincount(rows + 1, minlength=total))
    entries = offsets[ends - sizes - 1]
    offsets -= np.repeat(entries, sizes + 1)
    shift = int(sizes.max()).bit_length()
    key = rows << shift | columns
    if total.bit_length() + shift <= 32:
        key = key.astype(np.uint32)  # sorted in half the time
    key.sort()
    indices = (key & ((1 << shift) - 1)).astype(np.int32)
    bounds = [0, *ends.tolist()], [*entries.tolist(), len(indices)]
    graphs = []
    for (first, last), (start, end) in zip(pairwise(bounds[0]), pairwise(bounds[1]), strict=True):
        own = offsets[first:last].copy(), indices[start:end].copy()
        graphs.append(Graph._trusted(*own, directed=directed))
    return graphs
