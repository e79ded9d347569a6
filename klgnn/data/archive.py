"""Files of arrays with a manifest: written whole, read without pickle, checked."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn import _files, _memory
from klgnn.data.errors import DataError

Array = npt.NDArray[Any]

MANIFEST = "manifest"


def write(path: Path, arrays: Mapping[str, Array], about: Mapping[str, Any]) -> None:
    """Write arrays, with the checksum of each, under a temporary name and rename the file.

    Args:
        path: an ``.npz`` file; its folder is made if need be.
        arrays: by name; no Python objects.
        about: what else the manifest says, as JSON takes it.
    """
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise DataError(f"{name}: got Python objects, expected numbers or text")
    sums = {name: checksum(array) for name, array in arrays.items()}
    text = json.dumps({**about, "sha256": sums}, sort_keys=True)
    manifest = np.frombuffer(text.encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _files.replacing(path) as file:
        np.savez_compressed(file, **{MANIFEST: manifest}, **dict(arrays))  # type: ignore[arg-type]


def read(path: Path) -> tuple[dict[str, Array], dict[str, Any] | None]:
    """The arrays of an ``.npz`` file and its manifest (None if it has none), all checked."""
    try:
        with zipfile.ZipFile(path) as inside:
            needed = sum(member.file_size for member in inside.infolist())
        _memory.require(needed, str(path))
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise DataError(f"{path}: got no such file, expected an .npz pack") from None
    except _memory.MemoryBudgetError:
        raise
    except Exception as error:  # the archive's reader raises whatever a flipped bit leads it to
        raise DataError(
            f"{path}: got a file that cannot be read ({_first_line(error)}), expected an .npz of"
            " plain arrays; it is truncated or damaged: copy or make it again"
        ) from None
    if MANIFEST not in arrays:
        return arrays, None
    return arrays, _checked(path, arrays, arrays.pop(MANIFEST))


def checksum(array: Array) -> str:
    """The SHA-256 of an array: its type, shape and values."""
    state = hashlib.sha256(f"{array.dtype.str}{array.shape}".encode())
    state.update(np.ascontiguousarray(array).data if array.size else b"")
    return state.hexdigest()


def _checked(path: Path, arrays: dict[str, Array], manifest: Array) -> dict[str, Any]:
    try:
        about = json.loads(manifest.tobytes())
        sums = dict(about["sha256"])
    except (ValueError, KeyError, TypeError):
        raise DataError(
            f"{path}: got a manifest that is no manifest; make the file again"
        ) from None
    wrong = [name for name, array in arrays.items() if sums.get(name) != checksum(array)]
    missing = sorted(set(sums) - set(arrays))
    if wrong or missing:
        raise DataError(
            f"{path}: got {', '.join(wrong + missing)} other than the manifest says; the file is"
            " damaged: copy or make it again"
        )
    return dict(about)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:120]
