"""distinguish_all: many pairs of graphs at once."""

from collections.abc import Iterable, Iterator
from typing import Any

from tqdm import tqdm

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import budget as budgets
from klgnn.wl.budget import Mode, check_mode
from klgnn.wl.compare import distinguish
from klgnn.wl.jobs import share_out
from klgnn.wl.method import Labels, Method, Pooling, Subgraphs, Variant, as_method
from klgnn.wl.verdict import Verdict
from klgnn.wl.work import SILENT

Pair = tuple[Graph, Graph]


def distinguish_all(
    pairs: Iterable[tuple[Any, Any]],
    k: int | Method = 1,
    l: int = 0,
    *,
    variant: Variant = "wl",
    pooling: Pooling = "tl",
    labels: Labels = None,
    subgraphs: Subgraphs = None,
    rounds: int | None = None,
    mode: Mode = "hashed",
    budget: int | None = None,
    n_jobs: int | None = None,
    progress: bool | None = None,
) -> list[Verdict]:
    """The verdict on each of many pairs, as :func:`klgnn.distinguish` gives it.

    Args:
        pairs: pairs of graphs, or of anything :func:`klgnn.as_graph` takes.
        n_jobs: how many processes share the pairs, -1 for all cores; default one. Inside
            ``joblib.parallel_config(backend="dask")`` or ``"ray"`` a cluster does.
        progress: whether to show a progress bar; default: on a terminal, after a second.

    The other arguments are those of :func:`klgnn.distinguish`.

    >>> from klgnn.families import hexagon_and_triangles, rook, shrikhande
    >>> pairs = [hexagon_and_triangles(), (rook(4), shrikhande())]
    >>> [verdict.apart for verdict in distinguish_all(pairs, 1, 1)]
    [True, False]
    """
    method = as_method(k, l, variant, pooling, labels, subgraphs, rounds)
    check_mode(mode)
    total = len(pairs) if isinstance(pairs, list | tuple) else None
    hidden = None if progress is None else not progress
    found = []
    with tqdm(total=total, unit="pair", disable=hidden, delay=0.0 if progress else SILENT) as bar:
        weighed = _weighed(pairs, method, mode, budget)
        for pair, (apart, chance) in share_out(_Compare(method, mode, budget), weighed, n_jobs):
            found.append(Verdict(apart, method, mode, pair, chance, budget))
            bar.update()
    return found


class _Compare:
    """Answers for a portion of pairs: what is done elsewhere."""

    def __init__(self, method: Method, mode: Mode, budget: int | None) -> None:
        self.method, self.mode, self.budget = method, mode, budget

    def __call__(self, pairs: list[Pair]) -> list[tuple[bool, float]]:
        found = (
            distinguish(*pair, self.method, mode=self.mode, budget=self.budget, progress=False)
            for pair in pairs
        )
        return [(verdict.apart, verdict.probability) for verdict in found]


def _weighed(
    pairs: Iterable[tuple[Any, Any]], method: Method, mode: Mode, budget: int | None
) -> Iterator[tuple[Pair, float]]:
    """Pairs with their estimated seconds."""
    from klgnn.convert import as_graph

    for position, pair in enumerate(pairs):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise GraphError(f"pair {position}: got {pair!r}, expected two graphs")
        one, two = (g if isinstance(g, Graph) else as_graph(g) for g in pair)
        costs = (budgets.check(graph, method, budget, mode=mode) for graph in (one, two))
        yield (one, two), sum(cost.seconds for cost in costs)
