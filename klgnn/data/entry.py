"""Entry: what klgnn knows of a data set before it has seen it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from klgnn.data.arrays import Arrays
from klgnn.data.splits import Splits
from klgnn.data.task import Task


@dataclass(frozen=True)
class Remote:
    """A file of the official source.

    Args:
        url: where it is.
        file: what it is called on disk.
        members: of a zip archive, the files to take out, each by the end of its path.
        sha256: its checksum, if known with certainty; empty: trusted at the first download.
    """

    url: str
    file: str
    members: tuple[str, ...] = ()
    sha256: str = ""


@dataclass(frozen=True)
class Options:
    """What a user may say of a data set beyond its name.

    Args:
        induced: count induced subgraphs.
        fold: which fold of a cross-validation.
        seed: of a split that is drawn.
    """

    induced: bool = False
    fold: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Ready:
    """A data set made ready for use.

    Args:
        arrays: the graphs, types numbered from 0, targets in the units of the task.
        task: what is to be predicted.
        folds: the splits; one, or one per fold.
        node_types: how many types each column of ``x`` has; empty: those of the entry, or as the
            data says.
    """

    arrays: Arrays
    task: Task
    folds: tuple[Splits, ...]
    node_types: tuple[int, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A data set by name.

    Args:
        name: its name.
        title: what it is, in a few words.
        graphs: how many graphs; 0: not known beforehand.
        finish: from what was read to what is used.
        read: the arrays from a folder with the original files.
        files: the original files, relative to a home.
        homes: folders, relative to a data folder, where they may lie.
        remotes: where they are downloaded from.
        make: builds the data set without any file.
        split_sizes: of the official split.
        node_types: how many types each column of ``x`` has in a pack; empty: as the data says.
        edge_types: likewise.
        options: which of the options mean something here.
        hint: what else to tell who does not find it.
    """

    name: str
    title: str
    graphs: int
    finish: Callable[[Arrays, Options], Ready]
    read: Callable[[Path], Arrays] | None = None
    files: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    remotes: tuple[Remote, ...] = ()
    make: Callable[[], Arrays] | None = None
    split_sizes: tuple[int, int, int] | None = None
    node_types: tuple[int, ...] = ()
    edge_types: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    hint: str = ""

    @property
    def pack(self) -> str:
        """The name of its pack."""
        return f"{self.name.replace(':', '-')}.npz"

    def faults(self, arrays: Arrays) -> list[str]:
        """How arrays differ from what is published of the data set, in words."""
        found = []
        if self.graphs and len(arrays) != self.graphs:
            found.append(f"got {len(arrays):,} graphs, expected {self.graphs:,}")
        if self.split_sizes and arrays.split is not None:
            sizes = tuple(np.bincount(arrays.split, minlength=3).tolist())
            if sizes != self.split_sizes:
                found.append(f"split: got sizes {sizes}, expected {self.split_sizes}")
        for what, values, types in (
            ("x", arrays.x, self.node_types),
            ("edge_attr", arrays.edge_attr, self.edge_types),
        ):
            if values is None or not types or not len(values):
                continue
            if values.shape[1] != len(types):
                found.append(f"{what}: got {values.shape[1]} columns, expected {len(types)}")
            elif (values.max(axis=0) >= types).any():
                found.append(
                    f"{what}: got types up to {values.max(axis=0).tolist()}, expected {types}"
                )
        return found
