"""load: a data set by name."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Literal

import numpy as np

from klgnn.data import packs, sources, splits
from klgnn.data.arrays import Arrays
from klgnn.data.dataset import Dataset
from klgnn.data.entry import Entry, Options, Ready
from klgnn.data.errors import DataError
from klgnn.data.making import guessed, types
from klgnn.data.preparing import prepared
from klgnn.data.registry import find, of_pack
from klgnn.data.task import Target
from klgnn.select import SetPolicy

Normalize = Literal["train", "all"]


def load(
    name: str,
    root: sources.Root = None,
    *,
    target: int | str | Sequence[int | str] | None = None,
    normalize: Normalize | None = None,
    induced: bool = False,
    fold: int = 0,
    seed: int = 0,
    select: SetPolicy | None = None,
    n_jobs: int = 1,
    download: bool = True,
    progress: bool | None = None,
) -> Dataset:
    """A data set by name, or a pack by its path.

    Graphs are looked for in ``root``, in the folder that the environment variable ``KLGNN_DATA``
    names, and in the cache; what is nowhere is built or downloaded from its official source.

    Args:
        name: ``sr25``, ``exp``, ``csl``, ``brec``, ``counting_er``, ``counting_regular``, ``qm9``,
            ``zinc12k``, ``molhiv``, ``tu:NAME``, or a path that ends in ``.npz``.
        root: a folder with packs or original files.
        target: only these targets, by name or number.
        normalize: divide regression targets by their standard deviation over the training graphs
            (``"train"``) or over all graphs (``"all"``, as in published tables of counting).
        induced: count induced subgraphs (counting sets only).
        fold: which fold ``splits`` is (``exp``, ``csl`` and ``tu:``).
        seed: of the split, where there is no official one (``qm9`` and ``tu:``).
        select: a selection policy: see :func:`prepared`.
        n_jobs: how many processes may select.
        download: whether to download what is nowhere.
        progress: show progress bars; default: if stderr is a terminal.

    >>> data = load("csl")
    >>> data, data.splits, data.task.num_classes
    (Dataset('csl', 150 graphs, multiclass task), Splits(90 train, 30 valid, 30 test), 10)
    >>> data[0]
    Data(x=[41, 1], edge_index=[2, 164], y=[1], num_nodes=41)
    """
    options = Options(induced, fold, seed)
    if isinstance(name, str) and name.endswith(".npz"):
        _only_meant(Path(name).name, (), options)
        dataset = _own(Path(name))
    else:
        entry = find(name)
        _only_meant(entry.name, entry.options, options)
        dataset = _known(entry, options, *sources.obtain(entry, root, download, progress))
    if normalize is not None:
        dataset = _normalized(dataset, normalize)
    if target is not None:
        dataset = _only(dataset, target)
    if select is not None:
        dataset = prepared(dataset, select, n_jobs=n_jobs, progress=progress)
    return dataset


def _only_meant(name: str, meant: tuple[str, ...], options: Options) -> None:
    """Refuse an option that this data set does not have, instead of passing over it."""
    for field in fields(options):
        given = getattr(options, field.name)
        if given != field.default and field.name not in meant:
            raise DataError(
                f"{name}: got {field.name}={given!r}, which means nothing here; leave it out"
            )


def _known(entry: Entry, options: Options, arrays: Arrays, source: str) -> Dataset:
    if faults := entry.faults(arrays):
        raise DataError(
            f"{entry.name}: {'; '.join(faults)}; {source} is not the published data set, copy or"
            " download it again"
        )
    ready = entry.finish(arrays, options)
    if not 0 <= options.fold < len(ready.folds):
        raise DataError(
            f"{entry.name}: got fold={options.fold}, expected 0 to {len(ready.folds) - 1}"
        )
    node_types = ready.node_types or entry.node_types
    return _dataset(entry.name, ready, options.fold, node_types, entry.edge_types, source)


def _own(path: Path) -> Dataset:
    """A pack of the user's; one of a known name is finished as that data set is."""
    found = packs.load_pack(path)
    entry = of_pack(path.name)
    if entry is not None and found.task is None and not entry.faults(found.arrays):
        return _known(entry, Options(), found.arrays, str(path))
    arrays = found.arrays
    folds = () if arrays.split is None else (splits.from_codes(arrays.split, found.name),)
    ready = Ready(arrays, found.task or guessed(arrays), folds)
    return _dataset(found.name, ready, 0, (), (), str(path))


def _dataset(
    name: str,
    ready: Ready,
    fold: int,
    node_types: tuple[int, ...],
    edge_types: tuple[int, ...],
    source: str,
) -> Dataset:
    arrays = ready.arrays
    return Dataset(
        name,
        arrays,
        ready.task,
        ready.folds,
        fold,
        (1,) if arrays.x is None else node_types or types(arrays.x) or (1,),
        None if arrays.edge_attr is None else edge_types or types(arrays.edge_attr),
        source,
    )


def _normalized(dataset: Dataset, by: Normalize) -> Dataset:
    y = dataset.arrays.y
    if by not in ("train", "all"):
        raise DataError(f"normalize: got {by!r}, expected 'train', 'all' or None")
    if y is None or dataset.task.kind != "regression":
        raise DataError(
            f"{dataset.name}: got normalize={by!r} for a {dataset.task.kind} task, expected"
            " regression; leave it out"
        )
    # The unbiased estimate, as torch.std gives it.
    scales = (y[dataset.splits.train] if by == "train" else y).std(axis=0, ddof=1)
    if (scales == 0).any():
        raise DataError(f"{dataset.name}: got a target that never varies; choose with target=")
    targets: tuple[Target, ...] = tuple(
        replace(target, scale=float(scale))
        for target, scale in zip(dataset.task.targets, scales, strict=True)
    )
    task = replace(dataset.task, targets=targets)
    return replace(dataset, task=task, arrays=replace(dataset.arrays, y=y / scales))


def _only(dataset: Dataset, target: int | str | Sequence[int | str]) -> Dataset:
    chosen = [target] if isinstance(target, int | str) else list(target)
    columns = [dataset.task.column(each) for each in chosen]
    arrays, task = dataset.arrays, dataset.task.only(columns)
    if arrays.y is None or not columns:
        raise DataError(f"target: got {target!r}, expected at least one target")
    cut = replace(arrays, y=np.ascontiguousarray(arrays.y[:, columns]), y_names=task.names)
    return replace(dataset, task=task, arrays=cut)
