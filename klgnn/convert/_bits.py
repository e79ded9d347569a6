"""Six bits to a printable byte: what graph6, digraph6 and sparse6 have in common.

Reference: B. D. McKay, "Description of graph6, sparse6 and digraph6 encodings", in nauty.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.convert.limits import MAX_TEXT_NODES
from klgnn.errors import GraphError

Array = npt.NDArray[Any]
SHIFTS = np.arange(5, -1, -1, dtype=np.uint8)
WEIGHTS = (1 << SHIFTS).astype(np.uint8)


def strip_header(line: bytes, header: bytes) -> bytes:
    """A line without line end and without its optional ``>>name<<``."""
    return line.strip().removeprefix(header)


def check_characters(text: bytes, where: str) -> Array:
    """The six-bit values of a text; every character must be from ``?`` to ``~``."""
    values = np.frombuffer(text, np.uint8) - np.uint8(63)
    if len(values) and values.max() > 63:  # smaller characters wrapped round to large numbers
        at = int(np.argmax(values > 63))
        raise GraphError(
            f"{where}: got character {chr(text[at])!r} at column {at + 1}, expected '?' to '~'"
        )
    return values


def read_size(values: Array, where: str) -> tuple[int, int]:
    """The number of nodes, and how many values told it."""
    if len(values) and values[0] < 63:
        return int(values[0]), 1
    width = 8 if len(values) > 1 and values[1] == 63 else 4
    digits = values[width // 4 : width]
    if len(values) < width:
        raise GraphError(f"{where}: got {len(values)} characters, too few to tell the graph's size")
    size = 0
    for digit in digits.tolist():
        size = size << 6 | digit
    if size > MAX_TEXT_NODES:
        raise GraphError(
            f"{where}: got a header that claims {size} nodes, expected at most {MAX_TEXT_NODES};"
            " read larger graphs from arrays"
        )
    return size, width


def write_size(size: int) -> bytes:
    """The number of nodes as one, four or eight characters."""
    if size < 63:
        return bytes([size + 63])
    digits, prefix = (3, b"~") if size < 258048 else (6, b"~~")
    return prefix + bytes([63 + (size >> 6 * i & 63) for i in range(digits - 1, -1, -1)])


def pack(positions: Array, num_bits: int) -> bytes:
    """Characters that hold ``num_bits`` bits, ones at the given positions, zeros elsewhere."""
    bits = np.zeros((num_bits + 5) // 6 * 6, np.uint8)
    bits[positions] = 1
    values: Array = bits.reshape(-1, 6) @ WEIGHTS
    return (values + np.uint8(63)).tobytes()
