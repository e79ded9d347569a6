"""Records: everything a run writes. Only the first process does."""

from __future__ import annotations

import resource
import statistics
import sys
import warnings
from collections.abc import Mapping
from typing import Any

from klgnn.train import checkpoint
from klgnn.train.checkpoint import Progress, write_bytes
from klgnn.train.described import digest
from klgnn.train.errors import TrainingError
from klgnn.train.folder import Run, environment, locked
from klgnn.train.report import Report
from klgnn.train.scoring import Scored, scored
from klgnn.train.session import Session

COLUMNS = ("epoch", "lr", "train_loss", "valid", "seconds")


class Records:
    """What is written of a run.

    Args:
        run: its folder.
        session: what it works with.
        about: what else the summary says.
        report: where progress is told.
    """

    def __init__(
        self, run: Run, session: Session, about: Mapping[str, Any], report: Report
    ) -> None:
        self.run, self.session, self.about = run, session, about
        self.report = report if session.first else Report(quiet=True)
        self.board: Any = None
        self.lock: Any = None
        self.key = {"data": digest(session.dataset), "configuration": session.config.digest}

    def resumed(self) -> Progress | None:
        """How far the last checkpoint is; None: there is none."""
        if not self.run.last.exists():
            return None
        session = self.session
        progress = checkpoint.load_state(self.run.last, session.model, session.optimizer, self.key)
        progress.sittings += 1
        return progress

    def begin(self, progress: Progress, steps: int) -> None:
        """Write what is known beforehand."""
        session, epochs = self.session, self.session.config.training.epochs
        name = session.config.name
        self.report.begin(name, epochs * steps, progress.epoch * steps + progress.step)
        if not session.first:
            return
        try:
            self.run.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(
                f"{self.run.path}: got {error.strerror}, expected a folder to write to"
            ) from None
        self.lock = locked(self.run.path)
        for left in self.run.path.glob(".*.part"):  # of a process that was killed while it wrote
            left.unlink(missing_ok=True)
        write_bytes(self.run.path / "config.toml", session.config.text.encode())
        self.run.write_json(
            "environment.json",
            {
                **environment(),
                "processes": session.fabric.world_size,
                "data": session.described().plain,
            },
        )
        self._curve(progress)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of tensorboard about numpy and protobuf
            from torch.utils.tensorboard import SummaryWriter

            self.board = SummaryWriter(
                str(self.run.path / "tensorboard"), purge_step=progress.epoch + 1
            )

    def save_best(self, progress: Progress) -> None:
        """The model that validation chose, before the checkpoint that speaks of it."""
        if self.session.first:
            checkpoint.save_model(self.run.best, self.session.model, dict(progress.best or {}))

    def save(self, progress: Progress) -> None:
        """The checkpoint to go on from."""
        if self.session.first:
            checkpoint.save_state(
                self.run.last, self.session.model, self.session.optimizer, progress, self.key
            )

    def epoch(self, progress: Progress) -> None:
        """Curve, TensorBoard, report."""
        row = progress.curve[-1]
        if self.session.first:
            self._curve(progress)
            for name, value in row.items():
                if name != "epoch":
                    self.board.add_scalar(name, value, row["epoch"])
            self.board.flush()
        self.report.epoch(row)

    def finish(self, progress: Progress) -> None:
        """Take the model that validation chose and score the test graphs with it, once."""
        session = self.session
        session.fabric.barrier()
        chosen = checkpoint.load_model(self.run.best, session.model)
        parts = {}
        for name in ("valid", "test"):
            rows = getattr(session.dataset.splits, name)
            parts[name] = scored(session, session.batches(session.dataset.part(rows)), rows)
        if not session.first:
            return
        self._predictions(parts)
        summary = self._summary(progress, chosen, parts)
        self.run.write_json("summary.json", summary)
        self.report.end(summary)

    def close(self) -> None:
        """Nothing more will be written."""
        self.report.close()
        if self.board is not None:
            self.board.close()
        if self.lock is not None:
            self.lock.close()

    def _curve(self, progress: Progress) -> None:
        rows = [[row.get(name, "") for name in COLUMNS] for row in progress.curve]
        self.run.write_rows("curve.csv", COLUMNS, rows)

    def _predictions(self, parts: Mapping[str, Scored]) -> None:
        task = self.session.dataset.task
        outputs = range(task.num_outputs) if task.kind == "multiclass" else task.names
        columns = ["split", "graph", *(f"predicted_{name}" for name in outputs), *task.names]
        rows = [
            [name, int(row), *map(float, predicted), *(target.tolist())]
            for name, part in parts.items()
            for row, predicted, target in zip(
                part.rows, part.predictions, part.targets, strict=True
            )
        ]
        self.run.write_rows("predictions.csv", columns, rows)

    def _summary(
        self, progress: Progress, chosen: Mapping[str, Any], parts: Mapping[str, Scored]
    ) -> dict[str, Any]:
        session, task = self.session, self.session.dataset.task
        losses = [row["train_loss"] for row in progress.curve]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            **self.about,
            "metric": task.metric,
            "units": list(task.units),
            "valid": parts["valid"].score,
            "test": parts["test"].score,
            "test_by_target": parts["test"].by_target(),
            "train_loss": losses[chosen["epoch"] - 1],
            "chosen_epoch": chosen["epoch"],
            "epochs": progress.epoch,
            "stopped": progress.stopped,
            "seed": session.config.training.seed,
            "seconds": progress.seconds,
            "seconds_per_epoch": statistics.median(row["seconds"] for row in progress.curve),
            "sittings": progress.sittings,
            "peak_mib": peak / (2**20 if sys.platform == "darwin" else 2**10),
            "parameters": sum(p.numel() for p in session.model.parameters() if p.requires_grad),
            "graphs": list(session.described().graphs),
            "processes": session.fabric.world_size,
        }
