"""CSL: ten circular skip links on 41 nodes, fifteen renumberings of each."""

import numpy as np

from klgnn.data.arrays import Arrays
from klgnn.data.entry import Entry, Options, Ready
from klgnn.data.packs import from_graphs
from klgnn.data.splits import stratified
from klgnn.data.task import Target, Task
from klgnn.families import circular_skip_link

NODES, COPIES, FOLDS, SEED = 41, 15, 5, 0
SKIPS = (2, 3, 4, 5, 6, 9, 11, 12, 13, 16)  # of Murphy et al. (2019)
TASK = Task(
    "multiclass",
    "accuracy",
    (Target("skip", about="the length of the chords, by its place among the ten"),),
    num_classes=len(SKIPS),
    note="Five folds, three parts to train, one to validate, one to test. The renumberings and"
    " the folds are our own; the graphs are the published ones up to their numbering.",
)


def _make() -> Arrays:
    generator = np.random.default_rng(SEED)
    graphs = [
        circular_skip_link(NODES, skip).relabel(generator.permutation(NODES))
        for skip in SKIPS
        for _ in range(COPIES)
    ]
    return from_graphs(graphs, np.repeat(np.arange(len(SKIPS)), COPIES), TASK.names, None)


def _finish(arrays: Arrays, options: Options) -> Ready:
    classes = np.repeat(np.arange(len(SKIPS)), COPIES) if arrays.y is None else arrays.y[:, 0]
    return Ready(arrays, TASK, stratified(classes, FOLDS, None))


ENTRY = Entry("csl", "circular skip links, 10 classes", 150, _finish, make=_make, options=("fold",))
