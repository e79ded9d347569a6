"""The TU collection: ``tu:MUTAG`` and some 130 more, by the names they have there."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.splits import random, stratified
from klgnn.data.tables import table
from klgnn.data.task import Target, Task
from klgnn.data.undirected import once

Array = npt.NDArray[Any]

FOLDS = 10
_OPTIONAL = ("node_labels", "edge_labels", "node_attributes", "graph_labels", "graph_attributes")


def entry(collection_name: str) -> Entry:
    """The entry of a TU set; whether there is one of that name shows at the download."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]*", collection_name):
        raise DataError(
            f"got the name {'tu:' + collection_name!r}, expected one such as 'tu:MUTAG'"
        )
    name = collection_name
    read: Callable[[Path], Arrays] = partial(_read, name)
    needed = tuple(f"{name}_{part}.txt" for part in ("A", "graph_indicator"))
    optional = tuple(f"{name}_{part}.txt?" for part in _OPTIONAL)
    return Entry(
        f"tu:{name}",
        f"{name} of the TU collection",
        0,
        _finish,
        read=read,
        files=needed,
        homes=(name, f"{name}/raw", f"tu/{name}", f"tu/{name}/raw", f"TUDataset/{name}/raw", "."),
        remotes=(
            Remote(
                f"https://www.chrsmrrs.com/graphkerneldatasets/{name}.zip",
                f"{name}.zip",
                (*needed, *optional),
            ),
        ),
        options=("fold", "seed"),
    )


def _read(name: str, home: Path) -> Arrays:
    def column(part: str, dtype: Any = np.int64) -> Array | None:
        path = home / f"{name}_{part}.txt"
        return table(path, dtype) if path.exists() else None

    member = table(home / f"{name}_graph_indicator.txt", np.int64)[:, 0] - 1
    entries = table(home / f"{name}_A.txt", np.int64) - 1
    graphs = int(member.max(initial=-1)) + 1
    if (np.diff(member) < 0).any() or (len(member) and member[0] < 0):
        raise DataError(f"{name}_graph_indicator.txt: got numbers that are not ascending from 1")
    labels, bonds = column("node_labels"), column("edge_labels")
    if bonds is not None and len(bonds) != len(entries):
        raise DataError(f"{name}_edge_labels.txt: got {len(bonds)} lines, expected {len(entries)}")
    edges, kept = once(entries, bonds, len(member))
    nodes = np.bincount(member, minlength=graphs)
    if (member[edges[:, 0]] != member[edges[:, 1]]).any():
        raise DataError(f"{name}_A.txt: got an edge between two graphs")
    owner = member[edges[:, 0]]
    y, y_names = _targets(
        column("graph_labels", np.float64), column("graph_attributes", np.float64)
    )
    attributes = column("node_attributes", np.float64)
    return Arrays(
        nodes,
        np.bincount(owner, minlength=graphs),
        smallest(edges - (np.cumsum(nodes) - nodes)[owner][:, None]),
        _from_zero(labels, labels),
        _from_zero(kept, bonds),
        y,
        y_names,
        per_node={} if attributes is None else {"node_attributes": attributes},
    )


def _from_zero(values: Array | None, listed: Array | None) -> Array | None:
    """Types counted from the smallest one listed, as PyG does."""
    if values is None or listed is None:
        return None
    return smallest(values - listed.min(axis=0)) if len(listed) else values


def _targets(labels: Array | None, values: Array | None) -> tuple[Array | None, tuple[str, ...]]:
    """Numbers where there are any, otherwise classes from 0."""
    if values is not None:
        return values, tuple(f"value{column}" for column in range(values.shape[1]))
    if labels is None:
        return None, ()
    return np.unique(labels[:, 0], return_inverse=True)[1][:, None], ("class",)


def _finish(arrays: Arrays, options: Options) -> Ready:
    if arrays.y is None or arrays.y.dtype.kind == "f":
        targets = tuple(Target(name) for name in arrays.y_names)
        task = Task("regression", "MAE", targets, note="A split drawn with the seed.")
        return Ready(arrays, task, (random(len(arrays), options.seed),))
    number = len(np.unique(arrays.y))
    note = "Ten stratified folds drawn with the seed; there is no official split."
    kind = Task("binary", "accuracy", (Target("class"),), note=note)
    if number != 2:
        kind = replace(kind, kind="multiclass", num_classes=number)
    return Ready(arrays, kind, stratified(arrays.y[:, 0], FOLDS, options.seed))
