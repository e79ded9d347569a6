"""What the policies take, and how functions among their options are named."""

from types import ModuleType
from typing import Any

import numpy as np

from klgnn._memory import available, readable, require
from klgnn.errors import GraphError

# Bytes that are not worth asking the system about, and what one node of one set costs in all: the
# row, its flat copy and the tensor.
ALWAYS_THERE, BYTES = 2**24, 24


def check_whole(name: str, value: Any, least: int, policy: object) -> None:
    """Refuse what is not a whole number from ``least`` up."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        kind = type(policy).__name__
        raise GraphError(f"{kind}: got {name}={value!r}, expected a whole number from {least} up")


def check_distances(least: Any, most: Any, policy: object) -> None:
    """Refuse distance bounds that nothing meets."""
    check_whole("min_distance", least, 1, policy)
    check_whole("max_distance", most, 1, policy)
    if least > most:
        raise GraphError(
            f"{type(policy).__name__}: got min_distance={least} above max_distance={most},"
            " expected at most that"
        )


def check_number(name: str, value: Any, policy: object) -> None:
    """Refuse what is not a positive finite number."""
    whole_or_real = isinstance(value, int | float | np.integer | np.floating)
    if not whole_or_real or isinstance(value, bool) or not 0 < value < float("inf"):
        raise GraphError(
            f"{type(policy).__name__}: got {name}={value!r}, expected a number above 0"
        )


def check_function(name: str, value: Any, policy: object) -> None:
    """Refuse functions that a name does not stand for: lambdas, inner functions and methods."""
    if not callable(value):
        raise GraphError(f"{type(policy).__name__}: got {name}={value!r}, expected a function")
    owner = getattr(value, "__self__", None)
    inner = "<" in getattr(value, "__qualname__", "") or " at 0x" in name_of(value)
    if inner or not (owner is None or isinstance(owner, ModuleType)):
        raise GraphError(
            f"{type(policy).__name__}: got {name}={name_of(value)}, which has no name that another"
            " process or a cache could know it by; expected a function defined in a module"
        )


def name_of(value: Any) -> str:
    """A value as a repr says it; a function by its module and name."""
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return repr(value)


def check_fits(number: float, size: int, policy: object) -> None:
    """Refuse so many sets of one size if they do not fit in memory."""
    if number * size * BYTES > ALWAYS_THERE:
        require(float(number) * size * BYTES, f"{policy!r}: {number:,} sets of {size} nodes")


def most_that_fit(bound: int, size: int) -> int:
    """How many sets of one size fit in memory, if up to ``bound`` may come."""
    if bound * size * BYTES <= ALWAYS_THERE:
        return bound
    return min(bound, available() // (size * BYTES))


def too_many(limit: int, bound: int, size: int) -> str:
    """What to say of more sets than fit."""
    return (
        f"more than {limit:,} sets of {size} nodes (at most {bound:,}), for which there is no"
        f" memory: {readable(available())} is free; use fewer labels or tighter bounds"
    )
