"""In which order labeled graphs are pooled: permutations, nodes, label sets."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.labeled import LabeledGraphs, LabelSets
from klgnn.nn.modules import reset
from klgnn.nn.pooling import MaxPool, Pool, PoolName, make_pool
from klgnn.nn.segments import Members
from klgnn.nn.wiring import Wiring

Order = Literal["paper", "tl", "lt", "nested"]
Level = Literal["graph", "node"]


class Pooling(nn.Module):
    """Three pools, and the order they come in.

    Args:
        dim: the width of a row.
        order: ``"paper"``: permutations, nodes, label sets. ``"tl"``, tuple-label: nodes,
            permutations, label sets, as k,l-WL is defined. ``"lt"``, label-tuple: permutations,
            label sets, nodes. ``"nested"``: nodes, then labeled graphs with the same root (the
            node of the first label), then roots, as I²-GNN does.
        permutations: how permutations are pooled: ``"sum"``, ``"mean"``, ``"max"``,
            ``"attention"``, ``"deepsets"`` or a :class:`Pool`.
        nodes: how nodes are.
        sets: how label sets are.
        level: ``"graph"``: one row per graph; ``"node"``: one per node, pooled over the rest.
        structure_dim: in architecture (b), the width of the structure encoder, whose rows are
            pooled over permutations before they join the base's; None: ``dim``.

    >>> Pooling(8, "tl", nodes="attention")
    Pooling(
      order='tl', level='graph'
      (permutations): MeanPool()
      (nodes): AttentionPool(
      ...
    """

    def __init__(
        self,
        dim: int,
        order: Order = "paper",
        permutations: PoolName | Pool = "mean",
        nodes: PoolName | Pool = "sum",
        sets: PoolName | Pool = "mean",
        level: Level = "graph",
        structure_dim: int | None = None,
    ) -> None:
        super().__init__()
        if order not in ("paper", "tl", "lt", "nested"):
            raise GraphError(f"order: got {order!r}, expected 'paper', 'tl', 'lt' or 'nested'")
        if level not in ("graph", "node"):
            raise GraphError(f"level: got {level!r}, expected 'graph' or 'node'")
        if level == "node" and order in ("tl", "nested"):
            raise GraphError(
                f"order: got {order!r}, which pools nodes first, expected 'paper' or 'lt'"
            )
        self.order, self.level = order, level
        first = dim if structure_dim is None or order in ("tl", "nested") else structure_dim
        self.permutations = make_pool(permutations, first)
        self.nodes = make_pool(nodes, dim)
        self.sets = make_pool(sets, dim)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    @property
    def by_node(self) -> bool:
        """Whether label sets are pooled for each node on its own."""
        return self.order == "lt" or self.level == "node"

    def over_permutations(self, h: Tensor, wiring: Wiring, rows: LabeledGraphs) -> Tensor:
        """The last layer's rows to ``(rows, d)``; where nodes come first, to all copies of them."""
        if self.order in ("tl", "nested"):
            return h if wiring.last is None else h[wiring.last]
        return self.permutations(h, wiring.by_row(rows.num_rows))

    def of_labeled_graphs(self, h: Tensor, rows: LabeledGraphs) -> Tensor:
        """Nodes are pooled, ``(copies * sets, d)``: to ``(sets, d)``, unless roots come first."""
        if self.order == "nested":
            return h
        if self.by_node:
            raise GraphError(
                f"got an encoder that returns one row per graph, with order={self.order!r} and"
                f" level={self.level!r}, which keep nodes apart; expected one row per node"
            )
        number = len(rows.sets)
        sets = torch.arange(number, device=h.device).repeat(len(h) // max(number, 1))
        return self.permutations(h, Members(sets, number))

    def over_nodes(self, h: Tensor, rows: LabeledGraphs) -> Tensor:
        """To one row per label set, ``(sets, d)``, unless nodes stay apart."""
        if self.by_node:
            return h
        number, copies = len(rows.sets), rows.copies_in(h)
        shift = torch.arange(copies, device=h.device).unsqueeze(1) * number
        h = self.nodes(h, Members((rows.set + shift).flatten(), copies * number))
        return h if self.order == "paper" else self.of_labeled_graphs(h, rows)

    def owner(self, sets: LabelSets, rows: LabeledGraphs, permutations: Tensor) -> Tensor:
        """What each row that ``over_nodes`` gave belongs to: its graph, its node, or its root.

        A root is the node of the first label; -1 where a set has fewer nodes and places it nowhere.
        """
        if self.by_node:
            return rows.node
        if self.order == "nested":
            return sets.nodes[:, (permutations == 0).int().argmax(1)].t().flatten()
        return sets.graph

    def over_sets(
        self, h: Tensor, owner: Tensor, batch: Tensor, graphs: int, weight: Tensor | None = None
    ) -> Tensor:
        """To one row per graph or node.

        Args:
            h: what ``over_nodes`` gave, for all label sets.
            owner: see :meth:`owner`.
            batch: the graph of each node.
            graphs: how many graphs.
            weight: how many rows each row counts as; None: one.
        """
        if weight is not None and isinstance(self.sets, MaxPool):
            raise GraphError(
                "sets: got 'max', which no weight of a label set changes, expected 'sum', 'mean',"
                " 'attention' or 'deepsets' where label sets are learned"
            )
        if self.order == "nested":
            return self._over_roots(h, owner, batch, graphs)
        groups = len(batch) if self.by_node else graphs
        h = self.sets(h, Members(owner, groups, count=weight))
        if self.level == "node" or not self.by_node:
            return h
        return self.nodes(h, Members(batch, graphs))

    def _over_roots(self, h: Tensor, root: Tensor, batch: Tensor, graphs: int) -> Tensor:
        placed = root >= 0
        present, group = root[placed].unique(return_inverse=True)
        h = self.permutations(h[placed], Members(group, len(present)))
        return self.sets(h, Members(batch[present], graphs))

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"order={self.order!r}, level={self.level!r}"
