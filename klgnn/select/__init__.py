"""Which nodes get labels, and which subgraph each labeled graph is cut down to.

A selection policy gives the label sets of a graph: to the networks as a PyG transform, to the
engine as ``labels=``. Tuple policies are for the engine only, and so are subgraph policies.

Policies are frozen dataclasses with a complete ``repr``; a result made under one policy is never
mistaken for another's. Relabeling a graph relabels what they choose, unless ``invariant`` is false.
"""

from klgnn.select.all_sets import All
from klgnn.select.connected_pairs import ConnectedPairs
from klgnn.select.constrained import Constrained
from klgnn.select.flexible import Flexible
from klgnn.select.hierarchical import Hierarchical
from klgnn.select.policy import SetPolicy
from klgnn.select.prepare import prepare
from klgnn.select.random_sample import RandomSample
from klgnn.select.rooted import Rooted
from klgnn.select.sets import LabelSets
from klgnn.select.subgraphs import EgoNets, FullGraph, LabelBased, RootedEgoNets, SubgraphPolicy
from klgnn.select.tuples import AllTuples, RootedTuples, TuplePolicy

__all__ = [
    "All",
    "AllTuples",
    "ConnectedPairs",
    "Constrained",
    "EgoNets",
    "Flexible",
    "FullGraph",
    "Hierarchical",
    "LabelBased",
    "LabelSets",
    "RandomSample",
    "Rooted",
    "RootedEgoNets",
    "RootedTuples",
    "SetPolicy",
    "SubgraphPolicy",
    "TuplePolicy",
    "prepare",
]
