"""What a user may say about a foreign graph, and how attribute choices are read."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from klgnn._edges import Parallel
from klgnn.errors import GraphError


@dataclass(frozen=True, slots=True)
class Options:
    """How to read a foreign graph; None leaves the choice to its form."""

    node_colors: Any = None
    edge_colors: Any = None
    directed: bool | None = None
    parallel: Parallel | None = None

    def colors(self, which: str, default: Any) -> Any:
        """The user's choice of node or edge colors; False means none."""
        chosen = getattr(self, which)
        if chosen is False:
            return None
        return default if chosen is None else chosen

    def repeats(self, default: Parallel = "refuse") -> Parallel:
        """What to do with parallel edges."""
        return default if self.parallel is None else self.parallel


def is_instance(source: Any, library: str, name: str) -> bool:
    """Whether an object is of a foreign class, without importing the library.

    An object of a class that was never imported does not exist.
    """
    module = sys.modules.get(library)
    return module is not None and isinstance(source, getattr(module, name, ()))


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
