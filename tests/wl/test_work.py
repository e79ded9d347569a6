"""Threads, progress and Ctrl-C: results do not depend on them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from klgnn import GraphError, MemoryBudgetError, Method, distinguish, families, fingerprint, presets
from klgnn.select import EgoNets
from klgnn.wl.work import Work, at_work, number_of_jobs

GRAPHS = [families.cfi(families.complete(4)), families.molecules(1, seed=1)[0], families.rook(4)]
METHODS = [
    Method(1, 2), Method(1, 3), Method(2, 1, "fwl"), Method(1, 1, rounds=2), presets.i2gnn(),
    Method(1, 1, pooling="lt"), Method(1, 1, subgraphs=EgoNets(1)), presets.nested(1),
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_the_number_of_threads_does_not_matter(method):
    for graph in GRAPHS:
        if method.l == 3 and graph.num_nodes > 30:
            continue
        one = fingerprint(graph, method)
        assert fingerprint(graph, method, n_jobs=2) == one == fingerprint(graph, method, n_jobs=5)


def test_verdicts_by_threads():
    one, two = families.rook(4), families.shrikhande()
    for mode in ("hashed", "exact"):
        assert distinguish(one, two, 1, 2, mode=mode, n_jobs=2)
        assert not distinguish(one, two, 1, 1, mode=mode, n_jobs=2)


def test_results_come_in_order_and_errors_come_out():
    def slow_at_first(i):
        time.sleep(0.02 if i == 0 else 0)
        return i * i

    seen = []
    work = Work(3)
    assert list(work.map(slow_at_first, range(20))) == [i * i for i in range(20)]
    with pytest.raises(ZeroDivisionError):
        list(work.map(lambda i: seen.append(i) or 1 // (5 - i), range(1000)))
    assert len(seen) < 100  # no more was begun than was on its way
    with pytest.raises(ZeroDivisionError):
        work.patiently(lambda: 1 // 0)
    assert work.patiently(lambda: 7) == 7


def test_each_thread_has_its_memory():
    graph = families.random_regular(60, 3, 1)
    needed = 2_000_000
    fingerprint(graph, 2, 1, variant="fwl", budget=needed)
    with pytest.raises(MemoryBudgetError):
        fingerprint(graph, 2, 1, variant="fwl", budget=needed, n_jobs=64)


@pytest.mark.parametrize("n_jobs", [0, 1.5, True, "two"])
def test_numbers_of_jobs(n_jobs):
    assert (number_of_jobs(None), number_of_jobs(1), number_of_jobs(7)) == (1, 1, 7)
    assert number_of_jobs(-1) == os.cpu_count()
    assert number_of_jobs(-1000) == 1
    with pytest.raises(GraphError, match="n_jobs: got"):
        fingerprint(GRAPHS[0], n_jobs=n_jobs)


def test_progress_counts_all_labeled_graphs(capsys):
    with at_work(None, True, 40**2) as work:
        total = []
        work.bar.update = total.append
        from klgnn.wl import engine

        engine.graph_color(GRAPHS[0], Method(1, 2), work)
    assert sum(total) == 40**2
    fingerprint(GRAPHS[0], 1, 2)
    assert capsys.readouterr().err.count("labeled graphs") > 0
    fingerprint(GRAPHS[0], 1, 2)
    assert capsys.readouterr().err == ""  # not on a terminal


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("call", ["2, variant='fwl', rounds=200", "1, 3"])
def test_interrupt(call):
    """Ctrl-C in the middle of minutes of work ends the process at once."""
    code = (
        "from klgnn import fingerprint, families as f\nfingerprint(f.cycle(9), 2, variant='fwl')\n"
        f"g = f.random_regular(1500, 3, 0); print('ready', flush=True); fingerprint(g, {call})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    _, error = process.communicate(timeout=60)
    assert time.monotonic() - started < 30  # about a second, on a machine with nothing else to do
    assert "KeyboardInterrupt" in error
    assert process.returncode != 0
