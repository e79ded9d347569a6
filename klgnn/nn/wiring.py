"""What an encoder sees of its labeled graphs: for every layer, who hears whom.

Plain execution has one row for every node of every labeled graph and the same edges in every
layer. Quotient execution (:mod:`klgnn.nn.quotient`) has one row for every *color*, and a step of
its own for every layer: from the colors of the layer before to those of this one. Encoders that
only ever look at a row and its neighbors run on both without knowing which.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from klgnn.nn.arcs import Arcs
from klgnn.nn.labeled import LabeledGraphs, Structure
from klgnn.nn.segments import Members


@dataclass(frozen=True)
class Step:
    """The edges that one layer passes messages along.

    Attributes:
        edge_index: from rows of the layer before to rows of this one, ``(2, edges)``.
        edge: which edge of the batch each one copies, ``(edges,)``.
        size: how many rows this layer has.
        root: the row of the layer before that each row continues; None: the same one.
        count: how many labeled nodes each row stands for; None: one.
    """

    edge_index: Tensor
    edge: Tensor
    size: int
    root: Tensor | None = None
    count: Tensor | None = None

    def own(self, h: Tensor) -> Tensor:
        """Each row's own representation in the layer before."""
        return h if self.root is None else h[self.root]

    def arcs(self, before: int) -> Arcs:
        """The same for the kernels, from ``before`` rows; sorted when first asked for."""
        known: Arcs | None = self.__dict__.get("_arcs")
        if known is None:
            known = Arcs.of(self.edge_index, self.edge, self.root, self.size, before)
            self.knows(known)
        return known

    def knows(self, arcs: Arcs) -> None:
        """Spare :meth:`arcs` the sorting."""
        self.__dict__["_arcs"] = arcs

    @cached_property
    def neighbors(self) -> Members:
        """The neighbors of each row, for sums, means and maxima."""
        return Members(self.edge_index[1], self.size, self.edge_index[0])


@dataclass(frozen=True)
class Wiring:
    """All layers' steps, and where the rows of the last layer belong.

    Attributes:
        steps: one for every layer, or one for all.
        edge_attr: the attributes of the batch's edges, which ``Step.edge`` points into.
        labels: which labels each row of layer 0 carries, ``(rows, l)``, 0 or 1.
        node: the node of the batch that each row of layer 0 stands on.
        graph: the labeled graph of each row; None where a row stands for many.
        num_graphs: how many labeled graphs.
        last: the row of the last layer for each node of each labeled graph; None: the same one.
        permuted: the last layer's rows of each (label set, node) row, counted; None: one for one.
    """

    steps: tuple[Step, ...]
    edge_attr: Tensor | None
    labels: Tensor
    node: Tensor
    graph: Tensor | None
    num_graphs: int
    last: Tensor | None = None
    permuted: Members | None = None

    def step(self, layer: int) -> Step:
        """The step into layer ``layer``, counted from 0."""
        return self.steps[layer] if len(self.steps) > 1 else self.steps[0]

    def edge_attr_of(self, step: Step) -> Tensor | None:
        """The raw attributes of a step's edges."""
        return None if self.edge_attr is None else self.edge_attr[step.edge]

    def by_row(self, rows: int) -> Members:
        """The last layer's rows under all permutations of each (label set, node) row."""
        if self.permuted is not None:
            return self.permuted
        copies = (
            self.steps[-1].size // max(rows, 1) if self.last is None else len(self.last) // rows
        )
        return Members(torch.arange(rows, device=self.node.device).repeat(copies), rows, self.last)


def plain(rows: LabeledGraphs, permutations: Tensor, edge_attr: Tensor | None) -> Wiring:
    """Every labeled graph in full: row ``p * rows + r`` is row r under permutation p."""
    copies, n, sets = len(permutations), rows.num_rows, len(rows.sets)
    shift = torch.arange(copies, device=rows.node.device)
    edge_index = (rows.edge_index.unsqueeze(1) + shift.view(1, -1, 1) * n).flatten(1)
    step = Step(edge_index, rows.edge.repeat(copies), copies * n)
    graph = (rows.set.unsqueeze(0) + shift.unsqueeze(1) * sets).flatten()
    placed = rows.label_row.numel()
    labels = torch.zeros(copies, n, rows.l, device=rows.node.device)
    where = (
        shift.unsqueeze(1).expand(-1, placed),
        rows.label_row.unsqueeze(0).expand(copies, -1),
        permutations[:, rows.label_place],
    )
    labels[where] = 1.0
    return Wiring(
        (step,), edge_attr, labels.flatten(0, 1), rows.node.repeat(copies), graph, copies * sets
    )


def of_batch(structure: Structure, batch: Tensor) -> Wiring:
    """The graphs themselves, without labels: what a base encoder runs on."""
    m, n = structure.edge_index.shape[1], len(batch)
    number = torch.arange(max(m, n), device=batch.device)
    step = Step(structure.edge_index, number[:m], n)
    labels = torch.zeros(n, 0, device=batch.device)
    return Wiring((step,), structure.edge_attr, labels, number[:n], batch, structure.num_graphs)


def copied(rows: LabeledGraphs, copies: int, edge_attr: Tensor | None) -> Wiring:
    """Every labeled graph in full, labels left out: what runs after the structure encoder."""
    unlabeled = replace(rows, label_row=rows.label_row[:0], label_place=rows.label_place[:0])
    nothing = torch.zeros(copies, rows.l, dtype=torch.long, device=rows.node.device)
    return plain(unlabeled, nothing, edge_attr)
