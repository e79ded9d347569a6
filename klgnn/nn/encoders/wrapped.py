"""A user's own network as an encoder."""

from __future__ import annotations

import inspect
from typing import Any

from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.encoders.base import Encoder, Output
from klgnn.nn.modules import reset
from klgnn.nn.wiring import Wiring


class Wrapped(Encoder):
    """Any module called as ``model(x, edge_index, edge_attr=None, batch=None)``.

    Args:
        model: the network. Arguments it does not have are not given to it.
        in_dim: the width of ``x``; None: what the model says (``in_channels``).
        dim: the width of what it returns; None: what the model says (``out_channels``).
        output: ``"rows"`` if it returns one row per node, ``"graphs"`` if one per graph; None:
            told by the shape, once it tells: graphs of one node each do not.

    >>> from torch_geometric.nn import GCN
    >>> encoder = Wrapped(GCN(4, 16, num_layers=2, out_channels=8))
    >>> encoder.in_dim, encoder.dim
    (4, 8)
    """

    local = False

    def __init__(
        self,
        model: nn.Module,
        in_dim: int | None = None,
        dim: int | None = None,
        output: Output = None,
    ) -> None:
        super().__init__()
        if not isinstance(model, nn.Module):
            raise GraphError(f"model: got {type(model).__name__}, expected a torch.nn.Module")
        self.model, self.output, self.num_layers = model, output, 0
        self.in_dim = in_dim or _width(model, "in_channels", "in_dim")
        self.dim = dim or _width(model, "out_channels", "dim")
        known = inspect.signature(model.forward).parameters
        anything = any(p.kind is p.VAR_KEYWORD for p in known.values())
        if "edge_index" not in known and len(known) < 2 and not anything:
            raise GraphError(
                f"model: got {type(model).__name__}, whose forward takes"
                f" ({', '.join(known)}), expected (x, edge_index, edge_attr=None, batch=None)"
            )
        self.takes_edges = "edge_attr" in known or anything
        self.takes_batch = "batch" in known or anything
        self.takes_size = "batch_size" in known

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        again = getattr(self.model, "reset_parameters", None)
        if callable(again):
            again()
        else:
            reset(self.model)

    def forward(self, h: Tensor, wiring: Wiring) -> Tensor:
        """``(rows, in_dim)`` to ``(rows, dim)`` or ``(labeled graphs, dim)``."""
        step = wiring.step(0)
        options: dict[str, Any] = {}
        if self.takes_edges and wiring.edge_attr is not None:
            options["edge_attr"] = wiring.edge_attr_of(step)
        if self.takes_batch:
            options["batch"] = wiring.graph
        if self.takes_size:
            options["batch_size"] = wiring.num_graphs
        out: Tensor = self.model(h, step.edge_index, **options)
        self._check(out, len(h), wiring.num_graphs)
        if self.output is None and len(h) != wiring.num_graphs:
            self.output = "rows" if len(out) == len(h) else "graphs"
        return out

    def _check(self, out: Tensor, rows: int, graphs: int) -> None:
        expected = {"rows": (rows,), "graphs": (graphs,), None: (rows, graphs)}[self.output]
        if out.dim() != 2 or len(out) not in expected or out.shape[1] != self.dim:
            words = " or ".join(f"({count}, {self.dim})" for count in expected)
            raise GraphError(
                f"model: got an output of shape {tuple(out.shape)}, expected {words}; say dim= and"
                " output='rows' or 'graphs'"
            )


def _width(model: nn.Module, name: str, argument: str) -> int:
    width = getattr(model, name, None)
    if not isinstance(width, int) or width < 1:
        raise GraphError(
            f"{argument}: {type(model).__name__} has no {name}; say {argument}=, the width of its"
            f" {'input' if name == 'in_channels' else 'output'} rows"
        )
    return width
