"""What several recipes share: the paper's settings for ZINC, and the baselines."""

from typing import Any

# "parallel architecture. Base encoder, structure encoder and aggregator are 5-layer MPNN, 4-layer
# MPNN, 4-layer MPNN ... hidden size of 64 ... cosine learning rate with a warmup of 50 epochs, and
# the total number of epochs is 1000. The initial learning rate is 0.001 ... the batchsize is 32."
ZINC: dict[str, Any] = {
    "data.name": "zinc12k",
    "model.settings.hidden": 64,
    "model.settings.layers": [5, 4, 4],
    "optimizer.lr": 0.001,
    "schedule.name": "cosine",
    "schedule.warmup": 50,
    "training.epochs": 1000,
    "training.batch_size": 32,
    "training.loss": "l1",
}
# Minutes: one graph in twenty to train by, and half of the others; the learning rate's wave with
# them. Validation takes all label sets, ten times those of a step, so not after each epoch.
ZINC_SHORT: dict[str, Any] = {
    "data.limit": 500,
    "schedule.warmup": 2,
    "training.epochs": 20,
    "training.validate_every": 5,
}


def idmpnn(l: int, rate: float, **settings: Any) -> dict[str, Any]:
    """l-IDMPNN with the paper's selection: constrained sets within clusters, a share in training.

    Args:
        l: the number of labels.
        rate: "with a selection rate of": the share of the sets that a step takes.
        settings: others of the model.
    """
    chosen = {"l": l, "set_rate": rate, **settings}
    return {
        "model.kind": "idmpnn",
        "data.select": {"policy": "Hierarchical", "l": l},
        **{f"model.settings.{name}": value for name, value in chosen.items()},
    }


def baseline(conv: str = "", base: str = "mpnn", **settings: Any) -> dict[str, Any]:
    """A network without labels, by the same loop."""
    chosen = {**settings, **({"conv": conv} if conv else {})}
    return {
        "model.kind": "baseline",
        "model.base": base,
        **{f"model.settings.{name}": value for name, value in chosen.items()},
    }


def gps(layers: int = 5, steps: int = 20) -> dict[str, Any]:
    """GPS-style: messages and attention side by side, with 20 steps of random walks as GPS has."""
    return {**baseline(base="transformer", layers=[layers, 0, 0]), "model.encoding": steps}


def ppgn(layers: int = 3) -> dict[str, Any]:
    """PPGN: 3 blocks, as in its own paper."""
    return baseline(base="ppgn", layers=[layers, 0, 0])


def preset(kind: str, layers: int = 5, **settings: Any) -> dict[str, Any]:
    """A network of klgnn.nn.presets."""
    chosen = {"layers": [layers, 0, 0], **settings}
    return {"model.kind": kind, **{f"model.settings.{name}": v for name, v in chosen.items()}}
