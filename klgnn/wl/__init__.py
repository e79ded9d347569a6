"""The engine: exact, fast k,l-WL and k,l-FWL.

    graph -> label tuples -> labeled graphs -> colors of k-tuples -> pooled color -> verdict

``method`` says which test; ``structure`` and ``hashing`` make words of a graph; ``nodes``,
``tuples`` and ``worklist`` are the compiled kernels, ``refine`` puts them behind one function;
``engine`` walks over labeled graphs and pools; ``compare``, ``many``, ``coloring``,
``grid`` and ``budget`` are what users call; ``exact``, ``stable`` and ``dictionary`` remove
the hash's last doubt; ``witness`` says why.
"""

from klgnn.wl.budget import Estimate, estimate
from klgnn.wl.coloring import Coloring, color_history, colors
from klgnn.wl.compare import distinguish
from klgnn.wl.grid import Frontier, frontier
from klgnn.wl.many import fingerprint, partition
from klgnn.wl.method import Method
from klgnn.wl.verdict import Verdict
from klgnn.wl.witness import Witness

__all__ = [
    "Coloring",
    "Estimate",
    "Frontier",
    "Method",
    "Verdict",
    "Witness",
    "color_history",
    "colors",
    "distinguish",
    "estimate",
    "fingerprint",
    "frontier",
    "partition",
]
