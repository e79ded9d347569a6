"""Vocabulary: the types of training graphs, numbered, so that colors may be any whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from klgnn.data.reading import Rows
from klgnn.train.errors import TrainingError

Array = npt.NDArray[Any]
Unknown = Literal["error", "frequent"]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Which types each column of nodes and edges has.

    Args:
        nodes: the types of each column, ascending; None: nodes are all alike.
        edges: likewise.
        common: of each column of nodes and of edges, the number of its most frequent type.
    """

    nodes: tuple[Array, ...] | None
    edges: tuple[Array, ...] | None
    common: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def of(cls, graphs: Sequence[Rows]) -> Vocabulary:
        """That of some graphs."""
        nodes, common_nodes = _types([graph.x for graph in graphs], "node types")
        edges, common_edges = _types(
            [graph.edge_attr for graph in graphs if len(graph.edges)], "edge types"
        )
        return cls(nodes, edges, (common_nodes, common_edges))

    def numbered(self, graph: Rows, where: str, unknown: Unknown = "error") -> Rows:
        """A graph with the numbers of its types.

        Args:
            graph: as it was read.
            where: how errors call it.
            unknown: what becomes of a type that is not known: refused, or taken for the most
                frequent one.
        """
        x = _numbers(
            graph.x, graph.num_nodes, self.nodes, self.common[0], f"{where}: node types", unknown
        )
        edge_attr = _numbers(
            graph.edge_attr, len(graph.edges), self.edges, self.common[1],
            f"{where}: edge types", unknown,
        )  # fmt: skip
        return Rows(graph.num_nodes, graph.edges, x, edge_attr)


def _types(
    parts: Sequence[Array | None], what: str
) -> tuple[tuple[Array, ...] | None, tuple[int, ...]]:
    given = [part for part in parts if part is not None]
    if not given:
        return None, ()
    if len(given) != len(parts):
        raise TrainingError(
            f"got {what} on {len(given)} of {len(parts)} graphs, expected all or none"
        )
    widths = sorted({part.shape[1] for part in given})
    if len(widths) > 1:
        raise TrainingError(f"{what}: got graphs with {widths} columns, expected one number")
    columns = [
        np.unique(column, return_counts=True) for column in np.concatenate(given).T
    ]  # fmt: skip
    return tuple(found for found, _ in columns), tuple(int(count.argmax()) for _, count in columns)


def _numbers(
    values: Array | None, rows: int, known: tuple[Array, ...] | None, common: tuple[int, ...],
    what: str, unknown: Unknown,
) -> Array | None:  # fmt: skip
    if known is None:
        if values is not None and len(values):
            raise TrainingError(f"{what}: got some, expected none, as the graphs of fit had none")
        return None
    if not rows:
        return np.zeros((0, len(known)), np.int64)
    if values is None or values.shape[1] != len(known):
        got = "none" if values is None else f"{values.shape[1]} columns"
        raise TrainingError(f"{what}: got {got}, expected {len(known)}, as the graphs of fit had")
    found = np.zeros(values.shape, np.int64)
    for column, (types, usual) in enumerate(zip(known, common, strict=True)):
        place = np.minimum(np.searchsorted(types, values[:, column]), len(types) - 1)
        foreign = types[place] != values[:, column]
        if foreign.any() and unknown == "error":
            first = int(values[:, column][foreign][0])
            raise TrainingError(
                f"{what}: got type {first}, which no graph of fit had; fit with graphs that have"
                " it, or set unknown='frequent' to take it for the most frequent one"
            )
        found[:, column] = np.where(foreign, usual, place)
    return found
