"""ZINC-12k: penalized logP of 12,000 molecules."""

from pathlib import Path
from typing import Any

import numpy as np

from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.pickles import read_pickle
from klgnn.data.splits import from_codes
from klgnn.data.task import Target, Task

PARTS = ("train", "val", "test")
TASK = Task(
    "regression",
    "MAE",
    (
        Target(
            "penalized_logp",
            about="logP - SAS - cycles, each normalized: constrained solubility, no unit",
        ),
    ),
    note="The graphs, order and split of PyG's ZINC(subset=True).",
)
INSTEAD = "use the pack zinc12k.npz"
_INDEX = (
    "https://raw.githubusercontent.com/graphdeeplearning/benchmarking-gnns/master/data/molecules"
)


def _read(home: Path) -> Arrays:
    graphs: list[tuple[Any, ...]] = []
    for code, part in enumerate(PARTS):
        molecules = read_pickle(home / f"{part}.pickle", INSTEAD)
        graphs += [(*_graph(molecules, row, part), code) for row in _rows(home / f"{part}.index")]
    types, edges, bonds, values, split = (list(column) for column in zip(*graphs, strict=True))
    return Arrays(
        np.array([len(part) for part in types]),
        np.array([len(part) for part in edges]),
        smallest(np.concatenate(edges)),
        np.concatenate(types)[:, None],
        np.concatenate(bonds)[:, None],
        np.array(values, np.float64)[:, None],
        TASK.names,
        np.array(split, np.uint8),
    )


def _graph(molecules: Any, row: int, part: str) -> tuple[Any, Any, Any, float]:
    """The atom types, edges, bond types and target of one molecule."""
    try:
        molecule = molecules[row]
        atoms = molecule["atom_type"].reshape(-1)
        matrix = molecule["bond_type"]
        value = float(molecule["logP_SA_cycle_normalized"].reshape(-1)[0])
    except (IndexError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{part}.pickle: got no molecule {row} ({error!r}); {INSTEAD}") from None
    if matrix.shape != (len(atoms), len(atoms)) or (matrix != matrix.T).any():
        raise DataError(f"{part}.pickle: got bonds of molecule {row} that do not fit; {INSTEAD}")
    edges = np.argwhere(np.triu(matrix, 1))
    return atoms, edges, matrix[edges[:, 0], edges[:, 1]], value


def _rows(path: Path) -> list[int]:
    try:
        return [int(number) for number in path.read_text().strip().strip(",").split(",")]
    except ValueError as error:
        raise DataError(f"{path}: got {error}, expected numbers with commas; {INSTEAD}") from None


def _finish(arrays: Arrays, options: Options) -> Ready:
    return Ready(arrays, TASK, (from_codes(arrays.split, "zinc12k"),))


ENTRY = Entry(
    "zinc12k",
    "ZINC-12k, penalized logP",
    12_000,
    _finish,
    read=_read,
    files=tuple(f"{part}.{kind}" for part in PARTS for kind in ("pickle", "index")),
    homes=("zinc12k", "ZINC/raw", "zinc/raw", "molecules", "raw", "."),
    remotes=(
        Remote(
            "https://www.dropbox.com/s/feo9qle74kg48gy/molecules.zip?dl=1",
            "molecules.zip",
            tuple(f"{part}.pickle" for part in PARTS),
        ),
        *(Remote(f"{_INDEX}/{part}.index", f"{part}.index") for part in PARTS),
    ),
    split_sizes=(10_000, 1_000, 1_000),
    node_types=(28,),
    edge_types=(4,),
)
