"""EXP: pairs of planar formula graphs, one satisfiable, one not, that 2-WL cannot tell apart."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.pickles import Record, read_pickle
from klgnn.data.splits import blocks
from klgnn.data.task import Target, Task
from klgnn.data.undirected import once

FOLDS = 10
TASK = Task(
    "binary",
    "accuracy",
    (Target("satisfiable", about="whether the formula is satisfiable"),),
    note="Ten folds of whole pairs, as the authors cut them: consecutive blocks, not shuffled.",
)
INSTEAD = "use the pack exp.npz or the text file GRAPHSAT.txt"


def _read_pickle(home: Path) -> Arrays:
    records = read_pickle(home / "GRAPHSAT.pkl", INSTEAD)
    return _collect([_parts(record) for record in records])


def _parts(record: Any) -> tuple[Any, Any, Any]:
    found = vars(record) if isinstance(record, Record) else {}
    if any(not isinstance(found.get(name), np.ndarray) for name in ("x", "edge_index", "y")):
        raise DataError(f"GRAPHSAT.pkl: got no x, edge_index or y of a graph; {INSTEAD}")
    return found["edge_index"].T, found["x"].reshape(-1, 1), found["y"].reshape(-1)[0]


def _read_text(home: Path) -> Arrays:
    """The authors' other format: per graph a line ``nodes label``, per node ``type degree ...``."""
    path = home / "GRAPHSAT.txt"
    try:
        lines = iter(path.read_text().splitlines())
        graphs = [_block(lines) for _ in range(int(next(lines)))]
    except (ValueError, IndexError, StopIteration, RuntimeError) as error:
        raise DataError(f"{path}: got a file cut short or damaged ({error}); {INSTEAD}") from None
    return _collect(graphs)


def _block(lines: Any) -> tuple[Any, Any, Any]:
    nodes, label = map(int, next(lines).split())
    rows = [list(map(int, next(lines).split())) for _ in range(nodes)]
    entries = [(node, other) for node, row in enumerate(rows) for other in row[2:]]
    types = np.array([row[0] for row in rows], np.int64).reshape(-1, 1)
    return np.array(entries, np.int64).reshape(-1, 2), types, label


def _collect(graphs: list[tuple[Any, Any, Any]]) -> Arrays:
    edges = [once(entries.astype(np.int64), None, len(x))[0] for entries, x, _ in graphs]
    return Arrays(
        np.array([len(x) for _, x, _ in graphs]),
        np.array([len(part) for part in edges]),
        smallest(np.concatenate(edges)),
        smallest(np.concatenate([x for _, x, _ in graphs]).astype(np.int64)),
        y=np.array([[int(label)] for _, _, label in graphs]),
        y_names=TASK.names,
        per_graph={"pair": np.arange(len(graphs)) // 2},
    )


def _finish(arrays: Arrays, options: Options) -> Ready:
    y = None if arrays.y is None else arrays.y.astype(np.int64)
    return Ready(replace(arrays, y=y), TASK, blocks(len(arrays), FOLDS))


def _read(home: Path) -> Arrays:
    return _read_text(home) if (home / "GRAPHSAT.txt").exists() else _read_pickle(home)


ENTRY = Entry(
    "exp",
    "pairs of planar SAT graphs (Abboud et al. 2021)",
    1200,
    _finish,
    read=_read,
    files=("GRAPHSAT.txt|GRAPHSAT.pkl",),
    homes=("exp", "exp/raw", "EXP", "EXP/raw", "."),
    remotes=(
        Remote(
            "https://raw.githubusercontent.com/ralphabb/GNN-RNI/main/Data/EXP/raw/GRAPHSAT.pkl",
            "GRAPHSAT.pkl",
        ),
    ),
    node_types=(2,),
    options=("fold",),
)
