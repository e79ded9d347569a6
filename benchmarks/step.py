"""``python -m benchmarks.step SETTING``: measure one setting of :mod:`benchmarks.nn`, as JSON."""

from __future__ import annotations

import contextlib
import json
import resource
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch_geometric.loader import DataLoader

from benchmarks.inputs import DATA
from benchmarks.table import REPEATS
from klgnn import families
from klgnn.data import Dataset, from_graphs, load, prepared
from klgnn.nn import IDMPNN, IDPPGN, Baseline
from klgnn.select import Hierarchical
from klgnn.train.batches import Batches

PLAIN = 2  # batches by plain execution, which is slow
FAR, RESOLUTION = 3, 0.5  # of the paper's selection


def measure(setting: dict[str, Any]) -> dict[str, Any]:
    """Seconds per epoch of a model, plain and by quotients, and of GINE; memory; rows."""
    dataset, name = graphs_of(setting.get("data", "zinc12k"))
    given, size = setting["model"], setting.get("size", 32)
    evaluate = setting.get("evaluate", 0)
    rows = dataset.splits.test if evaluate else dataset.splits.train
    total = min(evaluate, len(rows)) if evaluate else len(rows)
    number = total if evaluate else min(setting.get("batches", 10) * size, total)
    part = dataset.part(rows[:: len(rows) // number][:number])
    policy = Hierarchical(given["l"], max_distance=FAR, resolution=RESOLUTION)
    prepared(part[:4], policy, progress=False, cache=False)  # compiles kernels
    start = time.perf_counter()
    part = prepared(part, policy, progress=False, cache=False)
    selection = (time.perf_counter() - start) * total / number

    types: dict[str, Any] = {
        "node_types": dataset.num_node_types,
        "edge_types": dataset.num_edge_types,
    }
    kind = {"idmpnn": IDMPNN, "idppgn": IDPPGN}[setting.get("kind", "idmpnn")]
    torch.manual_seed(0)
    model = kind(**given, **types, select=policy)
    gine = Baseline(conv="gine", layers=given["layers"], hidden=given["hidden"], **types)
    batches = Batches(part, model, size, 0, training=not evaluate)
    loader = DataLoader(part, batch_size=size)

    def pieces(limit: int | None = None) -> Any:
        return (piece.batch for piece in islice(batches.epoch(), limit))

    ours = Turn(model, pieces, number, bool(evaluate), setting.get("bf16", False))
    ours()  # compiles kernels
    ours()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    saved = rows_per_color(model, next(pieces(1)))
    theirs = Turn(gine, lambda: loader, number, bool(evaluate))
    theirs()
    few = min(PLAIN * size, number)
    plain = Turn(model, lambda: pieces(PLAIN), few, bool(evaluate))
    for turn in range(1 if evaluate else REPEATS):
        ours(), theirs()
        if turn < 2:
            model.model.execution = "plain"
            plain()
            model.model.execution = "auto"
    return {
        "data": name, "graphs": total, "selection": selection, "peak": peak, "saved": saved,
        "ours": ours.best * total, "cores": ours.cores * total, "plain": plain.best * total,
        "gine": theirs.best * total,
    }  # fmt: skip


class Turn:
    """One way through some batches; the best turn counts, in seconds per graph."""

    def __init__(
        self, model: Any, batches: Callable[[], Any], graphs: int, evaluate: bool,
        bf16: bool = False,
    ) -> None:  # fmt: skip
        self.model, self.batches, self.graphs, self.bf16 = model, batches, graphs, bf16
        self.evaluate, self.best, self.cores = evaluate, float("inf"), float("inf")
        self.optimizer = torch.optim.AdamW(model.parameters(), 1e-3, fused=True)

    def __call__(self) -> None:
        """Through all of them once."""
        clock, cores = time.perf_counter(), time.process_time()
        self.model.train(not self.evaluate)
        with torch.no_grad() if self.evaluate else contextlib.nullcontext():
            for batch in self.batches():
                self.step(batch)
        self.best = min(self.best, (time.perf_counter() - clock) / self.graphs)
        self.cores = min(self.cores, (time.process_time() - cores) / self.graphs)

    def step(self, batch: Any) -> None:
        """Predict; in training also learn."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            output = self.model(batch)
        if self.evaluate:
            return
        target = batch.y.view(len(output), -1)[:, :1].float()
        self.optimizer.zero_grad()
        (output.float() - target).abs().nan_to_num().mean().backward()
        self.optimizer.step()


def rows_per_color(model: Any, batch: Any) -> float:
    """How many rows of all layers one computed row stands for."""
    found = model.explain(batch)
    if found.colors is None:
        return 1.0
    return float(found.rows * (len(found.colors) - 1) / sum(found.colors[1:]))


def graphs_of(name: str) -> tuple[Dataset, str]:
    """A data set from its pack, or molecules that are drawn."""
    words = {"zinc12k": "ZINC", "qm9": "QM9", "molhiv": "molhiv"}
    if (Path(DATA) / f"{name}.npz").exists():
        return load(name, DATA, progress=False), words[name]
    print(f"{name}.npz not found, drawn molecules instead; KLGNN_DATA names its folder",
          file=sys.stderr)  # fmt: skip
    graphs = families.molecules(4000, seed=0)
    y = np.array([graph.num_edges for graph in graphs], float)
    return from_graphs(graphs, y, split=np.arange(4000) % 4 // 2), f"drawn for {words[name]}"


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
