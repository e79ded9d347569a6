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
