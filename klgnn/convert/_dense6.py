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
    ones = _bits.unpack(values)
    line = np.searchsorted(ends * 6, ones, side="right")
    bit = ones - (starts + widths)[line] * 6
    if (bit >= num_bits[line]).any():
        bad = int(line[bit >= num_bits[line]][0])
        raise GraphError(
            f"{_where(lines[bad])}: got ones in the padding, expected zeros; the line is cut"
        )
    if directed:
        rows, columns = np.divmod(bit, np.maximum(sizes[line], 1))
        return _cut_directed(line, rows, columns, sizes)
    low, high = _triangle(bit)
    return _cut_undirected(line, low, high, sizes)


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


def _spread(starts: Array, widths: Array) -> Array:
    """All positions start, start + 1, ..., start + width - 1."""
    offsets = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    positions: Array = np.repeat(starts, widths) + offsets
    return positions


def _triangle(bit: Array) -> tuple[Array, Array]:
    """Row and column of a position in the upper triangle read column by column."""
    column = ((1 + np.sqrt(1 + 8 * bit.astype(np.float64))) / 2).astype(np.int64)
    column -= column * (column - 1) // 2 > bit  # the root may have been rounded up
    return bit - column * (column - 1) // 2, column


def _cut_undirected(line: Array, low: Array, high: Array, sizes: Array) -> list[Graph]:
    """Graphs from edges low < high, which come sorted by (line, high, low)."""
    offsets = np.cumsum(sizes) - sizes
    total = int(sizes.sum())
    lower_rows = high + offsets[line]  # row high holds low: already in order
    shift = total.bit_length()
    forward = np.sort((low + offsets[line]) << shift | lower_rows)
    upper_rows, upper_columns = forward >> shift, forward & ((1 << shift) - 1)
    lower_counts = np.bincount(lower_rows, minlength=total)
    counts = lower_counts + np.bincount(upper_rows, minlength=total)
    indptr = np.zeros(total + 1, np.int64)
    np.cumsum(counts, out=indptr[1:])
    # In each row the smaller neighbors come first, then the larger: sorted without a sort.
    below = np.cumsum(lower_counts) - lower_counts
    above = np.cumsum(counts - lower_counts) - (counts - lower_counts)
    indices = np.empty(2 * len(low), np.int32)
    place = np.arange(len(low))
    indices[(indptr[:-1] - below)[lower_rows] + place] = low
    local = upper_columns - np.repeat(offsets, sizes)[upper_columns]
    indices[(indptr[:-1] + lower_counts - above)[upper_rows] + place] = local
    return _cut(indptr, indices, sizes, directed=False)


def _cut_directed(line: Array, rows: Array, columns: Array, sizes: Array) -> list[Graph]:
    offsets = np.cumsum(sizes) - sizes
    indptr = np.zeros(int(sizes.sum()) + 1, np.int64)
    np.cumsum(np.bincount(rows + offsets[line], minlength=len(indptr) - 1), out=indptr[1:])
    return _cut(indptr, columns.astype(np.int32), sizes, directed=True)


def _cut(indptr: Array, indices: Array, sizes: Array, directed: bool) -> list[Graph]:
    """The block-diagonal rows as graphs, each with arrays of its own: one kept graph must not
    keep its whole chunk alive."""
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    entries = indptr[bounds].tolist()
    graphs = []
    for (first, last), (start, end) in zip(
        pairwise(bounds.tolist()), pairwise(entries), strict=True
    ):
        own_rows = indptr[first : last + 1] - start
        graphs.append(Graph._trusted(own_rows, indices[start:end].copy(), directed=directed))
    return graphs
