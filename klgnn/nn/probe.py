"""Running a model of any kind on lists of graphs, and renumbering what it runs on.

What :mod:`klgnn.nn.invariance` and :mod:`klgnn.nn.power` share.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError

LABELS = ("label_index", "label_size", "label_count")


class Runner:
    """A model that takes a list of graphs; modules run as a copy, in float64 and evaluation mode.

    Args:
        model: called as ``model(data)``, or as ``model(x, edge_index, ...)`` with attributes of the
            data as its arguments: whichever its signature says.

    >>> from klgnn.families import cycle
    >>> run = Runner(lambda data: data.batch.bincount())
    >>> [one.tolist() for one, in run([cycle(3).to("pyg"), cycle(5).to("pyg")])]
    [[[3]], [[5]]]
    """

    def __init__(self, model: Any) -> None:
        self.double = isinstance(model, nn.Module)
        self.model = deepcopy(model).double().eval() if self.double else model
        self.arguments = arguments_of(self.model)

    def __call__(self, graphs: Sequence[Any]) -> list[list[Tensor]]:
        """For each graph its part of each output: ``(1, d)``, or ``(nodes, d)`` by node."""
        from torch_geometric.data import Batch

        batch = Batch.from_data_list(list(graphs))
        if self.double:
            batch = batch.apply(lambda t: t.double() if t.is_floating_point() else t)
        with torch.no_grad(), default_double(self.double):
            output = self.model(**self._named(batch)) if self.arguments else self.model(batch)
        parts = [self._by_graph(one, batch) for one in tensors(output)]
        return [list(of_graph) for of_graph in zip(*parts, strict=True)]

    def _named(self, batch: Any) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for name, required in self.arguments.items():
            if name == "batch_size":
                given[name] = batch.num_graphs
            elif name in batch:
                given[name] = batch[name]
            elif required and name in ("edge_attr", "edge_weight"):
                given[name] = None
            elif required:
                raise GraphError(
                    f"the model takes {name!r}: got data with {', '.join(sorted(batch.keys()))},"
                    f" expected one with {name!r} too; add it, or give a function that does as"
                    " prepare="
                )
        return given

    @staticmethod
    def _by_graph(output: Tensor, batch: Any) -> list[Tensor]:
        graphs, nodes = batch.num_graphs, int(batch.num_nodes)
        rows = len(output) if output.dim() else 0
        if graphs == 1 and rows != nodes and (output.dim() < 2 or rows != 1):
            output = output.reshape(1, -1)
        if bool(output.isnan().any()):
            raise GraphError("got NaN from the model, expected numbers; are all inputs finite?")
        output = output.flatten(1) if output.dim() > 1 else output.unsqueeze(1)
        if len(output) == graphs:
            return [output[i : i + 1] for i in range(graphs)]
        if len(output) == nodes:
            ptr = batch.ptr.tolist()
            return [output[a:b] for a, b in itertools.pairwise(ptr)]
        raise GraphError(
            f"got an output of {len(output)} rows for {graphs} graphs of {nodes} nodes in all,"
            " expected one row for each graph or each node"
        )


def arguments_of(model: Any, every: bool = False) -> dict[str, bool]:
    """Each argument by name, and whether it is required.

    Empty where the model takes the data itself, unless every argument is wanted.
    """
    own = getattr(getattr(model, "signature", None), "param_dict", None)  # PyG's Sequential
    if own is not None:
        return dict.fromkeys(own, True)
    called = inspect.signature(model.forward if isinstance(model, nn.Module) else model).parameters
    named = {
        name: one.default is inspect.Parameter.empty
        for name, one in called.items()
        if one.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    }
    required = [name for name, needed in named.items() if needed]
    return named if every or len(required) > 1 or {"x", "edge_index"} & set(required) else {}


def tensors(output: Any) -> list[Tensor]:
    """The tensors in what a model returned."""
    if isinstance(output, Tensor):
        return [output]
    if isinstance(output, Mapping):
        output = list(output.values())
    if not isinstance(output, tuple | list) or not output:
        raise GraphError(f"got {type(output).__name__} from the model, expected tensors")
    return [one for part in output for one in tensors(part)]


@contextmanager
def default_double(wanted: bool = True) -> Iterator[None]:
    """New tensors are float64, if wanted."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if wanted else before)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def graphs_of(data: Any) -> list[Any]:
    """Single graphs from a ``Data``, a ``Batch`` or a sequence of ``Data``."""
    if isinstance(data, list | tuple):
        graphs = list(data)
    else:
        graphs = data.to_data_list() if hasattr(data, "to_data_list") else [data]
    for graph in graphs:
        if getattr(graph, "edge_index", None) is None:
            raise GraphError(
                f"got {type(graph).__name__}, expected a PyG Data with edge_index, a Batch or a"
                " list of Data; for a klgnn.Graph call graph.to('pyg')"
            )
    if not graphs:
        raise GraphError("got no graphs, expected at least one")
    return graphs


def relabeled(data: Any, permutation: Tensor) -> Any:
    """The same graph where node v is called ``permutation[v]``; so are the nodes of its label sets.

    Label sets that are listed in ascending order are so again, as if they were selected anew.
    """
    result, n = copy(data), int(data.num_nodes)
    result.num_nodes = n
    for name, value in data.to_dict().items():
        if not isinstance(value, Tensor):
            continue
        permutation = permutation.to(value.device)
        if "index" in name and not value.is_floating_point():
            result[name] = permutation[value]
        elif name not in LABELS and data.is_node_attr(name):
            result[name] = value[permutation.argsort()]
    if getattr(data, "label_index", None) is not None:
        result.label_index = _as_listed(data.label_index, result.label_index, data.label_size)
    return result


def _as_listed(before: Tensor, after: Tensor, sizes: Tensor) -> Tensor:
    owner = torch.repeat_interleave(torch.arange(len(sizes), device=sizes.device), sizes)
    step = before[1:] > before[:-1]
    if not bool((step | (owner[1:] != owner[:-1])).all()):
        return after
    order = after.argsort()
    return after[order[owner[order].argsort(stable=True)]]


def with_edges_shuffled(data: Any, generator: torch.Generator) -> Any:
    """The same graph with its edges in another order."""
    order = torch.randperm(data.edge_index.shape[1], generator=generator)
    result = copy(data)
    result.num_nodes = int(data.num_nodes)
    for name, value in data.to_dict().items():
        if name == "edge_index":
            result.edge_index = value[:, order.to(value.device)]
        elif name not in LABELS and "index" not in name and data.is_edge_attr(name):
            result[name] = value[order.to(value.device)]
    return result


def with_sets_shuffled(data: Any, generator: torch.Generator) -> Any:
    """The same graph with its label sets in another order."""
    result, sizes = copy(data), data.label_size
    order = torch.randperm(len(sizes), generator=generator).to(sizes.device)
    sets = data.label_index.split(sizes.tolist())
    result.label_size = sizes[order]
    result.label_index = torch.cat([data.label_index[:0], *(sets[i] for i in order.tolist())])
    return result


def with_blanks(prepare: Callable[[Any], Any] | None, model: Any) -> Callable[[Any], Any]:
    """``prepare``, or what the model reads and a graph lacks is filled in, the same everywhere.

    Modules say it themselves by ``what`` they read and a ``blank`` of so many rows; of a model that
    takes ``x`` the first width it mentions is taken.
    """
    if prepare is not None:
        return prepare
    parts: list[Any] = list(model.modules()) if isinstance(model, nn.Module) else [model]
    blanks: dict[str, Callable[[int], Tensor | None]]
    blanks = {part.what: part.blank for part in parts if hasattr(part, "blank")}
    if "x" in arguments_of(model):
        widths = (getattr(m, name, None) for m in parts for name in ("in_channels", "in_features"))
        width = next((w for w in widths if isinstance(w, int) and w > 0), 1)
        blanks["x"] = lambda rows: torch.ones(rows, width)

    def filled(data: Any) -> Any:
        missing = [name for name in blanks if getattr(data, name, None) is None]
        data = copy(data) if missing else data
        for name in missing:
            rows = data.edge_index.shape[1] if name == "edge_attr" else int(data.num_nodes)
            if (blank := blanks[name](rows)) is not None:
                data[name] = blank
        return data

    return filled
