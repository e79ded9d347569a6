"""What the estimators share: from lists of graphs to a trained network, and to its outputs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import torch

from klgnn.data import Dataset, Splits, Task
from klgnn.data.reading import Rows, joined, read_all
from klgnn.errors import MissingDependencyError
from klgnn.train.checkpoint import fill_model, model_bytes
from klgnn.train.config import Config
from klgnn.train.described import Described
from klgnn.train.errors import TrainingError
from klgnn.train.loop import fit
from klgnn.train.report import Report
from klgnn.train.scoring import predict_all
from klgnn.train.session import Session
from klgnn.train.vocabulary import Unknown, Vocabulary

try:
    from sklearn.base import BaseEstimator
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_is_fitted
except ImportError:
    raise MissingDependencyError("scikit-learn", "train", "an estimator") from None

Array = npt.NDArray[Any]


class Estimator(BaseEstimator):  # type: ignore[misc]
    """From lists of graphs to a trained network, and from graphs to its outputs.

    Args:
        kind: which network: see :class:`klgnn.train.ModelConfig`.
        l: the number of labels.
        hidden: the width of all layers.
        layers: of the base encoder, the structure encoder and the aggregator.
        norm: standardize the representations of graphs before the head, see
            :mod:`klgnn.train.norm`; without, few graphs take many more epochs.
        settings: further ones of :class:`klgnn.nn.Settings`, by name.
        epochs: at most.
        batch_size: graphs of a step.
        lr: the learning rate.
        schedule: ``"constant"``, ``"cosine"``, ``"plateau"`` or ``"step"``.
        patience: stop when the validation score has not improved for so many epochs; 0: never.
        validation: the share of graphs by which the best epoch is chosen; 0: all are trained on,
            and the network is that of the last epoch.
        overrides: anything else of a :class:`klgnn.train.Config`, such as
            ``{"optimizer.clip": 1.0, "training.precision": "bf16"}``.
        form: the form of the graphs, if it cannot be told, such as ``"smiles"``.
        unknown: what becomes of types of nodes or edges that no graph of ``fit`` had: ``"error"``,
            or ``"frequent"``, taken for the most frequent one.
        device: ``"auto"``, ``"cpu"`` or ``"cuda"``.
        random_state: a number, a generator of numpy, or None: other networks at each call.
        verbose: whether to show a progress bar.
    """

    def __init__(
        self,
        kind: str = "idmpnn",
        *,
        l: int = 2,
        hidden: int = 32,
        layers: Sequence[int] = (3, 3, 2),
        norm: bool = True,
        settings: Mapping[str, Any] | None = None,
        epochs: int = 100,
        batch_size: int = 32,
        lr: float = 0.002,
        schedule: str = "cosine",
        patience: int = 0,
        validation: float = 0.0,
        overrides: Mapping[str, Any] | None = None,
        form: str | None = None,
        unknown: Unknown = "error",
        device: Literal["auto", "cpu", "cuda"] = "auto",
        random_state: Any = None,
        verbose: bool = False,
    ) -> None:
        self.kind, self.l, self.hidden, self.layers = kind, l, hidden, layers
        self.norm, self.settings, self.epochs = norm, settings, epochs
        self.batch_size, self.lr = batch_size, lr
        self.schedule, self.patience, self.validation = schedule, patience, validation
        self.overrides, self.form, self.unknown, self.device = overrides, form, unknown, device
        self.random_state, self.verbose = random_state, verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False  # graphs, which scikit-learn has no tag for
        tags.no_validation = True
        tags.non_deterministic = False
        return tags

    def _fit(self, graphs: list[Rows], y: Array, task: Task, classes: Array | None) -> None:
        chance = check_random_state(self.random_state)
        seed = int(chance.randint(2**31 - 1))
        self.vocabulary_ = Vocabulary.of(graphs)
        splits = _split(len(graphs), self.validation, classes, np.random.default_rng(seed))
        dataset = self._dataset(graphs, task, y, (splits,))
        self.config_ = self._config(seed)
        with tempfile.TemporaryDirectory() as folder:
            run = fit(
                self.config_,
                Path(folder) / "run",
                dataset=dataset,
                report=Report(progress=bool(self.verbose)),
            )
            self.network_ = model_bytes(run.best if self.validation else run.last)
            self.described_ = Described.read(run.environment["data"])
            self.curve_ = run.curve()
        self.n_iter_ = len(self.curve_)

    def _outputs(self, X: Any) -> Array:
        """What the network gives, a row per graph."""
        check_is_fitted(self)
        dataset = self._dataset(read(X, self.form), self.described_.task)
        with torch.random.fork_rng():
            session = Session.rebuilt(self.config_, self.described_, dataset, progress=False)
            fill_model(self.network_, session.model)
            return predict_all(session, session.batches(session.dataset))

    def _dataset(
        self, graphs: list[Rows], task: Task, y: Array | None = None,
        folds: tuple[Splits, ...] = (),
    ) -> Dataset:  # fmt: skip
        words = self.vocabulary_
        numbered = [
            words.numbered(graph, f"graph {number}", self.unknown)
            for number, graph in enumerate(graphs)
        ]
        return Dataset(
            "graphs",
            joined(numbered, y, task.names),
            task,
            folds,
            num_node_types=(1,) if words.nodes is None else tuple(map(len, words.nodes)),
            num_edge_types=None if words.edges is None else tuple(map(len, words.edges)),
        )

    def _config(self, seed: int) -> Config:
        settings = {"l": self.l, "hidden": self.hidden, "layers": list(self.layers)}
        if self.kind == "baseline":
            del settings["l"]
        if self.patience and not self.validation:
            raise TrainingError(
                f"patience: got {self.patience} with validation=0, expected a share of graphs to"
                " validate by, such as validation=0.1"
            )
        given = {
            "name": type(self).__name__,
            "model": {
                "kind": self.kind, "norm": self.norm,
                "settings": {**settings, **(self.settings or {})},
            },
            "optimizer": {"lr": self.lr},
            "schedule": {"name": self.schedule},
            "training": {
                "epochs": self.epochs, "batch_size": self.batch_size, "patience": self.patience,
                "seed": seed, "device": self.device, "standardize": True,
                "validate_every": 1 if self.validation else self.epochs,
            },
        }  # fmt: skip
        return Config.read(given).changed(dict(self.overrides or {}))


def read(X: Any, form: str | None) -> list[Rows]:
    """The graphs of a list."""
    if isinstance(X, str | bytes | Mapping) or not hasattr(X, "__iter__"):
        raise TrainingError(f"X: got {type(X).__name__}, expected a list of graphs")
    graphs = read_all(X, form)
    if not graphs:
        raise TrainingError("X: got no graph, expected at least 1")
    empty = [number for number, graph in enumerate(graphs) if graph.num_nodes == 0]
    if empty:
        raise TrainingError(f"X: got graph {empty[0]} without nodes, expected at least one node")
    return graphs


def _split(graphs: int, share: float, classes: Array | None, chance: np.random.Generator) -> Splits:
    """Training and validation graphs; of each class the same share validates."""
    if not 0 <= share < 1:
        raise TrainingError(f"validation: got {share!r}, expected a share from 0, below 1")
    every = np.arange(graphs)
    if share == 0 or graphs < 2:
        return Splits(every, every, every)
    order = chance.permutation(every)
    if classes is not None:  # dealt out class by class
        order = order[np.argsort(classes[order], kind="stable")]
    count = max(1, round(share * graphs))
    chosen = order[(np.arange(count) * graphs / count + graphs / (2 * count)).astype(int)]
    return Splits(np.setdiff1d(every, chosen), np.sort(chosen), np.sort(chosen))


def no_targets(estimator: Any) -> str:
    """What to say where y is None; scikit-learn knows these words."""
    return (
        f"This {type(estimator).__name__} estimator requires y to be passed, but the target y is"
        " None."
    )
