"""prepare: the label sets of a whole data set, once and for all."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from tqdm import tqdm

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._data import attach, is_data, read
from klgnn.select._skeleton import check_graph
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets

CHUNK = 128  # graphs sent to another process at a time


def prepare(
    dataset: Iterable[Any], policy: SetPolicy, n_jobs: int = 1, progress: bool | None = None
) -> list[Any]:
    """The label sets of many graphs, in their order.

    A PyG ``Data`` comes back as a shallow copy, itself untouched, with three more tensors:

    - ``label_index``, shape ``(sum of sizes,)``: the nodes of all sets, one set after another;
      batching adds the number of nodes before, as to ``edge_index``;
    - ``label_size``, shape ``(S,)``: how many nodes each set has;
    - ``label_count``, shape ``(1,)``: S, the number of sets.

    A Graph gives :class:`LabelSets`. ``policy(data)`` is the same for one ``Data``.

    Args:
        dataset: a list or data set of PyG ``Data``, or of Graphs.
        policy: a selection policy.
        n_jobs: how many processes joblib may use; -1: all cores. The result does not depend on it.
            (A policy that draws anew at each call always runs in this process.)
        progress: show a progress bar; default: if stderr is a terminal.

    >>> from klgnn.families import cycle, path
    >>> from klgnn.select import Constrained
    >>> prepare([path(4), cycle(4)], Constrained(2, max_distance=1))
    [LabelSets(3 sets of 2 nodes), LabelSets(4 sets of 2 nodes)]
    """
    if not isinstance(policy, SetPolicy):
        raise GraphError(f"prepare: got {policy!r}, expected a selection policy such as All(2)")
    if isinstance(dataset, Graph) or is_data(dataset) or not isinstance(dataset, Iterable):
        raise GraphError(f"prepare: got {type(dataset).__name__}, expected a list of graphs")
    items = list(dataset)
    graphs = [_graph(item, position, policy) for position, item in enumerate(items)]
    hidden = not sys.stderr.isatty() if progress is None else not progress
    found = _found(graphs, policy, 1 if policy.fresh else n_jobs)
    bar = tqdm(found, total=len(items), disable=hidden, unit="graph")
    return [
        attach(item, sets) if is_data(item) else sets for item, sets in zip(items, bar, strict=True)
    ]


def _graph(item: Any, position: int, policy: SetPolicy) -> Graph:
    try:
        if is_data(item):
            return read(item, policy)
        check_graph(item)
        return item  # type: ignore[no-any-return]
    except GraphError as error:
        raise GraphError(f"graph {position}: {error}") from None


def _found(graphs: list[Graph], policy: SetPolicy, n_jobs: int) -> Iterator[LabelSets]:
    if n_jobs == 1 or len(graphs) <= CHUNK:
        yield from map(policy.label_sets, graphs)
        return
    from joblib import Parallel, delayed

    chunks = (graphs[start : start + CHUNK] for start in range(0, len(graphs), CHUNK))
    results = Parallel(n_jobs=n_jobs, return_as="generator")(
        delayed(_select)(policy, chunk) for chunk in chunks
    )
    for chunk in results:
        yield from chunk


def _select(policy: SetPolicy, graphs: list[Graph]) -> list[LabelSets]:
    return [policy.label_sets(graph) for graph in graphs]
