"""Transformer: message passing and global attention side by side, as in GPS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from klgnn.errors import GraphError
from klgnn.nn.encoders._by_size import BySize
from klgnn.nn.encoders._distances import Distances, distances
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.mpnn import MPNN, Norm, make_norm
from klgnn.nn.modules import reset
from klgnn.nn.wiring import Wiring

Local = Literal["mpnn"] | Callable[[int], Encoder] | None


class Transformer(Encoder):
    """Each layer adds messages of neighbors and attention to all nodes of the labeled graph.

    ``a = norm(h + local(h));  b = norm(h + attention(h));  h <- norm(a + b + MLP(a + b))``

    A head's score of node u for node v gets a learned number for the distance from u to v: 0 to
    ``max_distance - 1``, ``max_distance`` or more, or no path. At first a learned vector for the
    number of neighbors is added to each row. Graphs of one size attend together, so nothing is
    padded, and graphs that are copies of one another have their distances computed once.

    Time and memory are n^2 (dim + heads) for each graph and layer.

    Args:
        dim: the width of all layers.
        num_layers: how many of them.
        heads: of the attention; divides ``dim``.
        edge_types: how many categories each column of ``edge_attr`` has.
        edge_width: how many columns of floats it has. Neither: edges carry nothing.
        max_distance: see above; None: scores do not see distances.
        degree_encoding: see above.
        max_degree: nodes with more neighbors count as having so many.
        dropout: after messages, attention and MLP.
        attention_dropout: of the shares of attention.
        norm: ``"layer"``, ``"batch"`` or None.
        local: ``"mpnn"``; a function from ``dim`` to an encoder of one layer, which is then told
            nothing of ``edge_types`` and ``edge_width``; or None: attention only.
        activation: the nonlinearity of the MLPs.
        max_pairs: graphs attend in portions of about so many pairs of nodes.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import Features, Unlabeled
    >>> Unlabeled(Transformer(8, 2, heads=2), Features(8))(cycle(5).to("pyg")).shape
    torch.Size([1, 8])

    Reference: Rampasek et al., "Recipe for a general, powerful, scalable graph transformer",
    NeurIPS 2022. Distances and degrees: Ying et al., "Do transformers really perform badly for
    graph representation?", NeurIPS 2021.
    """

    local = False

    def __init__(
        self,
        dim: int,
        num_layers: int = 4,
        heads: int = 4,
        *,
        edge_types: int | Sequence[int] | None = None,
        edge_width: int | None = None,
        max_distance: int | None = 8,
        degree_encoding: bool = True,
        max_degree: int = 16,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        norm: Norm = "layer",
        local: Local = "mpnn",
        activation: type[nn.Module] = nn.ReLU,
        max_pairs: int = 2**20,
    ) -> None:
        super().__init__()
        if heads < 1 or dim % heads:
            raise GraphError(f"heads: got {heads}, expected a divisor of dim={dim}")
        if (max_distance is not None and max_distance < 1) or max_degree < 0 or max_pairs < 1:
            raise GraphError(
                f"got max_distance={max_distance}, max_degree={max_degree}, max_pairs={max_pairs},"
                " expected 1 or more (None for no distances), 0 or more, and 1 or more"
            )
        edges_for_nobody = local != "mpnn" and (edge_types is not None or edge_width is not None)
        if edges_for_nobody:
            raise GraphError(
                "got edge_types or edge_width, which only local='mpnn' uses; build the encoder that"
                " local makes with them instead"
            )
        self.dim, self.num_layers, self.heads = dim, num_layers, heads
        self.max_distance, self.max_degree, self.max_pairs = max_distance, max_degree, max_pairs

        def messages() -> Encoder | None:
            if local is None or callable(local):
                return None if local is None else _one_layer(local(dim), dim)
            if local != "mpnn":
                raise GraphError(f"local: got {local!r}, expected 'mpnn', a function or None")
            return MPNN(
                dim,
                1,
                edge_types=edge_types,
                edge_width=edge_width,
                norm=norm,
                residual=False,
                activation=activation,
            )

        self.distance = None if max_distance is None else nn.Embedding(max_distance + 2, heads)
        self.degree = nn.Embedding(max_degree + 1, dim) if degree_encoding else None
        self.layers = nn.ModuleList(
            TransformerLayer(
                messages(),
                Attention(dim, heads, attention_dropout),
                _mlp(dim, activation),
                [make_norm(norm, dim) for _ in range(2 if local is None else 3)],
                dropout,
            )
            for _ in range(num_layers)
        )

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows, dim)`` to ``(rows, dim)``."""
        order = BySize.of(wiring, "Transformer")
        if self.degree is not None:
            heard = torch.bincount(order.step.edge_index[1], minlength=order.step.size)
            h = h + self.degree(heard.clamp(max=self.max_degree))
        biases = self._biases(order)
        for layer in self.layers:
            h = layer(h, wiring, order, biases, self.max_pairs)
        return h

    def _biases(self, order: BySize) -> list[tuple[Tensor, Tensor]] | None:
        """For the graphs of each size, the scores of distances ``(different, heads, n, n)``."""
        if self.distance is None or self.max_distance is None:
            return None
        with torch.no_grad():
            found: list[Distances] = list(distances(order, self.max_distance))
        return [(self.distance(one.classes).permute(0, 3, 1, 2), one.which) for one in found]

    def extra_repr(self) -> str:
        """What was asked for."""
        return (
            f"dim={self.dim}, num_layers={self.num_layers}, heads={self.heads},"
            f" max_distance={self.max_distance}, max_degree={self.max_degree}"
        )


class TransformerLayer(nn.Module):
    """One layer of :class:`Transformer`."""

    def __init__(
        self,
        messages: Encoder | None,
        attention: Attention,
        mlp: nn.Module,
        norms: list[nn.Module],
        dropout: float,
    ) -> None:
        super().__init__()
        self.messages, self.attention, self.mlp = messages, attention, mlp
        self.norms, self.dropout = nn.ModuleList(norms), nn.Dropout(dropout)

    def forward(
        self,
        h: Tensor,
        wiring: Wiring,
        order: BySize,
        biases: list[tuple[Tensor, Tensor]] | None,
        max_pairs: int,
    ) -> Tensor:
        """``(rows, dim)`` to ``(rows, dim)``."""
        new: Tensor = self.norms[0](h + self.dropout(self.attention(h, order, biases, max_pairs)))
        if self.messages is not None:
            new = new + self.norms[2](h + self.dropout(self.messages(h, wiring)))
        normed: Tensor = self.norms[1](new + self.dropout(self.mlp(new)))
        return normed


class Attention(nn.Module):
    """Attention of the nodes of each labeled graph to one another."""

    def __init__(self, dim: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.into, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(
        self,
        h: Tensor,
        order: BySize,
        biases: list[tuple[Tensor, Tensor]] | None,
        max_pairs: int,
    ) -> Tensor:
        """``(rows, dim)`` to ``(rows, dim)``."""
        mapped = self.into(h[order.row])
        dropout = self.dropout if self.training else 0.0
        done = []
        for number, group in enumerate(order.groups):
            for piece in group.pieces(max_pairs):
                parts = mapped[piece.rows].view(piece.graphs, piece.size, 3, self.heads, -1)
                query, key, value = parts.permute(2, 0, 3, 1, 4)
                bias = None
                if biases is not None:
                    scores, which = biases[number]
                    first = piece.graph - group.graph
                    bias = scores.to(query.dtype)[which[first : first + piece.graphs]]
                some = scaled_dot_product_attention(query, key, value, bias, dropout)
                done.append(some.transpose(1, 2).flatten(2).flatten(0, 1))
        attended: Tensor = self.out(torch.cat(done)[order.place] if done else h)
        return attended


def _mlp(dim: int, activation: type[nn.Module]) -> nn.Sequential:
    return nn.Sequential(nn.Linear(dim, 2 * dim), activation(), nn.Linear(2 * dim, dim))


def _one_layer(encoder: Encoder, dim: int) -> Encoder:
    """What a function made for ``local``, checked."""
    if not isinstance(encoder, Encoder) or (encoder.dim, encoder.num_layers) != (dim, 1):
        raise GraphError(
            f"local: got {encoder!r}, expected an encoder with dim={dim} and num_layers=1, as in"
            " lambda dim: ConvEncoder('gat', dim, 1)"
        )
    return encoder
