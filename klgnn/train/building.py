"""From a configuration to its data set and its network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import numpy as np
from torch import nn

from klgnn.data import Dataset, Splits, load, prepared
from klgnn.errors import GraphError
from klgnn.nn import (
    IDMPNN,
    IDPPGN,
    MPNN,
    AttentionLabeled,
    Baseline,
    Features,
    IDTransformer,
    Labeling,
    LearnedSets,
    RandomWalkEncoding,
    SubstructureCounts,
    presets,
)
from klgnn.nn.modules import mlp
from klgnn.nn.save import read_settings
from klgnn.select import SetPolicy
from klgnn.train.config import Config, DataConfig, ModelConfig
from klgnn.train.described import Described, degrees
from klgnn.train.errors import TrainingError
from klgnn.train.norm import PooledNorm
from klgnn.train.typed import unknown

KINDS = {"idmpnn": IDMPNN, "idppgn": IDPPGN, "idtransformer": IDTransformer}
PRESETS = ("id_gnn", "nested_gnn", "i2gnn", "osan", "local_relational_pooling",
           "relational_pooling", "gsn")  # fmt: skip
OTHERS = ("baseline", "attention", "learned")
# What "learned" takes besides settings.
_OF_LEARNED = ("count", "rate", "noise", "temperature", "strength", "every")


def build_dataset(config: DataConfig, root: Any = None, progress: bool | None = None) -> Dataset:
    """The graphs of a configuration, without label sets."""
    options: dict[str, Any] = {"normalize": config.normalize}
    options |= {name: getattr(config, name) for name in ("induced", "fold", "seed")}
    if config.target is not None:
        options["target"] = list(config.target)
    dataset = load(config.name, root, progress=progress, **options)
    return limited(dataset, config.limit) if config.limit else dataset


def limited(dataset: Dataset, limit: int) -> Dataset:
    """The same with at most ``limit`` graphs in each part, evenly spread."""
    parts = (dataset.splits.train, dataset.splits.valid, dataset.splits.test)
    few = Splits(*(part[:: max(-(-len(part) // limit), 1)] for part in parts))
    return replace(dataset, folds=(few,), fold=0)


def with_label_sets(
    dataset: Dataset,
    config: DataConfig,
    model: nn.Module,
    progress: bool | None = None,
    cache: bool = True,
) -> Dataset:
    """The same with the label sets of the configuration, or else of the model's own policy."""
    labeling = labeling_of(model)
    policy = selection(config) or (None if labeling is None else labeling.policy)
    if policy is None or policy.fresh:
        return dataset
    every = len(dataset)
    used = np.arange(every)
    if dataset.folds:
        s = dataset.splits
        used = np.unique(np.concatenate([s.train, s.valid, s.test]))
    if len(used) == every:
        return prepared(dataset, policy, progress=progress, cache=cache)
    # Graphs of no part get no sets; those of the others keep their numbers.
    found = prepared(dataset.part(used), policy, progress=progress, cache=cache).label_sets
    if found is None:
        raise TrainingError(f"{dataset!r}: got no label sets from {policy!r}, expected some")
    counts = np.zeros(every, found.counts.dtype)
    counts[used] = found.counts
    return replace(dataset, label_sets=replace(found, counts=counts))


def selection(config: DataConfig) -> SetPolicy | None:
    """The policy of ``data.select``."""
    return None if config.select is None else policy_of(config.select, "data.select")


def policy_of(given: Any, where: str) -> SetPolicy:
    """A policy from its name and fields."""
    if not isinstance(given, Mapping) or "policy" not in given:
        raise TrainingError(
            f"{where}: got {given!r}, expected policy and its fields, such as"
            ' {policy = "All", l = 2}'
        )
    try:
        policy: SetPolicy = read_settings({"select": dict(given)})["select"]
    except (TypeError, GraphError) as error:
        raise TrainingError(f"{where}: {error}") from None
    return policy


def labeling_of(model: Any) -> Labeling | None:
    """Which labeled graphs a model runs on; None if it has no labels, or labels by attention."""
    found = getattr(getattr(model, "model", None), "labeling", None)
    return found if isinstance(found, Labeling) else None


def transforms(config: ModelConfig) -> list[Any]:
    """What is done to each graph before the network sees it."""
    found: list[Any] = []
    if config.encoding:
        found.append(RandomWalkEncoding(config.encoding))
    if config.counts:
        found.append(SubstructureCounts(config.counts))
    return found


def build_model(config: Config, data: Dataset | Described) -> nn.Module:
    """The network of a configuration for a data set; draws parameters from torch's generator."""
    given = config.model
    chosen = {name: None if item == "none" else item for name, item in given.settings.items()}
    settings = _from_data(given, data) | chosen
    if isinstance(settings.get("select"), Mapping):
        settings["select"] = policy_of(settings["select"], "model.settings.select")
    try:
        model = _of_kind(given, settings)
    except TypeError as error:  # a preset without this argument
        raise TrainingError(f"model.settings: {error}") from None
    if given.norm:
        _add_norm(model)
    return model


def _of_kind(given: ModelConfig, settings: dict[str, Any]) -> nn.Module:
    if given.kind in KINDS:
        return KINDS[given.kind](**settings)
    if given.kind in PRESETS:
        if given.kind == "gsn":
            settings["patterns"] = len(given.counts)
        built: nn.Module = getattr(presets, given.kind)(**settings)
        return built
    if given.kind == "baseline":
        return Baseline(given.base, **settings)
    if given.kind == "attention":
        return _attention(settings)
    if given.kind == "learned":
        return _learned(settings)
    known = [*KINDS, *PRESETS, *OTHERS]
    near = get_close_matches(given.kind, known, 1, 0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise TrainingError(f"model.kind: got {given.kind!r}, expected one of {', '.join(known)}{hint}")


def _from_data(given: ModelConfig, data: Dataset | Described) -> dict[str, Any]:
    """What the data says of the settings."""
    found: dict[str, Any] = {"out": data.task.num_outputs}
    if data.num_node_types != (1,):
        found["node_types"] = list(data.num_node_types)
    if data.num_edge_types is not None:
        found["edge_types"] = list(data.num_edge_types)
    if extras := {t.key: t.width for t in transforms(given)}:
        found["extras"] = extras
    if given.settings.get("conv") == "pna":
        found["degrees"] = data.degrees if isinstance(data, Described) else degrees(data.train)
    return found


def _attention(settings: dict[str, Any]) -> nn.Module:
    known = ("l", "hidden", "out", "node_types", "edge_types", "layers", "trainable_labels")
    for name in settings:
        if name not in known:
            raise unknown(f"model.settings.{name}", [f"model.settings.{each}" for each in known])
    hidden, layers = settings.get("hidden", 64), settings.get("layers", (5, 4, 0))
    first, second = (
        MPNN(hidden, number, edge_types=settings.get("edge_types")) for number in layers[:2]
    )
    return AttentionLabeled(
        first,
        second,
        Features(hidden, settings.get("node_types")),
        settings.get("l", 4),
        head=mlp(hidden, hidden, settings["out"]),
        trainable_labels=settings.get("trainable_labels", True),
    )


def _learned(settings: dict[str, Any]) -> nn.Module:
    choice = {name: settings.pop(name) for name in _OF_LEARNED if name in settings}
    model = IDMPNN(**settings)
    s = model.settings
    if s.set_rate < 1:
        raise GraphError(f"set_rate: got {s.set_rate}, expected 1; rate says how many sets")
    model.model.labeling = LearnedSets(
        s.l,
        MPNN(s.hidden, 3, edge_types=s.edge_types),
        Features(s.hidden, s.node_types, s.node_width),
        **choice or {"rate": 0.1},
        select=s.select,
        permutations=s.permutations,
        permutation_rate=s.permutation_rate,
        subgraphs=s.subgraphs,
    )
    return model


def _add_norm(model: Any) -> None:
    """A norm between pooling and head."""
    inner = getattr(model, "model", model)
    head = getattr(inner, "head", None)
    if not isinstance(head, nn.Sequential) or not isinstance(head[0], nn.Linear):
        raise TrainingError(f"model.norm: got {type(model).__name__}, which has no head to norm")
    inner.head = nn.Sequential(PooledNorm(head[0].in_features), *head)
