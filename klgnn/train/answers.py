"""Scores and Predictions: what evaluate and predict return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data import Task

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Scores:
    """How well the network that validation chose does.

    Args:
        run: the folder of the run.
        data: the data set.
        metric: what is scored: ``"MAE"``, ``"ROC-AUC"`` or ``"accuracy"``.
        units: of each target.
        scores: the metric by the name of the split.
        by_target: where there are several targets, the error of each, by the name of the split.
        graphs: how many graphs each split has.
        epoch: after which epoch validation chose the network.
    """

    run: str
    data: str
    metric: str
    units: Mapping[str, str]
    scores: Mapping[str, float]
    by_target: Mapping[str, Mapping[str, float]]
    graphs: Mapping[str, int]
    epoch: int

    def __getitem__(self, split: str) -> float:
        return self.scores[split]

    def __str__(self) -> str:
        unit = next(iter(self.units.values()), "") if len(self.units) == 1 else ""
        lines = [f"{self.data}, {self.run}, the network of epoch {self.epoch}"]
        for split, score in self.scores.items():
            text = f"{self.metric} {score:.6g} {unit}".rstrip()
            lines.append(f"{split:>5}: {text} ({self.graphs[split]:,} graphs)")
            for name, value in self.by_target.get(split, {}).items():
                lines.append(f"       {name}: {value:.6g} {self.units.get(name, '')}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Predictions:
    """What a network predicts, a row per graph.

    Args:
        run: the folder of the run.
        graphs: where the graphs are from, in words.
        kind: of the task: ``"regression"``, ``"binary"`` or ``"multiclass"``.
        names: of the columns of ``values``: targets or classes.
        units: of each target; empty for classes.
        values: ``(graphs, columns)``: numbers in these units, or probabilities.
        classes: of binary tasks ``(graphs, columns)`` of 0 and 1, of others ``(graphs,)``; None
            for regression.
        raw: what the network gave, as in ``predictions.csv``: numbers, or logits.
        targets: what is right, where the graphs come with it.
    """

    run: str
    graphs: str
    kind: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: Array
    classes: Array | None
    raw: Array
    targets: Array | None = None

    @classmethod
    def of(
        cls, run: str, graphs: str, task: Task, raw: Array, targets: Array | None = None
    ) -> Predictions:
        """From what a network gave."""
        if task.kind == "regression":
            return cls(run, graphs, task.kind, task.names, task.units, raw, None, raw, targets)
        if task.kind == "binary":
            sure = sigmoid(raw)
            classes = (raw > 0).astype(np.int64)
            return cls(run, graphs, task.kind, task.names, (), sure, classes, raw, targets)
        names = tuple(str(number) for number in range(task.num_classes))
        classes = raw.argmax(1)
        return cls(run, graphs, task.kind, names, (), softmax(raw), classes, raw, targets)

    def __len__(self) -> int:
        return len(self.values)

    def __str__(self) -> str:
        heads = [f"{name} [{unit}]" if unit else name for name, unit in
                 zip(self.names, self.units or [""] * len(self.names), strict=True)]  # fmt: skip
        if self.kind != "regression":
            heads = [f"p({name})" for name in self.names]
        if self.kind == "multiclass":
            heads = ["class", *heads]
        rows = [["graph", *heads]]
        for number, values in enumerate(self.values):
            cells = [f"{value:.6g}" for value in values]
            if self.kind == "multiclass" and self.classes is not None:
                cells = [str(self.classes[number]), *cells]
            rows.append([str(number), *cells])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )


def sigmoid(logits: Array) -> Array:
    """Logits to probabilities, without overflow."""
    small: Array = np.exp(-np.abs(logits))
    return np.where(logits >= 0, 1 / (1 + small), small / (1 + small))


def softmax(logits: Array) -> Array:
    """Rows of logits to rows of probabilities."""
    powers: Array = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares
