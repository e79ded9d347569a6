"""A plain reader of MOL blocks (V2000), the records of an SDF file."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]

NUMBERS = {"H": 1, "C": 6, "N": 7, "O": 8, "F": 9}


@dataclass(frozen=True, eq=False)
class MolBlock:
    """A molecule as the file has it.

    Args:
        name: the first line.
        atomic_numbers: shape ``(n,)``.
        positions: shape ``(n, 3)``, in Å.
        edges: bonds, each once, from 0, shape ``(m, 2)``.
        bond_types: 1, 2, 3, or 4 for aromatic, shape ``(m,)``.
    """

    name: str
    atomic_numbers: Array
    positions: Array
    edges: Array
    bond_types: Array


def read_mol_blocks(path: Path) -> Iterator[MolBlock]:
    """The molecules of an SDF file one after another."""
    with path.open(encoding="utf-8", errors="replace") as file:
        number = 0
        while lines := _record(file):
            number += 1
            try:
                yield _block(lines)
            except (ValueError, IndexError, KeyError) as error:
                raise DataError(
                    f"{path.name}: got molecule {number} that is not read ({error!r}), expected a"
                    " MOL block V2000 of H, C, N, O and F; copy or download the file again"
                ) from None


def _record(file: Any) -> list[str]:
    """The lines up to ``$$$$``; empty at the end of the file."""
    lines: list[str] = []
    for line in file:
        if line.startswith("$$$$"):
            return lines
        lines.append(line.rstrip("\r\n"))
    return lines if any(line.strip() for line in lines) else []


def _block(lines: list[str]) -> MolBlock:
    counts = lines[3]
    if "V2000" not in counts:
        raise ValueError("no counts line of V2000")
    # Columns are fixed: three digits each, with nothing between them.
    atoms, bonds = int(counts[:3]), int(counts[3:6])
    body = iter(lines[4:])
    rows = [line[:34] for line in islice(body, atoms)]
    pairs = [(line[:3], line[3:6], line[6:9]) for line in islice(body, bonds)]
    if len(rows) != atoms or len(pairs) != bonds or not any(s.startswith("M  END") for s in body):
        raise ValueError("it is cut short")
    edges = np.array([[int(a) - 1, int(b) - 1] for a, b, _ in pairs], np.int64).reshape(-1, 2)
    if len(edges) and (edges.min() < 0 or edges.max() >= atoms):
        raise ValueError("a bond to an atom that is not there")
    places = [[float(row[i : i + 10]) for i in (0, 10, 20)] for row in rows]
    return MolBlock(
        lines[0].strip(),
        np.array([NUMBERS[row[31:34].strip()] for row in rows], np.uint8),
        np.array(places, np.float32).reshape(-1, 3),
        edges,
        np.array([int(kind) for *_, kind in pairs], np.uint8),
    )
