"""What a long partition has found so far, in one file, so that an interrupted run continues.

The file is whole or absent: it is written under another name and renamed. Its first line says in
JSON which test it is of; then come the colors, 16 bytes each, and in exact mode the class numbers.
"""

import json
import time
from array import array
from os import PathLike
from pathlib import Path
from typing import Any

from klgnn._files import replacing
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.wl import hashing

EVERY = 10.0  # seconds between two writings


class Checkpoint:
    """The file of one run."""

    def __init__(self, path: str | PathLike[str], test: str, mode: str) -> None:
        self.path = Path(path)
        self.key = {"klgnn": "partition", "hash": hashing.HASH_VERSION, "test": test, "mode": mode}
        self.written = time.monotonic()

    def read(self) -> tuple[bytearray, "array[int]", str]:
        """Colors, class numbers (exact mode) and the digest of the last graph; empty if no file."""
        if not self.path.exists():
            return bytearray(), array("q"), ""
        with self.path.open("rb") as file:
            head = self._head(file.readline(10_000))
            words = bytearray(file.read(16 * head["graphs"]))
            numbers = array("q")
            numbers.frombytes(file.read())
        expected = head["graphs"] if self.key["mode"] == "exact" else 0
        if len(words) != 16 * head["graphs"] or len(numbers) != expected:
            raise self._refusal("is cut off")
        return words, numbers, str(head["last"])

    def _head(self, line: bytes) -> dict[str, Any]:
        try:
            head = json.loads(line)
            given = {name: head[name] for name in self.key}
            whole = isinstance(head["graphs"], int) and head["graphs"] >= 0 and "last" in head
        except (ValueError, KeyError, TypeError):
            raise self._refusal("is no checkpoint of a partition") from None
        if not whole:
            raise self._refusal("is no checkpoint of a partition")
        for name, value in self.key.items():
            if given[name] != value:
                raise self._refusal(f"is of another run, with {name} {given[name]} and not {value}")
        return dict(head)

    def _refusal(self, what: str) -> GraphError:
        return GraphError(
            f"checkpoint: {self.path} {what}; name another file, or delete it to start anew"
        )

    def write(self, words: bytearray, numbers: "array[int]", last: Graph | None) -> None:
        """Replace the file."""
        graphs = len(words) // 16
        head = {**self.key, "graphs": graphs, "last": "" if last is None else last.digest}
        with replacing(self.path) as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.write(words)
            file.write(numbers.tobytes())
        self.written = time.monotonic()

    def write_now_and_then(
        self, words: bytearray, numbers: "array[int]", last: Graph | None
    ) -> None:
        """Replace the file if it is old enough."""
        if time.monotonic() - self.written > EVERY:
            self.write(words, numbers, last)

    def check_last(self, graph: Graph, digest: str) -> None:
        """Refuse to continue with other graphs."""
        if graph.digest != digest:
            raise self._refusal("is of other graphs")
