"""evaluate and predict: a trained network scored again, and used."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import torch

from klgnn.data import Dataset, load
from klgnn.data.registry import ENTRIES
from klgnn.train.answers import Predictions, Scores
from klgnn.train.building import build_dataset
from klgnn.train.checkpoint import load_model
from klgnn.train.config import Config
from klgnn.train.described import Described, check_same_data
from klgnn.train.errors import TrainingError
from klgnn.train.folder import Run
from klgnn.train.given import given_graphs
from klgnn.train.scoring import predict_all, scored, targets_of
from klgnn.train.session import Session

Split = Literal["train", "valid", "test"]
Device = Literal["auto", "cpu", "cuda"]


def evaluate(
    run: Run | str | os.PathLike[str],
    splits: Sequence[Split] = ("valid", "test"),
    *,
    root: Any = None,
    dataset: Dataset | None = None,
    device: Device | None = None,
    batch_size: int = 0,
    progress: bool | None = None,
) -> Scores:
    """Score the network that validation chose, on splits of the data set of its run.

    Args:
        run: a :class:`Run` or its folder.
        splits: of ``"train"``, ``"valid"`` and ``"test"``.
        root: a folder with data; see :func:`klgnn.data.load`.
        dataset: the graphs, where the run was given them and not a name.
        device: where to compute; None: as the run did.
        batch_size: graphs at once; 0: as the run had it.
        progress: show progress bars.

    Returns:
        The scores: ``scores["test"]``.
    """
    run, config, described = _opened(run, device, batch_size)
    if unknown := [name for name in splits if name not in ("train", "valid", "test")]:
        raise TrainingError(f"splits: got {unknown[0]!r}, expected train, valid or test")
    if dataset is None:
        dataset = _dataset_of(config, described, root, progress)
    with torch.random.fork_rng():
        session = Session.rebuilt(config, described, dataset, progress)
        chosen = load_model(run.best, session.model)
        check_same_data(session.dataset, described, run.path)
        parts = {}
        for name in splits:
            rows = getattr(session.dataset.splits, name)
            parts[name] = scored(session, session.batches(session.dataset.part(rows)), rows)
    task = described.task
    return Scores(
        str(run.path),
        described.name,
        task.metric,
        dict(zip(task.names, task.units, strict=True)),
        {name: part.score for name, part in parts.items()},
        {name: found for name, part in parts.items() if (found := part.by_target())},
        {name: len(part.rows) for name, part in parts.items()},
        int(chosen["epoch"]),
    )


def predict(
    run: Run | str | os.PathLike[str],
    graphs: Any,
    *,
    split: Split | None = None,
    form: str | None = None,
    root: Any = None,
    device: Device | None = None,
    batch_size: int = 0,
    progress: bool | None = None,
) -> Predictions:
    """What the network that validation chose says of graphs.

    The graphs must have the types of nodes and edges that the network was trained on: those of PyG
    ``Data``, or colors of graphs. Molecules (SMILES, rdkit) get the types of QM9 where the network
    was trained on it.

    Args:
        run: a :class:`Run` or its folder.
        graphs: a file that :func:`klgnn.read_graphs` takes, graphs of anything
            :func:`klgnn.as_graph` takes, a :class:`klgnn.data.Dataset`, a pack, or the name of a
            data set.
        split: of a data set, only these graphs.
        form: the form of file or graphs, if it cannot be told, such as ``"smiles"``.
        root: a folder with data; see :func:`klgnn.data.load`.
        device: where to compute; None: as the run did.
        batch_size: graphs at once; 0: as the run had it.
        progress: show progress bars.
    """
    run, config, described = _opened(run, device, batch_size)
    found, where = _graphs(graphs, config, described, form, root, progress)
    if split is not None:
        if not found.folds:
            raise TrainingError(f"split: got {split!r}, expected None: {where} has no splits")
        found, where = getattr(found, split), f"{where}, {split}"
    comparable = found.task == described.task and found.y is not None
    targets = targets_of(found) if comparable else None
    arrays = replace(found.standalone(), y=None, y_names=(), split=None)
    bare = replace(found, arrays=arrays, rows=None, folds=(), task=described.task)
    with torch.random.fork_rng():
        session = Session.rebuilt(config, described, bare, progress)
        load_model(run.best, session.model)
        values = predict_all(session, session.batches(session.dataset))
    return Predictions.of(str(run.path), where, described.task, values, targets)


def _opened(
    run: Run | str | os.PathLike[str], device: Device | None, batch_size: int
) -> tuple[Run, Config, Described]:
    """A run with a network, and how to compute with it."""
    run = Run.of(run)
    if not run.best.is_file():
        raise TrainingError(
            f"{run.path}: got no {run.best.name}, expected the network that validation chose; give"
            " the command that began the run again, it goes on to its first validation"
        )
    if "data" not in run.environment:
        raise TrainingError(
            f"{run.path / 'environment.json'}: got nothing of the data, expected what train wrote"
            " there; give the command that began the run again"
        )
    config = run.config
    changes: dict[str, Any] = {}
    if device is not None:
        changes["device"] = device
    if batch_size:
        changes["eval_batch_size"] = batch_size
    training = replace(config.training, **changes)
    return run, replace(config, training=training), Described.read(run.environment["data"])


def _dataset_of(config: Config, described: Described, root: Any, progress: bool | None) -> Dataset:
    """The data set of a run, which must be known by a name."""
    if config.data.name != described.name and not config.data.name.endswith(".npz"):
        raise TrainingError(
            f"got a run on {described.name!r}, which was given as it was and has no name to load it"
            " by; pass dataset="
        )
    return build_dataset(config.data, root, progress)


def _graphs(
    graphs: Any, config: Config, described: Described, form: str | None, root: Any,
    progress: bool | None,
) -> tuple[Dataset, str]:  # fmt: skip
    """What the user gave, as a data set."""
    if isinstance(graphs, str) and form is None and _is_name(graphs):
        own = graphs == config.data.name
        graphs = build_dataset(config.data, root, progress) if own else load(graphs, root)
    if isinstance(graphs, Path) and graphs.suffix == ".npz":
        graphs = load(str(graphs))
    if not isinstance(graphs, Dataset):
        return given_graphs(graphs, described, form)
    if _misfits(graphs, described):
        raise TrainingError(
            f"{graphs!r}: got {graphs.num_node_types} node types and {graphs.num_edge_types} edge"
            f" types, expected {described.num_node_types} and {described.num_edge_types}, those of"
            f" {described.name}, which the network was trained on"
        )
    return replace(graphs, label_sets=None), graphs.name


def _is_name(text: str) -> bool:
    return text in ENTRIES or text.startswith("tu:") or text.endswith(".npz")


def _misfits(dataset: Dataset, described: Described) -> bool:
    """Whether some type of a data set may be unknown to the network."""
    mine, known = dataset.num_node_types, described.num_node_types
    if len(mine) != len(known) or any(m > k for m, k in zip(mine, known, strict=True)):
        return True
    edges, known_edges = dataset.num_edge_types, described.num_edge_types
    if edges is None or known_edges is None:
        return edges is not known_edges
    return len(edges) != len(known_edges) or any(
        m > k for m, k in zip(edges, known_edges, strict=True)
    )
