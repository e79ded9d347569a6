"""The command line: thin; every command is a Python function that returns a value.

``app`` is the program; ``arguments`` and ``named`` say what a graph may be; ``options`` are what
commands share; ``answers`` prints.
"""

from klgnn.cli.app import main, run
from klgnn.cli.arguments import Arguments
from klgnn.cli.named import named_graph

__all__ = ["Arguments", "main", "named_graph", "run"]
