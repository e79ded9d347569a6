"""Small networks, trained: what a lifted GIN learns that a GIN cannot."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from klgnn import families
from klgnn.counts import count_many
from klgnn.data import Dataset, Target, Task, from_graphs, load
from klgnn.data.splits import everything
from klgnn.report.curves import draw_curves
from klgnn.report.demo.sections import Section
from klgnn.train import Config, Report, Run, fit

Tell = Callable[[str], object]
COUNTED = (600, 100, 200)  # graphs to fit, to choose by, to score
NODES, DEGREE = 12, 4
PAIRS = 20  # of formulas
GIN = {"hidden": 32, "layers": [3, 0, 0], "conv": "gin"}


class Told(Report):
    """Progress as a bar on terminals, and otherwise as a line now and then."""

    def __init__(self, name: str, metric: str, tell: Tell) -> None:
        super().__init__()
        self.name, self.metric, self.tell = name, metric, tell

    def epoch(self, row: Any) -> None:
        """An epoch is done."""
        if not self.progress and row["epoch"] % 50 == 0 and "valid" in row:
            self.tell(f"  {self.name}, epoch {row['epoch']}: {self.metric} {row['valid']:.4f}")


def trained(folder: Path, tell: Tell) -> Section:
    """Train all of them, or take what an earlier demo trained."""
    section = Section("Training: a GIN, and the same GIN on labeled graphs")
    _counting(section, folder, tell)
    _telling_apart(section, folder, tell)
    return section


def _counting(section: Section, folder: Path, tell: Tell) -> None:
    data, deviation = triangles()
    # Message passing among the labeled nodes only (m = l in the paper): enough for a triangle.
    lifted = _lifted(3, 2) | {"subgraphs": "labeled", "pool_sets": "sum"}
    runs = {
        "GIN": _fit("triangles-gin", data, "baseline", GIN, folder, tell, epochs=100),
        "GIN on 3 labels": _fit("triangles-lifted", data, "idmpnn", lifted, folder, tell, 400),
    }
    section.text(
        f"Counting triangles in random regular graphs of {NODES} nodes and degree {DEGREE}. All of"
        " them look the same to 1-WL, so a GIN can only guess one number for all. The same GIN,"
        " lifted to three labels, sees what is between every three nodes. Scores are mean absolute"
        f" errors over the standard deviation of the counts ({deviation:.2f}) on {COUNTED[2]}"
        " graphs that neither saw."
    )
    rows = [[name, f"{_score(run):.4f}", _seconds(run)] for name, run in runs.items()]
    section.table(["network", "error on test graphs", "trained for"], rows)
    curves = draw_curves(
        {name: run.curve() for name, run in runs.items()}, log=True, title="counting triangles"
    )
    section.figures((curves, "training curves of both networks"))


def _telling_apart(section: Section, folder: Path, tell: Tell) -> None:
    section.text(
        "Telling apart fifteen strongly regular graphs, each a class of its own, and satisfiable"
        " formulas from their unsatisfiable twins. All graphs are fitted and scored, as in the"
        " paper: the question is whether a network can tell them apart at all."
    )
    regular, formulas = load("sr25"), exp_pairs()
    rows = []
    for data, labels, layers in ((regular, 0, 3), (regular, 2, 3), (formulas, 0, 5),
                                 (formulas, 1, 5)):  # fmt: skip
        kind, settings = ("idmpnn", _lifted(labels, layers)) if labels else ("baseline", GIN)
        name = f"{data.name}-{labels}"
        run = _fit(name, data, kind, settings, folder, tell, epochs=600 if labels else 30)
        network = f"GIN on {labels} label{'s' if labels > 1 else ''}" if labels else "GIN"
        rows.append([data.name, network, f"{100 * _score(run):.1f} %", _seconds(run)])
    section.table(["graphs", "network", "accuracy", "trained for"], rows)


def triangles() -> tuple[Dataset, float]:
    """Random regular graphs and their triangles, in deviations."""
    rng = np.random.default_rng(0)
    seeds = rng.integers(2**31, size=sum(COUNTED))
    graphs = [families.random_regular(NODES, DEGREE, int(seed)) for seed in seeds]
    counts = count_many(graphs, ("triangle",)).astype(float)[:, 0]
    deviation = float(counts.std())
    split = np.repeat([0, 1, 2], COUNTED)
    task = Task("regression", "MAE", (Target("triangles", scale=deviation),))
    data = from_graphs(
        graphs, counts / deviation, name="triangles", y_names=["triangles"], task=task, split=split
    )
    return data, deviation


def exp_pairs() -> Dataset:
    """Formulas and whether they are satisfiable; all of them to fit and to score."""
    pairs = families.exp_pairs(PAIRS, seed=0)
    graphs = [graph for pair in pairs for graph in pair]
    task = Task("binary", "accuracy", (Target("satisfiable"),))
    data = from_graphs(graphs, [1, 0] * PAIRS, name="formulas", y_names=["satisfiable"], task=task)
    return replace(data, folds=(everything(len(graphs)),))


def _lifted(labels: int, layers: int) -> dict[str, Any]:
    """The same GIN on labeled graphs; batch norm, since their colors differ in far digits."""
    labeled = {"layers": [layers, 0, 0], "l": labels, "architecture": "a", "norm": "batch"}
    return {**GIN, **labeled}


def _fit(
    name: str, data: Dataset, kind: str, settings: dict[str, Any], folder: Path, tell: Tell,
    epochs: int,
) -> Run:  # fmt: skip
    """One run, in a folder that is named after its configuration."""
    regression = data.task.kind == "regression"
    config = Config.read(
        {
            "name": name,
            # Pooled colors of such graphs differ little: the norm before the head spreads them.
            "model": {"kind": kind, "norm": True, "settings": settings},
            "optimizer": {"lr": 0.005},
            "schedule": {"name": "cosine"},
            "training": {
                "epochs": epochs, "batch_size": COUNTED[0], "keep": True, "validate_every": 10,
                "standardize": regression, "stop_at": None if regression else 1.0,
            },
        }
    )  # fmt: skip
    path = folder / f"{name}-{config.digest}"
    return fit(config, path, dataset=data, report=Told(name, data.task.metric, tell))


def _score(run: Run) -> float:
    return float((run.summary or {})["test"])


def _seconds(run: Run) -> str:
    return f"{(run.summary or {})['seconds']:.0f} s"
