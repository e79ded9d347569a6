"""Architecture (a): one encoder learns node features and labels together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn

from klgnn.nn.combine import Combine, Combiner
from klgnn.nn.encoders.base import Encoder, gives_graphs
from klgnn.nn.inputs import Inputs
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.labeling import Labeling
from klgnn.nn.labels import LabelEmbedding
from klgnn.nn.model import LabeledGraphModel
from klgnn.nn.node_vectors import NodeVectors
from klgnn.nn.plan import check_execution
from klgnn.nn.stages import Pooling
from klgnn.nn.wiring import Wiring


class Joint(LabeledGraphModel):
    """Node features are copied to every labeled graph, joined with labels, and encoded together.

    With an encoder as powerful as k-WL and injective pooling it is as powerful as k,l-WL.

    Args:
        encoder: runs on every labeled graph.
        features: :class:`Features`, or another module from ``(x, nodes)`` to the encoder's width.
        labeling: which labeled graphs.
        pooling: how they are pooled.
        extras: widths of further node attributes: see :class:`NodeVectors`.
        combine: how features and label vectors join: see :class:`Combiner`.
        marked: whether the encoder sees the labels at all, or only which nodes they are near
            (with ``subgraphs`` of the labeling).
        trainable_labels: learn the label vectors.
        options: those of :class:`LabeledGraphModel`.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import MPNN, Features, Labeling, Pooling
    >>> model = Joint(MPNN(8, 3), Features(8), Labeling(2), Pooling(8), head=nn.Linear(8, 1))
    >>> model(cycle(5).to("pyg")).shape
    torch.Size([1, 1])
    """

    def __init__(
        self,
        encoder: Encoder,
        features: nn.Module,
        labeling: Labeling,
        pooling: Pooling,
        *,
        extras: Mapping[str, int] | None = None,
        combine: Combine = "add",
        marked: bool = True,
        trainable_labels: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(labeling, pooling, **options)
        check_execution(encoder, self.execution)
        self.encoder, width = encoder, encoder.in_dim or encoder.dim
        self.nodes = NodeVectors(features, extras, width)
        # Vectors that nobody sees have no gradient, which distributed training would wait for.
        self.labels = LabelEmbedding(labeling.l, width, trainable_labels and marked)
        self.combine, self.marked = Combiner(width, combine), marked

    @property
    def runs_on_labels(self) -> Encoder:
        """The one encoder there is."""
        return self.encoder

    def node_kinds(self, inputs: Inputs) -> Tensor | None:
        """Nodes with equal attributes are alike."""
        return self.nodes.kinds(inputs)

    def context(self, inputs: Inputs) -> Tensor:
        """Node features as vectors, ``(nodes, dim)``."""
        vectors: Tensor = self.nodes(inputs)
        return vectors

    def encode(
        self, context: Tensor, rows: LabeledGraphs, wiring: Wiring, inputs: Inputs
    ) -> Tensor:
        """Labeled graphs to one row per label set, or per (label set, node) row."""
        h = context[wiring.node]
        if self.marked:
            h = self.combine(h, self.labels(wiring.labels))
        h = self.encoder(h, wiring)
        if gives_graphs(self.encoder, h, len(wiring.node), wiring.num_graphs):
            return self.pooling.of_labeled_graphs(h, rows)
        return self.pooling.over_nodes(self.pooling.over_permutations(h, wiring, rows), rows)
