"""Downloads that resume, show how far they are, and are whole or absent."""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from klgnn.data import trust
from klgnn.data.errors import DataError

TRIES = 4  # connections in one call, each going on where the last one was cut
TIMEOUT = 30.0  # seconds without a byte
PAUSE = 0.25  # seconds before the second connection, doubled before each further one
CHUNK = 2**16
_CUT = (http.client.HTTPException, OSError)


def download(url: str, path: Path, sha256: str = "", progress: bool | None = None) -> Path:
    """Fetch a file; what an earlier call left unfinished is gone on with.

    The file grows under ``<name>.part`` and takes its name when it is complete and, where a
    checksum is known, right. Its checksum is noted beside it. A second process waits for the first.

    Args:
        url: ``http`` or ``https``.
        path: where to; its folder is made.
        sha256: the published checksum; empty: none is known, the first download is trusted.
        progress: show a progress bar; default: if stderr is a terminal.

    Raises:
        DataError: the server refuses, the checksum is wrong, or the connection is cut again and
            again; what came so far is kept and the next call goes on.
    """
    if not url.startswith(("http://", "https://")):
        raise DataError(f"got the address {url!r}, expected http:// or https://")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with _alone(path.with_name(path.name + ".lock")):
        if path.exists():  # another process was faster
            return path
        for attempt in range(TRIES):
            try:
                if _continue(url, part, progress):
                    break
            except urllib.error.HTTPError as error:
                raise DataError(_refused(url, f"{error.code} {error.reason}", path)) from None
            except _CUT as error:
                if attempt + 1 == TRIES:
                    raise DataError(_refused(url, _words(error), path, part)) from None
            time.sleep(PAUSE * 2**attempt)
        else:
            raise DataError(_refused(url, "the connection was cut", path, part))
        _finish(url, part, path, sha256)
    return path


def _continue(url: str, part: Path, progress: bool | None) -> bool:
    """Append to the unfinished file what the server still has; whether it is complete now."""
    start, tag = _state(url, part)
    headers = {"User-Agent": "klgnn", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
        if tag:
            headers["If-Range"] = tag  # a file that changed comes whole, not as a wrong rest
    request = urllib.request.Request(url, headers=headers)
    try:
        answer = urllib.request.urlopen(request, timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code != 416:
            raise
        part.unlink(missing_ok=True)  # the unfinished file is not the beginning of this one
        return False
    with answer:
        resumed = answer.status == 206 and _range_starts_at(answer, start)
        if answer.status == 206 and not resumed:
            part.unlink(missing_ok=True)
            return False
        start = start if resumed else 0
        length = answer.headers.get("Content-Length")
        total = None if length is None else start + int(length)
        _note(url, part, answer.headers.get("ETag") or "")
        with (
            part.open("ab" if resumed else "wb") as file,
            _bar(part, start, total, progress) as bar,
        ):
            while chunk := answer.read(CHUNK):
                file.write(chunk)
                bar.update(len(chunk))
    return total is None or part.stat().st_size == total


def _finish(url: str, part: Path, path: Path, known: str) -> None:
    got = trust.sha256(part)
    if known and got != known:
        part.unlink()
        raise DataError(
            f"{url}: got a file with SHA-256 {got}, expected {known}; the server has another file"
            f" or the transfer was damaged: load again, or put the right file at {path}"
        )
    part.replace(path)
    trust.trust(path)
    _note_file(part).unlink(missing_ok=True)


def _state(url: str, part: Path) -> tuple[int, str]:
    """How much is there of this address, and the tag its server gave it."""
    try:
        note = json.loads(_note_file(part).read_text())
        if note["url"] == url:
            return part.stat().st_size, str(note["etag"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    part.unlink(missing_ok=True)
    return 0, ""


def _note(url: str, part: Path, tag: str) -> None:
    # A weak tag promises no identical bytes, so it must not be used to go on.
    strong = "" if tag.startswith("W/") else tag
    _note_file(part).write_text(json.dumps({"url": url, "etag": strong}))


def _note_file(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _range_starts_at(answer: Any, start: int) -> bool:
    given = str(answer.headers.get("Content-Range", ""))
    return given.startswith(f"bytes {start}-")


def _bar(part: Path, start: int, total: int | None, progress: bool | None) -> Any:
    hidden = not sys.stderr.isatty() if progress is None else not progress
    name = part.name.removesuffix(".part")
    return tqdm(total=total, initial=start, unit="B", unit_scale=True, desc=name, disable=hidden)


def _refused(url: str, why: str, path: Path, part: Path | None = None) -> str:
    kept = part.stat().st_size if part is not None and part.exists() else 0
    rest = f" ({kept:,} bytes are kept; load again to go on)" if kept else ""
    return (
        f"{url}: got {why}{rest}, expected a file; without network fetch it elsewhere and put it"
        f" at {path}"
    )


def _words(error: BaseException) -> str:
    reason = getattr(error, "reason", error)
    return f"{type(error).__name__}: {reason}"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Only one process at a time, where the system has locks on files."""
    try:
        import fcntl
    except ImportError:  # Windows: two downloads at once may spoil each other's unfinished file
        yield
        return
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
