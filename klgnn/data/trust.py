"""Checksums of files: known ones, and those noted at the first download."""

import hashlib
from pathlib import Path

from klgnn import _files
from klgnn.data.errors import DataError


def sha256(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def note_of(path: Path) -> Path:
    """The file beside a file that holds its checksum, as ``sha256sum`` writes it."""
    return path.with_name(path.name + ".sha256")


def trust(path: Path) -> None:
    """Note the checksum of a file that was just downloaded.

    Where no checksum is published this is trust on first use: what came first is what every
    later reading is compared with.
    """
    with _files.replacing(note_of(path)) as file:
        file.write(f"{sha256(path)}  {path.name}\n".encode())


def check(path: Path, known: str = "") -> None:
    """Refuse a file that is not the known one, or not the one whose checksum was noted."""
    note = note_of(path)
    noted = note.read_text(errors="replace").split()[:1] if note.exists() else []
    for expected, whose in ((known, "published"), *((value, "noted") for value in noted)):
        if not expected:
            continue
        got = sha256(path)
        if got != expected:
            raise DataError(
                f"{path}: got SHA-256 {got}, expected the {whose} {expected}; the file is damaged"
                f" or not the original: remove it{_and_note(note)} and load again"
            )


def _and_note(note: Path) -> str:
    return f" and {note.name}" if note.exists() else ""
