"""ogbg-molhiv: whether a molecule inhibits HIV, with OGB's scaffold split."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.splits import from_codes
from klgnn.data.tables import table
from klgnn.data.task import Target, Task
from klgnn.data.undirected import once

Array = npt.NDArray[Any]

TASK = Task(
    "binary",
    "ROC-AUC",
    (Target("HIV_active", about="whether it inhibits HIV virus replication"),),
    note="OGB's scaffold split and features: 9 of atoms, 3 of bonds.",
)
PARTS = ("train", "valid", "test")
RAW = ("edge", "num-node-list", "num-edge-list", "node-feat", "edge-feat", "graph-label")


def _read(home: Path) -> Arrays:
    edges, nodes, counts, x, attributes, y = (
        table(home / "raw" / f"{name}.csv.gz", np.int64) for name in RAW
    )
    num_nodes, num_edges = nodes[:, 0], counts[:, 0]
    if len(edges) != num_edges.sum() or len(attributes) != len(edges) or len(x) != num_nodes.sum():
        raise DataError(f"{home}: got tables whose lengths do not fit; download the archive again")
    edges, attributes, num_edges = _once(edges, attributes, num_nodes, num_edges)
    split = np.full(len(nodes), 3)
    for code, part in enumerate(PARTS):
        split[table(home / "split" / "scaffold" / f"{part}.csv.gz", np.int64)[:, 0]] = code
    return Arrays(
        num_nodes,
        num_edges,
        smallest(edges),
        smallest(x),
        smallest(attributes),
        y,
        TASK.names,
        split.astype(np.uint8),
    )


def _once(edges: Array, attributes: Array, nodes: Array, counts: Array) -> tuple[Array, ...]:
    """OGB lists each bond once; checked by taking all graphs as one, and back."""
    first = np.repeat(np.cumsum(nodes) - nodes, counts)
    if len(edges) and (edges.max(axis=1) >= np.repeat(nodes, counts)).any():
        raise DataError("edge.csv.gz: got a node outside of its graph; download the archive again")
    joined, kept = once(edges + first[:, None], attributes, int(nodes.sum()))
    ends = np.cumsum(nodes)
    graph = np.searchsorted(ends, joined[:, 0], side="right")
    return joined - (ends - nodes)[graph][:, None], kept, np.bincount(graph, minlength=len(nodes))  # type: ignore[return-value]


def _finish(arrays: Arrays, options: Options) -> Ready:
    return Ready(arrays, TASK, (from_codes(arrays.split, "molhiv"),))


ENTRY = Entry(
    "molhiv",
    "ogbg-molhiv, inhibition of HIV",
    41_127,
    _finish,
    read=_read,
    files=(
        *(f"raw/{name}.csv.gz" for name in RAW),
        *(f"split/scaffold/{part}.csv.gz" for part in PARTS),
    ),
    homes=("molhiv", "ogbg_molhiv", "ogbg-molhiv", "hiv", "."),
    remotes=(
        Remote(
            "https://snap.stanford.edu/ogb/data/graphproppred/csv_mol_download/hiv.zip",
            "hiv.zip",
            (
                *(f"raw/{name}.csv.gz" for name in RAW),
                *(f"split/scaffold/{part}.csv.gz" for part in PARTS),
            ),
        ),
    ),
    split_sizes=(32_901, 4_113, 4_113),
    # ogb.utils.features.get_atom_feature_dims() and get_bond_feature_dims().
    node_types=(119, 5, 12, 12, 10, 6, 6, 2, 2),
    edge_types=(5, 6, 2),
)
