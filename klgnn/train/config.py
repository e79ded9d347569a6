"""The configuration of a run: frozen, typed, complete."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from klgnn.train import toml
from klgnn.train.errors import TrainingError
from klgnn.train.metrics import LossName
from klgnn.train.schedules import Schedule
from klgnn.train.typed import read, unknown


@dataclass(frozen=True)
class DataConfig:
    """Which graphs; see :func:`klgnn.data.load` for the first six.

    Args:
        name: the data set.
        target: only these targets.
        normalize: divide targets by their deviation.
        induced: count induced subgraphs.
        fold: of a cross-validation.
        seed: of a drawn split.
        select: the selection policy: ``{policy = "Hierarchical", l = 4}``; None: the model's own.
        limit: only so many graphs of each part, for quick looks; 0: all.
    """

    name: str = "zinc12k"
    target: tuple[int | str, ...] | None = None
    normalize: Literal["train", "all"] | None = None
    induced: bool = False
    fold: int = 0
    seed: int = 0
    select: Mapping[str, Any] | None = None
    limit: int = 0


@dataclass(frozen=True)
class ModelConfig:
    """Which network.

    Args:
        kind: ``"idmpnn"``, ``"idppgn"``, ``"idtransformer"``, ``"baseline"``, ``"attention"``
            (labels by attention), ``"learned"`` (learned label sets), or a preset of
            :mod:`klgnn.nn.presets`.
        base: of a baseline: ``"mpnn"``, ``"ppgn"`` or ``"transformer"``.
        settings: those of :class:`klgnn.nn.Settings`, and what a preset takes; "none"
            stands for None. Types of nodes and edges and the number of outputs come from the data.
        norm: standardize the pooled representation before the head: see :mod:`klgnn.train.norm`.
        measured: before each validation, measure the batch norms over the training graphs; running
            averages lag behind where the learning rate is high.
        readout: before each validation, fit the last linear map of the head by least squares over
            the training graphs: see :mod:`klgnn.train.readout`. For regression.
        encoding: steps of a random-walk encoding of nodes; 0: none.
        counts: patterns whose counts are node features.
    """

    kind: str = "idmpnn"
    base: Literal["mpnn", "ppgn", "transformer"] = "mpnn"
    settings: Mapping[str, Any] = field(default_factory=dict)
    norm: bool = False
    measured: bool = False
    readout: bool = False
    encoding: int = 0
    counts: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptimizerConfig:
    """AdamW.

    Args:
        lr: the learning rate.
        weight_decay: as torch has it.
        beta2: likewise; the first is 0.9.
        clip: the largest norm of a gradient; 0: not clipped.
    """

    lr: float = 0.001
    weight_decay: float = 0.0
    beta2: float = 0.999
    clip: float = 0.0

    def __post_init__(self) -> None:
        if self.lr <= 0 or self.weight_decay < 0 or self.clip < 0 or not 0 < self.beta2 < 1:
            raise TrainingError(
                f"optimizer: got {self!r}, expected lr > 0, weight_decay and clip >= 0, and"
                " 0 < beta2 < 1"
            )


@dataclass(frozen=True)
class TrainingConfig:
    """How long, how much at once, and by what.

    Args:
        epochs: at most.
        batch_size: graphs of a step, over all processes.
        eval_batch_size: of an evaluation; 0: as in training.
        loss: ``"l1"``, ``"mse"``, ``"bce"``, ``"ce"``; None: what fits the task.
        standardize: fit regression targets less their mean over their deviation, both of the
            training graphs; predictions and scores stay in the units of the task.
        patience: stop when the validation score has not improved for so many validations; 0: never.
        stop_at: stop as soon as the validation score reaches this.
        validate_every: epochs from one validation to the next.
        seed: of everything.
        precision: ``"32"``, ``"64"``, or ``"bf16"`` by autocast.
        device: ``"auto"``, ``"cpu"`` or ``"cuda"``.
        threads: of torch; 0: as many as it takes.
        workers: processes that prepare batches; no result depends on it.
        keep: make batches and plans once and keep them in memory. Training batches then have the
            same graphs in each epoch, in another order. Only where nothing is drawn.
        save_every: seconds between checkpoints within an epoch; there is one after each.
    """

    epochs: int = 100
    batch_size: int = 32
    eval_batch_size: int = 0
    loss: LossName | None = None
    standardize: bool = False
    patience: int = 0
    stop_at: float | None = None
    validate_every: int = 1
    seed: int = 0
    precision: Literal["32", "64", "bf16"] = "32"
    device: Literal["auto", "cpu", "cuda"] = "auto"
    threads: int = 0
    workers: int = 0
    keep: bool = False
    save_every: float = 300.0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_size", "validate_every"):
            if getattr(self, name) < 1:
                raise TrainingError(
                    f"training.{name}: got {getattr(self, name)}, expected 1 or more"
                )
        for name in ("eval_batch_size", "patience", "threads", "workers", "save_every"):
            if getattr(self, name) < 0:
                raise TrainingError(
                    f"training.{name}: got {getattr(self, name)}, expected 0 or more"
                )


@dataclass(frozen=True)
class Config:
    """All of a run but where it is written.

    >>> Config.read({"training": {"epochs": 3}}).changed(["lr=0.01"]).optimizer.lr
    0.01
    """

    name: str = "run"
    data: DataConfig = field(default_factory=DataConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    schedule: Schedule = field(default_factory=Schedule)
    training: TrainingConfig = field(default_factory=TrainingConfig)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Config:
        """From tables, as TOML has them; an unknown key is refused with the likely one."""
        return read(cls, given)

    def changed(self, overrides: Sequence[str] | Mapping[str, Any]) -> Config:
        """With other values.

        Args:
            overrides: ``key=value`` texts, or a dictionary. A key is a path such as
                ``training.epochs``, or its last part where only one table has it; ``seed`` is that
                of training. A key that no table has is a setting of the model if
                :class:`klgnn.nn.Settings` knows it.
        """
        given = toml.plain(self)
        pairs = overrides.items() if isinstance(overrides, Mapping) else map(_pair, overrides)
        for key, item in pairs:
            *tables, last = _path(key)
            place = given
            for table in tables:
                place = place.setdefault(table, {})
            place[last] = item
        return Config.read(given)

    @property
    def text(self) -> str:
        """As TOML."""
        return toml.dumps(self) + "\n"

    @property
    def digest(self) -> str:
        """Six hexadecimal digits of everything but the seed and what no result depends on."""
        given = toml.plain(self)
        for name in ("seed", "workers", "save_every"):
            given["training"].pop(name, None)
        return hashlib.sha256(toml.dumps(given).encode()).hexdigest()[:6]


_TABLES: dict[str, type] = {
    "data": DataConfig,
    "model": ModelConfig,
    "optimizer": OptimizerConfig,
    "schedule": Schedule,
    "training": TrainingConfig,
}


def _pair(text: str) -> tuple[str, Any]:
    key, found, value = text.partition("=")
    if not found or not key.strip():
        raise TrainingError(f"set: got {text!r}, expected key=value, such as training.epochs=10")
    return key.strip(), toml.value(value.strip())


def _path(key: str) -> list[str]:
    from klgnn.nn import Settings

    paths = {f"{table}.{f.name}" for table, kind in _TABLES.items() for f in fields(kind)} | {
        "name"
    }
    settings = [f"model.settings.{f.name}" for f in fields(Settings)]
    head = ".".join(key.split(".")[:2])
    if key in paths or head in ("model.settings", "data.select"):
        return key.split(".")
    ends = [path for path in paths if path.endswith(f".{key}")]
    if not ends:
        ends = [path for path in settings if path.endswith(f".{key}")]
    if key == "seed":  # that of the split is rarely meant
        ends = ["training.seed"]
    if len(ends) == 1:
        return ends[0].split(".")
    if ends:
        raise TrainingError(f"set: got {key!r}, expected one of {' or '.join(sorted(ends))}")
    last = {path.rsplit(".", 1)[1]: path for path in sorted(paths | {*settings}) if "." in path}
    raise unknown(key, [*sorted(paths), *settings, *last])
