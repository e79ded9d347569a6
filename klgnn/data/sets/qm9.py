"""QM9: quantum chemistry of 130,831 small molecules, in PyG's units."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from klgnn.data.arrays import Arrays, smallest
from klgnn.data.entry import Entry, Options, Ready, Remote
from klgnn.data.errors import DataError
from klgnn.data.mol_blocks import read_mol_blocks
from klgnn.data.splits import random
from klgnn.data.tables import table
from klgnn.data.task import Target, Task

HAR2EV = 27.211386246  # PyG's factor from hartree to eV
ELEMENTS = (1, 6, 7, 8, 9)  # H, C, N, O, F: node types 0 to 4

# Name, column of gdb9.sdf.csv, column of the pack, unit, what it is; the order is PyG's.
_TARGETS = (
    ("mu", 4, "Dipole_debye", "D", "dipole moment"),
    ("alpha", 5, "Polarizability_bohr3", "bohr^3", "isotropic polarizability"),
    ("homo", 6, "HOMO_au", "eV", "energy of the highest occupied molecular orbital"),
    ("lumo", 7, "LUMO_au", "eV", "energy of the lowest unoccupied molecular orbital"),
    ("gap", 8, "HOMO_LUMO_gap_au", "eV", "lumo - homo"),
    ("r2", 9, "R2_bohr2", "bohr^2", "electronic spatial extent"),
    ("zpve", 10, "ZPVE_au", "eV", "zero point vibrational energy"),
    ("u0", 11, "InternalEnergy_0K_au", "eV", "internal energy at 0 K"),
    ("u298", 12, "InternalEnergy_298K_au", "eV", "internal energy at 298.15 K"),
    ("h298", 13, "Enthalphy_298K_au", "eV", "enthalpy at 298.15 K"),
    ("g298", 14, "GibbsFreeEnergy_298K_au", "eV", "free energy at 298.15 K"),
    ("cv", 15, "Heatcapacity_Cv_cal_mol_K", "cal/(mol K)", "heat capacity at 298.15 K"),
)
NAMES = tuple(row[2] for row in _TARGETS)
TASK = Task(
    "regression",
    "MAE",
    tuple(Target(name, unit, about) for name, _, _, unit, about in _TARGETS),
    note="Units are PyG's (1 hartree = 27.211386246 eV). The split 0.8/0.1/0.1 is drawn with the"
    " seed; QM9 has no official one.",
)


def _read(home: Path) -> Arrays:
    """gdb9.sdf, gdb9.sdf.csv and uncharacterized.txt, as PyG downloads them."""
    bad = np.array(_uncharacterized(home / "uncharacterized.txt"))
    values = table(home / "gdb9.sdf.csv", np.float64, skip=1, columns=[row[1] for row in _TARGETS])
    kept = np.setdiff1d(np.arange(1, len(values) + 1), bad)
    wanted = np.zeros(len(values) + 1, bool)
    wanted[kept] = True
    atoms, edges, bonds, positions = [], [], [], []
    number = 0
    for number, block in enumerate(read_mol_blocks(home / "gdb9.sdf"), 1):
        if number < len(wanted) and wanted[number]:
            atoms.append(block.atomic_numbers)
            edges.append(block.edges)
            bonds.append(block.bond_types)
            positions.append(block.positions)
    if number != len(values):
        raise DataError(
            f"{home / 'gdb9.sdf'}: got {number} molecules, and {len(values)} rows in gdb9.sdf.csv;"
            " one of them is cut short: copy or download it again"
        )
    return Arrays(
        smallest(np.array([len(part) for part in atoms])),
        smallest(np.array([len(part) for part in edges])),
        smallest(np.concatenate(edges)),
        np.concatenate(atoms)[:, None],
        np.concatenate(bonds)[:, None],
        values[kept - 1],
        NAMES,
        per_node={"pos": np.concatenate(positions)},
        per_graph={"gdb_index": kept},
    )


def _uncharacterized(path: Path) -> list[int]:
    """The numbers of the molecules whose geometry is not known: the lines that start with one."""
    heads = [line.split()[0] for line in path.read_text().splitlines() if line.split()]
    return [int(head) for head in heads if head.isdigit()]


def _finish(arrays: Arrays, options: Options) -> Ready:
    if arrays.y is None or arrays.x is None or not set(NAMES) <= set(arrays.y_names):
        raise DataError(f"qm9: got targets {arrays.y_names}, expected {', '.join(NAMES)}")
    columns = [arrays.y_names.index(name) for name in NAMES]
    factors = np.array([HAR2EV if unit == "eV" else 1.0 for unit in TASK.units])
    elements = np.array(ELEMENTS)
    types = np.searchsorted(elements, arrays.x[:, :1])
    if (elements[np.minimum(types, 4)] != arrays.x[:, :1]).any():
        raise DataError("qm9: got elements other than H, C, N, O and F")
    ready = replace(
        arrays,
        x=types.astype(np.uint8),
        y=arrays.y[:, columns] * factors,
        y_names=TASK.names,
        per_node={**arrays.per_node, "z": arrays.x[:, 0]},
    )
    return Ready(ready, TASK, (random(len(arrays), options.seed),), (len(ELEMENTS),))


_MOLNET = "https://deepchemdata.s3-us-west-1.amazonaws.com/datasets/molnet_publish/qm9.zip"

ENTRY = Entry(
    "qm9",
    "QM9, 12 quantum chemical targets",
    130_831,
    _finish,
    read=_read,
    files=("gdb9.sdf", "gdb9.sdf.csv", "uncharacterized.txt"),
    homes=("qm9", "qm9/raw", "QM9/raw", "QM9", "raw", "."),
    remotes=(
        Remote(_MOLNET, "qm9.zip", ("gdb9.sdf", "gdb9.sdf.csv")),
        Remote("https://ndownloader.figshare.com/files/3195404", "uncharacterized.txt"),
    ),
    node_types=(10,),
    edge_types=(5,),
    options=("seed",),
)
