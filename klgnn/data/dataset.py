"""Dataset: a list of graphs with targets, splits and a task, in flat arrays."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from klgnn.data.arrays import Arrays
from klgnn.data.errors import DataError
from klgnn.data.flat_sets import FlatSets
from klgnn.data.splits import Splits
from klgnn.data.task import Task

if TYPE_CHECKING:
    from klgnn.graph import Graph

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(Sequence[Any]):
    """Graphs of a data set as PyG ``Data``, made from flat arrays when they are asked for.

    A number gives a ``Data``; a slice, a list of numbers or a mask gives a part, which shares the
    arrays. ``len`` and iteration are those of a list. The attributes of a ``Data``:

    - ``x``, int64 of shape ``(n, d)``: node types from 0; zeros where nodes have none;
    - ``edge_index``, int64 of shape ``(2, 2m)``: each edge both ways, in ascending order;
    - ``edge_attr``, int64 of shape ``(2m, e)``: edge types from 0, where there are any;
    - ``y``: float32 of shape ``(1, T)`` for regression and binary tasks, int64 of shape ``(1,)``
      for classes;
    - and, where they are there, ``pos``, ``z``, and the label sets of a selection policy.

    Args:
        name: its name.
        arrays: all graphs; ``y`` in the units of the task.
        task: what is to be predicted.
        folds: the splits, one or one per fold.
        fold: which of them ``splits`` is.
        num_node_types: how many types each column of ``x`` has.
        num_edge_types: likewise of ``edge_attr``; None: edges are all alike.
        source: where the graphs came from.
        rows: the numbers of the graphs of a part; None: all.
        label_sets: the sets that a policy selected, see :func:`klgnn.data.prepared`.

    >>> from klgnn.data import load
    >>> data = load("csl")
    >>> data[:10], len(data.train)
    (Dataset('csl', 10 of 150 graphs, multiclass task), 90)
    >>> from torch_geometric.loader import DataLoader
    >>> next(iter(DataLoader(data.train, batch_size=32))).num_graphs
    32
    >>> import klgnn  # the same graphs in the engine
    >>> len(set(klgnn.partition(data.graphs(), 1, 1)))
    10
    """

    name: str
    arrays: Arrays
    task: Task
    folds: tuple[Splits, ...] = ()
    fold: int = 0
    num_node_types: tuple[int, ...] = (1,)
    num_edge_types: tuple[int, ...] | None = None
    source: str = ""
    rows: Array | None = None
    label_sets: FlatSets | None = None

    def __len__(self) -> int:
        return len(self.arrays) if self.rows is None else len(self.rows)

    def __repr__(self) -> str:
        kind = self.task.kind if self.task.kind == "pairs" else f"{self.task.kind} task"
        part = "" if self.rows is None else f" of {len(self.arrays)}"
        sets = ", label sets" if self.label_sets is not None else ""
        return f"Dataset({self.name!r}, {len(self)}{part} graphs, {kind}{sets})"

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | Array) -> Dataset: ...
    def __getitem__(self, index: Any) -> Any:
        if not hasattr(index, "__index__") or isinstance(index, np.ndarray):
            return self.part(index)
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"got graph {number}, expected one of {len(self)}")
        from klgnn.data.to_pyg import data_of

        return data_of(self, self._row(number % len(self)))

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def part(self, index: slice | Sequence[int] | Array) -> Dataset:
        """Some of the graphs, by a slice, numbers or a mask; no arrays are copied."""
        every = np.arange(len(self.arrays)) if self.rows is None else self.rows
        chosen: Any = index if isinstance(index, slice) else np.asarray(index)
        if not isinstance(index, slice) and not chosen.size:
            chosen = chosen.astype(np.int64)
        if not isinstance(index, slice) and (chosen.ndim != 1 or chosen.dtype.kind not in "iub"):
            raise DataError(
                f"got {index!r}, expected a number, a slice, a list of numbers or a mask"
            )
        return replace(self, rows=every[chosen], folds=())

    @property
    def splits(self) -> Splits:
        """Train, valid and test: the numbers of the graphs."""
        if not self.folds:
            raise DataError(
                f"{self!r} has no splits; the whole data set has them, and a pack of graphs only if"
                " it was given split="
            )
        return self.folds[self.fold]

    @property
    def train(self) -> Dataset:
        """The graphs to fit."""
        return self.part(self.splits.train)

    @property
    def valid(self) -> Dataset:
        """The graphs to choose by."""
        return self.part(self.splits.valid)

    @property
    def test(self) -> Dataset:
        """The graphs to score, once."""
        return self.part(self.splits.test)

    @property
    def y(self) -> Array | None:
        """The targets in the units of the task, shape ``(len, T)``."""
        y = self.arrays.y
        return y if y is None or self.rows is None else y[self.rows]

    def graphs(self) -> list[Graph]:
        """The graphs for the engine; types are colors, and there are none where all are alike."""
        return [self.graph(number) for number in range(len(self))]

    def graph(self, number: int) -> Graph:
        """One graph for the engine."""
        from klgnn.graph import Graph

        arrays, row = self.arrays, self._row(number)
        return Graph.from_edges(
            arrays.edges(row),
            int(arrays.num_nodes[row]),
            node_colors=None if arrays.x is None else arrays.of_nodes(arrays.x, row),
            edge_colors=None
            if arrays.edge_attr is None
            else arrays.of_edges(arrays.edge_attr, row),
        )

    def standalone(self) -> Arrays:
        """The arrays of these graphs only, with the current split as their own."""
        arrays = self.arrays if self.rows is None else self.arrays.take(self.rows)
        if not self.folds:
            return replace(arrays, split=None)
        codes = np.full(len(self), 3, np.uint8)
        for code, rows in enumerate((self.splits.train, self.splits.valid, self.splits.test)):
            if (codes[rows] != 3).any():  # a graph in several parts: no split to write
                return replace(arrays, split=None)
            codes[rows] = code
        return replace(arrays, split=None if (codes == 3).any() else codes)

    @cached_property
    def digest(self) -> str:
        """A hexadecimal digest of the graphs and their order: part of cache keys."""
        if self.rows is None:
            return self.arrays.digest
        state = hashlib.blake2b(self.arrays.digest.encode(), digest_size=16)
        state.update(self.rows.astype("<i8").tobytes())
        return state.hexdigest()

    def _row(self, number: int) -> int:
        return number if self.rows is None else int(self.rows[number])
