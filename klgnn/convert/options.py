"""What a user may say about a foreign graph, and how attribute choices are read."""

import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from klgnn._edges import Parallel
from klgnn.errors import AttributesIgnoredWarning, GraphError


class _Unchosen:
    """What stands for colors the caller said nothing about."""

    def __repr__(self) -> str:
        return "<as the form has it>"


UNCHOSEN: Any = _Unchosen()


@dataclass(frozen=True, slots=True)
class Options:
    """How to read a foreign graph; None leaves the choice of colors to its form, knowingly."""

    node_colors: Any = UNCHOSEN
    edge_colors: Any = UNCHOSEN
    directed: bool | None = None
    parallel: Parallel | None = None

    def __post_init__(self) -> None:
        if self.parallel not in (None, "refuse", "collapse", "color"):
            raise GraphError(
                f"parallel: got {self.parallel!r}, expected 'refuse', 'collapse' or 'color'"
            )

    def colors(self, which: str, default: Any) -> Any:
        """The user's choice of node or edge colors; False means none."""
        chosen = getattr(self, which)
        if chosen is False:
            return None
        return default if chosen is None or chosen is UNCHOSEN else chosen

    @property
    def unchosen(self) -> bool:
        """Whether the caller said nothing about colors."""
        return self.node_colors is UNCHOSEN and self.edge_colors is UNCHOSEN

    def repeats(self, default: Parallel = "refuse") -> Parallel:
        """What to do with parallel edges."""
        return default if self.parallel is None else self.parallel


def is_instance(source: Any, library: str, name: str) -> bool:
    """Whether an object is of a foreign class, without importing the library.

    An object of a class that was never imported does not exist.
    """
    module = sys.modules.get(library)
    return module is not None and isinstance(source, getattr(module, name, ()))


def warn_ignored(what: str, nodes: Iterable[Any], edges: Iterable[Any] = ()) -> None:
    """Warn of attributes that nobody chose or declined, at the line outside of klgnn."""
    named = {"node": list(dict.fromkeys(nodes)), "edge": list(dict.fromkeys(edges))}
    found = [f"{kind} attributes {_list(names)}" for kind, names in named.items() if names]
    if not found:
        return
    chosen = ", ".join(f'{kind}_colors="{names[0]}"' for kind, names in named.items() if names)
    declined = "node_colors=None" if named["node"] else "edge_colors=None"
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "klgnn":
        frame, level = frame.f_back, level + 1
    warnings.warn(
        f"{what}: {' and '.join(found)} are ignored; use them as colors by"
        f" klgnn.as_graph(g, {chosen}), or say klgnn.as_graph(g, {declined}) if they do not matter",
        AttributesIgnoredWarning,
        stacklevel=level - 1,
    )


def _list(names: list[Any]) -> str:
    shown = ", ".join(repr(name) for name in names[:5])
    return shown if len(names) <= 5 else f"{shown}, ..."


def attribute_names(chosen: Any) -> tuple[str, ...] | None:
    """The attribute names in a choice: one text, or a tuple of texts; None if it is values."""
    if isinstance(chosen, str):
        return (chosen,)
    if isinstance(chosen, tuple) and chosen and all(isinstance(name, str) for name in chosen):
        return chosen
    return None


def pick(
    chosen: Any, items: Sequence[Any], get: Callable[[Any, str], Any], what: str
) -> list[Any] | Any:
    """Attribute values of items: by attribute name(s), by a dict from item, or as given.

    Args:
        chosen: a name, a tuple of names, a dict, or values in the order of ``items``.
        items: the nodes or edges of the foreign graph.
        get: looks up one named attribute of one item; raises KeyError where it is missing.
        what: for the error message.
    """
    if chosen is None:
        return None
    names = attribute_names(chosen)
    if names is None and not isinstance(chosen, dict):
        return chosen
    values = []
    for item in items:
        try:
            row = (chosen[item],) if names is None else tuple(get(item, name) for name in names)
        except KeyError:
            wanted = "an entry" if names is None else f"attribute {' and '.join(map(repr, names))}"
            raise GraphError(
                f"{what}: {item!r} lacks {wanted}, expected it on every one; fill it in, or choose"
                " others"
            ) from None
        values.append(row[0] if len(row) == 1 else row)
    return values
