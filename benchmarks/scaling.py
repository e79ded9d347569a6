"""How time grows: with the nodes for each k, with the labels, with the threads."""

from __future__ import annotations

import time
from collections.abc import Callable

import klgnn
from benchmarks.sheet import Sheet, seconds
from benchmarks.table import REPEATS
from klgnn import Method, families

SERIES = {
    "1-WL": (Method(1), (10_000, 100_000, 1_000_000)),
    "1-WL, path": (Method(1), (10_000, 100_000, 1_000_000)),
    "2-FWL": (Method(2, 0, "fwl"), (100, 200, 400)),
    "3-FWL": (Method(3, 0, "fwl"), (20, 40, 80)),
    "4-FWL": (Method(4, 0, "fwl"), (8, 16, 24)),
    "1,1-WL": (Method(1, 1), (100, 400, 1600)),
    "1,2-WL": (Method(1, 2), (50, 100, 200)),
}


def run() -> Sheet:
    """One row per point."""
    rows = [("what", "size", "time", "times the one before")]
    for name, (method, sizes) in SERIES.items():
        make = families.path if "path" in name else regular
        rows += points(name, [(f"n = {n:,}", call(make(n), method)) for n in sizes])
    cfi = families.cfi(families.complete(5))
    rows += points("1,l-WL, CFI of K_5", [(f"l = {l}", call(cfi, Method(1, l))) for l in range(4)])
    rook = families.random_regular(64, 3, 0)
    for name, graph, method in (
        ("1,3-WL, CFI of K_6, threads", families.cfi(families.complete(6)), Method(1, 3)),
        ("2,1-FWL, 64 nodes, threads", rook, Method(2, 1, "fwl")),
    ):
        rows += points(name, [(f"n_jobs = {t}", call(graph, method, t)) for t in (1, 2)])
    many = [families.random_regular(64, 3, seed) for seed in range(100)]
    options = {"variant": "fwl", "rounds": 12}
    rows += points(
        "2-FWL, 100 graphs, processes",
        [
            (f"n_jobs = {t}", lambda t=t: klgnn.partition(many, 2, n_jobs=t, **options))
            for t in (1, 2)
        ],
    )
    note = "Random 3-regular graphs unless it says otherwise; the best of three runs."
    return Sheet("Scaling of the engine", "", tuple(rows), note)


def regular(n: int) -> klgnn.Graph:
    return families.random_regular(n, 3, 0)


def call(graph: klgnn.Graph, method: Method, n_jobs: int = 1) -> Callable[[], object]:
    return lambda: klgnn.fingerprint(graph, method, n_jobs=n_jobs)


def points(name: str, runs: list[tuple[str, Callable[[], object]]]) -> list[tuple[str, ...]]:
    """A series; each point against the one before it."""
    rows, before = [], None
    for size, run in runs:
        run()
        value = min(timed(run) for _ in range(REPEATS))
        rows.append((name, size, seconds(value), "" if before is None else f"{value / before:.2g}"))
        name, before = "", value
    return rows


def timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
