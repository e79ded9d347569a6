"""Adjacent nodes, labeled in pairs."""

from dataclasses import dataclass

import numpy as np

from klgnn import _csr
from klgnn.graph import Graph
from klgnn.select._skeleton import skeleton
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets


@dataclass(frozen=True, repr=False)
class ConnectedPairs(SetPolicy):
    """All pairs of adjacent nodes, as I²-GNN labels them; for l = 2, both ways round.

    Invariant. In a graph without edges, single nodes; the engine passes over those, since I²-GNN
    has nothing to mark there.

    >>> from klgnn.families import path
    >>> [pair.tolist() for pair in ConnectedPairs().label_sets(path(4))]
    [[0, 1], [1, 2], [2, 3]]

    Reference: Huang, Peng, Ma and Zhang, "Boosting the Cycle Counting Power of Graph Neural
    Networks with I²-GNNs", ICLR 2023.
    """

    l = 2
    strict = True

    def label_sets(self, graph: Graph) -> LabelSets:
        """Every edge once, self-loops aside."""
        structure = skeleton(graph)
        rows = _csr.rows(structure.indptr)
        first = rows < structure.indices
        if not first.any():
            return LabelSets.from_rows(np.arange(structure.num_nodes)[:, None])
        return LabelSets.from_rows(np.stack([rows, structure.indices], axis=1)[first])
