"""Predictions for a part of the data, each graph once, whoever computed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from klgnn.data import Dataset, Task
from klgnn.train import metrics
from klgnn.train.batches import Batches
from klgnn.train.errors import TrainingError
from klgnn.train.seeds import seed_torch
from klgnn.train.session import Session

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Scored:
    """A part of the data as a model sees it.

    Args:
        task: what is predicted.
        rows: the numbers of its graphs in the data set.
        predictions: ``(graphs, outputs)``, in the units of the task, or logits.
        targets: ``(graphs, T)``.
    """

    task: Task
    rows: Array
    predictions: Array
    targets: Array

    @property
    def score(self) -> float:
        """The metric of the task."""
        return metrics.score(self.task, self.predictions, self.targets)

    def by_target(self) -> dict[str, float]:
        """The mean absolute error of each target, where there are several."""
        if self.task.metric != "MAE" or len(self.task.targets) < 2:
            return {}
        errors = np.abs(self.predictions - self.targets).mean(axis=0)
        return dict(zip(self.task.names, map(float, errors), strict=True))


def scored(session: Session, batches: Batches, rows: Array) -> Scored:
    """Predict for all graphs of ``batches``; all processes get all predictions."""
    predictions = predict_all(session, batches)
    targets = targets_of(batches.part)
    return Scored(session.dataset.task, rows, predictions, targets)


def targets_of(part: Dataset) -> Array:
    """The targets as they are predicted."""
    if part.y is None:
        raise TrainingError(f"{part!r}: got no targets, expected some to score by")
    y = np.asarray(part.y)
    return y[:, :1] if part.task.kind == "multiclass" else y.astype(np.float64)


@torch.no_grad()
def predict_all(session: Session, batches: Batches) -> Array:
    """One row of predictions per graph, float64, in the order of the part."""
    session.runner.eval()
    rows, found = [], []
    seed = session.config.training.seed
    for step, piece in enumerate(batches.epoch()):
        seed_torch(seed, "prediction", step, session.fabric.global_rank)
        # The bare model: an evaluation has nothing to synchronize, and shares differ in number.
        with session.fabric.autocast():
            output = session.model(session.fabric.to_device(piece.batch))
        if piece.real:
            rows.append(piece.rows)
            found.append(session.model.scale(output).double().cpu().numpy())
    outputs = session.dataset.task.num_outputs
    own = (
        np.concatenate([np.zeros(0, np.int64), *rows]),
        np.concatenate([np.zeros((0, outputs)), *found]),
    )
    predictions = np.full((len(batches.part), outputs), np.nan)
    for numbers, values in gathered(own, session.fabric.world_size):
        predictions[numbers] = values
    return predictions


def gathered(own: Any, world: int) -> list[Any]:
    """What each process has."""
    if world == 1:
        return [own]
    every: list[Any] = [None] * world
    torch.distributed.all_gather_object(every, own)
    return every
