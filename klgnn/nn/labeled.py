"""From a batch of graphs with label sets to its labeled graphs, as rows.

    batch  ->  one copy of its graph for every label set  ->  one copy of that for every permutation

A *row* is a (label set, node) pair; with a permutation it is a node of a labeled graph. Encoders
work on rows; which rows they may leave out is the business of :mod:`klgnn.nn.wiring`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

LABELED_NODES = -1  # hops: only the labeled nodes themselves, and no others


@dataclass(frozen=True)
class Structure:
    """The graphs of a batch as the walk reads them; nodes and edges of one graph stand together.

    Attributes:
        edge_index: ``(2, m)``.
        edge_attr: ``(m, ...)`` or None.
        ptr: where each graph's nodes start, ``(graphs + 1,)``.
        edge_ptr: where each graph's edges start, ``(graphs + 1,)``.
    """

    edge_index: Tensor
    edge_attr: Tensor | None
    ptr: Tensor
    edge_ptr: Tensor

    @property
    def num_graphs(self) -> int:
        """How many graphs."""
        return self.ptr.numel() - 1

    @property
    def num_nodes(self) -> int:
        """How many nodes in all."""
        return int(self.ptr[-1])

    @staticmethod
    def of(edge_index: Tensor, edge_attr: Tensor | None, batch: Tensor, graphs: int) -> Structure:
        """Sort edges by graph where they are not (PyG's batches are)."""
        owner = batch[edge_index[0]]
        if owner.numel() and bool((owner[1:] < owner[:-1]).any()):
            order = owner.argsort(stable=True)
            edge_index, owner = edge_index[:, order], owner[order]
            edge_attr = None if edge_attr is None else edge_attr[order]
        return Structure(edge_index, edge_attr, starts(batch, graphs), starts(owner, graphs))


@dataclass(frozen=True)
class LabelSets:
    """The label sets of a batch, ordered by graph.

    Attributes:
        nodes: node numbers in the batch, ``(sets, l)``; -1 where a set has fewer nodes.
        graph: the graph of each set, ``(sets,)``.
        weight: how many sets each one counts as when sets are pooled, ``(sets,)``, where that is
            learned; None: one.
    """

    nodes: Tensor
    graph: Tensor
    weight: Tensor | None = None

    def __len__(self) -> int:
        return self.nodes.shape[0]

    @staticmethod
    def padded(nodes: Tensor, sizes: Tensor, l: int) -> Tensor:
        """Sets one after another as rows: ``(sets, l)``, -1 where a set has fewer nodes."""
        place = torch.arange(l, device=nodes.device).unsqueeze(0) < sizes.unsqueeze(1)
        rows = nodes.new_full((sizes.numel(), l), -1)
        rows[place] = nodes
        return rows

    def take(self, chosen: Tensor | slice) -> LabelSets:
        """Some of the sets."""
        weight = None if self.weight is None else self.weight[chosen]
        return LabelSets(self.nodes[chosen], self.graph[chosen], weight)


@dataclass(frozen=True)
class LabeledGraphs:
    """One copy of its graph for every label set: rows, and the edges between them.

    Attributes:
        sets: the label sets.
        set: the set of each row, ascending, ``(rows,)``.
        node: the node of each row, ``(rows,)``.
        edge_index: pairs of rows, ``(2, edges)``.
        edge: which edge of the batch each one copies, ``(edges,)``.
        label_row: the row that each placed label stands on, ``(placed,)``.
        label_place: its place in the label set, 0 to l - 1, ``(placed,)``.
    """

    sets: LabelSets
    set: Tensor
    node: Tensor
    edge_index: Tensor
    edge: Tensor
    label_row: Tensor
    label_place: Tensor

    @property
    def num_rows(self) -> int:
        """How many (label set, node) pairs."""
        return self.node.numel()

    @property
    def l(self) -> int:  # noqa: E743 - the paper's letter
        """The number of labels."""
        return self.sets.nodes.shape[1]

    def copies_in(self, h: Tensor) -> int:
        """How many permutations stand one after another in ``(copies * rows, d)``."""
        return len(h) // self.num_rows if self.num_rows else 1


def labeled_graphs(structure: Structure, sets: LabelSets, hops: int | None = None) -> LabeledGraphs:
    """Copy each graph once for every label set, or the part of it that localization keeps.

    Args:
        structure: the graphs.
        sets: their label sets.
        hops: None: the full graph; K: the nodes within K steps of a labeled node;
            ``LABELED_NODES``: those alone (the paper's m = l).
    """
    set_, node, first = _copies(structure.ptr, sets.graph)
    edge_set, edge, _ = _copies(structure.edge_ptr, sets.graph)
    shift = (first - structure.ptr[sets.graph])[edge_set]
    ends = structure.edge_index[:, edge] + shift
    placed, place = (sets.nodes >= 0).nonzero(as_tuple=True)
    local = sets.nodes[placed, place] - structure.ptr[sets.graph[placed]]
    rows = LabeledGraphs(sets, set_, node, ends, edge, first[placed] + local, place)
    return rows if hops is None else _localized(rows, hops)


def _copies(ptr: Tensor, graph: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """For each set all items of its graph: the set, the item, and where each set's items start."""
    sizes = ptr.diff()[graph]
    first = sizes.cumsum(0) - sizes
    owner = torch.repeat_interleave(torch.arange(len(graph), device=ptr.device), sizes)
    item = torch.arange(owner.numel(), device=ptr.device) + (ptr[graph] - first)[owner]
    return owner, item, first


def _localized(rows: LabeledGraphs, hops: int) -> LabeledGraphs:
    """Keep the rows within ``hops`` steps of a label, and the edges between them."""
    keep = torch.zeros(rows.num_rows, dtype=torch.bool, device=rows.node.device)
    keep[rows.label_row] = True
    source, target = rows.edge_index
    for _ in range(max(hops, 0)):
        reached = keep.clone()
        reached[target[keep[source]]] = True
        reached[source[keep[target]]] = True
        keep = reached
    number = keep.cumsum(0) - 1
    inside = keep[source] & keep[target]
    return replace(
        rows,
        set=rows.set[keep],
        node=rows.node[keep],
        edge_index=number[rows.edge_index[:, inside]],
        edge=rows.edge[inside],
        label_row=number[rows.label_row],
    )


def starts(owner: Tensor, groups: int) -> Tensor:
    """Where each group starts among items sorted by group, shape ``(groups + 1,)``."""
    count = torch.bincount(owner, minlength=groups)
    return torch.cat([count.new_zeros(1), count.cumsum(0)])
