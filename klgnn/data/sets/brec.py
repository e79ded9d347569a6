"""BREC: 400 pairs of graphs from 1-WL-hard to 4-WL-hard."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from klgnn.convert import read_graphs
from klgnn.data.arrays import Arrays
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.packs import from_graphs
from klgnn.data.splits import everything
from klgnn.data.task import Task
from klgnn.data.trust import check

PAIRS, RECORDS = 400, 64  # 32 renumberings of both graphs of a pair; the first is taken
CATEGORIES = {
    "basic": 60,
    "regular": 100,
    "extension": 100,
    "cfi": 100,
    "4-vertex condition": 20,
    "distance regular": 20,
}
COMMIT = "d09e8c349a8bbc0882d2932f7b37b2726f576ce9"
# Both checksums are those that two independent projects pinned for this commit.
ZIP_SHA256 = "3a2c8e7ba068f774b1115422d1bc04749432dde9f19631e6625cba142659530f"
NPY_SHA256 = "6975d172d27aedcdf4eb2c747450ede7928c111caeb2689fbc67e6b62fbd5562"
TASK = Task(
    "pairs",
    "accuracy",
    note="Graphs 2i and 2i + 1 are a pair; per_graph has the arrays pair and category. The 32"
    " renumberings of the official protocol are left to relabel(): the file's first is taken.",
)


def _read(home: Path, known: str = NPY_SHA256) -> Arrays:
    path = home / "brec_v3.npy"
    check(path, known)
    try:
        records = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise DataError(f"{path}: got a file that is not read ({error}); copy it again") from None
    if records.shape != (2 * PAIRS * RECORDS,) or records.dtype.kind != "S":
        raise DataError(
            f"{path}: got {records.dtype} of shape {records.shape}, expected"
            f" {2 * PAIRS * RECORDS} lines of graph6; use brec_v3.npy of BREC_data_all.zip"
        )
    first = [bytes(records[pair * RECORDS + side]) for pair in range(PAIRS) for side in (0, 1)]
    return from_graphs(list(read_graphs(first, form="graph6")), None, (), None)


def _finish(arrays: Arrays, options: Options) -> Ready:
    names = np.repeat(np.array(list(CATEGORIES)), np.array(list(CATEGORIES.values())) * 2)
    rows = {"pair": np.arange(len(arrays)) // 2, "category": names}
    return Ready(replace(arrays, per_graph=rows), TASK, (everything(len(arrays)),))


ENTRY = Entry(
    "brec",
    "400 pairs from 1-WL-hard to 4-WL-hard (Wang & Zhang 2024)",
    2 * PAIRS,
    _finish,
    read=_read,
    files=("brec_v3.npy",),
    homes=("brec", "BREC", "BREC/raw", "Data/raw", "."),
    remotes=(
        Remote(
            f"https://raw.githubusercontent.com/GraphPKU/BREC/{COMMIT}/BREC_data_all.zip",
            "BREC_data_all.zip",
            ("brec_v3.npy",),
            ZIP_SHA256,
        ),
    ),
)
