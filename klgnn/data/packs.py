"""Packs: one data set in one file of plain arrays."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from klgnn.data import archive
from klgnn.data.arrays import Arrays, smallest
from klgnn.data.errors import DataError
from klgnn.data.task import Kind, Target, Task
from klgnn.graph import Graph

if TYPE_CHECKING:
    from klgnn.data.dataset import Dataset

Array = npt.NDArray[Any]

FORMAT = 1
_OWN = ("num_nodes", "num_edges", "edge_index", "x", "edge_attr", "y", "split")
_PER_NODE = ("pos",)  # of packs without a manifest, which do not say


@dataclass(frozen=True)
class Pack:
    """What a pack holds.

    Args:
        arrays: the graphs.
        name: what its maker called it.
        task: what is to be predicted, if its maker said.
        extra: arrays that belong to no node and no graph.
        manifest: whether it has checksums of its own.
    """

    arrays: Arrays
    name: str
    task: Task | None
    extra: Mapping[str, Array]
    manifest: bool


def pack(
    source: "Dataset | Iterable[Graph]",
    path: str | os.PathLike[str],
    *,
    y: Any = None,
    y_names: Sequence[str] = (),
    split: Any = None,
) -> Path:
    """Write graphs into a pack: one ``.npz`` file, whole or not at all, with checksums.

    Args:
        source: a :class:`Dataset` (its task and its current split come along), or undirected
            Graphs, whose colors become ``x`` and ``edge_attr``.
        path: ends in ``.npz``.
        y: targets of Graphs, shape ``(G,)`` or ``(G, T)``.
        y_names: what its columns are called.
        split: 0 train, 1 valid, 2 test for each Graph.

    >>> import tempfile
    >>> from klgnn.data import verify
    >>> from klgnn.families import cycle, path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pack([cycle(5), path(4)], folder + "/mine.npz", y=[1.0, 0.0])
    ...     verify(file).ok, len(load_pack(file).arrays)
    (True, 2)
    """
    path = Path(path)
    if path.suffix != ".npz":
        raise DataError(f"pack: got {path.name!r}, expected a name that ends in .npz")
    from klgnn.data.dataset import Dataset

    if isinstance(source, Dataset):
        if y is not None or split is not None or y_names:
            raise DataError("pack: got y or split with a Dataset, expected neither: it has its own")
        return write_pack(path, source.standalone(), source.name, source.task)
    if isinstance(source, Graph) or not isinstance(source, Iterable):
        what = "one Graph" if isinstance(source, Graph) else type(source).__name__
        raise DataError(f"pack: got {what}, expected a Dataset or a list of Graphs")
    return write_pack(path, from_graphs(list(source), y, y_names, split), path.stem, None)


def write_pack(path: Path, arrays: Arrays, name: str, task: Task | None) -> Path:
    """Write arrays as a pack."""
    about = {
        "klgnn_pack": FORMAT,
        "name": name,
        "y_names": list(arrays.y_names),
        "per_node": sorted(arrays.per_node),
        "per_graph": sorted(arrays.per_graph),
        "task": None if task is None else asdict(task),
    }
    named = {key: smallest(value) for key, value in arrays.named().items()}
    if arrays.y is not None:
        named["y_names"] = np.array(arrays.y_names, dtype=np.str_)
    archive.write(path, named, about)
    return path


def load_pack(path: str | os.PathLike[str]) -> Pack:
    """Read and check a pack, with or without a manifest."""
    path = Path(path)
    found, about = archive.read(path)
    missing = [name for name in ("num_nodes", "num_edges", "edge_index") if name not in found]
    if missing:
        raise DataError(
            f"{path}: got no array {missing[0]!r}, expected num_nodes, num_edges and edge_index;"
            " it is no pack of graphs"
        )
    own = {name: found.pop(name) for name in _OWN if name in found}
    names = tuple(str(name) for name in found.pop("y_names", np.zeros(0, np.str_)))
    per_node, per_graph, extra = _roles(found, own, about)
    try:
        arrays = Arrays(**own, y_names=names, per_node=per_node, per_graph=per_graph)
        task = _task(about)
    except (DataError, KeyError, TypeError) as error:
        raise DataError(f"{path}: {error}") from None
    name = str((about or {}).get("name", path.stem))
    return Pack(arrays, name, task, extra, about is not None)


def from_graphs(graphs: Sequence[Graph], y: Any, y_names: Sequence[str], split: Any) -> Arrays:
    """The arrays of undirected Graphs; colors become one column of types."""
    for number, graph in enumerate(graphs):
        if not isinstance(graph, Graph) or graph.directed:
            what = "a directed Graph" if isinstance(graph, Graph) else type(graph).__name__
            raise DataError(f"graph {number}: got {what}, expected an undirected klgnn.Graph")
    if y is not None:
        y = np.asarray(y)
        y = y[:, None] if y.ndim == 1 else y
        y_names = tuple(y_names) or tuple(f"y{column}" for column in range(y.shape[1]))
    return Arrays(
        np.array([graph.num_nodes for graph in graphs], np.int64),
        np.array([graph.num_edges for graph in graphs], np.int64),
        _rows([graph.edges() for graph in graphs], 2),
        _colors([graph.node_colors for graph in graphs], "node colors"),
        _colors(
            [
                None if graph.edge_colors is None else graph.edge_colors[graph.edge_entries()]
                for graph in graphs
            ],
            "edge colors",
        ),
        y,
        tuple(y_names),
        None if split is None else np.asarray(split),
    )


def _rows(parts: Sequence[Array], width: int) -> Array:
    return np.concatenate([np.zeros((0, width), np.int64), *parts])


def _colors(colors: Sequence[Array | None], what: str) -> Array | None:
    given = [color for color in colors if color is not None]
    if not given:
        return None
    if len(given) != len(colors):
        raise DataError(f"got {what} on {len(given)} of {len(colors)} graphs, expected all or none")
    values = np.concatenate(given)
    if (values < 0).any():
        raise DataError(
            f"{what}: got {int(values.min())}, expected types from 0; colors made from other values"
            " are hashes: give each a small number first"
        )
    return values[:, None]


def _roles(
    found: dict[str, Array], own: dict[str, Array], about: dict[str, Any] | None
) -> tuple[dict[str, Array], dict[str, Array], dict[str, Array]]:
    """Further arrays by what their rows are; the manifest says, or the length and the name do."""
    if about is None:
        graphs = len(own["num_nodes"])
        nodes = {name: found[name] for name in found if name in _PER_NODE}
        rest = {name: array for name, array in found.items() if name not in nodes}
        per_graph = {n: a for n, a in rest.items() if a.ndim and len(a) == graphs}
    else:
        nodes = {name: found[name] for name in about.get("per_node", ()) if name in found}
        per_graph = {name: found[name] for name in about.get("per_graph", ()) if name in found}
    extra = {n: a for n, a in found.items() if n not in nodes and n not in per_graph}
    return nodes, per_graph, extra


def _task(about: dict[str, Any] | None) -> Task | None:
    given = (about or {}).get("task")
    if given is None:
        return None
    kind: Kind = given["kind"]
    targets = tuple(Target(**target) for target in given["targets"])
    return Task(kind, given["metric"], targets, given["num_classes"], given["note"])
