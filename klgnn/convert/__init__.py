"""Graphs in and out: one file per foreign form, one front door.

A form is a module with up to three functions:

* ``recognizes(source)``: is this object mine? Never imports the foreign library.
* ``read(source, options)``: the object as a :class:`klgnn.Graph`.
* ``write(graph, **options)``: the graph as such an object.
"""

from klgnn.convert.dispatch import as_graph, forms, to_form
from klgnn.convert.files import read_graphs, write_graphs

__all__ = ["as_graph", "forms", "read_graphs", "to_form", "write_graphs"]
