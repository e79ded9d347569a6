"""Reading the pickles that some data sets were published as, without executing any.

A pickle is a program. This reader runs it with a short list of harmless names and none else: it
imports nothing, calls no function of another library, and makes only numpy arrays and records.

Allowed: ``collections.OrderedDict``; ``_codecs.encode``, ``torch._utils._rebuild_tensor`` and
``_rebuild_tensor_v2`` and ``torch.storage._load_from_bytes``, for which our own functions stand in;
``torch_geometric.data.data.Data``, for which :class:`Record` does; and, inside of a storage,
torch's nine storage types as names of a numpy type.
"""

import io
import pickle
from collections import OrderedDict
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from klgnn.data.errors import DataError

Array = npt.NDArray[Any]

_STORAGES = {
    "FloatStorage": "<f4",
    "DoubleStorage": "<f8",
    "HalfStorage": "<f2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
    "ShortStorage": "<i2",
    "CharStorage": "<i1",
    "ByteStorage": "<u1",
    "BoolStorage": "?",
}
# What a pickle that is no tensor list does when it meets the reader.
_FAILURES = (ValueError, EOFError, TypeError, KeyError, IndexError, AttributeError, MemoryError)


class Record:
    """What an object of another library was made of, as attributes."""


def read_pickle(path: Path, instead: str) -> Any:
    """The lists, dicts, numbers and tensors (as numpy arrays) of a pickle.

    Args:
        path: a file that an old version of torch and Python's ``pickle`` wrote.
        instead: what an error tells the user to do.
    """
    try:
        with path.open("rb") as file:
            return _Outer(file).load()
    except (pickle.UnpicklingError, *_FAILURES) as error:
        raise DataError(
            f"{path}: got a pickle that is not read ({error}), expected plain lists of tensors;"
            f" {instead}"
        ) from None


class _Outer(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"it asks for {module}.{name}, which may run code")
        return _ALLOWED[module, name]


class _Inner(pickle.Unpickler):
    """The part of a storage that says its type and length."""

    def find_class(self, module: str, name: str) -> Any:
        if module != "torch" or name not in _STORAGES:
            raise pickle.UnpicklingError(f"a storage asks for {module}.{name}")
        return _STORAGES[name]

    def persistent_load(self, pid: Any) -> Any:
        return pid


def _storage(data: Any) -> Array:
    """A storage in torch's old format: five small pickles, its length, its values."""
    if not isinstance(data, bytes):
        raise pickle.UnpicklingError("a storage is no bytes")
    stream = io.BytesIO(data)
    _, _, system, described, _ = (_load(stream) for _ in range(5))
    if not (isinstance(described, tuple) and len(described) >= 2 and described[0] == "storage"):
        raise pickle.UnpicklingError("a storage does not say what it is")
    if described[1] not in _STORAGES.values() or not system["little_endian"]:
        raise pickle.UnpicklingError("a storage is of an unknown type")
    length = int.from_bytes(stream.read(8), "little")
    values = np.frombuffer(data, described[1], offset=stream.tell())
    if len(values) != length:
        raise pickle.UnpicklingError(f"a storage has {len(values)} values and says {length}")
    return values


def _load(stream: IO[bytes]) -> Any:
    return _Inner(stream).load()


def _tensor(storage: Any, offset: Any, size: Any, stride: Any, *_: Any) -> Array:
    """A tensor's view of its storage, copied into the smallest type; no view reaches outside."""
    if not isinstance(storage, np.ndarray) or not isinstance(size, tuple):
        raise pickle.UnpicklingError("a tensor has no storage")
    numbers = [offset, *size, *stride]
    if len(size) != len(stride) or any(type(n) is not int or n < 0 for n in numbers):
        raise pickle.UnpicklingError("a tensor has no proper shape")
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    if 0 not in size and last >= len(storage):
        raise pickle.UnpicklingError("a tensor reaches outside of its storage")
    if int(np.prod(size, dtype=object)) > len(storage):
        raise pickle.UnpicklingError("a tensor is larger than its storage")
    steps = [step * storage.itemsize for step in stride]
    view = np.lib.stride_tricks.as_strided(storage[offset:], size, steps)
    # Whole matrices of bond types come as int64: an eighth of that is enough.
    small = view.dtype.kind == "i" and view.size and view.min() >= 0 and view.max() < 256
    return view.astype(np.uint8) if small else view.copy()


def _bytes(text: Any, encoding: Any) -> bytes:
    """How bytes were written before protocol 3."""
    if not isinstance(text, str) or encoding != "latin1":
        raise pickle.UnpicklingError("bytes are written in an unknown way")
    return text.encode("latin1")


_ALLOWED: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("_codecs", "encode"): _bytes,
    ("torch._utils", "_rebuild_tensor"): _tensor,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch.storage", "_load_from_bytes"): _storage,
    ("torch_geometric.data.data", "Data"): Record,
}
