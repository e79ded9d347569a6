"""Substructure counting on random graphs; the labels are counted here, exactly."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from klgnn.counts import count_many
from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.splits import from_codes
from klgnn.data.task import Target, Task
from klgnn.data.undirected import once
from klgnn.graph import Graph

# The pattern of klgnn.counts, and what it is called in tables.
PATTERNS = {
    "triangle": "triangles",
    "tailed_triangle": "triangles with one more edge at a corner",
    "star3": "nodes with three of their neighbors",
    "chordal_cycle": "4-cycles with one chord",
}
SIZES = (1500, 1000, 2500)


def _finish(arrays: Arrays, options: Options) -> Ready:
    graphs = [
        Graph.from_edges(arrays.edges(number), int(nodes))
        for number, nodes in enumerate(arrays.num_nodes)
    ]
    counts = count_many(graphs, tuple(PATTERNS), induced=options.induced).astype(np.float64)
    kind = "induced subgraphs" if options.induced else "subgraphs, induced or not"
    targets = tuple(Target(name, "occurrences", about) for name, about in PATTERNS.items())
    note = (
        f"Labels are exact counts of {kind}. Published tables divide by the standard deviation of"
        " all 5,000 labels: normalize='all'."
    )
    task = Task("regression", "MAE", targets, note=note)
    split = from_codes(arrays.split, "counting")
    return Ready(replace(arrays, y=counts, y_names=task.names), task, (split,))


def _read(home: Path) -> Arrays:
    """``randomgraph.mat``: adjacency matrices and the split, in MATLAB's format."""
    from scipy.io import loadmat

    path = home / "randomgraph.mat"
    try:
        found = loadmat(path, variable_names=["A", "train_idx", "val_idx", "test_idx"])
        matrices = [np.asarray(matrix) for matrix in found["A"][0]]
        parts = [found[f"{name}_idx"].reshape(-1).astype(np.int64) for name in _PARTS]
    except Exception as error:  # scipy raises whatever a damaged file leads it to
        raise DataError(
            f"{path}: got a file that is not read ({error}), expected A and the indices of the"
            " split; copy it again, or use the pack counting_regular.npz"
        ) from None
    edges = [once(np.argwhere(matrix > 0), None, len(matrix))[0] for matrix in matrices]
    split = np.full(len(matrices), 3)
    for code, rows in enumerate(parts):
        split[rows] = code
    return Arrays(
        np.array([len(matrix) for matrix in matrices]),
        np.array([len(part) for part in edges]),
        smallest(np.concatenate(edges)),
        split=split.astype(np.uint8),
    )


_PARTS = ("train", "val", "test")
_MAT = (
    "https://raw.githubusercontent.com/LingxiaoShawn/GNNAsKernel/main/data/subgraphcount/raw/"
    "randomgraph.mat"
)

REGULAR = Entry(
    "counting_regular",
    "counting on random regular graphs (Chen et al. 2020)",
    5000,
    _finish,
    read=_read,
    files=("randomgraph.mat",),
    homes=("counting_regular", "subgraphcount/raw", "subgraphcount", "."),
    remotes=(Remote(_MAT, "randomgraph.mat"),),
    split_sizes=SIZES,
    options=("induced",),
)
ER = Entry(
    "counting_er",
    "counting on Erdős–Rényi graphs (Chen et al. 2020)",
    5000,
    _finish,
    split_sizes=SIZES,
    options=("induced",),
    hint="The official dataset1.bin of leichen2018/GNN-Substructure-Counting is a binary of DGL"
    " 0.4, which klgnn does not read: open it with DGL, write the graphs with klgnn.data.pack.",
)
