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
from klgnn.convert.limits import MAX_LINE
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
    sizes, widths = read_sizes(values, starts, ends, lines)
    num_bits = sizes * sizes if directed else sizes * (sizes - 1) // 2
    _check_lengths(lengths - widths, num_bits, sizes, lines)
    values = values.copy()
    values[spread(starts, widths)] = 0  # the size is no part of the matrix
    ones = _unpack(values)
    matrices = (starts + widths) * 6  # where each begins, in bits
    _check_padding(ones, matrices + num_bits, ends * 6, lines)
    key = in_order(_entries(ones, matrices, sizes, directed), sizes)
    return cut(key, sizes, directed)


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
    if num_bits > 6 * (MAX_LINE - 10):
        raise GraphError(
            f"got {n} nodes, whose line would be longer than the {MAX_LINE} bytes that are read;"
            " write sparse6"
        )
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


def read_sizes(values: Array, starts: Array, ends: Array, lines: Lines) -> tuple[Array, Array]:
    """The number of nodes of each line, and how many characters told it."""
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
        )


def _check_padding(ones: Array, starts: Array, ends: Array, lines: Lines) -> None:
    padded = np.searchsorted(ones, starts) != np.searchsorted(ones, ends)
    if padded.any():
        raise GraphError(
            f"{_where(lines[int(np.argmax(padded))])}: got ones in the padding, expected zeros;"
            " the line is cut"
        )


def spread(starts: Array, widths: Array) -> Array:
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


def _entries(ones: Array, matrices: Array, sizes: Array, directed: bool) -> Array:
    """The keys of all entries, as for :func:`cut`, from the positions of the one-bits.

    A matrix is a strip of bits for each node: its row (digraph6), or its column as far as the
    diagonal (graph6). A bit at ``one`` says that the strip's node has neighbor ``one - strip``.
    """
    node = spread(np.zeros_like(sizes), sizes)
    inside = node * sizes.repeat(sizes) if directed else node * (node - 1) // 2
    strip = matrices.repeat(sizes) + inside
    counts = np.diff(np.searchsorted(ones, strip), append=len(ones))
    first = first_rows(sizes).repeat(sizes)
    shift = shift_of(sizes)
    # Whatever is the same along a strip is computed once for it, then repeated.
    own_row: Array = (((first + node) << shift) - strip).repeat(counts) + ones
    if directed:
        return own_row
    other_row = (((first - strip) << shift) + node).repeat(counts) + (ones << shift)
    return np.concatenate([own_row, other_row])


def first_rows(sizes: Array) -> Array:
    """Rows are numbered through all graphs, with one left out after each: where each begins."""
    first: Array = np.cumsum(sizes + 1) - sizes - 1
    return first


def shift_of(sizes: Array) -> int:
    """An entry's key is ``row << shift | column``, its row numbered through all graphs."""
    return int(sizes.max()).bit_length()


def in_order(key: Array, sizes: Array) -> Array:
    """Keys sorted, in 32 bits if they fit, which takes half the time."""
    if int(sizes.sum() + len(sizes)).bit_length() + shift_of(sizes) <= 32:
        key = key.astype(np.uint32)
    key.sort()
    return key


def cut(key: Array, sizes: Array, directed: bool) -> list[Graph]:
    """Graphs from the sorted keys of all their entries.

    Each gets arrays of its own: one kept graph must not keep its whole chunk alive.
    """
    shift = shift_of(sizes)
    ends = np.cumsum(sizes + 1)
    counts = np.bincount(key >> key.dtype.type(shift), minlength=int(ends[-1]))
    # The row left out has no entries, so what stands before it is its graph's last offset.
    offsets = np.cumsum(counts) - counts
    entries = offsets[ends - sizes - 1]
    offsets -= entries.repeat(sizes + 1)
    indices = (key & key.dtype.type((1 << shift) - 1)).astype(np.int32)
    bounds = pairwise([0, *ends.tolist()]), pairwise([*entries.tolist(), len(indices)])
    make = Graph._trusted
    return [
        make(offsets[first:last].copy(), indices[start:end].copy(), None, None, directed)
        for (first, last), (start, end) in zip(*bounds, strict=True)
    ]
