"""from_graphs: a data set of graphs in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from klgnn.data import splits
from klgnn.data.arrays import Arrays
from klgnn.data.dataset import Dataset
from klgnn.data.errors import DataError
from klgnn.data.reading import joined, read_all
from klgnn.data.task import Target, Task

MAX_TYPES = 100_000  # a network has a vector for each


def from_graphs(
    graphs: Iterable[Any],
    y: Any = None,
    *,
    name: str = "graphs",
    y_names: Sequence[str] = (),
    task: Task | None = None,
    split: Any = None,
    seed: int | None = None,
    form: str | None = None,
) -> Dataset:
    """A data set of your own graphs, to train on.

    Args:
        graphs: undirected, of anything :func:`klgnn.as_graph` takes. The types of nodes and edges
            are the columns of ``x`` and ``edge_attr`` of PyG ``Data``, and the colors of others:
            whole numbers from 0.
        y: targets, shape ``(G,)`` or ``(G, T)``; whole numbers from 0 in one column are classes,
            unless ``task`` says otherwise.
        name: what the data set is called.
        y_names: what the columns of ``y`` are called.
        task: what is to be predicted; None: as ``y`` looks.
        split: 0 train, 1 valid, 2 test for each graph.
        seed: draw a split 0.8/0.1/0.1.
        form: the form of the graphs, if it cannot be told, such as ``"smiles"``.

    >>> from klgnn.families import cycle, path
    >>> mine = from_graphs([cycle(5), path(4), "Bw"], [1.5, 0.0, 2.5], split=[0, 1, 2])
    >>> mine, mine.splits
    (Dataset('graphs', 3 graphs, regression task), Splits(1 train, 1 valid, 1 test))
    """
    arrays = joined(read_all(graphs, form))
    if y is not None:
        arrays = _with_targets(arrays, y, y_names)
    folds: tuple[splits.Splits, ...] = ()
    if split is not None:
        codes = np.asarray(split)
        arrays = replace(arrays, split=codes)
        folds = (splits.from_codes(codes, name),)
    elif seed is not None:
        folds = (splits.random(len(arrays), seed),)
    return Dataset(
        name,
        arrays,
        task or guessed(arrays),
        folds,
        num_node_types=types(arrays.x, "node types") or (1,),
        num_edge_types=types(arrays.edge_attr, "edge types"),
        source="from_graphs",
    )


def guessed(arrays: Arrays) -> Task:
    """Whole numbers from 0 in one column are classes, everything else is regression."""
    targets, y = tuple(Target(name) for name in arrays.y_names), arrays.y
    if y is None or len(targets) != 1 or not y.size or y.dtype.kind not in "iub" or y.min() < 0:
        return Task("regression", "MAE", targets)
    number = int(y.max()) + 1
    if number <= 2:
        return Task("binary", "accuracy", targets)
    return Task("multiclass", "accuracy", targets, num_classes=number)


def types(values: Any, what: str = "types") -> tuple[int, ...] | None:
    """How many types each column has; None: there are no columns."""
    if values is None:
        return None
    most = values.max(axis=0, initial=0).astype(int)
    if most.size and most.max() >= MAX_TYPES:
        raise DataError(
            f"{what}: got {int(most.max())}, expected numbers below {MAX_TYPES:,}; number the types"
            " from 0"
        )
    return tuple((most + 1).tolist())


def _with_targets(arrays: Arrays, y: Any, y_names: Sequence[str]) -> Arrays:
    values = np.asarray(y)
    if values.dtype.kind not in "iubf":
        raise DataError(f"y: got {values.dtype}, expected numbers; number the classes from 0")
    values = values[:, None] if values.ndim == 1 else values
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise DataError("y: got NaN or infinity, expected numbers; leave out graphs without target")
    names = tuple(y_names) or ("y",) if values.shape[1:] == (1,) else tuple(y_names)
    names = names or tuple(f"y{column}" for column in range(values.shape[-1]))
    return replace(arrays, y=values, y_names=names)
