"""Where data sets are looked for: given folders, KLGNN_DATA, the cache."""

import os
from pathlib import Path

from klgnn.data.errors import DataError


def cache_folder() -> Path:
    """The folder of downloads and preprocessed data: ``$XDG_CACHE_HOME/klgnn``.

    Without that variable it is ``~/.cache/klgnn``, as the XDG Base Directory rules say.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The rules say that a relative path is to be ignored.
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "klgnn"


def given_folders(root: str | os.PathLike[str] | None) -> list[Path]:
    """The folders the user named, in the order of asking: ``root``, then ``KLGNN_DATA``."""
    found = []
    for what, value in (("root", root), ("KLGNN_DATA", os.environ.get("KLGNN_DATA") or None)):
        if value is None:
            continue
        path = Path(value).expanduser()
        if not path.is_dir():
            raise DataError(
                f"{what}: got {str(path)!r}, which is no folder; make it and put the data there,"
                " or leave it out"
            )
        found.append(path)
    return found
