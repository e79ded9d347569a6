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

from klgnn.nn import _refine
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.segments import Members
from klgnn.nn.wiring import Step, Wiring

Array = npt.NDArray[Any]
MOST_LABELS = 62  # a label set is a word of bits


def kinds_of(values: Tensor) -> tuple[Tensor, Tensor]:
    """The distinct rows of attributes ``(n, ...)``, and which one each row is, ``(n,)``.

    Rows that want a gradient of their own stay apart.
    """
    if values.requires_grad or not len(values):
        return values, torch.arange(len(values), device=values.device)
    flat = values.reshape(len(values), -1)
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
    sources, targets = (_array(ends) for ends in rows.edge_index)
    codes = np.zeros(len(sources), np.int64)
    if edge_attr is not None:
        edge_attr, kind = kinds_of(edge_attr)
        codes = _array(kind[rows.edge])
    base = np.zeros(n, np.int64) if nodes is None else _array(nodes[rows.node])
    masks = np.zeros(n, np.int64)
    np.bitwise_or.at(masks, _array(rows.label_row), np.int64(1) << _array(rows.label_place))
    indptr, order = np.zeros(n + 1, np.int64), np.empty(len(sources), np.int64)
    _refine.incoming(sources, targets, n, indptr, order)

    scratch = _Scratch(copies * n, copies * len(sources))
    color = np.empty((copies, n), np.int32)
    found = _refine.initial(
        masks, base, _array(permutations), color, scratch.table(), scratch.where, scratch.count
    )
    where = scratch.where[:found]
    first = torch.from_numpy(where % n).to(device)
    labels = _labels(masks[where % n], _array(permutations)[where // n])
    steps, number = [], int(codes.max()) + 1 if len(codes) else 1
    for _ in range(num_layers):
        new = np.empty_like(color)
        found = _refine.refine(
            indptr, order, sources, codes, number, color, new, scratch.table(), scratch.where,
            scratch.count, scratch.ends, scratch.arc_code,
        )  # fmt: skip
        steps.append(scratch.step(found, color, number, device))
        color = new
    return Wiring(
        tuple(steps), edge_attr, torch.from_numpy(labels).to(device), rows.node[first], None,
        copies * len(rows.sets), torch.from_numpy(color.reshape(-1)).long().to(device),
        _members(color, found, device),
    )  # fmt: skip


class _Scratch:
    """Buffers for the largest layer there can be."""

    def __init__(self, rows: int, arcs: int) -> None:
        self.size = 1 << max(2 * rows - 1, 1).bit_length()
        self.where, self.count = np.empty(rows, np.int64), np.empty(rows, np.int64)
        self.ends = np.empty(rows + 1, np.int64)
        self.arc_code = np.empty(arcs, np.int64)

    def table(self) -> Array:
        """An empty hash table."""
        return np.full(self.size, -1, np.int32)

    def step(self, found: int, old: Array, number: int, device: torch.device) -> Step:
        """What the kernel left here, as a step."""
        arcs = self.ends[found]
        target = np.repeat(np.arange(found), np.diff(self.ends[: found + 1]))
        source, kind = np.divmod(self.arc_code[:arcs], number)
        root = old.reshape(-1)[self.where[:found]].astype(np.int64)
        arrays = (np.stack([source, target]), kind, root, self.count[:found].copy())
        edge_index, edges, own, count = (torch.from_numpy(a).to(device) for a in arrays)
        return Step(edge_index, edges, found, own, count)


def _members(color: Array, found: int, device: torch.device) -> Members:
    group, source, count = (np.empty(color.size, np.int64) for _ in range(3))
    entries = _refine.by_row(color, found, group, source, count)
    tensors = (torch.from_numpy(a[:entries].copy()).to(device) for a in (group, source, count))
    groups, sources, counts = tensors
    return Members(groups, color.shape[1], sources, counts)


def _labels(masks: Array, permutations: Array) -> Array:
    """Which labels each color of layer 0 carries, ``(colors, l)``."""
    places = (masks[:, None] >> np.arange(permutations.shape[1])) & 1
    labels = np.zeros(places.shape, np.float32)
    row, place = np.nonzero(places)
    labels[row, permutations[row, place]] = 1
    return labels


def _array(values: Tensor) -> Array:
    return np.ascontiguousarray(values.cpu().numpy(), np.int64)
