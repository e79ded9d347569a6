"""ConvEncoder: any convolution of PyG as an encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.encoders._convolutions import NAMED, WITH_EDGES, Degrees
from klgnn.nn.encoders._probe import call, edge_argument, probe
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.mpnn import Norm, make_norm
from klgnn.nn.encoders.norm import RowBatchNorm
from klgnn.nn.features import Features
from klgnn.nn.modules import reset
from klgnn.nn.wiring import Step, Wiring

Conv = str | Callable[[int], nn.Module] | Sequence[nn.Module]


class ConvEncoder(Encoder):
    """Layers of a PyG convolution, each followed by a norm, a nonlinearity and a residual.

    ``h  <-  h + dropout(activation(norm(conv(h, edges))))``

    Edge attributes become vectors of width ``dim``, by an embedding of each layer's own. A
    convolution gets them as ``edge_attr``; one that takes an ``edge_weight`` gets one positive
    number per edge, the softplus of a linear map of the vector.

    Whether it is ``local`` is found by trying: see :func:`klgnn.nn.encoders._probe.probe`. Of those
    with a name, all are but "gcn", which divides by degrees, and "pna", which takes no pairs.

    Args:
        conv: ``"gin"``, ``"gine"``, ``"gcn"``, ``"graph"``, ``"sage"``, ``"gat"``, ``"gatv2"``,
            ``"transformer"``, ``"gated"``, ``"cg"`` or ``"pna"``; or a function from ``dim`` to a
            convolution that keeps this width, called once per layer; or one module per layer.
        dim: the width of all layers.
        num_layers: how many of them.
        edge_types: how many categories each column of ``edge_attr`` has.
        edge_width: how many columns of floats it has. Neither: edges carry nothing.
        norm: ``"layer"``, ``"batch"`` or None.
        residual: add each layer's input to its output.
        dropout: after each layer.
        activation: the nonlinearity.
        degrees: for "pna", how many nodes of the training set have degree 0, 1, 2, ...

    >>> ConvEncoder("gine", 16, 3, edge_types=4).local, ConvEncoder("gcn", 16, 3).local
    (True, False)
    """

    def __init__(
        self,
        conv: Conv,
        dim: int,
        num_layers: int = 4,
        *,
        edge_types: int | Sequence[int] | None = None,
        edge_width: int | None = None,
        norm: Norm = "layer",
        residual: bool = True,
        dropout: float = 0.0,
        activation: type[nn.Module] = nn.ReLU,
        degrees: Degrees = None,
    ) -> None:
        super().__init__()
        self.dim, self.num_layers = dim, num_layers
        has_edges = edge_types is not None or edge_width is not None
        self.layers = nn.ModuleList(
            ConvLayer(
                one,
                dim,
                Features(dim, edge_types, edge_width, "edge_attr") if has_edges else None,
                norm,
                residual,
                dropout,
                activation,
            )
            for one in _build(conv, dim, num_layers, has_edges, degrees)
        )
        self.local = all(bool(layer.local) for layer in self.layers)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows of layer 0, dim)`` to ``(rows of the last layer, dim)``."""
        for number, layer in enumerate(self.layers):
            h = layer(h, wiring.step(number), wiring.edge_attr)
        return h

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"dim={self.dim}, num_layers={self.num_layers}, local={self.local}"


class ConvLayer(nn.Module):
    """One layer of :class:`ConvEncoder`."""

    def __init__(
        self,
        conv: nn.Module,
        dim: int,
        edges: Features | None,
        norm: Norm,
        residual: bool,
        dropout: float,
        activation: type[nn.Module],
    ) -> None:
        super().__init__()
        takes = edge_argument(conv)
        if edges is not None and takes is None:
            raise GraphError(
                f"{type(conv).__name__}: got edge features, which it does not take; expected one of"
                f" {', '.join(map(repr, WITH_EDGES))}, or a module whose forward has edge_attr or"
                " edge_weight; or leave out edge_types and edge_width"
            )
        self.local = probe(conv, dim, edges is not None)
        self.conv, self.edges, self.residual = conv, edges, residual
        weighs = edges is not None and takes == "edge_weight"
        self.weight = nn.Linear(dim, 1) if weighs else None
        self.norm, self.activation = make_norm(norm, dim), activation()
        self.dropout = nn.Dropout(dropout)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, step: Step, edge_attr: Tensor | None) -> Tensor:
        """``(rows before, dim)`` to ``(step.size, dim)``."""
        if step.root is not None and not self.local:
            raise GraphError(
                f"{type(self.conv).__name__}: got a quotient, expected every labeled graph in full:"
                " it looks at more than a row and its neighbors, so its encoder has local=False"
            )
        own = step.own(h)
        x = h if step.root is None else (h, own)
        new = call(self.conv, x, step.edge_index, self._edge_features(step, edge_attr))
        new = self.norm(new, step.count) if isinstance(self.norm, RowBatchNorm) else self.norm(new)
        new = self.dropout(self.activation(new))
        output: Tensor = own + new if self.residual else new
        return output

    def _edge_features(self, step: Step, edge_attr: Tensor | None) -> Tensor | None:
        if self.edges is None:
            return None
        features: Tensor = self.edges(edge_attr)
        if self.weight is not None:
            features = nn.functional.softplus(self.weight(features)).squeeze(1)
        return features[step.edge]


def _build(
    conv: Conv, dim: int, num_layers: int, has_edges: bool, degrees: Degrees
) -> list[nn.Module]:
    """One convolution per layer."""
    names = ", ".join(map(repr, NAMED))
    if isinstance(conv, str):
        if conv not in NAMED:
            raise GraphError(f"conv: got {conv!r}, expected {names}, a function or modules")
        return [NAMED[conv](dim, has_edges, degrees) for _ in range(num_layers)]
    if isinstance(conv, nn.Module) and not isinstance(conv, nn.ModuleList):
        raise GraphError(
            f"conv: got one {type(conv).__name__}, expected a module per layer; give a function"
            " like lambda dim: SomeConv(dim, dim), or a list"
        )
    if callable(conv) and not isinstance(conv, nn.ModuleList):
        modules = [conv(dim) for _ in range(num_layers)]
    else:
        modules = list(conv)
    if len(modules) != num_layers:
        raise GraphError(f"conv: got {len(modules)} modules, expected num_layers={num_layers}")
    if not all(isinstance(module, nn.Module) for module in modules):
        kinds = {type(module).__name__ for module in modules}
        raise GraphError(f"conv: got {', '.join(kinds)}, expected modules, {names}")
    return modules
