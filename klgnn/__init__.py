"""klgnn: exact k,l-WL and the graph networks it describes.

Names load on first use, so ``import klgnn`` is light: neither torch nor numba nor networkx.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from klgnn.attributes import encode
from klgnn.errors import GraphError, MissingDependencyError
from klgnn.graph import Graph

if TYPE_CHECKING:
    from klgnn import convert, counts, families
    from klgnn.convert import as_graph, read_graphs, write_graphs

__version__ = "0.1.0"

__all__ = [
    "Graph",
    "GraphError",
    "MissingDependencyError",
    "as_graph",
    "convert",
    "counts",
    "encode",
    "families",
    "read_graphs",
    "write_graphs",
]

_LAZY_MODULES = ("convert", "counts", "families")
_LAZY_NAMES = {
    "as_graph": "klgnn.convert",
    "read_graphs": "klgnn.convert",
    "write_graphs": "klgnn.convert",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY_MODULES:
        return import_module(f"klgnn.{name}")
    if name in _LAZY_NAMES:
        return getattr(import_module(_LAZY_NAMES[name]), name)
    raise AttributeError(f"module 'klgnn' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
