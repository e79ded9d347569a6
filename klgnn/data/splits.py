"""Splits: which graphs are for training, validation and test."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Splits:
    """The numbers of the graphs of each part, int64.

    Args:
        train: to fit.
        valid: to choose by.
        test: to score, once.

    >>> Splits(np.arange(8), np.array([8]), np.array([9])).sizes()
    (8, 1, 1)
    """

    train: Array
    valid: Array
    test: Array

    def __repr__(self) -> str:
        return f"Splits({len(self.train)} train, {len(self.valid)} valid, {len(self.test)} test)"

    def sizes(self) -> tuple[int, int, int]:
        """How many graphs each part has."""
        return len(self.train), len(self.valid), len(self.test)


def from_codes(split: Array | None, what: str) -> Splits:
    """The official split, from one code per graph: 0 train, 1 valid, 2 test."""
    if split is None:
        raise DataError(f"{what}: got no array split, expected the official split with the graphs")
    return Splits(*(np.flatnonzero(split == code) for code in range(3)))


def everything(graphs: int) -> Splits:
    """All graphs in every part: for tasks whose only question is what can be told apart."""
    return Splits(*(np.arange(graphs) for _ in range(3)))


def random(graphs: int, seed: int, train: float = 0.8, valid: float = 0.1) -> Splits:
    """A random split; the same seed gives the same one.

    >>> random(20, seed=0)
    Splits(16 train, 2 valid, 2 test)
    """
    order = np.random.default_rng(seed).permutation(graphs)
    ends = int(train * graphs), int(train * graphs) + int(valid * graphs)
    return Splits(*(np.sort(part) for part in np.split(order, ends)))


def blocks(graphs: int, folds: int) -> tuple[Splits, ...]:
    """Consecutive graphs are tested together; of the rest, the same block number validates.

    This is the cross-validation of the authors of EXP; blocks of even length keep pairs whole.

    >>> blocks(1200, 10)[0], blocks(1200, 10)[9].test[[0, -1]].tolist()
    (Splits(972 train, 108 valid, 120 test), [1080, 1199])
    """
    found, every = [], np.arange(graphs)
    for fold in range(folds):
        test = _block(every, fold, folds)
        rest = np.setdiff1d(every, test)
        valid = _block(rest, fold, folds)
        found.append(Splits(np.setdiff1d(rest, valid), valid, test))
    return tuple(found)


def stratified(classes: Array, folds: int, seed: int | None) -> tuple[Splits, ...]:
    """Each class is dealt out to the folds in turn; fold f is tested, the next one validates.

    Args:
        classes: the class of each graph.
        folds: how many folds.
        seed: how each class is shuffled before; None: it is not.
    """
    generator = np.random.default_rng(seed)
    part = np.empty(len(classes), np.int64)
    dealt = 0
    for value in np.unique(classes):
        members = np.flatnonzero(classes == value)
        if seed is not None:
            generator.shuffle(members)
        part[members] = (np.arange(len(members)) + dealt) % folds
        dealt += len(members)
    found = []
    for fold in range(folds):
        test, valid = part == fold, part == (fold + 1) % folds
        found.append(Splits(*(np.flatnonzero(mask) for mask in (~test & ~valid, valid, test))))
    return tuple(found)


def _block(rows: Array, number: int, folds: int) -> Array:
    size = len(rows) // folds
    return rows[number * size : (number + 1) * size]
