"""Graphs of any form as rows of types: what a data set is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.attributes import as_array
from klgnn.convert import as_graph
from klgnn.convert.options import is_instance
from klgnn.data.arrays import Arrays, smallest
from klgnn.data.errors import DataError
from klgnn.errors import GraphError

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Rows:
    """One undirected graph.

    Args:
        num_nodes: how many nodes.
        edges: each edge once, shape ``(e, 2)``.
        x: whole numbers of nodes, shape ``(n, d)``; None: there are none.
        edge_attr: likewise of edges, shape ``(e, c)``.
    """

    num_nodes: int
    edges: Array
    x: Array | None = None
    edge_attr: Array | None = None


def read_rows(source: Any, form: str | None = None) -> Rows:
    """A graph of anything :func:`klgnn.as_graph` takes.

    A PyG ``Data`` keeps the columns of ``x`` and ``edge_attr``; the colors of other forms are one
    column.

    Args:
        source: the graph.
        form: its form, if it cannot be told from the object.

    >>> read_rows([(0, 1), (1, 2)]).edges.tolist()
    [[0, 1], [1, 2]]
    """
    if form is None and is_instance(source, "torch_geometric.data", "Data"):
        return _of_data(source)
    graph = as_graph(source, form=form)
    if graph.directed:
        raise DataError("got a directed graph, expected an undirected one; pass directed=False")
    entries = graph.edge_entries()
    colors = None if graph.edge_colors is None else graph.edge_colors[entries][:, None]
    nodes = None if graph.node_colors is None else graph.node_colors[:, None]
    return Rows(graph.num_nodes, graph.edges(), nodes, colors)


def read_all(sources: Iterable[Any], form: str | None = None) -> list[Rows]:
    """The same of many graphs; an error says which one it is about."""
    found = []
    for number, source in enumerate(sources):
        try:
            found.append(read_rows(source, form))
        except GraphError as error:
            raise type(error)(f"graph {number}: {error}") from None
    return found


def _of_data(data: Any) -> Rows:
    """Edge rows are numbered, so that the numbers go through the checks of a graph as colors."""
    attributes = getattr(data, "edge_attr", None)
    drawn: Array | None = None
    which: Any = False
    if attributes is not None:
        drawn, which = np.unique(_whole(attributes, "edge_attr"), axis=0, return_inverse=True)
        which = which.reshape(-1)
    graph = as_graph(data, node_colors=False, edge_colors=which)
    x = getattr(data, "x", None)
    if x is not None:
        x = _whole(x, "x")
    if drawn is None or graph.edge_colors is None:
        return Rows(graph.num_nodes, graph.edges(), x)
    return Rows(graph.num_nodes, graph.edges(), x, drawn[graph.edge_colors[graph.edge_entries()]])


def _whole(tensor: Any, what: str) -> Array:
    """Rows of whole numbers, whatever type holds them."""
    values = as_array(tensor)
    values = values.reshape(len(values), int(np.prod(values.shape[1:])))
    if values.dtype.kind == "f":
        if not (np.isfinite(values).all() and (values == np.round(values)).all()):
            raise DataError(
                f"{what}: got numbers with fractions, expected types, whole numbers from 0; train a"
                " network of klgnn.nn with node_width= or edge_width= in a loop of your own"
            )
    elif values.dtype.kind not in "iub":
        raise DataError(f"{what}: got {values.dtype}, expected types, whole numbers from 0")
    return values.astype(np.int64)


def joined(rows: list[Rows], y: Array | None = None, y_names: tuple[str, ...] = ()) -> Arrays:
    """Many graphs as flat arrays; attributes are on all graphs or on none."""
    edges = [_filled(each) for each in rows]
    if all(each.edge_attr is None for each in rows):
        edges = [None for _ in rows]
    return Arrays(
        smallest(np.array([each.num_nodes for each in rows], np.int64)),
        smallest(np.array([len(each.edges) for each in rows], np.int64)),
        smallest(np.concatenate([np.zeros((0, 2), np.int64), *(each.edges for each in rows)])),
        _column([each.x for each in rows], "node types"),
        _column(edges, "edge types"),
        y,
        y_names,
    )


def _filled(row: Rows) -> Array | None:
    """A graph without edges has nothing to say of their types."""
    if row.edge_attr is None and not len(row.edges):
        return np.zeros((0, 0), np.int64)
    return row.edge_attr


def _column(parts: list[Array | None], what: str) -> Array | None:
    given = [part for part in parts if part is not None]
    if not given:
        return None
    if len(given) != len(parts):
        raise DataError(f"got {what} on {len(given)} of {len(parts)} graphs, expected all or none")
    widths = {part.shape[1] for part in given if len(part)}
    if len(widths) > 1:
        raise DataError(f"{what}: got graphs with {sorted(widths)} columns, expected one number")
    empty = np.zeros((0, max(widths, default=1)), np.int64)
    values = np.concatenate([empty, *(part for part in given if len(part))])
    if (values < 0).any():
        raise DataError(
            f"{what}: got {int(values.min())}, expected types from 0; colors made from texts or"
            " other values are hashes: number them first"
        )
    return smallest(values)
