"""Label sets that the network learns to choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.imle import Noise, choose, reaching
from klgnn.nn.inputs import Inputs
from klgnn.nn.labeled import LabelSets
from klgnn.nn.labeling import Labeling
from klgnn.nn.modules import mlp, reset
from klgnn.nn.segments import Members
from klgnn.nn.wiring import of_batch


class LearnedSets(Labeling):
    """A :class:`Labeling` that scores each candidate label set and takes the best, as OSAN does.

    A small network runs on the graph; a set's score comes from the sum of its nodes. In training
    sets are sampled by their scores, and learn from :func:`klgnn.nn.imle.choose`: each chosen set
    counts with weight 1 when sets are pooled, and the gradient of the loss with respect to these
    weights says which were worth it. In evaluation the best are taken, with ties, so the result
    depends on nothing but the graph.

    Args:
        l: the number of labels.
        encoder: scores nodes; runs once on each graph.
        features: a module from ``x`` and the number of nodes to the encoder's width.
        count: how many sets of each graph are taken, or
        rate: which share of them, at least one.
        noise: see :func:`klgnn.nn.imle.choose`.
        temperature: likewise.
        strength: likewise.
        every: in training, encode all candidates, those that were not chosen with weight 0. Then
            they have a gradient too, at the cost of all of them.
        options: those of :class:`Labeling`; ``select`` gives the candidates where the data has
            none.

    >>> from klgnn.nn.encoders.mpnn import MPNN
    >>> from klgnn.nn.features import Features
    >>> labeling = LearnedSets(2, MPNN(8, 2), Features(8, types=5), count=3)
    >>> labeling.l, labeling.count
    (2, 3)

    Reference: Qian, Rattan, Geerts, Niepert and Morris, "Ordered Subgraph Aggregation Networks",
    NeurIPS 2022.
    """

    def __init__(
        self,
        l: int,
        encoder: Encoder,
        features: torch.nn.Module,
        *,
        count: int | None = None,
        rate: float | None = None,
        noise: Noise = "gamma",
        temperature: float = 1.0,
        strength: float = 1.0,
        every: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(l, **options)
        if (count is None) == (rate is None):
            raise GraphError(f"got count={count} and rate={rate}, expected one of them")
        if count is not None and count < 1:
            raise GraphError(f"count: got {count!r}, expected 1 or more")
        if rate is not None and not 0 < rate <= 1:
            raise GraphError(f"rate: got {rate!r}, expected a share above 0, at most 1")
        if self.set_rate < 1:
            raise GraphError(f"set_rate: got {self.set_rate}, expected 1: rate says how many sets")
        self.encoder, self.features = encoder, features
        self.score = mlp(encoder.dim, encoder.dim, 1)
        self.count, self.rate = count, rate
        self.noise, self.temperature, self.strength = noise, temperature, strength
        self.every = every

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def label_sets(self, data: Any, inputs: Inputs, drop: bool) -> LabelSets:
        """The chosen sets, with weights that carry a gradient if they were sampled.

        Args:
            data: the batch.
            inputs: what was read from it.
            drop: sample by the scores; otherwise the best sets are taken.
        """
        sets = super().label_sets(data, inputs, drop=False)
        if len(sets) == 0:
            return sets
        scores, number = self.scores(inputs, sets), inputs.structure.num_graphs
        sizes = torch.bincount(sets.graph, minlength=number)
        if self.count is not None:
            count = sizes.clamp(max=self.count)
        else:
            count = (sizes * (self.rate or 1.0)).round().long().clamp(min=1)
        if not drop:
            return sets.take(reaching(scores, sets.graph, count).nonzero().flatten())
        weight = choose(
            scores,
            sets.graph,
            count,
            noise=self.noise,
            temperature=self.temperature,
            strength=self.strength,
        )
        sets = replace(sets, weight=weight)
        return sets if self.every else sets.take(weight.detach().nonzero().flatten())

    def scores(self, inputs: Inputs, sets: LabelSets) -> Tensor:
        """One score for each candidate, ``(sets,)``."""
        h = self.features(inputs.x, len(inputs.batch))
        h = self.encoder(h, of_batch(inputs.structure, inputs.batch))
        placed, place = (sets.nodes >= 0).nonzero(as_tuple=True)
        members = Members(placed, len(sets), sets.nodes[placed, place])
        score: Tensor = self.score(members.sum(h))
        return score.squeeze(1)

    def extra_repr(self) -> str:
        """What was asked for."""
        amount = f"rate={self.rate}" if self.count is None else f"count={self.count}"
        return (
            f"{super().extra_repr()}, {amount}, noise={self.noise!r},"
            f" temperature={self.temperature}, strength={self.strength}, every={self.every}"
        )
