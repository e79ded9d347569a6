"""What a command answers, and how it is printed: text for people, JSON for machines."""

import json
import os
import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Any

import numpy as np

CODES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "blue": "34"}


@dataclass(frozen=True)
class Answer:
    """What a command says.

    Args:
        text: for people; lines may be made one by one.
        data: for ``--json``.
        code: the exit code.
    """

    text: str | Iterable[str]
    data: Mapping[str, Any] | None = None
    code: int = 0

    def show(self) -> None:
        """Print it, data before text, and make sure that it has arrived."""
        if self.data is not None:
            write(json.dumps(self.data, default=as_json, ensure_ascii=False, allow_nan=False))
        elif isinstance(self.text, str):
            if self.text:
                write(self.text)
        else:
            for line in self.text:
                write(line)
        sys.stdout.flush()


def answer(
    text: str | Iterable[str], data: Mapping[str, Any], as_data: bool, code: int = 0
) -> Answer:
    """An answer in the form that was asked for."""
    return Answer(text, data if as_data else None, code)


def write(text: str) -> None:
    """One text and a line end; characters that the terminal cannot show are escaped."""
    if sys.stdout is None:
        raise OSError("it is closed")
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def as_json(value: Any) -> Any:
    """Numbers of numpy, and anything else by its text."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    return str(value)


def colored(text: str, *styles: str) -> str:
    """A text in color, on terminals only, and never if ``NO_COLOR`` is set.

    >>> colored("apart", "bold")
    'apart'
    """
    if not sys.stdout or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{';'.join(CODES[style] for style in styles)}m{text}\033[0m"


def clean(text: str) -> str:
    r"""A text in one line that cannot drive the terminal.

    >>> clean("a\x1b[31mb\nc")
    'a\\x1b[31mb c'
    """
    one_line = " ".join(str(text).split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in one_line)


def wrapped(text: str, indent: str = "  ") -> str:
    """A paragraph as wide as the terminal, 100 at most."""
    width = max(min(get_terminal_size().columns, 100), 40)
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False
    )


def columns(rows: list[list[str]], indent: str = "  ") -> str:
    """Rows as a table: the first column to the left, the others too.

    >>> print(columns([["k", "color"], ["10", "red"]]))
      k   color
      10  red
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
