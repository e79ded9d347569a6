"""Frozen records from dictionaries, with every key and every type checked."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from klgnn.train.errors import TrainingError

Record = TypeVar("Record")


def read(kind: type[Record], given: Mapping[str, Any], where: str = "") -> Record:
    """A record of a dataclass, the dataclasses in it read likewise.

    Args:
        kind: the dataclass.
        given: values by name; what is left out keeps its default.
        where: how errors call the place, ending in a dot.
    """
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    values = {}
    for name, value in given.items():
        if name not in names:
            raise unknown(f"{where}{name}", [f"{where}{known}" for known in names])
        values[name] = _value(hints[name], value, f"{where}{name}")
    return kind(**values)


def unknown(name: str, known: list[str]) -> TrainingError:
    """The refusal of a key that does not exist, with the likely one."""
    near = get_close_matches(name, known, 1, 0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    return TrainingError(f"got the key {name!r}, which does not exist; {hint}")


def _value(hint: Any, value: Any, where: str) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        if isinstance(value, hint):
            return value
        if not isinstance(value, Mapping):
            raise _refused(where, value, "a table")
        return read(hint, value, f"{where}.")
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(arguments, value, where)
    if origin is Literal:
        if value in arguments:
            return value
        if str(value) in arguments and not isinstance(value, bool):  # precision=64
            return str(value)
        raise _refused(where, value, " or ".join(map(repr, arguments)))
    if origin is tuple:
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise _refused(where, value, "a list")
        return tuple(_value(arguments[0], item, where) for item in value)
    if origin is not None:  # Mapping[str, Any]
        if isinstance(value, Mapping):
            return dict(value)
        raise _refused(where, value, "a table")
    return _plain(hint, value, where)


def _one_of(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    if value is None and type(None) in hints:
        return None
    refusals = []
    for hint in hints:
        if hint is type(None):
            continue
        try:
            return _value(hint, value, where)
        except TrainingError as error:
            refusals.append(error)
    expected = " or ".join(str(error).partition("expected ")[2] for error in refusals)
    raise _refused(where, value, expected)


def _plain(hint: Any, value: Any, where: str) -> Any:
    if hint is Any:
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, hint) and (hint is bool or not isinstance(value, bool)):
        return value
    words = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    raise _refused(where, value, words.get(hint, str(hint)))


def _refused(where: str, value: Any, expected: str) -> TrainingError:
    return TrainingError(f"{where}: got {value!r}, expected {expected}")
