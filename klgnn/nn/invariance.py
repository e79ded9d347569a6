"""Does a network give the same answer for the same graph, however it is written down?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import torch
from torch import Tensor

from klgnn.errors import GraphError
from klgnn.nn.probe import Runner, graphs_of, relabeled, with_edges_shuffled, with_sets_shuffled

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-4}  # others: LOOSE
LOOSE = 3e-2

ADVICE = {
    "running it again": "something is drawn at random in evaluation: look for dropout outside of"
    " nn.Dropout, for a permutation_rate below 1 and for random selection policies",
    "relabeling the nodes": "something reads the numbers of nodes: look for layers that take nodes"
    " by position, for features made from numbers, for a policy with invariant=False and for"
    " permutations other than 'symmetric'",
    "shuffling the edges": "something reads edges by position: look for edge_attr that is not"
    " moved along with edge_index, and for aggregations that depend on an order, such as LSTMs",
    "shuffling the label sets": "something reads label sets by position: look at how they are"
    " pooled and sampled",
    "reordering the batch": "graphs see each other: look for pooling that ignores batch",
    "splitting the batch": "graphs see each other: look for BatchNorm with batch statistics in"
    " evaluation, for padding that is not masked and for pooling that ignores batch",
    "adding a copy to the batch": "graphs see each other: look for BatchNorm with batch statistics"
    " in evaluation, for padding that is not masked and for pooling that ignores batch",
}


class InvarianceError(AssertionError):
    """A network gave different answers for the same graphs.

    Attributes:
        transformation: what was done to the graphs.
        difference: the largest difference, relative to the output.

    >>> class Numbers(torch.nn.Module):
    ...     def forward(self, x, edge_index):
    ...         return torch.arange(len(x)).unsqueeze(1) * x
    >>> from klgnn.families import path
    >>> data = path(4).to("pyg")
    >>> data.x = torch.ones(4, 1)
    >>> assert_invariant(Numbers(), data)
    Traceback (most recent call last):
    klgnn.nn.invariance.InvarianceError: relabeling the nodes changed the output for graph 0: ...
    """

    def __init__(
        self, transformation: str, difference: float, tolerance: float, graph: int
    ) -> None:
        self.transformation, self.difference = transformation, difference
        super().__init__(
            f"{transformation} changed the output for graph {graph}: got a relative difference of"
            f" {difference:.1e}, expected at most {tolerance:.0e}; {ADVICE[transformation]}"
        )


def assert_invariant(
    model: Any, data: Any, *, trials: int = 3, tolerance: float | None = None, seed: int = 0
) -> float:
    """Raise an error if the answer depends on anything but the graphs themselves.

    Runs the model on the same graphs again, with nodes relabeled, edges and label sets in another
    order, the batch in another order, and each graph alone. Modules are run as a copy, in float64
    and in evaluation mode, so random drops in training do not matter. Node outputs are expected to
    move with their nodes. Label sets in the data are relabeled along with it, and a set listed in
    ascending order is listed so again.

    Args:
        model: any network: of klgnn, or called as ``model(x, edge_index, edge_attr, batch)``, with
            one row for each graph or for each node; or a function of a ``Batch``.
        data: a ``Data``, a ``Batch`` or a list of ``Data``; graphs of different sizes find more.
        trials: how many random orders.
        tolerance: the largest relative difference; default 1e-10 for outputs in float64, 1e-4 in
            float32.
        seed: of the random orders.

    Returns:
        The largest relative difference.

    >>> from torch_geometric.nn import GIN
    >>> from klgnn.families import cycle, path
    >>> batch = [g.to("pyg") for g in (cycle(5), path(4))]
    >>> for data in batch:
    ...     data.x = torch.rand(data.num_nodes, 3)
    >>> assert_invariant(GIN(3, 8, num_layers=2), batch) < 1e-10
    True
    >>> try:
    ...     assert_invariant(lambda data: data.x[data.ptr[:-1]], batch)
    ... except InvarianceError as error:
    ...     print(error)
    relabeling the nodes changed the output for graph ...: got a relative difference of ...
    """
    if trials < 1:
        raise GraphError(f"trials: got {trials!r}, expected 1 or more")
    run, graphs = Runner(model), [_own(graph) for graph in graphs_of(data)]
    check = _Check(run(graphs), [int(graph.num_nodes) for graph in graphs], tolerance)
    check("running it again", run(graphs))
    generator = torch.Generator().manual_seed(seed)
    for _ in range(trials):
        orders = [torch.randperm(n, generator=generator) for n in check.sizes]
        turned = [relabeled(*both) for both in zip(graphs, orders, strict=True)]
        check("relabeling the nodes", run(turned), orders)
        check("shuffling the edges", run(_each(with_edges_shuffled, graphs, generator)))
        if all(getattr(graph, "label_index", None) is not None for graph in graphs):
            check("shuffling the label sets", run(_each(with_sets_shuffled, graphs, generator)))
        if len(graphs) > 1:
            order = torch.randperm(len(graphs), generator=generator).tolist()
            moved = run([graphs[i] for i in order])
            check("reordering the batch", [moved[order.index(i)] for i in range(len(order))])
    if len(graphs) > 1:
        check("splitting the batch", [run([graph])[0] for graph in graphs])
    else:
        check("adding a copy to the batch", run([turned[0], graphs[0]])[1:])
    return check.largest


class _Check:
    """The answer to compare with, and the largest difference seen."""

    def __init__(
        self, reference: list[list[Tensor]], sizes: list[int], tolerance: float | None
    ) -> None:
        self.reference, self.sizes, self.largest = reference, sizes, 0.0
        outputs = [list(one) for one in zip(*reference, strict=True)]
        self.scales = [max(_largest(part) for part in output) for output in outputs]
        # Outputs of one node are one row either way; then the level makes no difference.
        self.by_node = [
            all(len(part) == n for part, n in zip(output, sizes, strict=True)) for output in outputs
        ]
        kinds = {part.dtype for part in reference[0]}
        self.tolerance = (
            max(TOLERANCE.get(kind, LOOSE) if kind.is_floating_point else 0.0 for kind in kinds)
            if tolerance is None
            else tolerance
        )

    def __call__(
        self, transformation: str, found: list[list[Tensor]], orders: list[Tensor] | None = None
    ) -> None:
        """Compare, where node v of a graph has become ``orders[graph][v]``."""
        worst, where = 0.0, 0
        for graph, (expected, got) in enumerate(zip(self.reference, found, strict=True)):
            for output, (one, other) in enumerate(zip(expected, got, strict=True)):
                if orders is not None and self.by_node[output]:
                    other = other[orders[graph].to(other.device)]
                difference = self._relative(one, other, self.scales[output])
                if difference > worst:
                    worst, where = difference, graph
        if worst > self.tolerance:
            raise InvarianceError(transformation, worst, self.tolerance, where)
        self.largest = max(self.largest, worst)

    @staticmethod
    def _relative(one: Tensor, other: Tensor, scale: float) -> float:
        if one.shape != other.shape:
            return float("inf")
        # A graph whose own output nearly vanishes is measured by the others' as well.
        size = max(_largest(one), 1e-3 * scale)
        difference = _largest(one.double() - other.double())
        return difference / size if size else (float("inf") if difference else 0.0)


def _largest(values: Tensor) -> float:
    return float(values.double().abs().max()) if values.numel() else 0.0


def _own(graph: Any) -> Any:
    graph = copy(graph)
    graph.num_nodes = int(graph.num_nodes)
    return graph


def _each(
    change: Callable[[Any, torch.Generator], Any], graphs: Sequence[Any], generator: torch.Generator
) -> list[Any]:
    return [change(graph, generator) for graph in graphs]
