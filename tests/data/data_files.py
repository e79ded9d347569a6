"""Small data sets in the formats they were published in, written by hand."""

import gzip
import pickle
import zipfile

import numpy as np
import torch


def write_csv_gz(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt") as file:
        file.writelines(",".join(map(str, row)) + "\n" for row in rows)


def write_ogb(home):
    """Three molecules of 3, 1 and 2 atoms, as hiv/raw and hiv/split."""
    atoms = (
        [[5, 0, 4, 5, 3, 0, 2, 0, 0]] * 3 + [[7, 1, 0, 5, 0, 0, 1, 1, 1]] + [[118] + [1] * 8] * 2
    )
    tables = {
        "edge": [(1, 0), (1, 2), (0, 1)],
        "num-node-list": [(3,), (1,), (2,)],
        "num-edge-list": [(2,), (0,), (1,)],
        "node-feat": atoms,
        "edge-feat": [(0, 0, 0), (4, 5, 1), (3, 0, 1)],
        "graph-label": [(0,), (1,), (0,)],
    }
    for name, rows in tables.items():
        write_csv_gz(home / "raw" / f"{name}.csv.gz", rows)
    for number, part in enumerate(("train", "valid", "test")):
        write_csv_gz(home / "split" / "scaffold" / f"{part}.csv.gz", [(number,)])


def write_tu(home, name="TOY"):
    """A triangle with a tail, and a path, with labels on nodes and edges, and a self-loop."""
    home.mkdir(parents=True, exist_ok=True)
    edges = [(1, 2), (2, 3), (1, 3), (3, 4), (5, 6), (6, 7)]
    both = edges + [(v, u) for u, v in edges] + [(5, 5)]
    labels = [3, 3, 4, 5, 3, 4] * 2 + [3]
    files = {
        "A": [f"{u}, {v}" for u, v in both],
        "graph_indicator": [1, 1, 1, 1, 2, 2, 2],
        "graph_labels": [1, -1],
        "node_labels": [2, 2, 2, 4, 2, 3, 2],
        "edge_labels": labels,
        "node_attributes": [f"{i}.5, {i}" for i in range(7)],
    }
    for part, lines in files.items():
        (home / f"{name}_{part}.txt").write_text("".join(f"{line}\n" for line in lines))


WATER = """gdb_3
  -OEChem-03231823243D

  3  2  0     0  0  0  0  0  0999 V2000
   -0.0344    0.9775    0.0076 O   0  0  0  0  0  0  0  0  0  0  0  0
    0.0648    0.0206    0.0015 H   0  0  0  0  0  0  0  0  0  0  0  0
    0.8718    1.3008    0.0007 H   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  0  0  0  0
  1  3  1  0  0  0  0
M  END
$$$$
"""
HCN = """gdb_5
  -OEChem-03231823243D

  3  2  0     0  0  0  0  0  0999 V2000
   -0.0133    1.1325    0.0083 C   0  0  0  0  0  0  0  0  0  0  0  0
    0.0023   -0.0192    0.0019 N   0  0  0  0  0  0  0  0  0  0  0  0
   -0.0278    2.1989    0.0142 H   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  3  0  0  0  0
  1  3  1  0  0  0  0
M  END
$$$$
"""
# Rows of the real gdb9.sdf.csv for these two (rotational constants cut).
_HEAD = "mol_id,A,B,C,mu,alpha,homo,lumo,gap,r2,zpve,u0,u298,h298,g298,cv"
_WATER = (
    "gdb_3,799.58,437.9,282.9,1.8511,6.31,-0.2928,0.0687,0.3615,19.0002,"
    "0.021375,-76.404702,-76.401867,-76.400922,-76.422349,6.002"
)
_HCN = (
    "gdb_5,0.0,44.59,44.59,2.8937,12.99,-0.3604,0.0191,0.3796,48.7476,"
    "0.016601,-93.411888,-93.40937,-93.408425,-93.431246,6.278"
)
UNCHARACTERIZED = """========================================
3054 GDB9 molecules did not pass the consistency check
--------------------------------------------------------------------------------
  Index  GDB17  B3LYP  Corina
--------------------------------------------------------------------------------
{}
--------------------------------------------------------------------------------
"""


def write_qm9(home, molecules=(WATER, HCN), rows=(_WATER, _HCN), bad=()):
    home.mkdir(parents=True, exist_ok=True)
    (home / "gdb9.sdf").write_text("".join(molecules))
    (home / "gdb9.sdf.csv").write_text("\n".join([_HEAD, *rows]) + "\n")
    lines = "\n".join(f"     {number}  C  C  C" for number in bad)
    (home / "uncharacterized.txt").write_text(UNCHARACTERIZED.format(lines))


def zinc_molecules(number, seed):
    """Rings with random types, as the pickles of Benchmarking-GNNs hold them."""
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(number):
        n = int(generator.integers(3, 8))
        bonds = torch.zeros(n, n, dtype=torch.long)
        for u in range(n):
            bonds[u, (u + 1) % n] = bonds[(u + 1) % n, u] = int(generator.integers(1, 4))
        found.append(
            {
                "num_atom": n,
                "atom_type": torch.from_numpy(generator.integers(0, 28, n)),
                "bond_type": bonds,
                "logP_SA_cycle_normalized": torch.tensor([float(generator.normal())]),
            }
        )
    return found


def write_zinc(home, sizes=(4, 2, 2)):
    home.mkdir(parents=True, exist_ok=True)
    whole = {}
    for part, size in zip(("train", "val", "test"), sizes, strict=True):
        whole[part] = zinc_molecules(size + 2, seed=size)
        (home / f"{part}.pickle").write_bytes(pickle.dumps(whole[part], protocol=3))
        (home / f"{part}.index").write_text(",".join(map(str, range(1, size + 1))) + "\n")
    return whole


def zipped(path, folder, prefix=""):
    """An archive of a folder, with a prefix before each name."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(p for p in folder.rglob("*") if p.is_file()):
            archive.write(file, f"{prefix}{file.relative_to(folder)}")
    return path.read_bytes()
