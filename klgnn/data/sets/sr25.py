"""SR25: fifteen strongly regular graphs that no two of which 3-WL tells apart."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from klgnn.convert import read_graphs
from klgnn.data.arrays import Arrays
from klgnn.data.entry import Entry, Options, Ready
from klgnn.data.packs import from_graphs
from klgnn.data.splits import everything
from klgnn.data.task import Target, Task
from klgnn.families import srg_25_12_5_6

TASK = Task(
    "multiclass",
    "accuracy",
    (Target("graph", about="which of the 15 graphs it is"),),
    num_classes=15,
    note="Each graph is a class of its own; all graphs are in train, valid and test.",
)


def _read(home: Path) -> Arrays:
    return from_graphs(list(read_graphs(home / "sr251256.g6")), None, (), None)


def _make() -> Arrays:
    return from_graphs(srg_25_12_5_6(), None, (), None)


def _finish(arrays: Arrays, options: Options) -> Ready:
    labeled = replace(arrays, y=np.arange(len(arrays))[:, None], y_names=TASK.names)
    return Ready(labeled, TASK, (everything(len(arrays)),))


ENTRY = Entry(
    "sr25",
    "the strongly regular graphs (25, 12, 5, 6)",
    15,
    _finish,
    read=_read,
    files=("sr251256.g6",),
    homes=(".", "sr25", "sr25/raw", "SR25/raw"),
    make=_make,
)
