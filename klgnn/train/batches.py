"""Batches with their plans: what a step needs, whoever makes it.

Which graphs an epoch's batches hold, which label sets are dropped, which permutations are tried:
all of it is drawn by (seed, epoch, step or graph). So batches are the same whether they are made
here or in other processes, and the shares of several processes add up to the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.utils.data import DataLoader
from torch_geometric.data import Batch

from klgnn.data import Dataset
from klgnn.nn import Labeling
from klgnn.nn.models import KLGNN
from klgnn.nn.threads import ahead
from klgnn.train.building import labeling_of
from klgnn.train.collapse import collapse, collapses
from klgnn.train.seeds import generator, seed_torch

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Piece:
    """The share of a step that is one process's.

    Attributes:
        batch: graphs, with a plan if the model takes one.
        rows: their numbers in the part.
        whole: how many graphs the step has in all processes.
        real: False where the share is empty and one graph stands in, to be counted as nothing.
    """

    batch: Any
    rows: Array
    whole: int
    real: bool = True

    def pin_memory(self) -> Piece:
        """The same in page-locked memory, as a data loader asks for it."""
        return replace(self, batch=self.batch.pin_memory())


class Batches:
    """The batches of a part of a data set.

    Args:
        part: the graphs.
        model: says which plans to make.
        size: graphs of a batch, over all processes.
        seed: of all draws.
        training: shuffle, and drop label sets.
        transforms: what is done to each graph.
        keep: make batches once and keep them; see :class:`TrainingConfig`.
        workers: processes that make them.
        rank: of this process.
        world: how many processes share each batch.
        double: targets of a regression in float64.
    """

    def __init__(
        self,
        part: Dataset,
        model: nn.Module,
        size: int,
        seed: int,
        *,
        training: bool,
        transforms: Sequence[Callable[[Any], Any]] = (),
        keep: bool = False,
        workers: int = 0,
        rank: int = 0,
        world: int = 1,
        double: bool = False,
    ) -> None:
        self.part, self.model, self.size, self.seed = part, model, size, seed
        self.double = double and part.task.kind == "regression" and part.y is not None
        self.training, self.workers, self.rank, self.world = training, workers, rank, world
        labeling, stored = labeling_of(model), part.label_sets is not None
        samples = labeling is not None and (
            isinstance(labeling.group_name, int) or labeling.permutation_rate < 1
        )
        drops = labeling is not None and training and labeling.set_rate < 1
        self.keep = keep and not (samples or drops)
        # Whether plans draw from torch's generator, which the step before is still using.
        self.draws = samples or (labeling is not None and not stored)
        self.rate = labeling.set_rate if training and labeling is not None and stored else 1.0
        # Learned sets depend on parameters, and an ensemble makes its own passes.
        self.planned = (
            isinstance(model, KLGNN)
            and type(labeling) is Labeling
            and (training or not model.settings.ensemble)
        )
        self.transforms = [*transforms, *([collapse] if stored and collapses(model) else [])]
        self._graphs: dict[int, Any] = {}
        self._pieces: dict[int, Piece] = {}

    def __len__(self) -> int:
        return -(-len(self.part) // self.size)

    def epoch(self, epoch: int = 0, start: int = 0) -> Iterator[Piece]:
        """The batches of an epoch, from a step on."""
        order = np.arange(len(self))
        if self.keep and self.training:
            order = generator(self.seed, "batches", epoch).permutation(order)
        steps = [(epoch, int(step)) for step in order[start:]]
        if not self.workers or self.keep:
            ready = self.keep or self.draws
            yield from map(self.piece, steps) if ready else ahead(map(self.piece, steps))
            return
        pieces: Any = _Pieces(self)
        yield from DataLoader(
            pieces,
            batch_size=None,
            sampler=steps,
            num_workers=self.workers,
            pin_memory=torch.cuda.is_available(),
        )

    def piece(self, at: tuple[int, int]) -> Piece:
        """The share of this process of one batch: of which epoch, and which number it has."""
        epoch, step = at
        if step in self._pieces:
            return self._pieces[step]
        made = self._made(0 if self.keep else epoch, step)
        if self.keep:
            self._pieces[step] = made
        return made

    def _made(self, epoch: int, step: int) -> Piece:
        whole = self._order(epoch)[step * self.size : (step + 1) * self.size]
        rows = whole[self.rank :: self.world]
        real = len(rows) > 0
        graphs = [self._graph(int(row), epoch) for row in (rows if real else whole[:1])]
        batch: Any = Batch.from_data_list(graphs)
        if self.double:
            y: Any = self.part.y
            batch.y = torch.from_numpy(y[rows if real else whole[:1]].astype(float))
        if self.planned and (self.training or self._is_small(batch)):
            if self.draws:
                seed_torch(self.seed, "plan", epoch, step)
            dropping = self.training and self.part.label_sets is None
            with torch.set_grad_enabled(self.training):
                batch.plan = weighted(self.model.plan(batch, dropping), batch)  # type: ignore[operator]
        return Piece(batch, rows, len(whole), real)

    def _is_small(self, batch: Any) -> bool:
        """Whether all label sets go through at once; else the model streams them in portions.

        Sets with weights are few, and only a plan made here knows the weights.
        """
        if hasattr(batch, "label_weight"):
            return True
        sets = getattr(batch, "label_count", None)
        model: Any = self.model.model
        if sets is None:
            return False
        rows = int((sets * batch.ptr.diff()).sum()) * model.labeling.copies
        return bool(rows <= model.max_rows)

    def _order(self, epoch: int) -> Array:
        every = np.arange(len(self.part))
        return generator(self.seed, "order", epoch).permutation(every) if self.training else every

    def _graph(self, row: int, epoch: int) -> Any:
        if row in self._graphs:
            data = self._graphs[row]
        else:
            data = self.part[row]
            for transform in self.transforms:
                data = transform(data)
            if self.transforms:
                self._graphs[row] = data
        if self.rate < 1:
            data = thinned(data, self.rate, generator(self.seed, "sets", epoch, row))
        return data


class _Pieces(torch.utils.data.Dataset[Any]):
    """What a data loader's workers call."""

    def __init__(self, batches: Batches) -> None:
        self.batches = batches

    def __getitem__(self, at: Any) -> Piece:
        torch.set_num_threads(1)
        return self.batches.piece(at)


def thinned(data: Any, rate: float, chance: np.random.Generator) -> Any:
    """A copy of a ``Data`` with a random share of its label sets, at least one."""
    sizes = data.label_size
    number = len(sizes)
    count = max(1, round(number * rate)) if number else 0
    chosen = torch.from_numpy(np.sort(chance.choice(number, count, replace=False)))
    data = copy(data)
    kept = sizes[chosen]
    first = (sizes.cumsum(0) - sizes)[chosen]
    shift = first - (kept.cumsum(0) - kept)
    data.label_index = data.label_index[
        torch.repeat_interleave(shift, kept) + torch.arange(int(kept.sum()))
    ]
    data.label_size, data.label_count = kept, torch.tensor([count])
    return data


def weighted(plan: Any, batch: Any) -> Any:
    """A plan whose label sets count as often as ``label_weight`` says."""
    weight = getattr(batch, "label_weight", None)
    if weight is None:
        return plan
    portions, start = [], 0
    for portion in plan.portions:
        stop = start + len(portion.sets)
        portions.append(replace(portion, sets=replace(portion.sets, weight=weight[start:stop])))
        start = stop
    return replace(plan, portions=tuple(portions))
