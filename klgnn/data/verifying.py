"""verify: whether a pack is whole and holds what it should."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from klgnn.data import packs
from klgnn.data.arrays import Arrays


@dataclass(frozen=True)
class Report:
    """What was found in a pack.

    Args:
        path: the file.
        name: the data set.
        graphs: how many graphs.
        nodes: nodes in all.
        edges: edges in all, each counted once.
        manifest: whether the checksums of a manifest were compared.
        problems: what is wrong, in words; empty: nothing.
    """

    path: Path
    name: str
    graphs: int
    nodes: int
    edges: int
    manifest: bool
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def __str__(self) -> str:
        size = f"{self.graphs:,} graphs, {self.nodes:,} nodes, {self.edges:,} edges"
        sums = "checksums compared" if self.manifest else "no checksums inside"
        state = "sound" if self.ok else "; ".join(self.problems)
        return f"{self.path.name}: {size}; {sums}; {state}"


def verify(path: str | os.PathLike[str]) -> Report:
    """Check a pack: checksums, shapes, ranges, no edge twice, numbers that are numbers.

    For a data set that klgnn knows, the number of graphs, the sizes of the split, and the ranges
    of types are compared with the published ones.

    Raises:
        DataError: the file cannot be read at all, or its arrays do not fit together.
    """
    from klgnn.data.registry import of_pack

    path = Path(path)
    found = packs.load_pack(path)
    arrays = found.arrays
    problems = [*_edges(arrays), *_numbers(arrays)]
    if (entry := of_pack(path.name)) is not None:
        problems += entry.faults(arrays)
    nodes, edges = int(arrays.node_ends[-1]), int(arrays.edge_ends[-1])
    return Report(path, found.name, len(arrays), nodes, edges, found.manifest, tuple(problems))


def _edges(arrays: Arrays) -> list[str]:
    """Each undirected edge stands once: not again, and not the other way round."""
    starts = np.repeat(arrays.node_ends[:-1], arrays.num_edges)
    ends = arrays.edge_index.astype(np.int64) + starts[:, None]
    keys = ends.min(axis=1) * max(int(arrays.node_ends[-1]), 1) + ends.max(axis=1)
    twice = len(keys) - len(np.unique(keys))
    loops = int((ends[:, 0] == ends[:, 1]).sum())
    found = [f"edge_index: got {twice} edges again, expected each undirected edge once"]
    return (found if twice else []) + ([f"edge_index: got {loops} self-loops"] if loops else [])


def _numbers(arrays: Arrays) -> list[str]:
    return [
        f"{name}: got {int((~np.isfinite(array)).sum())} values that are no numbers"
        for name, array in arrays.named().items()
        if array.dtype.kind == "f" and not np.isfinite(array).all()
    ]
