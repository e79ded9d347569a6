"""From the entry of a data set to its arrays, wherever they are."""

import logging
import os
import zipfile
import zlib
from pathlib import Path

from klgnn import _files
from klgnn.data import fetch, packs, places, trust
from klgnn.data.arrays import Arrays
from klgnn.data.entry import Entry, Remote
from klgnn.data.errors import DataError

log = logging.getLogger("klgnn.data")
Root = str | os.PathLike[str] | None


def obtain(
    entry: Entry, root: Root = None, download: bool = True, progress: bool | None = None
) -> tuple[Arrays, str]:
    """The arrays of a data set, and where they come from in words.

    Asked in this order: the folder ``root``, the folder that ``KLGNN_DATA`` names, the cache,
    construction where klgnn can build the graphs, and the official source. In each folder a pack
    comes before the original files, and those before the official archive.
    """
    folders = places.given_folders(root)
    for folder in folders:
        if (found := _given(entry, folder)) is not None:
            return found
    if (found := _cached(entry)) is not None:
        return found
    if entry.make is not None:
        return entry.make(), "built by klgnn.families"
    if not entry.remotes or not download:
        raise DataError(absent(entry, folders, download))
    return _downloaded(entry, progress)


def where(entry: Entry, root: Root = None) -> str:
    """Where a data set would come from, without reading it; empty: from nowhere."""
    for folder in (*places.given_folders(root), places.cache_folder() / "packs"):
        if (folder / entry.pack).is_file():
            return str(folder / entry.pack)
        home = _home(entry, folder) or _archive_in(entry, folder)
        if home is not None:
            return str(home)
    if _complete(entry, _raw(entry)):
        return str(_raw(entry))
    if entry.make is not None:
        return "built by klgnn.families"
    return "to be downloaded" if entry.remotes else ""


def absent(entry: Entry, folders: list[Path], download: bool = True) -> str:
    """What to say of a data set that is nowhere: which file to put where."""
    looked = ", ".join(map(str, [*folders, places.cache_folder()]))
    target = folders[0] if folders else Path("a folder of yours")
    options = [f"the pack {entry.pack}"]
    if entry.files:
        names = ", ".join(_plain(name) for name in entry.files)
        options.append(f"the original files {names}")
    said = (
        f"{entry.name}: got nothing in {looked}, expected {' or '.join(options)}; put one of them"
        f" into {target} and pass it as root= or name it in KLGNN_DATA"
    )
    if entry.remotes and not download:
        said += f", or download it: {', '.join(remote.url for remote in entry.remotes)}"
    return f"{said}. {entry.hint}".rstrip(". ") + "."


def _given(entry: Entry, folder: Path) -> tuple[Arrays, str] | None:
    """What a folder of the user's has: a pack, the original files, or the archive of these."""
    pack = folder / entry.pack
    if pack.is_file():
        return packs.load_pack(pack).arrays, str(pack)
    if entry.read is not None and (home := _home(entry, folder)) is not None:
        return entry.read(home), str(home)
    if entry.read is not None and (archive := _archive_in(entry, folder)) is not None:
        for remote in entry.remotes:
            if remote.members and (archive.parent / remote.file).is_file():
                trust.check(archive.parent / remote.file, remote.sha256)
                _extract(archive.parent / remote.file, remote, _raw(entry))
            elif not remote.members and (archive.parent / remote.file).is_file():
                _copy(archive.parent / remote.file, _raw(entry) / remote.file)
        if _complete(entry, _raw(entry)):
            return entry.read(_raw(entry)), str(archive)
    return None


def _home(entry: Entry, folder: Path) -> Path | None:
    """The place in a folder where all original files are."""
    homes = (folder / home for home in entry.homes)
    return next((home for home in homes if _complete(entry, home)), None)


def _complete(entry: Entry, home: Path) -> bool:
    """Whether all files are there; ``a|b`` stands for either."""
    return bool(entry.files) and all(
        any((home / name).is_file() for name in file.split("|")) for file in entry.files
    )


def _archive_in(entry: Entry, folder: Path) -> Path | None:
    """An official archive that was put into a folder as it is."""
    names = [remote.file for remote in entry.remotes if remote.members]
    homes = [folder, *(folder / home for home in entry.homes)]
    paths = (home / name for home in homes for name in names)
    return next((path for path in paths if path.is_file()), None)


def _cached(entry: Entry) -> tuple[Arrays, str] | None:
    """What an earlier call left in the cache; what is damaged there is made again."""
    pack = places.cache_folder() / "packs" / entry.pack
    if pack.is_file():
        try:
            return packs.load_pack(pack).arrays, str(pack)
        except DataError as error:
            log.warning("%s; it is made again", error)
    if entry.read is None or not _complete(entry, _raw(entry)):
        return None
    for path in sorted(_raw(entry).rglob("*")):
        if path.is_file() and trust.note_of(path).exists():
            trust.check(path)
    return _keep(entry, entry.read(_raw(entry)))


def _downloaded(entry: Entry, progress: bool | None) -> tuple[Arrays, str]:
    if entry.read is None:
        raise DataError(absent(entry, []))
    raw = _raw(entry)
    for remote in entry.remotes:
        path = raw / remote.file
        if path.exists():
            trust.check(path, remote.sha256)
        else:
            fetch.download(remote.url, path, remote.sha256, progress)
        if remote.members:
            _extract(path, remote, raw)
    if not _complete(entry, raw):
        raise DataError(absent(entry, [raw]))
    return _keep(entry, entry.read(raw))


def _keep(entry: Entry, arrays: Arrays) -> tuple[Arrays, str]:
    """Write a pack into the cache, so that the next call is fast; a full disk is no error."""
    if not entry.graphs or len(arrays) == entry.graphs:
        try:
            path = places.cache_folder() / "packs" / entry.pack
            packs.write_pack(path, arrays, entry.name, None)
        except OSError as error:
            log.warning("%s: not kept in the cache (%s)", entry.name, error)
    return arrays, str(_raw(entry))


def _raw(entry: Entry) -> Path:
    return places.cache_folder() / "raw" / entry.name.replace(":", "-")


def _extract(path: Path, remote: Remote, into: Path) -> None:
    """Take the known files out of an archive, each whole or absent, and note their checksums."""
    try:
        with zipfile.ZipFile(path) as archive:
            for wanted in remote.members:
                name = _plain(wanted)
                inside = [
                    member
                    for member in archive.namelist()
                    if member == name or member.endswith(f"/{name}")
                ]
                if not inside and wanted.endswith("?"):
                    continue
                if not inside:
                    raise DataError(f"{path}: got no {name} in it; the official archive changed")
                target = into / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(min(inside, key=len)) as source, _files.replacing(target) as file:
                    while chunk := source.read(2**20):
                        file.write(chunk)
                trust.trust(target)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise DataError(
            f"{path}: got an archive that is not read ({error}); remove it and load again"
        ) from None


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with _files.replacing(target) as file:
        file.write(path.read_bytes())
    trust.trust(target)


def _plain(name: str) -> str:
    return name.removesuffix("?").replace("|", " or ")
