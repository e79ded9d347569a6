"""Tables of numbers in text files, plain or compressed."""

import gzip
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]


def table(path: Path, dtype: Any, skip: int = 0, columns: Any = None) -> Array:
    """The numbers of a file with commas, one row per line.

    Args:
        path: ``.csv``, ``.txt``, or the same with ``.gz``.
        dtype: of the numbers.
        skip: lines of headings.
        columns: which columns; None: all.

    Returns:
        Shape ``(rows, columns)``.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # an empty file is an empty table
            found = np.loadtxt(file, dtype, delimiter=",", ndmin=2, skiprows=skip, usecols=columns)
    except (ValueError, EOFError, OSError, zlib.error) as error:
        raise DataError(
            f"{path}: got a table that is not read ({error}), expected lines of numbers with"
            " commas; the file is damaged: copy or download it again"
        ) from None
    return found


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file that say something, plain or compressed, with their numbers."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line.strip()
    except (EOFError, OSError, zlib.error) as error:
        said = getattr(error, "strerror", None) or error
        raise DataError(f"{path}: got {said}, expected a file of text") from None
