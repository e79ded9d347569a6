"""Quotient execution: rows that look the same are computed once.

After t layers a message passing network cannot tell apart two rows that t rounds of color
refinement give one color, whatever its weights. So a layer needs one row per color, and its
messages run from the colors of the layer before. What follows is equal to plain execution, not an
approximation; the backward pass shrinks with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from klgnn.nn import _gather, _refine
from klgnn.nn.arcs import Arcs
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.segments import Members
from klgnn.nn.wiring import Step, Wiring

Array = npt.NDArray[Any]
MOST_LABELS = 62  # a label set is a word of bits
MOST_SHARED = 2**20  # (places, permutation) pairs that are worth a table


def kinds_of(values: Tensor) -> tuple[Tensor, Tensor]:
    """The distinct rows of attributes ``(n, ...)``, and which one each row is, ``(n,)``.

    Rows that want a gradient of their own stay apart.
    """
    if values.requires_grad or not len(values):
        return values, torch.arange(len(values), device=values.device)
    flat = values.reshape(len(values), -1)
    if flat.shape[1] == 1:  # much faster than by rows
        distinct, kind = torch.unique(flat, return_inverse=True)
        return distinct.reshape(-1, *values.shape[1:]), kind.flatten()
    distinct, kind = torch.unique(flat, dim=0, return_inverse=True)
    return distinct.reshape(len(distinct), *values.shape[1:]), kind


def quotient(
    rows: LabeledGraphs,
    permutations: Tensor,
    edge_attr: Tensor | None,
    nodes: Tensor | None,
    num_layers: int,
) -> Wiring:
    """The wiring of all labeled graphs with one row per color, layer by layer.

    Args:
        rows: the labeled graphs.
        permutations: ``(copies, l)``.
        edge_attr: the attributes of the batch's edges.
        nodes: which nodes of the batch look alike before any label: equal numbers from 0; None:
            all do.
        num_layers: how many steps the encoder takes.
    """
    device, copies, n = rows.node.device, len(permutations), rows.num_rows
    codes = np.zeros(rows.edge.numel(), np.int64)
    if edge_attr is not None:
        edge_attr, kind = kinds_of(edge_attr)
        codes = _array(kind[rows.edge])
    base = np.zeros(n, np.int64) if nodes is None else _array(nodes[rows.node])
    masks = np.zeros(n, np.int64)
    np.bitwise_or.at(masks, _array(rows.label_row), np.int64(1) << _array(rows.label_place))
    groups = _array(permutations)
    work = _Work(rows, copies, codes)
    color = np.empty((copies, n), np.int32)
    found = _refine.initial(masks, base, groups, color, work.table(), work.where, work.count)
    where = work.where[:found]
    first = torch.from_numpy(where % n).to(device)
    labels = _labels(masks[where % n], groups[where // n])
    steps, seen, same = [], masks, same_on(groups)
    for _ in range(num_layers):
        seen = work.look(seen)
        color, found, step = work.step(color, found, seen, same, device)
        steps.append(step)
    return Wiring(
        tuple(steps), edge_attr, torch.from_numpy(labels).to(device), rows.node[first], None,
        copies * len(rows.sets), torch.from_numpy(color.reshape(-1)).long().to(device),
        _members(color, found, device),
    )  # fmt: skip


def same_on(permutations: Array) -> Array:
    """For each set of places, as bits, the first permutation that agrees with each one there.

    Shape ``(2^l, copies)``; where that would be large, one row that says that none agree.

    >>> same_on(np.array([[0, 1], [1, 0]])).tolist()
    [[0, 0], [0, 1], [0, 1], [0, 1]]
    """
    copies, l = permutations.shape
    if copies << l > MOST_SHARED:
        return np.arange(copies, dtype=np.int32)[None]
    same = np.empty((1 << l, copies), np.int32)
    for places in range(1 << l):
        some = [i for i in range(l) if places >> i & 1]
        _, first, which = np.unique(
            permutations[:, some] @ (l ** np.arange(len(some))),
            return_index=True,
            return_inverse=True,
        )
        same[places] = first[which]
    return same


class _Work:
    """The edges between rows, sorted by target, and buffers for the largest layer there can be."""

    def __init__(self, rows: LabeledGraphs, copies: int, codes: Array) -> None:
        sources, targets = (_array(ends) for ends in rows.edge_index)
        n, arcs = rows.num_rows, len(sources)
        self.indptr, order = np.zeros(n + 1, np.int64), np.empty(arcs, np.int64)
        _gather.group_by(targets, n, self.indptr, order)
        self.sources, self.codes = sources[order], codes[order]
        self.shift = int(codes.max()).bit_length() if arcs else 0
        self.size = 1 << max(2 * copies * n - 1, 1).bit_length()
        self.where, self.own, self.count = (np.empty(copies * n, np.int64) for _ in range(3))
        self.ends, self.arc_code = (
            np.empty(copies * n + 1, np.int64),
            np.empty(copies * arcs, np.int64),
        )

    def table(self) -> Array:
        """An empty hash table."""
        return np.full(self.size, -1, np.int32)

    def look(self, seen: Array) -> Array:
        """What each row sees a round later."""
        further = np.empty_like(seen)
        _refine.look(self.indptr, self.sources, seen, further)
        return further

    def step(
        self, old: Array, before: int, seen: Array, same: Array, device: torch.device
    ) -> tuple[Array, int, Step]:
        """The colors after a round, how many, and how messages run to them."""
        new = np.empty_like(old)
        found = _refine.refine(
            self.indptr, self.sources, self.codes, self.shift, old, new, seen, same, self.table(),
            self.where, self.own, self.count, self.ends, self.arc_code,
        )  # fmt: skip
        arcs = self.ends[found]
        edge_index, edge = np.empty((2, arcs), np.int64), np.empty(arcs, np.int64)
        source, kind = np.empty(arcs, np.int32), np.empty(arcs, np.int32)
        _refine.unpack(found, self.ends, self.arc_code, self.shift, edge_index, edge, source, kind)
        arrays = (edge_index, edge, self.own[:found].copy(), self.count[:found].copy())
        ends, edges, own, count = (torch.from_numpy(a).to(device) for a in arrays)
        step = Step(ends, edges, found, own, count)
        if device.type == "cpu":
            short = self.own[:found].astype(np.int32), self.ends[: found + 1].astype(np.int32)
            step.knows(Arcs.sorted(*short, source, kind, before))
        return new, found, step


def _members(color: Array, found: int, device: torch.device) -> Members:
    group, source, count = (np.empty(color.size, np.int64) for _ in range(3))
    entries = _refine.by_row(color, found, group, source, count)
    tensors = (torch.from_numpy(a[:entries].copy()).to(device) for a in (group, source, count))
    groups, sources, counts = tensors
    members = Members(groups, color.shape[1], sources, counts)
    if device.type == "cpu":
        members.sorted(found)
    return members


def _labels(masks: Array, permutations: Array) -> Array:
    """Which labels each color of layer 0 carries, ``(colors, l)``."""
    places = (masks[:, None] >> np.arange(permutations.shape[1])) & 1
    labels = np.zeros(places.shape, np.float32)
    row, place = np.nonzero(places)
    labels[row, permutations[row, place]] = 1
    return labels


def _array(values: Tensor) -> Array:
    return np.ascontiguousarray(values.cpu().numpy(), np.int64)
