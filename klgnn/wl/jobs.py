"""Work shared out by joblib: to processes of this machine, or to a cluster that joblib knows.

What is sent are portions of graphs, what comes back are a few words each, in the order they were
sent. joblib's backends decide where: processes by default, and inside
``joblib.parallel_config(backend="dask")`` or ``"ray"`` whatever these have.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

import joblib

from klgnn.wl.work import number_of_jobs

T = TypeVar("T")
R = TypeVar("R")
PORTION = 0.5  # estimated seconds of work sent at a time
MOST = 256  # items sent at a time
AHEAD = 8  # portions for each job that are read before all of them have come back


def share_out(
    function: Callable[[list[T]], list[R]],
    items: Iterable[tuple[T, float]],
    n_jobs: int | None,
) -> Iterator[tuple[T, R]]:
    """Items with their results, in the order of the items, in bounded memory.

    Args:
        function: from a portion of items to their results; runs anywhere.
        items: each with its estimated seconds.
        n_jobs: as joblib counts; None: one, or what ``joblib.parallel_config`` says.
    """
    if n_jobs is not None:
        number_of_jobs(n_jobs)  # a clear refusal
    if joblib.effective_n_jobs(n_jobs) == 1:
        for item, _ in items:
            yield item, function([item])[0]
        return
    window = AHEAD * joblib.effective_n_jobs(n_jobs)
    given = portions(items)
    with joblib.Parallel(n_jobs=n_jobs) as parallel:
        while some := list(islice(given, window)):
            calls = (joblib.delayed(function)(portion) for portion in some)
            for portion, results in zip(some, parallel(calls), strict=True):
                yield from zip(portion, results, strict=True)


def portions(items: Iterable[tuple[T, float]]) -> Iterator[list[T]]:
    """Items gathered until they are worth sending.

    >>> list(portions([("a", 0.3), ("b", 0.3), ("c", 9.0), ("d", 0.1)]))
    [['a', 'b'], ['c'], ['d']]
    """
    portion: list[T] = []
    seconds = 0.0
    for item, cost in items:
        portion.append(item)
        seconds += cost
        if seconds >= PORTION or len(portion) == MOST:
            yield portion
            portion, seconds = [], 0.0
    if portion:
        yield portion
