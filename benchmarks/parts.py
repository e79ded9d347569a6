"""``python -m benchmarks.parts [--rst]``: where the time of one training step goes, on one thread.

4-IDMPNN (b) on ZINC-12k as in :mod:`benchmarks.nn`, seen by Python's profiler: what a function
takes by itself, summed by part.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from typing import Any

import torch

from benchmarks.nn import BOTH
from benchmarks.sheet import Sheet
from benchmarks.step import FAR, RESOLUTION, Turn, graphs_of
from klgnn.data import prepared
from klgnn.nn import IDMPNN
from klgnn.select import Hierarchical
from klgnn.train.batches import Batches

SIZE, STEPS, ROUNDS = 32, 10, 3
PARTS = {
    "layers, forward": ("_layer.py", "forward"),
    "layers, back through rows": ("_layer.py", "backward"),
    "layers, back along arcs": ("_gather.py", "backward"),
    "pooling, both ways": ("_gather.py", "weighted_sum"),
    "plan: colors": ("_refine.py", ""),
    "plan: sorting arcs": ("_gather.py", "group"),
}


def run() -> Sheet:
    """Milliseconds of a step by part, the best of some rounds."""
    dataset, name = graphs_of("zinc12k")
    policy = Hierarchical(BOTH["l"], max_distance=FAR, resolution=RESOLUTION)
    part = dataset.part(dataset.splits.train[: SIZE * STEPS])
    part = prepared(part, policy, progress=False, cache=False)
    torch.manual_seed(0)
    model = IDMPNN(**BOTH, node_types=dataset.num_node_types, edge_types=dataset.num_edge_types,
                   select=policy)  # fmt: skip
    batches = Batches(part, model, SIZE, 0, training=True)
    turn = Turn(model, list, SIZE * STEPS, False)
    pieces = [batches.piece((0, i)) for i in range(STEPS)]
    for piece in pieces:
        turn.step(piece.batch)
    best = min((profiled(batches, turn) for _ in range(ROUNDS)), key=lambda found: found["all"])
    rows = [(what, f"{ms:.1f}", f"{ms / best['all']:.0%}") for what, ms in best.items()]
    title = f"One training step of 4-IDMPNN (b), {name}, batches of {SIZE}"
    return Sheet(title, "", (("part", "core-ms", "share"), *rows))


def profiled(batches: Batches, turn: Turn) -> dict[str, float]:
    """Milliseconds per step: of kernels, of the rest of a plan, of the rest of a step."""
    torch.set_num_threads(1)
    plan, pieces = cProfile.Profile(time.process_time), []
    plan.enable()
    pieces = [batches.piece((1, i)) for i in range(STEPS)]
    plan.disable()
    step = cProfile.Profile(time.process_time)
    step.enable()
    for piece in pieces:
        turn.step(piece.batch)
    step.disable()
    found: dict[str, float] = {}
    for profile, rest in ((plan, "plan: Python, torch, PyG"), (step, "step: the rest of torch")):
        times = own_times(profile)
        total = sum(times.values())
        for what, (file, function) in PARTS.items():
            ms = sum(t for (f, n), t in times.items() if f.endswith(file) and function in n)
            if (what.startswith("plan")) == (profile is plan):
                found[what] = ms
                total -= ms
        found[rest] = total
    return {**found, "all": sum(found.values())}


def own_times(profile: cProfile.Profile) -> dict[tuple[str, str], float]:
    """What each function took by itself, in milliseconds per step."""
    stats: Any = pstats.Stats(profile)
    return {(file, name): own[2] * 1e3 / STEPS for (file, _, name), own in stats.stats.items()}


if __name__ == "__main__":
    print(run().rst() if "--rst" in sys.argv else run().text())
