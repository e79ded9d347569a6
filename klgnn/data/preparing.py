"""prepared: a data set with the label sets of a policy, selected once and kept on disk."""

import hashlib
import inspect
import json
import logging
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tqdm import tqdm

from klgnn.data import archive, places
from klgnn.data.dataset import Dataset
from klgnn.data.errors import DataError
from klgnn.data.flat_sets import FlatSets
from klgnn.select import LabelSets, SetPolicy, prepare
from klgnn.select._data import read

log = logging.getLogger("klgnn.data")

CACHE_VERSION = 1  # of the selection and of the files: raise it when either changes
CHUNK = 4096  # graphs in memory as Graphs at a time
# What the clusterings compute with; another version may choose other sets.
_LIBRARIES = ("networkx", "numpy", "scipy")


def prepared(
    dataset: Dataset,
    policy: SetPolicy,
    *,
    n_jobs: int = 1,
    cache: bool = True,
    progress: bool | None = None,
) -> Dataset:
    """The data set with the label sets of a policy: its ``Data`` have ``label_index`` and so on.

    The sets are those of :func:`klgnn.select.prepare`. They are kept in the cache folder, under a
    key made of every field of the policy, the digest of the data set, and the versions of the cache
    and of the libraries that select. A file that is damaged or cut short is noticed by its
    checksums and made again.

    Args:
        dataset: a whole data set or a part.
        policy: a selection policy that chooses the same sets each time.
        n_jobs: how many processes joblib may use; -1: all cores. The result does not depend on it.
        cache: whether to look into the cache folder and write there.
        progress: show a progress bar; default: if stderr is a terminal.

    >>> from klgnn.data import load
    >>> from klgnn.select import Rooted
    >>> chosen = prepared(load("csl")[:2], Rooted(2, hops=1), cache=False)
    >>> chosen[0].label_count
    tensor([82])
    """
    if not isinstance(policy, SetPolicy):
        raise DataError(f"prepared: got {policy!r}, expected a selection policy such as All(2)")
    if policy.fresh:
        raise DataError(
            f"prepared: got {policy!r}, which draws anew at each call, expected one that chooses"
            " the same sets each time; give it a seed, or use it as a transform in training"
        )
    if dataset.rows is not None:
        whole = replace(dataset, arrays=dataset.standalone(), rows=None, label_sets=None)
        return prepared(whole, policy, n_jobs=n_jobs, cache=cache, progress=progress)
    key = _key(dataset, policy) if cache else None
    path = None if key is None else _path(dataset, key)
    found = None if path is None or key is None else _read(path, key, dataset)
    if found is None:
        found = FlatSets.of(_select(dataset, policy, n_jobs, progress), repr(policy))
        if path is not None and key is not None:
            _write(path, key, found)
    return replace(dataset, label_sets=found)


def _select(
    dataset: Dataset, policy: SetPolicy, n_jobs: int, progress: bool | None
) -> Iterator[LabelSets]:
    hidden = not sys.stderr.isatty() if progress is None else not progress
    with tqdm(total=len(dataset), disable=hidden, unit="graph") as bar:
        for start in range(0, len(dataset), CHUNK):
            part = dataset[start : start + CHUNK]
            if policy.attributed:  # colors as a transform sees them, so that both choose the same
                graphs = [read(data, policy) for data in part]
            else:
                graphs = [graph.recolor() for graph in part.graphs()]
            yield from prepare(graphs, policy, n_jobs, progress=False)
            bar.update(len(graphs))


def _key(dataset: Dataset, policy: SetPolicy) -> dict[str, Any] | None:
    """Everything the sets depend on; None if that cannot be said, so nothing is kept."""
    codes = {}
    given: Any = policy
    for field in fields(given):
        value = getattr(policy, field.name)
        if callable(value):
            try:
                source = inspect.getsource(value)
            except (OSError, TypeError):
                return None
            codes[field.name] = hashlib.sha256(source.encode()).hexdigest()
    kind = type(policy)
    return {
        "policy": repr(policy),
        "class": f"{kind.__module__}.{kind.__qualname__}",
        "functions": codes,
        "data": dataset.digest,
        "version": CACHE_VERSION,
        "libraries": {name: _version(name) for name in _LIBRARIES},
    }


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _path(dataset: Dataset, key: dict[str, Any]) -> Path:
    text = json.dumps(key, sort_keys=True)
    name = "".join(c if c.isalnum() else "-" for c in dataset.name)
    short = hashlib.sha256(text.encode()).hexdigest()[:32]
    return places.cache_folder() / "sets" / f"{name}-{short}.npz"


def _read(path: Path, key: dict[str, Any], dataset: Dataset) -> FlatSets | None:
    if not path.exists():
        return None
    try:
        arrays, about = archive.read(path)
        sets = FlatSets(**arrays, policy=key["policy"])
    except (DataError, TypeError) as error:
        log.warning("%s; the label sets are selected again", error)
        return None
    if about is None or about.get("key") != key or len(sets) != len(dataset):
        log.warning("%s: got the sets of something else; they are selected again", path)
        return None
    return sets


def _write(path: Path, key: dict[str, Any], sets: FlatSets) -> None:
    try:
        archive.write(path, sets.arrays(), {"key": key})
    except OSError as error:
        log.warning("%s: label sets are not kept (%s)", path, error)
