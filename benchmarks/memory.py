"""What tests take and what ``estimate`` says: each in a process of its own, at its peak."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.sheet import Sheet, seconds

# What to build and which test; stable unless rounds are given. The last says if it is a bound only:
# whether a worklist is needed shows on the way.
CASES = (
    ("1-WL, 10^6 nodes of degree 4", "f.erdos_renyi(10**6, degree=4, seed=0)", "Method(1)"),
    ("1-WL, path of 10^6 nodes", "f.path(10**6)", "Method(1)"),
    ("2-FWL, 1,500 nodes", "f.random_regular(1500, 3, 1)", "Method(2, 0, 'fwl')"),
    (
        "2-FWL, 5,000 nodes, 1 round",
        "f.random_regular(5000, 3, 1)",
        "Method(2, 0, 'fwl', rounds=1)",
    ),
    ("3-FWL, 110 nodes", "f.random_regular(110, 3, 1)", "Method(3, 0, 'fwl')"),
    ("4-WL, 50 nodes, 1 round", "f.random_regular(50, 3, 1)", "Method(4, 0, rounds=1)"),
    ("1,1-WL, 3,000 nodes", "f.random_regular(3000, 3, 1)", "Method(1, 1)"),
)
CODE = """
import ctypes, gc, threading, time
from klgnn import Method, families as f
from klgnn.wl import budget, engine
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
graph, method = {graph}, {method}
small = f.random_regular(8, 3, 1)
for k, l, r in ((1, 0, None), (1, 2, None), (2, 1, None), (3, 0, 1), (4, 0, 1)):
    engine.graph_color(small, Method(k, l, "fwl", rounds=r))
engine.graph_color(f.path(3000), Method(1))
engine.graph_color(small, method)
gc.collect()
ctypes.CDLL(None).malloc_trim(0)
expected = budget.estimate_method(graph, method).bytes
before, peak, done = resident(), 0, False
def watch():
    global peak
    while not done:
        peak = max(peak, resident())
        time.sleep(0.001)
thread = threading.Thread(target=watch)
thread.start()
start = time.perf_counter()
engine.graph_color(graph, method)
taken = time.perf_counter() - start
done = True
thread.join()
print(peak - before, expected, taken)
"""


def run() -> Sheet:
    """One row per test."""
    rows = [("test", "peak", "estimate", "peak / estimate", "time")]
    for name, graph, method in CASES:
        code = CODE.format(graph=graph, method=method)
        found = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        peak, expected, taken = map(float, found.stdout.split())
        sizes = (f"{value / 1e6:,.0f} MB" for value in (peak, expected))
        rows.append((name, *sizes, f"{peak / expected:.2f}", seconds(taken)))
    note = (
        "Above the process and the graph. For k = 1 the estimate is a bound: it counts a worklist,"
        " which only slow graphs need."
    )
    return Sheet("Memory of the engine", "", tuple(rows), note)
