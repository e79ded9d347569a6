"""Graphs that a user gives a trained network, as a data set with the types it was trained on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.convert import read_graphs
from klgnn.data import Dataset
from klgnn.data.molecules import is_molecule, reader
from klgnn.data.reading import Rows, joined, read_rows
from klgnn.errors import GraphError
from klgnn.train.described import Described
from klgnn.train.errors import TrainingError

Array = npt.NDArray[Any]

_MOLECULES = (".smi", ".smiles")


def given_graphs(source: Any, described: Described, form: str | None = None) -> tuple[Dataset, str]:
    """The graphs of a file, or of a list, and where they are from in words.

    Each is checked against the types of the data that the network was trained on.

    Args:
        source: a path, or graphs of anything :func:`klgnn.as_graph` takes.
        described: that data.
        form: of the file or of the graphs, if it cannot be told.
    """
    rows, where = _read(source, described, form)
    if not rows:
        raise TrainingError(f"{where}: got no graph, expected at least one")
    fitted = [_fitted(row, f"{where}, graph {n}", described) for n, row in enumerate(rows)]
    return Dataset(
        where,
        joined(fitted),
        described.task,
        num_node_types=described.num_node_types,
        num_edge_types=described.num_edge_types,
        source=where,
    ), where


def _read(source: Any, described: Described, form: str | None) -> tuple[list[Rows], str]:
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        suffixes = {suffix.lower() for suffix in path.suffixes}
        if form == "smiles" or (form is None and suffixes & {*_MOLECULES}):
            return _molecules(path, described), path.name
        return [read_rows(graph) for graph in read_graphs(path, form=form)], path.name
    if not isinstance(source, Iterable):
        raise TrainingError(
            f"predict: got {type(source).__name__}, expected a file, the name of a data set, or a"
            " list of graphs; put one graph into a list"
        )
    found = []
    for number, each in enumerate(source):
        try:
            molecule = form == "smiles" or (form is None and is_molecule(each))
            found.append(_molecule(each, described) if molecule else read_rows(each, form))
        except GraphError as error:
            raise TrainingError(f"graph {number}: {error}") from None
    return found, f"{len(found)} graphs"


def _molecules(path: Path, described: Described) -> list[Rows]:
    from klgnn.data.tables import lines_of

    found = []
    for number, line in lines_of(path):
        try:
            found.append(_molecule(line.split()[0], described))
        except GraphError as error:
            raise TrainingError(f"{path.name}, line {number}: {error}") from None
    return found


def _molecule(source: Any, described: Described) -> Rows:
    """A molecule with the types of the data set; as it is where the network looks at no types."""
    if described.num_node_types != (1,) or described.num_edge_types is not None:
        return reader(described.name)(source)
    found = read_rows(source, "smiles")
    return Rows(found.num_nodes, found.edges)


def _fitted(row: Rows, where: str, described: Described) -> Rows:
    node_types = None if described.num_node_types == (1,) else described.num_node_types
    x = _types(row.x, row.num_nodes, node_types, f"{where}: node types", described)
    edge_attr = _types(
        row.edge_attr, len(row.edges), described.num_edge_types, f"{where}: edge types", described
    )
    if row.num_nodes == 0:
        raise TrainingError(f"{where}: got a graph without nodes, expected at least one")
    return Rows(row.num_nodes, row.edges, x, edge_attr)


def _types(
    values: Array | None, rows: int, known: tuple[int, ...] | None, what: str, described: Described
) -> Array | None:
    """Types as the network knows them, or a refusal that says which one it does not know."""
    if known is None:
        if values is not None and values.any():
            raise TrainingError(
                f"{what}: got some (such as {int(values[values != 0][0])}), expected none: the"
                f" network was trained on {described.name}, which has none, and would not look at"
                " them; leave them out, for instance with klgnn.as_graph(g, node_colors=False,"
                " edge_colors=False)"
            )
        return None
    expected = (
        f"expected {len(known)} column{'s' * (len(known) > 1)} of types below"
        f" {', '.join(map(str, known))}, as {described.name} has them"
    )
    if values is None and not rows:
        return np.zeros((0, len(known)), np.int64)
    if values is None:
        raise TrainingError(f"{what}: got none, {expected}; pass PyG Data, or graphs with colors")
    if not len(values):
        return np.zeros((0, len(known)), np.int64)
    if values.shape[1] != len(known):
        raise TrainingError(f"{what}: got {values.shape[1]} columns, {expected}; pass PyG Data")
    wrong = (values < 0) | (values >= np.array(known))
    if wrong.any():
        row, column = (int(place) for place in np.argwhere(wrong)[0])
        told = f" in column {column}" if len(known) > 1 else ""
        raise TrainingError(f"{what}: got type {_named(values[row, column])}{told}, {expected}")
    return values


def _named(kind: Any) -> str:
    return str(int(kind)) if kind >= 0 else f"{int(kind)} (made from a text or another value)"
