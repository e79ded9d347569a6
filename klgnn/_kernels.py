"""The decorator of every compiled kernel: numba's, with a cache that notices a change anywhere.

numba stores a compiled function beside its file and compiles it anew when that file changes. But a
kernel is also made of the kernels and constants its file imports, and numba does not look at those:
after an edit of one, what was made of it would go on computing as before. So the stamp of a kernel
here is the text of all files it is made of.
"""

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
ROOT = Path(__file__).parent
_IMPORT = re.compile(r"^from (klgnn[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_KERNEL = re.compile(r"^@njit\(", re.MULTILINE)


def njit(**options: Any) -> Callable[[Function], Function]:
    """``numba.njit`` that caches and releases the interpreter's lock.

    Args:
        options: those of numba, such as ``fastmath``.
    """

    def decorate(function: Function) -> Function:
        kernel: Any = numba.njit(cache=True, nogil=True, **options)(function)
        # There is no public way to say so; without these attributes numba looks at one file.
        index: Any = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
        if hasattr(index, "_source_stamp"):
            index._source_stamp = stamp(Path(function.__code__.co_filename))
        return kernel  # type: ignore[no-any-return]

    return decorate


@cache
def stamp(path: Path) -> str:
    """A digest of the texts of all files that the kernels of a file are made of."""
    digest = hashlib.blake2b(digest_size=16)
    for source in sorted(sources(path)):
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def sources(path: Path) -> frozenset[Path]:
    """The file itself, and the files of kernels that it imports, and so on.

    >>> sorted(source.stem for source in sources(ROOT / "wl" / "labels.py"))
    ['hashing', 'labels']
    """
    found = {path}
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        for name in ["", *re.findall(r"\w+", names)]:
            parts = [*module.split(".")[1:], *([name] if name else [])]
            other = ROOT.joinpath(*parts).with_suffix(".py") if parts else ROOT
            if other.is_file() and _KERNEL.search(other.read_text(encoding="utf-8")):
                found |= sources(other)
    return frozenset(found)
