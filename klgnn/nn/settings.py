"""The settings that all ready-made k,l-GNNs share, in one typed record."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from torch import nn

from klgnn.errors import GraphError
from klgnn.nn.combine import Combine
from klgnn.nn.encoders.mpnn import Norm
from klgnn.nn.labeling import Labeling, Subgraphs
from klgnn.nn.model import Reduce
from klgnn.nn.modules import mlp
from klgnn.nn.permutations import Group
from klgnn.nn.pooling import PoolName
from klgnn.nn.stages import Level, Order, Pooling
from klgnn.select import SetPolicy

Architecture = Literal["a", "b"]


@dataclass(frozen=True)
class Settings:
    """What a ready-made model is built from; the defaults are the paper's for ZINC.

    Args:
        l: the number of labels.
        hidden: the width of all layers.
        out: the width of the prediction.
        node_types: how many categories each column of ``x`` has, for whole numbers.
        node_width: how many columns ``x`` has, for floats. Neither: ``x`` is not looked at.
        edge_types: likewise for ``edge_attr``.
        edge_width: likewise.
        extras: widths of further node attributes by name, for instance ``{"rwse": 16}`` for
            positional encodings or ``{"counts": 4}`` for substructure counts.
        architecture: ``"a"``, joint, or ``"b"``, parallel.
        layers: of the base encoder, the structure encoder and the aggregator; (a) has the first.
        conv: a PyG convolution by name (see :class:`ConvEncoder`) in place of the paper's MPNN.
        degrees: for ``conv="pna"``: see :class:`ConvEncoder`.
        combine: how node features and labels join in (a): see :class:`Combiner`.
        join: how base and structure join in (b): likewise.
        aggregator: what follows in (b): ``"mpnn"``, ``"mlp"`` or None.
        marked: whether the encoder sees labels in (a): see :class:`Joint`.
        trainable_labels: learn the label vectors.
        select: the policy for data without label sets: see :class:`Labeling`.
        permutations: see :class:`Labeling`.
        permutation_rate: likewise.
        set_rate: likewise.
        subgraphs: likewise.
        order: see :class:`Pooling`.
        pool_permutations: how permutations are pooled.
        pool_nodes: how nodes are.
        pool_sets: how label sets are.
        level: ``"graph"`` or ``"node"``.
        head: from the pooled representation to the prediction: ``"mlp"``, of two layers, or
            ``"linear"``, where the target is a sum over labeled graphs.
        dropout: after each layer.
        norm: ``"layer"``, ``"batch"`` or None.
        ensemble: see :class:`LabeledGraphModel`.
        ensemble_reduce: likewise.
        max_rows: likewise.
        execution: likewise.

    >>> settings = Settings.read({"l": 3, "hidden": 32, "subgraphs": "labeled"})
    >>> settings.l, settings.layers
    (3, (5, 4, 4))
    >>> Settings.read({"hiden": 32})
    Traceback (most recent call last):
    klgnn.errors.GraphError: got the setting 'hiden', which does not exist; did you mean 'hidden'?
    """

    l: int = 4
    hidden: int = 64
    out: int = 1
    node_types: int | Sequence[int] | None = None
    node_width: int | None = None
    edge_types: int | Sequence[int] | None = None
    edge_width: int | None = None
    extras: Mapping[str, int] | None = None
    architecture: Architecture = "b"
    layers: tuple[int, int, int] = (5, 4, 4)
    conv: str | None = None
    degrees: Sequence[int] | None = None
    combine: Combine = "add"
    join: Combine = "add"
    aggregator: Literal["mpnn", "mlp"] | None = "mpnn"
    marked: bool = True
    trainable_labels: bool = True
    select: SetPolicy | None = None
    permutations: Group | int = "symmetric"
    permutation_rate: float = 1.0
    set_rate: float = 1.0
    subgraphs: Subgraphs = "full"
    order: Order = "paper"
    pool_permutations: PoolName = "mean"
    pool_nodes: PoolName = "sum"
    pool_sets: PoolName = "mean"
    level: Level = "graph"
    head: Literal["mlp", "linear"] = "mlp"
    dropout: float = 0.0
    norm: Norm = "layer"
    ensemble: int = 0
    ensemble_reduce: Reduce = "mean"
    max_rows: int = 2**19
    execution: Literal["auto", "plain", "quotient"] = "auto"

    def __post_init__(self) -> None:
        if self.architecture not in ("a", "b"):
            raise GraphError(f"architecture: got {self.architecture!r}, expected 'a' or 'b'")
        if self.aggregator not in ("mpnn", "mlp", None):
            raise GraphError(f"aggregator: got {self.aggregator!r}, expected 'mpnn', 'mlp' or None")
        if self.head not in ("mlp", "linear"):
            raise GraphError(f"head: got {self.head!r}, expected 'mlp' or 'linear'")
        layers = tuple(self.layers) if isinstance(self.layers, Sequence) else ()
        if len(layers) != 3 or any(not isinstance(n, int) or n < 0 for n in layers):
            raise GraphError(
                f"layers: got {self.layers!r}, expected three numbers: those of the base encoder,"
                " the structure encoder and the aggregator"
            )
        object.__setattr__(self, "layers", layers)
        if self.degrees is not None:
            object.__setattr__(self, "degrees", [int(count) for count in self.degrees])
        for name in ("hidden", "out"):
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 1:
                raise GraphError(f"{name}: got {getattr(self, name)!r}, expected 1 or more")

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Settings:
        """Settings by name; an unknown name is refused with the likely one."""
        known = [field.name for field in fields(cls)]
        for name in given:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
                raise GraphError(f"got the setting {name!r}, which does not exist; {hint}")
        return cls(**given)

    def labeling(self) -> Labeling:
        """Which labeled graphs."""
        return Labeling(
            self.l,
            self.select,
            self.permutations,
            self.permutation_rate,
            self.set_rate,
            self.subgraphs,
        )

    def prediction(self) -> nn.Module:
        """The head."""
        return mlp(self.hidden, *([self.hidden] if self.head == "mlp" else []), self.out)

    def pooling(self) -> Pooling:
        """How they are pooled."""
        return Pooling(
            self.hidden,
            self.order,
            self.pool_permutations,
            self.pool_nodes,
            self.pool_sets,
            self.level,
        )
