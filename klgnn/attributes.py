"""Attributes of any kind become integer colors that mean the same everywhere.

The walk is ``value -> canonical bytes -> color``. Both steps are injective on what a process has
seen: the bytes by construction, the color because a clash of digests is noticed and refused.

The rule, in full:

* Numbers are compared by exact value, as Python's ``==`` does: ``1``, ``1.0``, ``True``,
  ``Fraction(1)`` and ``numpy.int8(1)`` are one color, ``0.0`` and ``-0.0`` are one color, and
  ``numpy.float32(0.1)`` differs from ``0.1`` because the two numbers differ. NaN is refused.
* Text, bytes and ``None`` are kinds of their own: ``"1"`` is neither ``1`` nor ``b"1"``.
* Tuples, lists and array rows are compared element by element, frozensets without order.
  A whole value of one element counts as that element: ``(6,)``, ``[6]`` and ``6`` are one color.
* An integer from -2**62 to 2**63 - 1 is its own color. Everything else gets a color below these,
  made of a 62-bit BLAKE2b digest of its canonical bytes.
* An integer array holds colors already and is taken as it is, so encoding twice changes nothing.
"""

import hashlib
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError

IntArray = npt.NDArray[np.int64]

MAX_DEPTH = 32  # nesting of tuples; deeper input is a mistake or an attack on the stack
MAX_DIGITS = 10_000  # of a decimal.Decimal, whose exact value may take any memory
MIN_NUMBER, MAX_NUMBER = -(2**62), 2**63 - 1  # integers that are their own color

# Digest colors seen so far, with enough of their origin to notice two values under one color.
_origins: dict[int, bytes] = {}


def encode_value(value: Any) -> int:
    """The color of one attribute value.

    >>> encode_value(7), encode_value(7.0), encode_value(True)
    (7, 7, 1)
    >>> encode_value("7") == encode_value(b"7")
    False
    """
    if type(value) is int and MIN_NUMBER <= value <= MAX_NUMBER:
        return value
    if hasattr(value, "detach"):  # a torch tensor, without importing torch
        value = as_array(value)
    for _ in range(MAX_DEPTH):
        if not isinstance(value, tuple | list | np.ndarray) or _length(value) != 1:
            break
        value = value[0]
    code = canonical_bytes(value)
    if code.startswith(b"i") and len(code) <= 24:
        number = int(code[1:-1], 16)
        if MIN_NUMBER <= number <= MAX_NUMBER:
            return number
    return _digest_color(code)


def encode(values: Any, count: int | None = None, *, what: str = "attributes") -> IntArray:
    """The colors of a sequence of attribute values, one per node or per edge.

    A two-dimensional array is read row by row; rows of one entry count as that entry.

    Args:
        values: a sequence or array of attribute values, shape ``(count,)`` or ``(count, d)``.
        count: how many are expected.
        what: what they describe, for the error message.

    Returns:
        Colors of shape ``(count,)``, int64.

    >>> encode([3, 1.0, "C"]).tolist()[:2]
    [3, 1]
    """
    if not isinstance(values, np.ndarray):
        values = _sequence(values, what)
    if isinstance(values, np.ndarray):
        values = unmasked(values, what)
        if values.ndim == 0:
            raise GraphError(f"{what}: got one value {values}, expected one per item")
    if count is not None and len(values) != count:
        raise GraphError(f"{what}: got {len(values)} values, expected {count}, one per item")
    try:
        colors = _encode_array(values) if isinstance(values, np.ndarray) else _encode_list(values)
    except GraphError as error:
        raise GraphError(f"{what}: {error}") from None
    return colors


def as_array(tensor: Any) -> npt.NDArray[Any]:
    """A torch tensor as an array, without importing torch."""
    dense = tensor.detach().cpu()
    try:
        array: npt.NDArray[Any] = dense.numpy()
    except (TypeError, RuntimeError):
        if str(tensor.dtype) == "torch.bfloat16":  # numpy has none; a wider float holds it exactly
            return as_array(dense.float())
        raise GraphError(
            f"got a tensor of layout {tensor.layout} and dtype {tensor.dtype}, expected a dense one"
            " of numbers; call to_dense(), or give its indices"
        ) from None
    return array


def unmasked(array: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
    """A plain array; entries that are masked have no value to stand for them."""
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise GraphError(f"{what}: got masked entries, expected values; call filled(...) first")
    return np.asarray(array)


def canonical_bytes(value: Any, depth: int = 0) -> bytes:
    """An injective, self-delimiting encoding of a value; equal values have equal bytes."""
    if depth > MAX_DEPTH:
        raise GraphError(f"got a value nested deeper than {MAX_DEPTH} levels; flatten it")
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        value = value.item()
    match value:
        case bool() | int() | float() | Rational():
            return _number_bytes(value)
        case str():
            return _framed(b"s", value.encode("utf-8", "surrogatepass"))
        case bytes():
            return _framed(b"b", value)
        case None:
            return b"N"
        case tuple() | list() | np.ndarray():
            return _framed(b"t", b"".join(canonical_bytes(item, depth + 1) for item in value))
        case frozenset():
            return _framed(b"f", b"".join(sorted(canonical_bytes(v, depth + 1) for v in value)))
        case _ if hasattr(value, "as_integer_ratio"):  # decimal.Decimal
            return _number_bytes(value)
        case _:
            raise GraphError(
                f"got a value of type {type(value).__name__}, expected a number, text, bytes, None"
                " or tuples of these; convert it, or give integer colors"
            )


def _sequence(values: Any, what: str) -> list[Any] | npt.NDArray[Any]:
    if hasattr(values, "detach"):  # a torch tensor, without importing torch
        return as_array(values)
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
        raise GraphError(f"{what}: got {type(values).__name__}, expected one value per item")
    return list(values)


def _length(value: Any) -> int:
    return -1 if isinstance(value, np.ndarray) and value.ndim == 0 else len(value)


def _number_bytes(value: Any) -> bytes:
    if hasattr(value, "adjusted") and value.is_finite() and abs(value.adjusted()) > MAX_DIGITS:
        raise GraphError(
            f"got a decimal of some 10^{value.adjusted()}, expected at most {MAX_DIGITS} digits;"
            " give it as text"
        )
    try:
        number = value if isinstance(value, int) else Fraction(*value.as_integer_ratio())
    except ValueError:
        raise GraphError("got NaN, which equals nothing; replace it before use") from None
    except OverflowError:
        return b"+" if value > 0 else b"-"
    if isinstance(number, int) or number.denominator == 1:
        return b"i%x;" % int(number)
    return b"q%x/%x;" % (number.numerator, number.denominator)


def _framed(tag: bytes, body: bytes) -> bytes:
    return tag + b"%x:" % len(body) + body


def _digest_color(code: bytes) -> int:
    digest = hashlib.blake2b(code, digest_size=24, person=b"klgnn-attribute").digest()
    color = MIN_NUMBER - 1 - (int.from_bytes(digest[:8], "little") >> 2)
    origin = code if len(code) <= 16 else digest[8:]
    if _origins.setdefault(color, origin) != origin:
        raise GraphError(
            f"two different attribute values share the 62-bit color {color} (one in 10^18);"
            " give integer colors instead"
        )
    return color


def _encode_list(values: list[Any]) -> IntArray:
    known: dict[Any, int] = {}
    colors = []
    for value in values:
        try:
            color = known.get(value)
        except TypeError:  # a list or an array: not hashable, still a value
            colors.append(encode_value(value))
            continue
        if color is None:
            color = known[value] = encode_value(value)
        colors.append(color)
    return np.array(colors, np.int64)


def _encode_array(values: npt.NDArray[Any]) -> IntArray:
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim not in (1, 2):
        raise GraphError(f"got an array of shape {values.shape}, expected (count,) or (count, d)")
    if values.dtype.kind in "iub" and values.ndim == 1 and _are_colors(values):
        return values.astype(np.int64)
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise GraphError(f"got NaN at position {_first_nan(values)}; replace it before use")
    if values.ndim == 2 and values.dtype.kind in "iubfUS" and values.size:
        return _encode_rows(np.ascontiguousarray(values))
    return _encode_list(values.tolist())


def _encode_rows(values: npt.NDArray[Any]) -> IntArray:
    width = values.shape[1] * values.itemsize
    rows = values.view(f"V{width}").reshape(-1).tolist()
    return np.array([_row_color(row, values.dtype) for row in rows], np.int64)


# Rows of features repeat from graph to graph, and to write one as a value takes far longer than
# to find it: a one-hot row of thirty entries some 30 microseconds.
@lru_cache(maxsize=2**16)
def _row_color(row: bytes, dtype: np.dtype[Any]) -> int:
    return encode_value(tuple(np.frombuffer(row, dtype).tolist()))


def _are_colors(values: npt.NDArray[Any]) -> bool:
    return values.dtype != np.uint64 or values.size == 0 or int(values.max()) <= MAX_NUMBER


def _first_nan(values: npt.NDArray[Any]) -> int:
    return int(np.flatnonzero(np.isnan(values).reshape(len(values), -1).any(axis=1))[0])
