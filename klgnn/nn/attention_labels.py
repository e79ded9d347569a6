"""Soft labels by attention: which nodes carry a label is learned, and no label set is needed."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.combine import Combine, Combiner
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.inputs import read_inputs
from klgnn.nn.modules import reset
from klgnn.nn.pooling import Pool, PoolName, make_pool
from klgnn.nn.segments import Members
from klgnn.nn.stages import Level
from klgnn.nn.wiring import of_batch


class AttentionLabels(nn.Module):
    """Each of l labels spreads over the nodes of a graph by attention, instead of marking one node.

    Label i asks with its own query, moved by the mean of the graph; node v answers with its key;
    the softmax over the graph's nodes is how much of the label each one carries:
    ``row v = sum over i of a_iv * E_i``. The labels have names of their own, so there is nothing to
    permute, and any number costs one pass. Nodes that the base encoder cannot tell apart get the
    same labels: this adds no power on graphs with strong symmetry.

    Args:
        l: the number of labels.
        dim: the width of a row, in and out.
        trainable: learn the label vectors E, or keep them as drawn.

    >>> labels = AttentionLabels(2, 8)
    >>> labels(torch.rand(5, 8), torch.tensor([0, 0, 0, 1, 1]), 2).shape
    torch.Size([5, 8])

    Reference: Zhou, Wang and Zhang, "From Relational Pooling to Subgraph GNNs", ICML 2023,
    appendix "Other experiments".
    """

    def __init__(self, l: int, dim: int, trainable: bool = True) -> None:
        super().__init__()
        if not isinstance(l, int) or isinstance(l, bool) or l < 1:
            raise GraphError(f"l: got {l!r}, expected a whole number from 1 up")
        self.l, self.dim, self.trainable = l, dim, trainable
        self.query, self.key = nn.Linear(dim, l * dim), nn.Linear(dim, dim, bias=False)
        self.own = nn.Parameter(torch.empty(l, dim))
        self.vectors = nn.Parameter(torch.empty(l, dim), requires_grad=trainable)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        self.query.reset_parameters()
        self.key.reset_parameters()
        nn.init.normal_(self.own)
        nn.init.normal_(self.vectors)

    def attention(self, h: Tensor, batch: Tensor, graphs: int) -> Tensor:
        """How much of each label each node carries, ``(nodes, l)``; each graph's nodes sum to 1.

        Args:
            h: what the base encoder made of the nodes, ``(nodes, dim)``.
            batch: the graph of each node.
            graphs: how many graphs.
        """
        nodes = Members(batch, graphs)
        query = self.own + self.query(nodes.mean(h)).view(graphs, self.l, self.dim)
        score = (query[batch] * self.key(h).unsqueeze(1)).sum(2) / self.dim**0.5
        return nodes.softmax(score)

    def forward(self, h: Tensor, batch: Tensor, graphs: int) -> Tensor:
        """``(nodes, dim)`` to vectors of labels, ``(nodes, dim)``; arguments as above."""
        return self.attention(h, batch, graphs) @ self.vectors

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"l={self.l}, dim={self.dim}, trainable={self.trainable}"


class AttentionLabeled(nn.Module):
    """Base encoder, soft labels from what it saw, and a second encoder that sees both: one pass.

    Args:
        base: runs on the graphs; its rows decide who carries which label.
        encoder: runs on the graphs with labels; of the same width.
        features: a module from ``x`` and the number of nodes to that width.
        l: the number of labels.
        combine: how rows and labels join: see :class:`Combiner`.
        nodes: how nodes are pooled: ``"sum"``, ``"mean"``, ``"max"``, ``"attention"``,
            ``"deepsets"`` or a :class:`Pool`.
        level: ``"graph"``: one row per graph; ``"node"``: one per node.
        head: from the last representation to the prediction; None: it is the prediction.
        trainable_labels: learn the label vectors.

    >>> from torch_geometric.data import Batch
    >>> from klgnn.families import cycle, path
    >>> from klgnn.nn.encoders.mpnn import MPNN
    >>> from klgnn.nn.features import Features
    >>> model = AttentionLabeled(MPNN(8, 2), MPNN(8, 2), Features(8), l=3)
    >>> model(Batch.from_data_list([cycle(5).to("pyg"), path(4).to("pyg")])).shape
    torch.Size([2, 8])
    """

    def __init__(
        self,
        base: Encoder,
        encoder: Encoder,
        features: nn.Module,
        l: int,
        *,
        combine: Combine = "add",
        nodes: PoolName | Pool = "sum",
        level: Level = "graph",
        head: nn.Module | None = None,
        trainable_labels: bool = True,
    ) -> None:
        super().__init__()
        if base.dim != encoder.dim:
            raise GraphError(f"got encoders of widths {base.dim} and {encoder.dim}, expected equal")
        if level not in ("graph", "node"):
            raise GraphError(f"level: got {level!r}, expected 'graph' or 'node'")
        self.features, self.base, self.encoder = features, base, encoder
        self.labels = AttentionLabels(l, base.dim, trainable_labels)
        self.combine = Combiner(base.dim, combine)
        self.nodes, self.level, self.head = make_pool(nodes, encoder.dim), level, head

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, data: Any) -> Tensor:
        """A prediction for each graph (or node) of a PyG ``Data`` or ``Batch``.

        Args:
            data: with ``edge_index``, and with ``x`` and ``edge_attr`` as the model was built for.

        Returns:
            Shape ``(graphs, out)``, or ``(nodes, out)`` at level "node".
        """
        inputs = read_inputs(data, None)
        graphs, wiring = inputs.structure.num_graphs, of_batch(inputs.structure, inputs.batch)
        h = self.base(self.features(inputs.x, len(inputs.batch)), wiring)
        h = self.encoder(self.combine(h, self.labels(h, inputs.batch, graphs)), wiring)
        if self.level == "graph":
            h = self.nodes(h, Members(inputs.batch, graphs))
        result: Tensor = h if self.head is None else self.head(h)
        return result

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"level={self.level!r}"
