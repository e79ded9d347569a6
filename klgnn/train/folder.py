"""Run: the folder of a run, and what is in it."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any

import torch

import klgnn
from klgnn.train import toml
from klgnn.train.checkpoint import write_bytes
from klgnn.train.config import Config
from klgnn.train.errors import TrainingError

_LIBRARIES = ("torch", "torch_geometric", "lightning", "numpy", "scipy", "numba", "networkx",
              "safetensors")  # fmt: skip


@dataclass(frozen=True)
class Run:
    """The folder of a run: what was asked for, and what came of it.

    - ``config.toml``: the configuration, complete;
    - ``environment.json``: versions, machine, threads, and the data;
    - ``curve.csv`` and ``tensorboard/``: numbers of each epoch;
    - ``last.safetensors``: all that is needed to go on; ``best.safetensors``: the model that
      validation chose;
    - ``predictions.csv``: for each graph of validation and test, prediction and target;
    - ``summary.json``: the scores, once the run has ended.

    Args:
        path: the folder.
    """

    path: Path

    @classmethod
    def of(cls, run: Run | str | os.PathLike[str]) -> Run:
        """A run, or the folder of one, which must be there."""
        found = run if isinstance(run, Run) else cls(Path(run))
        if not (found.path / "config.toml").is_file():
            raise TrainingError(
                f"{found.path}: got no config.toml there, expected the folder of a run, such as"
                " runs/sr25/2-idmpnn/full/seed0"
            )
        return found

    @property
    def config(self) -> Config:
        """What was asked for."""
        return Config.read(toml.read_file(self.path / "config.toml"))

    @property
    def environment(self) -> dict[str, Any]:
        """Where it ran, and on which data."""
        return self._json("environment.json") or {}

    @property
    def summary(self) -> dict[str, Any] | None:
        """What came of it; None before the end."""
        return self._json("summary.json")

    @property
    def finished(self) -> bool:
        """Whether the test set has been scored."""
        return self.summary is not None

    @property
    def last(self) -> Path:
        """The checkpoint to go on from."""
        return self.path / "last.safetensors"

    @property
    def best(self) -> Path:
        """The model that validation chose."""
        return self.path / "best.safetensors"

    def curve(self) -> list[dict[str, float]]:
        """The numbers of each epoch."""
        rows = csv.DictReader(io.StringIO((self.path / "curve.csv").read_text()))
        return [{name: float(text) for name, text in row.items() if text} for row in rows]

    def predictions(self) -> list[dict[str, str]]:
        """The rows of ``predictions.csv``."""
        return [*csv.DictReader(io.StringIO((self.path / "predictions.csv").read_text()))]

    def write_json(self, name: str, value: Mapping[str, Any]) -> None:
        """A file of numbers and words."""
        write_bytes(self.path / name, (json.dumps(value, indent=2) + "\n").encode())

    def write_rows(self, name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """A table, with numbers as exact as they are."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        write_bytes(self.path / name, text.getvalue().encode())

    def _json(self, name: str) -> dict[str, Any] | None:
        path = self.path / name
        if not path.is_file():
            return None
        try:
            found: dict[str, Any] = json.loads(path.read_text())
        except ValueError as error:
            raise TrainingError(f"{path}: got {error}, expected JSON; delete that file") from None
        return found


def environment() -> dict[str, Any]:
    """Versions and machine."""
    return {
        "klgnn": klgnn.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "cuda": torch.version.cuda,
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "libraries": {name: _version(name) for name in _LIBRARIES},
    }


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def locked(folder: Path) -> IO[bytes]:
    """An open file that keeps other processes out of a folder; however this one ends, it is freed.

    A file system without locks keeps nobody out.
    """
    file = (folder / ".lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise TrainingError(
            f"{folder}: got a folder in which another process is training, expected none; wait for"
            " its end, or give another folder"
        ) from None
    except OSError:
        pass
    return file
