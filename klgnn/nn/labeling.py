"""Which labeled graphs a forward pass runs on: label sets, permutations, and what is left out."""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Tensor, nn
from torch_geometric.data import Data

from klgnn.errors import GraphError
from klgnn.nn import permutations as groups
from klgnn.nn.inputs import Inputs
from klgnn.nn.labeled import LABELED_NODES, LabelSets, starts
from klgnn.select import All, SetPolicy

Subgraphs = Literal["full", "labeled"] | int


class Labeling(nn.Module):
    """The labels of a model: how many, on which sets, in which permutations.

    Args:
        l: the number of labels.
        select: the policy that chooses label sets for data that carries none; None: ``All(l)``.
            Selecting beforehand, as a transform, is faster.
        permutations: ``"symmetric"`` (all l!), ``"cyclic"``, ``"pairs"``, or ``"identity"`` for
            sets that are ordered tuples: see :func:`klgnn.nn.permutations.group`. A number: so
            many random ones for each pass.
        permutation_rate: the share of the permutations that one forward pass tries. Below 1 the
            result is random and depends on the numbering of nodes.
        set_rate: the share of each graph's label sets that one forward pass in training takes, at
            least one. Evaluation takes them all.
        subgraphs: message passing on the ``"full"`` graph, only among the ``"labeled"`` nodes, or
            within so many steps of one.

    >>> from klgnn.select import Constrained
    >>> labeling = Labeling(3, Constrained(3, max_distance=2), set_rate=0.1, subgraphs=2)
    >>> labeling.permutations().shape
    torch.Size([6, 3])
    """

    def __init__(
        self,
        l: int,
        select: SetPolicy | None = None,
        permutations: groups.Group | int = "symmetric",
        permutation_rate: float = 1.0,
        set_rate: float = 1.0,
        subgraphs: Subgraphs = "full",
    ) -> None:
        super().__init__()
        if not isinstance(l, int) or isinstance(l, bool) or l < 1:
            raise GraphError(
                f"l: got {l!r}, expected a whole number from 1 up; without labels, the base encoder"
                " alone does it (klgnn.nn.Unlabeled)"
            )
        if select is not None and select.l > l:
            raise GraphError(f"select: got {select!r}, expected sets of at most l = {l} nodes")
        for name, rate in (("permutation_rate", permutation_rate), ("set_rate", set_rate)):
            if not 0 < rate <= 1:
                raise GraphError(f"{name}: got {rate!r}, expected a share above 0, at most 1")
        if subgraphs not in ("full", "labeled") and not (
            isinstance(subgraphs, int) and not isinstance(subgraphs, bool) and subgraphs >= 0
        ):
            raise GraphError(
                f"subgraphs: got {subgraphs!r}, expected 'full', 'labeled' or a number of hops"
            )
        self.l, self.select, self.group_name = l, select, permutations
        self.permutation_rate, self.set_rate, self.subgraphs = permutation_rate, set_rate, subgraphs
        group = (
            groups.random(l, 1) if isinstance(permutations, int) else groups.group(permutations, l)
        )
        self.register_buffer("group", group, persistent=False)
        self.group: Tensor

    @property
    def hops(self) -> int | None:
        """As :func:`klgnn.nn.labeled.labeled_graphs` takes it."""
        if self.subgraphs == "full":
            return None
        return LABELED_NODES if self.subgraphs == "labeled" else int(self.subgraphs)

    @property
    def copies(self) -> int:
        """How many permutations a pass tries."""
        if isinstance(self.group_name, int):
            return self.group_name
        return groups.share(len(self.group), self.permutation_rate)

    @property
    def policy(self) -> SetPolicy:
        """What chooses sets where the data has none."""
        return All(self.l) if self.select is None else self.select

    def label_sets(self, data: Any, inputs: Inputs, drop: bool) -> LabelSets:
        """The label sets of this pass: those of the data, or chosen now; dropped by the rate."""
        sets = inputs.sets if inputs.sets is not None else self._chosen(inputs)
        return drop_sets(sets, self.set_rate, inputs.structure.num_graphs) if drop else sets

    def permutations(self) -> Tensor:
        """The permutations of this pass, ``(p, l)``."""
        if isinstance(self.group_name, int):
            return groups.random(self.l, self.group_name).to(self.group.device)
        return groups.sample(self.group, self.permutation_rate)

    def _chosen(self, inputs: Inputs) -> LabelSets:
        """What the policy says of each graph by itself."""
        structure, found, graph = inputs.structure, [], []
        ptr, edge_ptr = structure.ptr.tolist(), structure.edge_ptr.tolist()
        for i in range(structure.num_graphs):
            nodes, edges = slice(*ptr[i : i + 2]), slice(*edge_ptr[i : i + 2])
            one = Data(
                x=None if inputs.x is None else inputs.x[nodes].detach(),
                edge_index=structure.edge_index[:, edges] - ptr[i],
                edge_attr=None if structure.edge_attr is None else structure.edge_attr[edges],
                num_nodes=ptr[i + 1] - ptr[i],
            )
            chosen = self.policy(one.cpu())
            sets = LabelSets.padded(chosen.label_index, chosen.label_size, self.l)
            found.append(torch.where(sets >= 0, sets + ptr[i], sets))
            graph.append(torch.full_like(sets[:, 0], i))
        device = structure.edge_index.device
        return LabelSets(torch.cat(found).to(device), torch.cat(graph).to(device))

    def extra_repr(self) -> str:
        """What was asked for."""
        return (
            f"l={self.l}, select={self.policy!r}, permutations={self.group_name!r},"
            f" permutation_rate={self.permutation_rate}, set_rate={self.set_rate},"
            f" subgraphs={self.subgraphs!r}"
        )


def drop_sets(sets: LabelSets, rate: float, graphs: int) -> LabelSets:
    """A random share of each graph's label sets, at least one, from torch's generator."""
    if rate >= 1 or len(sets) == 0:
        return sets
    order = torch.randperm(len(sets), device=sets.graph.device)
    order = order[sets.graph[order].argsort(stable=True)]  # shuffled within each graph
    first = starts(sets.graph, graphs)
    share = (first.diff() * rate).round().clamp(min=1)
    rank = torch.arange(len(sets), device=order.device) - first[sets.graph]
    chosen = order[rank < share[sets.graph]].sort().values
    return sets.take(chosen)
