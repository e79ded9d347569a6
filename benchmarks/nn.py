"""The networks: an epoch of k,l-GNNs by quotient and by plain execution, beside PyG's GINE.

Each setting runs in a process of its own, so that peak memory is its own. A share of an epoch is
measured and the rest is extrapolated. GINE, of the base encoder's depth and width, takes turns with
it; the best turn of each counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from typing import Any

import torch

from benchmarks.sheet import Sheet

BOTH = {"l": 4, "layers": [5, 4, 4], "hidden": 64, "set_rate": 0.1}  # the paper's for ZINC
SETTINGS: dict[str, dict[str, Any]] = {
    "ZINC, 4-IDMPNN (b)": {},
    "ZINC, 4-IDMPNN (b), batches of 128": {"size": 128, "batches": 5},
    "ZINC, 4-IDMPNN (b), bf16": {"bf16": True},
    "ZINC, 3-IDMPNN (b)": {"model": {"l": 3}},
    "ZINC, 4-IDMPNN (a)": {"model": {"architecture": "a"}},
    "ZINC, 2-IDPPGN (b)": {
        "kind": "idppgn",
        "model": {"l": 2, "architecture": "b", "layers": [3, 4, 2]},
        "batches": 5,
    },
    "QM9, 4-IDMPNN (b)": {"data": "qm9", "model": {"layers": [6, 4, 4], "set_rate": 0.05}},
    "molhiv, 4-IDMPNN (b)": {
        "data": "molhiv",
        "model": {"layers": [6, 4, 4], "hidden": 96, "set_rate": 0.05},
    },
    "ZINC, 4-IDMPNN (b), 1,000 graphs with all sets": {"evaluate": 1000},
}
HEAD = (
    "setting", "graphs", "s per epoch", "core-s", "plain, s", "GINE, s", "times GINE",
    "rows per color", "peak MiB", "selection, s",
)  # fmt: skip


class Networks(Sheet):
    """A table of what ran on all the threads that torch takes."""

    where = f"torch {version('torch')}, {torch.get_num_threads()} threads"


def run() -> Networks:
    """All settings, as one table."""
    rows = [cells(name, measured(setting)) for name, setting in SETTINGS.items()]
    note = (
        "A share of each epoch is measured, the rest extrapolated; the last row evaluates. s is"
        " time on the clock, core-s that of all threads. Plain: the same model with"
        ' ``execution="plain"``. Peak memory is that of the process, torch and the data included.'
        " Selection is that of the whole training set, once."
    )
    return Networks("Networks, an epoch", "graphs", (HEAD, *rows), note)


def measured(setting: dict[str, Any]) -> dict[str, Any]:
    """What ``benchmarks.step`` says of a setting, in a process of its own."""
    whole = {**setting, "model": {**BOTH, **setting.get("model", {})}}
    command = [sys.executable, "-m", "benchmarks.step", json.dumps(whole)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def cells(name: str, found: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table."""
    times = f"{found['ours'] / found['gine']:.1f} x"
    return (
        name.replace("ZINC", found["data"]), f"{found['graphs']:,}", short(found["ours"]),
        short(found["cores"]), short(found["plain"]), short(found["gine"]), times,
        f"{found['saved']:.1f}", f"{found['peak']:,.0f}", short(found["selection"]),
    )  # fmt: skip


def short(seconds: float | None) -> str:
    """Two or three digits; the others are noise."""
    if seconds is None:
        return ""
    return f"{seconds:.1f}" if seconds < 10 else f"{seconds:,.0f}"
