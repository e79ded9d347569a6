"""What a forward pass will compute: its labeled graphs, and the rows that stand for them.

A plan depends on the data and on chance, never on parameters, so a data loader's workers can make
it while the model computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.inputs import Inputs
from klgnn.nn.labeled import LabeledGraphs, LabelSets, labeled_graphs
from klgnn.nn.quotient import MOST_LABELS, quotient
from klgnn.nn.wiring import Wiring, plain

Execution = Literal["auto", "plain", "quotient"]
WORTH_IT = 4096  # rows; below, refining them costs more than it saves


@dataclass(frozen=True)
class Portion:
    """Some label sets, their labeled graphs, and how the encoder runs on them."""

    sets: LabelSets
    rows: LabeledGraphs
    wiring: Wiring


@dataclass(frozen=True)
class Plan:
    """The portions of one forward pass, in order.

    Attributes:
        portions: all label sets at once where gradients are wanted.
        permutations: ``(copies, l)``.

    >>> from klgnn.families import cycle
    >>> from klgnn.nn import IDMPNN
    >>> data, model = cycle(6).to("pyg"), IDMPNN(l=2, hidden=8).eval()
    >>> plan = model.plan(data)
    >>> len(plan.portions), plan.copies
    (1, 2)
    >>> expected = model(data)
    >>> data.plan = plan  # a pass on data with a plan follows it
    >>> torch.equal(model(data), expected)
    True
    """

    portions: tuple[Portion, ...]
    permutations: Tensor

    @property
    def copies(self) -> int:
        """How many permutations."""
        return len(self.permutations)

    def to(self, device: torch.device | str, non_blocking: bool = True) -> Plan:
        """The same on another device; what has been sorted there once is not sorted again."""
        if self.permutations.device == torch.device(device):
            return self
        moved: Plan = _mapped(self, lambda t: t.to(device, non_blocking=non_blocking))
        return moved

    def pin_memory(self) -> Plan:
        """The same in page-locked memory, as a data loader asks for it."""
        pinned: Plan = _mapped(self, Tensor.pin_memory)
        return pinned


def portions(
    sets: LabelSets, inputs: Inputs, copies: int, max_rows: int | None
) -> Iterator[LabelSets]:
    """Label sets in portions of about ``max_rows`` labeled nodes; None: all at once."""
    if max_rows is None or len(sets) < 2:
        yield sets
        return
    rows = inputs.structure.ptr.diff()[sets.graph].cumsum(0) * copies
    portion = (rows // max_rows).tolist()
    start = 0
    for i in range(1, len(portion) + 1):
        if i == len(portion) or portion[i] != portion[start]:
            yield sets.take(slice(start, i))
            start = i


def wire(
    rows: LabeledGraphs,
    permutations: Tensor,
    inputs: Inputs,
    encoder: Encoder,
    execution: Execution,
    nodes: Tensor | None,
) -> Wiring:
    """Plain or quotient execution, as asked for or as it pays.

    Args:
        rows: the labeled graphs.
        permutations: ``(copies, l)``.
        inputs: the batch.
        encoder: what will run on them.
        execution: ``"plain"``, ``"quotient"`` or ``"auto"``.
        nodes: numbers that are equal only for nodes with equal features; None: all are alike.
    """
    edge_attr = inputs.structure.edge_attr
    if not is_quotient(encoder, execution, rows.num_rows * len(permutations), rows.l):
        return plain(rows, permutations, edge_attr)
    return quotient(rows, permutations, edge_attr, nodes, encoder.num_layers)


def is_quotient(encoder: Encoder, execution: Execution, rows: int, l: int) -> bool:
    """Whether rows that look the same are computed once."""
    if execution == "plain" or l > MOST_LABELS:
        return False
    return encoder.local and (execution == "quotient" or rows >= WORTH_IT)


def check_execution(encoder: Encoder, execution: Execution) -> None:
    """Refuse what does not exist, and quotient execution where it would not be equal."""
    if execution not in ("auto", "plain", "quotient"):
        raise GraphError(f"execution: got {execution!r}, expected 'auto', 'plain' or 'quotient'")
    if execution == "quotient" and not encoder.local:
        raise GraphError(
            f"execution: got 'quotient' with {type(encoder).__name__}, which looks at more than a"
            " node's neighbors, or is not known not to; expected 'auto' or 'plain'"
        )


def labeled_portions(
    sets: LabelSets, inputs: Inputs, copies: int, hops: int | None, max_rows: int | None
) -> Iterator[tuple[LabelSets, LabeledGraphs]]:
    """Portions of label sets with their labeled graphs."""
    for some in portions(sets, inputs, copies, max_rows):
        yield some, labeled_graphs(inputs.structure, some, hops)


def _mapped(value: Any, change: Callable[[Tensor], Tensor]) -> Any:
    """Every tensor in a plan, changed."""
    if isinstance(value, Tensor):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_mapped(item, change) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {f.name: _mapped(getattr(value, f.name), change) for f in fields(value)}
        return replace(value, **changed)
    return value
