"""What every encoder is."""

from __future__ import annotations

from typing import Literal

from torch import Tensor, nn

from klgnn.nn.wiring import Wiring

Output = Literal["rows", "graphs"] | None


class Encoder(nn.Module):
    """From the rows of layer 0 to those of the last layer, along the steps of a wiring.

    Attributes:
        dim: the width of the rows it gives, and of those it takes unless ``in_dim`` says otherwise.
        in_dim: the width of the rows it takes; 0: ``dim``.
        num_layers: how many steps it takes.
        local: whether a row depends on nothing but itself and its neighbors, layer by layer. Only
            then can rows that look the same be computed once.
        output: one row for each row, as all encoders of klgnn do, or ``"graphs"``, one for each
            labeled graph; None: the shape tells.

    An encoder of your own, which may run wherever those of klgnn do:

    >>> import torch
    >>> from klgnn.families import cycle
    >>> from klgnn.nn import Features, Joint, Labeling, Pooling
    >>> class Neighbors(Encoder):
    ...     def __init__(self, dim):
    ...         super().__init__()
    ...         self.dim, self.num_layers, self.local = dim, 1, True
    ...         self.linear = nn.Linear(dim, dim)
    ...     def forward(self, h, wiring):
    ...         step = wiring.step(0)
    ...         source, target = step.edge_index
    ...         heard = h.new_zeros(step.size, self.dim).index_add(0, target, h[source])
    ...         return torch.relu(self.linear(step.own(h) + heard))
    >>> model = Joint(Neighbors(8), Features(8), Labeling(1), Pooling(8))
    >>> model(cycle(5).to("pyg")).shape
    torch.Size([1, 8])
    """

    dim: int
    in_dim: int = 0
    num_layers: int
    local: bool = False
    output: Output = "rows"

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows of layer 0, in_dim)`` to ``(rows of the last layer, dim)``."""
        raise NotImplementedError


def gives_graphs(encoder: Encoder, h: Tensor, rows: int, graphs: int) -> bool:
    """Whether ``h`` has one row for each labeled graph, not for each of its nodes.

    Where every graph has one node and the encoder has never shown otherwise, rows it is.
    """
    if encoder.output is not None:
        return encoder.output == "graphs"
    return len(h) == graphs and graphs != rows
