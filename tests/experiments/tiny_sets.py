"""Data sets with the types and targets of the published ones, of a few small graphs."""

import numpy as np

from klgnn.data import Dataset, Splits, Target, Task
from klgnn.data.arrays import Arrays
from klgnn.families import erdos_renyi

# Node types and edge types of each published set.
TYPES = {
    "zinc12k": ((28,), (4,)),
    "qm9": ((5,), (5,)),
    "molhiv": ((119, 5, 12, 12, 10, 6, 6, 2, 2), (5, 6, 2)),
    "exp": ((2,), None),
    "sr25": ((1,), None),
    "counting_er": ((1,), None),
    "counting_regular": ((1,), None),
}


def tiny(data, count=6):
    """What a ``DataConfig`` names, in small: graphs 0, 3 to train, 1, 4 to validate, 2, 5 to test.

    Classes of EXP and molhiv are 0 for the first three, 1 for the others; elsewhere a quarter of
    the number of edges is to be predicted, but each graph of SR25 is a class.
    """
    nodes, edges = TYPES[data.name]
    chance = np.random.default_rng(0)
    graphs = [erdos_renyi(6, 0.5, seed=chance).edges() for _ in range(count)]
    sizes = np.array([len(graph) for graph in graphs])
    binary = data.name in ("exp", "molhiv")
    y = np.arange(count) // 3 % 2 if binary else sizes / 4
    task = Task("regression", "MAE", (Target("quarter"),))
    if binary:
        metric = "ROC-AUC" if data.name == "molhiv" else "accuracy"
        task = Task("binary", metric, (Target("large"),))
    if data.name == "sr25":
        y, task = np.arange(count), Task("multiclass", "accuracy", (Target("graph"),), 15)
    arrays = Arrays(
        np.full(count, 6), sizes, np.concatenate(graphs),
        None if nodes == (1,) else chance.integers(0, nodes, (6 * count, len(nodes))),
        None if edges is None else chance.integers(0, edges, (sizes.sum(), len(edges))),
        y[:, None], task.names,
    )  # fmt: skip
    split = Splits(*(np.flatnonzero(np.arange(count) % 3 == part) for part in range(3)))
    return Dataset(data.name, arrays, task, (split,), num_node_types=nodes, num_edge_types=edges)
