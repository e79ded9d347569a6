"""TOML to read and write: what configurations need of it."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from klgnn.train.errors import TrainingError


def loads(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TrainingError(f"{where}: got {error}, expected TOML; mend that line") from None


def read_file(path: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        return loads(path.read_text(), str(path))
    except OSError as error:
        raise TrainingError(f"{path}: got {error.strerror}, expected a TOML file") from None


def value(text: str) -> Any:
    """A value as the command line gives it: TOML where it is TOML, else the text itself.

    >>> value("3"), value("[1, 2]"), value("zinc12k")
    (3, [1, 2], 'zinc12k')
    """
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def dumps(record: Any) -> str:
    """A dataclass of values and of tables as TOML; None is left out.

    >>> print(dumps({"name": "a", "table": {"x": [1, 2.5]}}))
    name = "a"
    <BLANKLINE>
    [table]
    x = [1, 2.5]
    """
    given = plain(record)
    tables = {name: item for name, item in given.items() if isinstance(item, dict)}
    lines = [
        f"{_key(name)} = {_inline(item)}" for name, item in given.items() if name not in tables
    ]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]"]
        lines += [f"{_key(key)} = {_inline(item)}" for key, item in table.items()]
    return "\n".join(lines).lstrip("\n")


def plain(record: Any) -> Any:
    """Dataclasses as dictionaries, tuples as lists, without what is None."""
    if is_dataclass(record):
        record = {field.name: getattr(record, field.name) for field in fields(record)}
    if isinstance(record, Mapping):
        return {str(key): plain(item) for key, item in record.items() if item is not None}
    if isinstance(record, list | tuple):
        return [plain(item) for item in record]
    return record


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _inline(name)


def _inline(item: Any) -> str:
    if isinstance(item, dict):
        return "{" + ", ".join(f"{_key(key)} = {_inline(part)}" for key, part in item.items()) + "}"
    if isinstance(item, list):
        return "[" + ", ".join(map(_inline, item)) + "]"
    if isinstance(item, float) and not math.isfinite(item):
        return str(float(item))  # inf and nan, as TOML calls them
    if isinstance(item, bool | int | float | str):
        return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise TrainingError(f"got {item!r}, expected a text, a number, true or false, or lists of them")
