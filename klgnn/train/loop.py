"""fit: the training loop.

    for each epoch:
        for each batch:  predict, loss, backward, step
        predict for the validation graphs; keep the model if it is the best so far
    take the best model, score the test graphs, once

Everything random is a function of where in the run we are (:mod:`klgnn.train.seeds`), and a
checkpoint holds where that is; so a run that was killed ends as one that was not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from klgnn.data import Dataset
from klgnn.train.batches import Piece
from klgnn.train.checkpoint import Progress
from klgnn.train.config import Config
from klgnn.train.described import Described, check_same_data
from klgnn.train.errors import Interrupted, TrainingError
from klgnn.train.folder import Run
from klgnn.train.interrupts import Interrupts
from klgnn.train.metrics import loss_of
from klgnn.train.norm import measure, measure_rows
from klgnn.train.readout import fit_readout
from klgnn.train.records import Records
from klgnn.train.report import Report
from klgnn.train.scoring import scored
from klgnn.train.seeds import seed_torch
from klgnn.train.session import Session


def fit(
    config: Config,
    folder: Path | str,
    *,
    root: Any = None,
    resume: bool = True,
    about: Mapping[str, Any] | None = None,
    dataset: Dataset | None = None,
    report: Report | None = None,
) -> Run:
    """Train a model, or go on training it; a run that has ended is returned as it is.

    Args:
        config: all of the run.
        folder: where it is written; see :class:`Run`.
        root: a folder with data; see :func:`klgnn.data.load`.
        resume: go on from the last checkpoint in ``folder``; False: refuse a folder with a run.
        about: what else the summary says.
        dataset: the graphs, instead of those ``config.data`` names.
        report: where progress is told.
    """
    run = Run(Path(folder))
    if (run.path / "config.toml").exists():
        if not resume:
            raise TrainingError(
                f"{run.path}: got a folder with a run, expected none; give another one, or"
                " resume=True to go on"
            )
        if run.config.digest != config.digest or run.config.training.seed != config.training.seed:
            raise TrainingError(
                f"{run.path}: got the run of another configuration, expected that of"
                " config.toml there; give another folder"
            )
        if run.finished:
            if dataset is not None:
                check_same_data(dataset, Described.read(run.environment["data"]), run.path)
            return run
    threads = torch.get_num_threads()
    try:
        with torch.random.fork_rng():
            session = Session.open(
                config, root, dataset, None if report is None else report.progress
            )
            _Loop(session, Records(run, session, about or {}, report or Report())).run()
    finally:
        torch.set_num_threads(threads)
    return run


class _Loop:
    """The loop, and what it remembers."""

    def __init__(self, session: Session, records: Records) -> None:
        self.session, self.records, self.config = session, records, session.config
        self.train = session.batches(session.dataset.train, training=True)
        self.valid = session.batches(session.dataset.valid)
        self.loss = loss_of(session.dataset.task, self.config.training.loss)
        self.progress = records.resumed() or Progress()

    def run(self) -> None:
        """From where we are to the end."""
        session, records, p = self.session, self.records, self.progress
        if self.valid_is_empty():
            raise TrainingError(f"{session.dataset!r}: got no validation graphs, expected some")
        self.began = self.saved = time.perf_counter()
        with Interrupts(session.fabric.world_size == 1) as self.interrupts:
            try:
                records.begin(p, len(self.train))
                while p.epoch < self.config.training.epochs and not p.stopped:
                    self.epoch()
                self.clock()
                records.finish(p)
            finally:
                records.close()

    def epoch(self) -> None:
        """The steps of an epoch, its validation, its checkpoint."""
        p, t = self.progress, self.config.training
        lr = self.learning_rate()
        for piece in self.train.epoch(p.epoch, p.step):
            self.step(piece)
            if self.interrupts.pending or time.perf_counter() - self.saved > t.save_every:
                self.save()
            self.look_up()
        row: dict[str, Any] = {"epoch": p.epoch + 1, "lr": lr, "train_loss": p.loss / p.graphs}
        if (p.epoch + 1) % t.validate_every == 0 or p.epoch + 1 == t.epochs:
            row["valid"] = self.validate()
        self.clock()
        p.curve.append({**row, "seconds": p.spent})
        p.epoch, p.step, p.loss, p.graphs, p.spent = p.epoch + 1, 0, 0.0, 0, 0.0
        self.save()
        self.records.epoch(p)
        self.look_up()

    def save(self) -> None:
        """A checkpoint, if there is nothing wrong with the network."""
        p, model = self.progress, self.session.model
        if any(not bool(tensor.isfinite().all()) for tensor in model.parameters()):
            raise self.diverged(f"parameters that are NaN or infinite, epoch {p.epoch + 1}")
        self.clock()
        self.records.save(p)
        self.saved = time.perf_counter()

    def look_up(self) -> None:
        """End here if Ctrl-C was pressed; all is saved."""
        if self.interrupts.pending:
            raise Interrupted(
                f"interrupted in epoch {self.progress.epoch + 1}; everything is saved in"
                f" {self.records.run.path}: give the same command again to go on"
            )

    def diverged(self, what: str) -> TrainingError:
        """What to do about numbers that are none."""
        last = self.records.run.last
        kept = f"the checkpoint before it is still {last}" if last.exists() else "nothing was saved"
        return TrainingError(
            f"got {what}, expected numbers; {kept}. Lower optimizer.lr, or set optimizer.clip, and"
            " begin in another folder"
        )

    def step(self, piece: Piece) -> None:
        """Predict, loss, backward, step."""
        session, p, seed = self.session, self.progress, self.config.training.seed
        seed_torch(seed, "step", p.epoch, p.step, session.fabric.global_rank)
        session.runner.train()
        session.optimizer.zero_grad()
        batch = session.fabric.to_device(piece.batch)
        output = session.runner(batch)
        losses = self.loss(output, self.targets(batch, output))
        # Gradients are averaged over processes, so each one's sum counts that often.
        total = losses.sum() if piece.real else 0.0 * losses.sum()
        session.fabric.backward(total * (session.fabric.world_size / piece.whole))
        if self.config.optimizer.clip:
            torch.nn.utils.clip_grad_norm_(session.model.parameters(), self.config.optimizer.clip)
        value = float(session.fabric.all_reduce(total.detach().double(), reduce_op="sum"))
        if not math.isfinite(value):
            raise self.diverged(f"a loss of {value} in epoch {p.epoch + 1}, step {p.step + 1}")
        session.optimizer.step()
        p.step, p.loss, p.graphs = p.step + 1, p.loss + value, p.graphs + piece.whole
        self.records.report.step(p.loss / p.graphs)

    def targets(self, batch: Any, output: torch.Tensor) -> torch.Tensor:
        """Targets as the loss compares them."""
        y: torch.Tensor = batch.y
        if self.session.dataset.task.kind == "multiclass":
            return y
        return self.session.model.scale.standard(y).to(output.dtype)

    def validate(self) -> float:
        """Score the validation graphs; keep the model if it is the best so far."""
        session, p, t = self.session, self.progress, self.config.training
        self.measure()
        value = scored(session, self.valid, session.dataset.splits.valid).score
        higher = session.dataset.task.higher_is_better
        best = p.best
        if best is None or (value > best["score"] if higher else value < best["score"]):
            p.best = {"epoch": p.epoch + 1, "score": value}
            self.records.save_best(p)
        at = p.best["epoch"] if p.best else 0
        if t.patience and p.epoch + 1 - at >= t.patience * t.validate_every:
            p.stopped = f"no better validation score in {t.patience} validations"
        reached = t.stop_at is not None and (value >= t.stop_at if higher else value <= t.stop_at)
        if reached:
            p.stopped = f"the validation score reached {t.stop_at}"
        return value

    def measure(self) -> None:
        """Tell the norms about all training graphs, where the configuration wants that."""
        session, p = self.session, self.progress
        chosen = self.config.model
        for wanted, measuring in ((chosen.measured, measure_rows), (chosen.norm, measure)):
            if wanted:
                seed_torch(self.config.training.seed, "measure", p.epoch)
                pieces = self.train.epoch(p.epoch)
                measuring(
                    session.model, (session.fabric.to_device(piece.batch) for piece in pieces)
                )
        if chosen.readout:
            batches = (session.fabric.to_device(piece.batch) for piece in self.train.epoch(p.epoch))
            scale = session.model.scale
            fit_readout(session.model.network, ((b, scale.standard(b.y)) for b in batches))

    def learning_rate(self) -> float:
        """Set the learning rate of this epoch."""
        p, t = self.progress, self.config.training
        scores = [row["valid"] for row in p.curve if "valid" in row]
        higher = self.session.dataset.task.higher_is_better
        lr = self.config.optimizer.lr * self.config.schedule.rate(p.epoch, t.epochs, scores, higher)
        for group in self.session.optimizer.param_groups:
            group["lr"] = lr
        return lr

    def clock(self) -> None:
        """Add the time since the last look."""
        now = time.perf_counter()
        self.progress.seconds += now - self.began
        self.progress.spent += now - self.began
        self.began = now

    def valid_is_empty(self) -> bool:
        """Whether there is nothing to choose by."""
        return len(self.valid.part) == 0 or len(self.train.part) == 0
