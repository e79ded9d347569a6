"""Several runs that differ by their seed: mean, deviation, and what they predict together."""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from klgnn.train.answers import Predictions
from klgnn.train.config import Config
from klgnn.train.errors import TrainingError
from klgnn.train.folder import Run
from klgnn.train.loop import fit
from klgnn.train.using import predict


@dataclass(frozen=True)
class Several:
    """Runs of one configuration with several seeds.

    Args:
        runs: their folders.
        metric: what is scored.
        unit: of the metric; empty where it has none, or targets have several.
        valid: the validation score of each.
        test: the test score of each.
    """

    runs: tuple[str, ...]
    metric: str
    unit: str
    valid: tuple[float, ...]
    test: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Of the test scores."""
        return statistics.fmean(self.test)

    @property
    def deviation(self) -> float:
        """The standard deviation of the test scores, of a sample; NaN for one run."""
        return statistics.stdev(self.test) if len(self.test) > 1 else math.nan

    def __str__(self) -> str:
        spread = f" ± {self.deviation:.2g}" if len(self.test) > 1 else ""
        runs = f"{len(self.test)} seed{'s' * (len(self.test) > 1)}"
        return f"{self.metric} {self.mean:.4g}{spread} {self.unit}".rstrip() + f" ({runs})"

    def predict(self, graphs: Any, **options: Any) -> Predictions:
        """The mean of what the runs predict: of numbers, or of probabilities. No label is seen.

        Args:
            graphs: as for :func:`klgnn.train.predict`.
            options: likewise.
        """
        graphs = _kept(graphs)
        found = [predict(run, graphs, **options) for run in self.runs]
        values = np.mean([each.values for each in found], axis=0)
        classes = None
        if found[0].kind != "regression":
            binary = found[0].kind == "binary"
            classes = (values > 0.5).astype(np.int64) if binary else values.argmax(1)
        raw = np.mean([each.raw for each in found], axis=0)
        return replace(found[0], run=", ".join(self.runs), values=values, classes=classes, raw=raw)


def summarize(runs: Iterable[Run | str | os.PathLike[str]]) -> Several:
    """Finished runs of one configuration together."""
    found = [Run.of(run) for run in runs]
    if not found:
        raise TrainingError("summarize: got no run, expected at least one")
    for run in found:
        if run.config.digest != found[0].config.digest:
            raise TrainingError(
                f"{run.path}: got a run of another configuration than {found[0].path}, expected"
                " runs that differ by their seed only"
            )
        if run.summary is None:
            raise TrainingError(
                f"{run.path}: got a run that has not ended, expected finished ones; give the"
                " command that began it again"
            )
    summaries = [dict(run.summary or {}) for run in found]
    units = set(summaries[0]["units"])
    return Several(
        tuple(str(run.path) for run in found),
        summaries[0]["metric"],
        units.pop() if len(units) == 1 else "",
        tuple(summary["valid"] for summary in summaries),
        tuple(summary["test"] for summary in summaries),
    )


def fit_seeds(
    config: Config, folder: Path | str, seeds: Iterable[int] = range(5), **options: Any
) -> Several:
    """Train with several seeds, each in a folder of its own, and say what came of it.

    Args:
        config: of the runs; its seed does not matter.
        folder: where the folders ``seed0``, ``seed1``, ... are.
        seeds: which.
        options: those of :func:`klgnn.train.fit`.
    """
    return summarize(
        fit(config.changed({"training.seed": seed}), Path(folder) / f"seed{seed}", **options)
        for seed in seeds
    )


def _kept(graphs: Any) -> Any:
    """Graphs that can be gone through several times."""
    return list(graphs) if hasattr(graphs, "__next__") else graphs
