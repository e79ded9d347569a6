"""Architecture (b): the base learns node features once, a structure encoder learns labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn

from klgnn.nn.aggregator import Aggregator
from klgnn.nn.encoders.base import Encoder, gives_graphs
from klgnn.nn.inputs import Inputs
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.labeling import Labeling
from klgnn.nn.labels import LabelEmbedding
from klgnn.nn.model import LabeledGraphModel
from klgnn.nn.node_vectors import NodeVectors
from klgnn.nn.plan import check_execution
from klgnn.nn.stages import Pooling
from klgnn.nn.wiring import Wiring, of_batch


class Parallel(LabeledGraphModel):
    """A base encoder runs once on each graph, a structure encoder on every labeled graph.

    The structure encoder sees labels and edges only. Its rows, pooled over permutations, join the
    base's in the aggregator, whose rows are pooled over nodes and label sets. Its power is bounded
    by k-WL and k',l-WL together (k of the base, k' of the structure encoder). A base that returns
    one row per graph is joined once the structure is pooled, too.

    Args:
        base: runs on the graphs.
        structure: runs on the labeled graphs.
        aggregator: joins the two.
        features: :class:`Features`, or another module from ``(x, nodes)`` to the base's width.
        labeling: which labeled graphs.
        pooling: how they are pooled.
        extras: widths of further node attributes: see :class:`NodeVectors`.
        trainable_labels: learn the label vectors.
        options: those of :class:`LabeledGraphModel`.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import MPNN, PPGN, Features, Labeling, Pooling
    >>> base, structure, aggregator = PPGN(8, 2), MPNN(8, 3), Aggregator(8, then=MPNN(8, 1))
    >>> model = Parallel(base, structure, aggregator, Features(8), Labeling(2), Pooling(8))
    >>> model(cycle(5).to("pyg")).shape
    torch.Size([1, 8])
    """

    def __init__(
        self,
        base: Encoder,
        structure: Encoder,
        aggregator: Aggregator,
        features: nn.Module,
        labeling: Labeling,
        pooling: Pooling,
        *,
        extras: Mapping[str, int] | None = None,
        trainable_labels: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(labeling, pooling, **options)
        check_execution(structure, self.execution)
        self.base = base
        self.nodes = NodeVectors(features, extras, base.in_dim or base.dim)
        self.labels = LabelEmbedding(labeling.l, structure.dim, trainable_labels)
        self.structure, self.aggregator = structure, aggregator

    @property
    def runs_on_labels(self) -> Encoder:
        """The structure encoder."""
        return self.structure

    def node_kinds(self, inputs: Inputs) -> Tensor | None:
        """The structure encoder looks at no attributes of nodes."""
        return None

    def context(self, inputs: Inputs) -> Tensor:
        """What the base makes of the graphs: ``(nodes, dim)``, or ``(graphs, dim)``."""
        return self.base(self.nodes(inputs), of_batch(inputs.structure, inputs.batch))

    def encode(
        self, context: Tensor, rows: LabeledGraphs, wiring: Wiring, inputs: Inputs
    ) -> Tensor:
        """Labeled graphs to one row per label set, or per (label set, node) row."""
        edge_attr = inputs.structure.edge_attr
        h = self.structure(self.labels(wiring.labels), wiring)
        h = self.pooling.over_permutations(h, wiring, rows)
        if not self._late(context, inputs):
            h = self.aggregator.over_rows(context, h, rows, edge_attr)
        return self.pooling.over_nodes(h, rows)

    def conclude(self, h: Tensor, context: Tensor, inputs: Inputs) -> Tensor:
        """A base that pools nodes itself is joined here, graph by graph."""
        return self.aggregator.over_graphs(context, h) if self._late(context, inputs) else h

    def _late(self, context: Tensor, inputs: Inputs) -> bool:
        graphs = inputs.structure.num_graphs
        return gives_graphs(self.base, context, len(inputs.batch), graphs)
