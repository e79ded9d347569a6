"""Described: what a run's folder says of its data, so that the network can be built again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from klgnn.data import Dataset, Target, Task
from klgnn.train.errors import TrainingError


@dataclass(frozen=True)
class Described:
    """A data set without its graphs.

    Args:
        name: its name.
        digest: of its graphs, targets and splits.
        source: the file it came from.
        graphs: how many in train, valid and test.
        task: what is predicted.
        num_node_types: how many types each column of ``x`` has.
        num_edge_types: likewise of ``edge_attr``; None: edges are all alike.
        degrees: how many nodes of the training graphs have degree 0, 1, 2, ..., where the network
            is built from that.
    """

    name: str
    digest: str
    source: str
    graphs: tuple[int, int, int]
    task: Task
    num_node_types: tuple[int, ...]
    num_edge_types: tuple[int, ...] | None = None
    degrees: list[int] | None = None

    @classmethod
    def of(cls, dataset: Dataset, with_degrees: bool = False) -> Described:
        """What is to be said of a data set."""
        s = dataset.splits
        return cls(
            dataset.name,
            digest(dataset),
            dataset.source.rsplit(os.sep, 1)[-1],
            (len(s.train), len(s.valid), len(s.test)),
            dataset.task,
            dataset.num_node_types,
            dataset.num_edge_types,
            degrees(dataset.train) if with_degrees else None,
        )

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Described:
        """The other direction of :attr:`plain`."""
        task = dict(given["task"])
        task["targets"] = tuple(Target(**target) for target in task["targets"])
        known = {f.name: given[f.name] for f in fields(cls) if f.name in given}
        edge_types = known.get("num_edge_types")
        return replace(
            cls(**{**known, "task": Task(**task)}),
            graphs=tuple(given["graphs"]),
            num_node_types=tuple(given["num_node_types"]),
            num_edge_types=None if edge_types is None else tuple(edge_types),
        )

    @property
    def plain(self) -> dict[str, Any]:
        """As JSON holds it."""
        given = asdict(self)
        return {name: value for name, value in given.items() if value is not None}


def digest(dataset: Dataset) -> str:
    """A hexadecimal digest of graphs, targets and splits."""
    state = hashlib.blake2b(dataset.digest.encode(), digest_size=16)
    for rows in (dataset.splits.train, dataset.splits.valid, dataset.splits.test):
        state.update(np.asarray(rows, "<i8").tobytes() + b"|")
    return state.hexdigest()


def check_same_data(dataset: Dataset, described: Described, run: Path) -> None:
    """Refuse graphs, targets or splits other than those of a run."""
    if digest(dataset) != described.digest:
        raise TrainingError(
            f"{dataset!r}: got graphs, targets or splits other than those of the run in {run}"
            f" ({described.name}, {described.source}), whose scores are of those; restore them,"
            " train in another folder, or use predict"
        )


def degrees(dataset: Dataset) -> list[int]:
    """How many nodes have degree 0, 1, 2, ..."""
    counts = np.zeros(1, np.int64)
    for graph in dataset.graphs():
        found = np.bincount(graph.degrees(), minlength=len(counts))
        found[: len(counts)] += counts
        counts = found
    return [int(count) for count in counts]
