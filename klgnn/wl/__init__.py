"""The engine: exact, fast k,l-WL and k,l-FWL.

    graph -> label tuples -> labeled graphs -> colors of k-tuples -> pooled color -> verdict

``method`` says which test; ``structure`` and ``hashing`` make words of a graph. ``nodes``,
``tuples`` and ``sums`` are the compiled kernels of rounds, and ``refine`` puts them behind one
function; ``cells``, ``prefixes`` and ``orbits`` refine labeled graphs from their parents, one for
many. ``engine`` walks over labeled graphs and pools. ``compare``, ``pairs``, ``many``,
``coloring``, ``grid`` and ``budget`` are what users call; ``work``, ``jobs`` and ``checkpoint`` are
for long runs. ``exact``, ``traces``, ``stable`` and ``dictionary`` remove the hash's last doubt;
``witness`` says why.
"""

from klgnn.wl.budget import Estimate, estimate
from klgnn.wl.coloring import Coloring, color_history, colors
from klgnn.wl.compare import distinguish
from klgnn.wl.grid import Frontier, frontier
from klgnn.wl.many import fingerprint, partition
from klgnn.wl.method import Method
from klgnn.wl.pairs import distinguish_all
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
    "distinguish_all",
    "estimate",
    "fingerprint",
    "frontier",
    "partition",
]
