"""A network without labels: the k,0-GNN that everything else is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn

from klgnn.nn.encoders.base import Encoder, gives_graphs
from klgnn.nn.inputs import read_inputs
from klgnn.nn.modules import reset
from klgnn.nn.node_vectors import NodeVectors
from klgnn.nn.pooling import Pool, PoolName, make_pool
from klgnn.nn.segments import Members
from klgnn.nn.stages import Level
from klgnn.nn.wiring import of_batch


class Unlabeled(nn.Module):
    """Features, encoder, pooling over nodes, head.

    Args:
        encoder: runs on the graphs.
        features: from ``(x, number of nodes)`` to the encoder's width.
        nodes: how nodes are pooled.
        extras: widths of further node attributes: see :class:`NodeVectors`.
        level: ``"graph"`` or ``"node"``.
        head: from the last representation to the prediction; None: it is the prediction.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import MPNN, Features
    >>> Unlabeled(MPNN(8, 2), Features(8))(cycle(5).to("pyg")).shape
    torch.Size([1, 8])
    """

    def __init__(
        self,
        encoder: Encoder,
        features: nn.Module,
        nodes: PoolName | Pool = "sum",
        *,
        extras: Mapping[str, int] | None = None,
        level: Level = "graph",
        head: nn.Module | None = None,
    ) -> None:
        super().__init__()
        self.encoder, self.level, self.head = encoder, level, head
        self.nodes = NodeVectors(features, extras, encoder.in_dim or encoder.dim)
        self.pool = make_pool(nodes, encoder.dim)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, data: Any) -> Tensor:
        """A prediction for each graph (or node) of a PyG ``Data`` or ``Batch``."""
        inputs = read_inputs(data, None)
        graphs = inputs.structure.num_graphs
        h = self.encoder(self.nodes(inputs), of_batch(inputs.structure, inputs.batch))
        if self.level == "graph" and not gives_graphs(self.encoder, h, len(inputs.batch), graphs):
            h = self.pool(h, Members(inputs.batch, graphs))
        return h if self.head is None else self.head(h)
