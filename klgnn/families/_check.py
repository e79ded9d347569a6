"""Checks of parameters that all families share: got / expected / what to do."""

import operator
from typing import Any

from klgnn.errors import GraphError

MAX_EDGES = 200_000_000
BYTES_PER_EDGE = 100  # at the peak, while a list of pairs is sorted into rows
MAX_DENSE_NODES = 20_000


def whole(value: Any, what: str, least: int, most: int | None = None) -> int:
    """A whole number within bounds."""
    expected = f"a whole number of at least {least}"
    if most is not None:
        expected = f"a whole number from {least} to {most}"
    try:
        number = operator.index(value)
    except TypeError:
        raise GraphError(f"{what}: got {value!r}, expected {expected}; convert it") from None
    if number < least or (most is not None and number > most):
        raise GraphError(f"{what}: got {number}, expected {expected}")
    return number


def affordable(num_edges: float, what: str) -> None:
    """Refuse a graph that would not fit in memory, before anything is built."""
    if num_edges > MAX_EDGES:
        gigabytes = num_edges * BYTES_PER_EDGE / 1e9
        raise GraphError(
            f"{what}: got a graph of about {num_edges:.2g} edges, which needs {gigabytes:.2g} GB,"
            f" expected at most {MAX_EDGES:.0e} edges; choose smaller parameters"
        )


def dense(num_nodes: int, what: str) -> None:
    """Refuse a dense matrix that would not fit in memory."""
    if num_nodes > MAX_DENSE_NODES:
        raise GraphError(
            f"{what}: got {num_nodes} nodes, whose matrix needs {8e-9 * num_nodes**2:.2g} GB,"
            f" expected at most {MAX_DENSE_NODES} nodes; choose a smaller graph"
        )
