"""Losses to train by and metrics to score by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from klgnn.data import Task
from klgnn.train.errors import TrainingError

Array = npt.NDArray[Any]
LossName = Literal["l1", "mse", "bce", "ce"]

# For each, one number per graph.
_LOSSES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "l1": lambda p, y: (p - y).abs().mean(1),
    "mse": lambda p, y: (p - y).square().mean(1),
    "bce": lambda p, y: functional.binary_cross_entropy_with_logits(p, y, reduction="none").mean(1),
    "ce": lambda p, y: functional.cross_entropy(p, y, reduction="none"),
}
METRICS: dict[str, tuple[str, ...]] = {
    "regression": ("MAE",),
    "binary": ("accuracy", "ROC-AUC"),
    "multiclass": ("accuracy",),
    "pairs": (),
}
FITTING = {"regression": ("l1", "mse"), "binary": ("bce",), "multiclass": ("ce",)}


def loss_of(task: Task, name: LossName | None) -> Callable[[Tensor, Tensor], Tensor]:
    """From predictions and targets to one loss per graph; None: the first that fits the task."""
    fitting = FITTING.get(task.kind, ())
    if not fitting:
        raise TrainingError(
            f"got a task of kind {task.kind!r}, expected one of {', '.join(FITTING)}: there is"
            " nothing to fit"
        )
    if name is not None and name not in fitting:
        raise TrainingError(
            f"training.loss: got {name!r}, expected {' or '.join(map(repr, fitting))} for a"
            f" {task.kind} task"
        )
    return _LOSSES[name or fitting[0]]


def score(task: Task, predictions: Array, targets: Array) -> float:
    """The metric of a task.

    Args:
        task: says which: the mean absolute error over graphs and targets, the area under the ROC
            curve (mean over targets), or the accuracy.
        predictions: shape ``(graphs, outputs)``: numbers, or logits.
        targets: shape ``(graphs, T)``, or ``(graphs,)`` for classes.
    """
    if len(predictions) == 0:
        raise TrainingError("score: got no graph, expected at least one")
    if task.metric not in METRICS[task.kind]:
        raise TrainingError(
            f"metric: got {task.metric!r} for a {task.kind} task, expected"
            f" {' or '.join(METRICS[task.kind])}"
        )
    if not np.isfinite(predictions).all():
        wrong = int((~np.isfinite(predictions)).any(axis=1).sum())
        raise TrainingError(
            f"got predictions that are NaN or infinite for {wrong} of {len(predictions)} graphs,"
            " expected numbers; the network has diverged: lower optimizer.lr, or set"
            " optimizer.clip, and begin in another folder"
        )
    if task.metric == "MAE":
        return float(np.abs(predictions - targets).mean())
    if task.metric == "ROC-AUC":
        columns = zip(predictions.T, targets.reshape(len(targets), -1).T, strict=True)
        return float(np.mean([roc_auc(p, y) for p, y in columns]))
    if task.kind == "multiclass":
        return float((predictions.argmax(1) == targets.reshape(-1)).mean())
    return float(((predictions > 0) == (targets > 0)).mean())


def roc_auc(predictions: Array, targets: Array) -> float:
    """How often a positive graph is ranked above a negative one; ties count one half.

    >>> roc_auc(np.array([0.1, 0.4, 0.4, 0.8]), np.array([0, 0, 1, 1]))
    0.875
    """
    positive = targets > 0
    p, n = int(positive.sum()), int((~positive).sum())
    if not p or not n:
        raise TrainingError(
            f"ROC-AUC: got {p} positive and {n} negative graphs, expected some of each"
        )
    _, place, count = np.unique(predictions, return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place]
    return float((rank[positive].sum() - p * (p + 1) / 2) / (p * n))


class Scale(torch.nn.Module):
    """Predictions in the units of the task from what the network gives: ``mean + deviation * h``.

    Args:
        targets: those of the training graphs, ``(graphs, T)``; None: nothing is changed.
        outputs: the number of outputs.
    """

    def __init__(self, targets: Array | None, outputs: int) -> None:
        super().__init__()
        mean, deviation = torch.zeros(outputs), torch.ones(outputs)
        if targets is not None:
            values = torch.from_numpy(np.asarray(targets, np.float64))
            mean, deviation = values.mean(0), values.std(0, correction=0)
            deviation = torch.where(deviation > 0, deviation, torch.ones_like(deviation))
        self.mean: Tensor
        self.deviation: Tensor
        self.register_buffer("mean", mean.float())
        self.register_buffer("deviation", deviation.float())

    def forward(self, h: Tensor) -> Tensor:
        """To the units of the task."""
        return h * self.deviation + self.mean

    def standard(self, y: Tensor) -> Tensor:
        """From the units of the task."""
        return (y - self.mean) / self.deviation
