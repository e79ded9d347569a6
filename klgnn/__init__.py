"""klgnn: exact k,l-WL and the graph networks it describes.

Names load on first use, so ``import klgnn`` is light: neither torch nor numba nor networkx.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from klgnn._memory import MemoryBudgetError
from klgnn.attributes import encode
from klgnn.errors import AttributesIgnoredWarning, GraphError, MissingDependencyError
from klgnn.graph import Graph

if TYPE_CHECKING:
    from klgnn import convert, counts, data, families, nn, report, select, wl
    from klgnn.convert import as_graph, read_graphs, write_graphs
    from klgnn.wl import (
        Coloring,
        Estimate,
        Frontier,
        Method,
        Verdict,
        Witness,
        color_history,
        colors,
        distinguish,
        distinguish_all,
        estimate,
        fingerprint,
        frontier,
        partition,
        presets,
    )

__version__ = "0.1.0"

__all__ = [
    "AttributesIgnoredWarning",
    "Coloring",
    "Estimate",
    "Frontier",
    "Graph",
    "GraphError",
    "MemoryBudgetError",
    "Method",
    "MissingDependencyError",
    "Verdict",
    "Witness",
    "as_graph",
    "color_history",
    "colors",
    "convert",
    "counts",
    "data",
    "distinguish",
    "distinguish_all",
    "encode",
    "estimate",
    "families",
    "fingerprint",
    "frontier",
    "nn",
    "partition",
    "presets",
    "read_graphs",
    "report",
    "select",
    "wl",
    "write_graphs",
]

_MODULES = {
    "convert": "klgnn.convert",
    "counts": "klgnn.counts",
    "data": "klgnn.data",
    "families": "klgnn.families",
    "nn": "klgnn.nn",
    "presets": "klgnn.wl.presets",
    "report": "klgnn.report",
    "select": "klgnn.select",
    "wl": "klgnn.wl",
}
_NAMES = {
    "klgnn.convert": ("as_graph", "read_graphs", "write_graphs"),
    "klgnn.wl": (
        "Coloring",
        "Estimate",
        "Frontier",
        "Method",
        "Verdict",
        "Witness",
        "color_history",
        "colors",
        "distinguish",
        "distinguish_all",
        "estimate",
        "fingerprint",
        "frontier",
        "partition",
    ),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'klgnn' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
