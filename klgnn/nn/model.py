"""The walk every k,l-GNN takes: label sets, labeled graphs, encoder, pooling, prediction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.explain import Explanation, explained
from klgnn.nn.inputs import Inputs, read_inputs
from klgnn.nn.labeled import LabeledGraphs
from klgnn.nn.labeling import Labeling
from klgnn.nn.modules import reset
from klgnn.nn.plan import Execution, Plan, Portion, labeled_portions, wire
from klgnn.nn.stages import Pooling
from klgnn.nn.threads import ahead
from klgnn.nn.wiring import Wiring

Reduce = Literal["mean", "median"]


class LabeledGraphModel(nn.Module):
    """What architectures (a) and (b) share; see :class:`Joint` and :class:`Parallel`.

    Args:
        labeling: which labeled graphs.
        pooling: how their rows become one.
        head: from the pooled representation to the prediction; None: it is the prediction.
        ensemble: in evaluation, so many passes with label sets dropped as in training; 0: one pass
            with all of them.
        ensemble_reduce: ``"mean"`` or ``"median"`` of their predictions.
        max_rows: in evaluation, label sets go through in portions of about so many labeled nodes,
            which bounds memory and changes nothing else.
        execution: ``"plain"``: one row for every labeled node. ``"quotient"``: one for every color,
            with equal results. ``"auto"``: the latter where it is possible and pays.

    >>> from klgnn.families import rook
    >>> from klgnn.nn import MPNN, Features, Joint
    >>> model = Joint(MPNN(8, 3), Features(8), Labeling(2), Pooling(8), execution="quotient")
    >>> print(model.explain(rook(4).to("pyg")))
    120 label sets x 2 permutations: 3,840 labeled nodes
    layer   rows   colors
        1  3,840        8   480.0 x fewer
        2  3,840       12   320.0 x fewer
        3  3,840       12   320.0 x fewer
      all 11,520       32   360.0 x fewer
    """

    def __init__(
        self,
        labeling: Labeling,
        pooling: Pooling,
        head: nn.Module | None = None,
        ensemble: int = 0,
        ensemble_reduce: Reduce = "mean",
        max_rows: int = 2**19,
        execution: Execution = "auto",
    ) -> None:
        super().__init__()
        if ensemble_reduce not in ("mean", "median"):
            raise GraphError(
                f"ensemble_reduce: got {ensemble_reduce!r}, expected 'mean' or 'median'"
            )
        if ensemble < 0 or max_rows < 1:
            raise GraphError(f"got ensemble={ensemble}, max_rows={max_rows}, expected 0 and 1 up")
        self.labeling, self.pooling, self.head = labeling, pooling, head
        self.execution = execution
        self.ensemble, self.ensemble_reduce, self.max_rows = ensemble, ensemble_reduce, max_rows

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, data: Any) -> Tensor:
        """A prediction for each graph (or node) of a PyG ``Data`` or ``Batch``.

        Args:
            data: with ``edge_index``, with ``x`` and ``edge_attr`` as the model was built for, and
                with label sets if a policy of :mod:`klgnn.select` has chosen them.

        Returns:
            Shape ``(graphs, out)``, or ``(nodes, out)`` at level "node".
        """
        inputs = read_inputs(data, self.labeling.l)
        if self.training or not self.ensemble:
            return self._once(data, inputs, drop=self.training)
        passes = [self._once(data, inputs, drop=True) for _ in range(self.ensemble)]
        stacked = torch.stack(passes)
        return stacked.mean(0) if self.ensemble_reduce == "mean" else median(stacked)

    def plan(self, data: Any, training: bool | None = None) -> Plan:
        """What a forward pass on ``data`` would compute; no parameters needed.

        Args:
            data: as for :meth:`forward`. A pass on data that carries a ``plan`` follows it.
            training: whether label sets are dropped; None: as the model is now.
        """
        inputs = read_inputs(data, self.labeling.l)
        return self._plan(data, inputs, self.training if training is None else training)

    def explain(self, data: Any, training: bool | None = None) -> Explanation:
        """How many rows a pass on ``data`` has, and how many of them are computed, by layer.

        Args:
            data: as for :meth:`forward`. Data that carries a ``plan`` is explained by it.
            training: whether label sets are dropped, as for :meth:`plan`; then a plan that the data
                carries is left aside.
        """
        plan = getattr(data, "plan", None) if training is None else None
        return explained(self.plan(data, training) if plan is None else plan)

    def _plan(self, data: Any, inputs: Inputs, drop: bool) -> Plan:
        portions, permutations = self._portions(data, inputs, drop)
        return Plan(tuple(portions), permutations)

    def _portions(self, data: Any, inputs: Inputs, drop: bool) -> tuple[Iterator[Portion], Tensor]:
        """The portions, made as they are asked for, and the permutations; chance has spoken."""
        sets = self.labeling.label_sets(data, inputs, drop)
        permutations, nodes = self.labeling.permutations(), self.node_kinds(inputs)
        most = None if torch.is_grad_enabled() else self.max_rows
        parts = labeled_portions(sets, inputs, len(permutations), self.labeling.hops, most)
        encoder, how = self.runs_on_labels, self.execution
        return (
            Portion(some, rows, wire(rows, permutations, inputs, encoder, how, nodes))
            for some, rows in parts
        ), permutations

    def _once(self, data: Any, inputs: Inputs, drop: bool) -> Tensor:
        plan = getattr(data, "plan", None)
        if plan is None:  # each portion is forgotten when the next one's turn comes
            portions, permutations = self._portions(data, inputs, drop)
            portions = portions if torch.is_grad_enabled() else ahead(portions)
        else:
            plan = plan.to(inputs.batch.device)
            portions, permutations = iter(plan.portions), plan.permutations
        context = self.context(inputs)
        pooled, owner, weight = [], [], []
        for portion in portions:
            rows, some = portion.rows, portion.sets
            pooled.append(self.encode(context, rows, portion.wiring, inputs))
            owner.append(self.pooling.owner(some, rows, permutations))
            if some.weight is not None:
                weight.append(some.weight[rows.set] if self.pooling.by_node else some.weight)
        h = self.pooling.over_sets(
            torch.cat(pooled),
            torch.cat(owner),
            inputs.batch,
            inputs.structure.num_graphs,
            torch.cat(weight) if weight else None,
        )
        h = self.conclude(h, context, inputs)
        return h if self.head is None else self.head(h)

    @property
    def runs_on_labels(self) -> Encoder:
        """The encoder that runs on labeled graphs."""
        raise NotImplementedError

    def node_kinds(self, inputs: Inputs) -> Tensor | None:
        """Numbers that differ for nodes whose rows differ before any label; None: all alike."""
        raise NotImplementedError

    def context(self, inputs: Inputs) -> Tensor:
        """What is computed once per batch, one row per node."""
        raise NotImplementedError

    def encode(
        self, context: Tensor, rows: LabeledGraphs, wiring: Wiring, inputs: Inputs
    ) -> Tensor:
        """Labeled graphs to one row per label set, or per (label set, node) row."""
        raise NotImplementedError

    def conclude(self, h: Tensor, context: Tensor, inputs: Inputs) -> Tensor:
        """A last word before the head."""
        return h

    def extra_repr(self) -> str:
        """What was asked for."""
        text = f"execution={self.execution!r}, max_rows={self.max_rows}"
        if self.ensemble:
            text += f", ensemble={self.ensemble}, ensemble_reduce={self.ensemble_reduce!r}"
        return text


def median(values: Tensor) -> Tensor:
    """The median along axis 0; of an even number the mean of the two in the middle.

    >>> median(torch.tensor([1.0, 9.0, 2.0, 4.0]))
    tensor(3.)
    """
    ordered, n = values.sort(0).values, len(values)
    return (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
