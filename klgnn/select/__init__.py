"""Which label tuples, and which subgraph each labeled graph is cut down to.

Policies are frozen dataclasses with a complete ``repr``; a result made under one policy is never
mistaken for another's. All of them are invariant: relabeling a graph relabels what they choose.
"""

from klgnn.select.subgraphs import EgoNets, FullGraph, LabelBased, RootedEgoNets, SubgraphPolicy
from klgnn.select.tuples import AllTuples, ConnectedPairs, RootedTuples, TuplePolicy

__all__ = [
    "AllTuples",
    "ConnectedPairs",
    "EgoNets",
    "FullGraph",
    "LabelBased",
    "RootedEgoNets",
    "RootedTuples",
    "SubgraphPolicy",
    "TuplePolicy",
]
