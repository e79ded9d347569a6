"""Session: data, network and optimizer of a run, in as many processes as there are."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from klgnn.data import Dataset
from klgnn.errors import MissingDependencyError
from klgnn.train.batches import Batches
from klgnn.train.building import build_dataset, build_model, transforms, with_label_sets
from klgnn.train.config import Config
from klgnn.train.described import Described
from klgnn.train.errors import TrainingError
from klgnn.train.metrics import Scale, loss_of
from klgnn.train.seeds import mixed, seed_torch

Array = npt.NDArray[Any]
_PRECISION = {"32": "32-true", "64": "32-true", "bf16": "bf16-mixed"}


class Scaled(nn.Module):
    """A network, and the units of its predictions."""

    def __init__(self, network: nn.Module, scale: Scale) -> None:
        super().__init__()
        self.network, self.scale = network, scale

    def forward(self, data: Any) -> torch.Tensor:
        """What the network gives, in standard units."""
        output: torch.Tensor = self.network(data)
        return output


@dataclass
class Session:
    """What a run works with.

    Attributes:
        config: what was asked for.
        dataset: all graphs, with label sets.
        model: network and scale, as saved.
        fabric: processes and devices.
        runner: the model as Fabric runs it.
        optimizer: of its parameters.
    """

    config: Config
    dataset: Dataset
    model: Scaled
    fabric: Any
    runner: Any
    optimizer: torch.optim.Optimizer

    @classmethod
    def open(
        cls, config: Config, root: Any = None, dataset: Dataset | None = None,
        progress: bool | None = None,
    ) -> Session:  # fmt: skip
        """Load the data, draw the parameters."""
        fabric = make_fabric(config)
        if config.training.threads:
            torch.set_num_threads(config.training.threads)
        m = config.model
        if (m.norm or m.measured or m.readout) and fabric.world_size > 1:
            raise TrainingError(
                f"model.norm, measured, readout: got {fabric.world_size} processes, expected one:"
                " they look at whole batches"
            )
        with fabric.rank_zero_first():
            if dataset is None:
                dataset = build_dataset(config.data, root, progress)
            loss_of(dataset.task, config.training.loss)
            _check_targets(dataset)
            if m.readout and dataset.task.kind != "regression":
                raise TrainingError(
                    f"model.readout: got a {dataset.task.kind} task, expected regression; leave it"
                    " out"
                )
            seed_torch(config.training.seed, "parameters")
            network = build_model(config, dataset)
            dataset = with_label_sets(dataset, config.data, network, progress)
        return cls._of(config, dataset, network, fabric, _scaled_targets(config, dataset))

    @classmethod
    def rebuilt(
        cls, config: Config, described: Described, dataset: Dataset, progress: bool | None = None
    ) -> Session:
        """The network of a run, for other graphs; its parameters are still to be filled in.

        Args:
            config: of the run.
            described: the data it was trained on.
            dataset: the graphs.
            progress: show progress bars.
        """
        fabric = make_fabric(config)
        network = build_model(config, described)
        with fabric.rank_zero_first():
            of_run = bool(dataset.folds)  # other graphs come once: their sets are not kept
            dataset = with_label_sets(dataset, config.data, network, progress, cache=of_run)
        return cls._of(config, dataset, network, fabric, None)

    @classmethod
    def _of(
        cls, config: Config, dataset: Dataset, network: nn.Module, fabric: Any, scaled: Array | None
    ) -> Session:
        model = Scaled(network, Scale(scaled, dataset.task.num_outputs))
        if config.training.precision == "64":
            model = model.double()
        o = config.optimizer
        optimizer = torch.optim.AdamW(
            model.parameters(), o.lr, (0.9, o.beta2), weight_decay=o.weight_decay, fused=True
        )
        runner, _ = fabric.setup(model, optimizer)
        return cls(config, dataset, model, fabric, runner, optimizer)

    def batches(self, part: Dataset, training: bool = False) -> Batches:
        """The batches of a part, for this process."""
        t = self.config.training
        return Batches(
            part,
            self.model.network,
            t.batch_size if training else t.eval_batch_size or t.batch_size,
            mixed(t.seed, "training" if training else "evaluation"),
            training=training,
            transforms=transforms(self.config.model),
            keep=t.keep,
            workers=t.workers,
            rank=self.fabric.global_rank,
            world=self.fabric.world_size,
            double=t.precision == "64",
        )

    @property
    def first(self) -> bool:
        """Whether this process is the one that writes."""
        return bool(self.fabric.is_global_zero)

    def described(self) -> Described:
        """What a file must say of the data so that the network can be built again."""
        pna = self.config.model.settings.get("conv") == "pna"
        return Described.of(self.dataset, with_degrees=pna)


def make_fabric(config: Config) -> Any:
    """Lightning Fabric: one process, or those that torchrun started."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of libraries about each other
            from lightning.fabric import Fabric
    except ImportError:
        raise MissingDependencyError("lightning", "train", "training") from None
    world = int(os.environ.get("WORLD_SIZE", "1")) if "TORCHELASTIC_RUN_ID" in os.environ else 1
    local = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    device = config.training.device
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fabric = Fabric(
            accelerator={"cuda": "gpu"}.get(device, device),
            devices=local if world > 1 else 1,
            num_nodes=world // local if world > 1 else 1,
            strategy="ddp" if world > 1 else "auto",
            precision=_PRECISION[config.training.precision],  # type: ignore[arg-type]
        )
        fabric.launch()
    return fabric


def _scaled_targets(config: Config, dataset: Dataset) -> Array | None:
    if not config.training.standardize or dataset.task.kind != "regression":
        return None
    y = dataset.y
    return None if y is None else np.asarray(y[dataset.splits.train])


def _check_targets(dataset: Dataset) -> None:
    if dataset.y is None:
        raise TrainingError(f"{dataset!r}: got no targets, expected some to fit")
    missing = ~np.isfinite(np.asarray(dataset.y, np.float64))
    if missing.any():
        raise TrainingError(
            f"{dataset!r}: got {int(missing.sum())} targets that are NaN or infinite, expected"
            f" numbers; leave those graphs out, the first is number {int(missing.any(1).argmax())}"
        )
