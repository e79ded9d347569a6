"""Networks people know by name, as points of the k,l-GNN family.

All take the settings of :class:`klgnn.nn.Settings` by name. What each can tell apart is said by the
engine's preset of the same name (:mod:`klgnn.wl.presets`).
"""

from __future__ import annotations

from typing import Any

from klgnn.nn.models import IDMPNN, Baseline
from klgnn.select import All, ConnectedPairs, Rooted, SetPolicy


def id_gnn(hops: int | None = None, **settings: Any) -> IDMPNN:
    """Identity-aware GNN: one labeled node, message passing within ``hops`` of it.

    Where the original reads the labeled node alone, all nodes of its ego net are pooled.

    >>> model = id_gnn(hops=2, hidden=8)
    >>> model.settings.l, model.settings.subgraphs
    (1, 2)

    Reference: You et al., "Identity-aware graph neural networks", AAAI 2021.
    """
    return _joint(1, All(1), subgraphs=_within(hops), **settings)


def nested_gnn(hops: int = 3, **settings: Any) -> IDMPNN:
    """Nested GNN: every node's ego net on its own, its root not marked.

    >>> model = nested_gnn(hops=3, hidden=8)
    >>> model.settings.subgraphs, model.settings.marked
    (3, False)

    Reference: Zhang and Li, "Nested graph neural networks", NeurIPS 2021.
    """
    return _joint(1, All(1), subgraphs=hops, marked=False, **settings)


def i2gnn(hops: int | None = None, **settings: Any) -> IDMPNN:
    """I²-GNN: a root and one of its neighbors labeled, pooled over neighbors, then over roots.

    With ``hops`` messages pass within so many steps of either label; the original takes the
    root's ball alone.

    >>> model = i2gnn(hidden=8)
    >>> model.settings.select, model.settings.order
    (ConnectedPairs(), 'nested')

    Reference: Huang et al., "Boosting the cycle counting power of graph neural networks with
    I²-GNNs", ICLR 2023.
    """
    options = {"order": "nested", **settings}
    return _joint(2, ConnectedPairs(), subgraphs=_within(hops), **options)


def osan(l: int = 2, select: SetPolicy | None = None, **settings: Any) -> IDMPNN:
    """l-OSAN: all ordered l-tuples, or those a policy samples.

    For its learned sampling see :class:`klgnn.nn.LearnedSets`.

    >>> model = osan(2, hidden=8)
    >>> model.settings.select
    All(l=2, ordered=True)

    Reference: Qian et al., "Ordered subgraph aggregation networks", NeurIPS 2022.
    """
    if select is None:
        select, options = All(l, ordered=True), {"permutations": "identity"}
    else:
        options = {}
    return _joint(l, select, **{"order": "tl", **options, **settings})


def local_relational_pooling(l: int = 3, hops: int = 1, **settings: Any) -> IDMPNN:
    """Local relational pooling: every permutation of l nodes close to a root, and only those nodes.

    >>> model = local_relational_pooling(3, hidden=8)
    >>> model.settings.select, model.settings.subgraphs
    (Rooted(l=3, hops=1), 'labeled')

    Reference: Chen et al., "Can graph neural networks count substructures?", NeurIPS 2020.
    """
    return _joint(l, Rooted(l, hops), subgraphs="labeled", **settings)


def relational_pooling(max_nodes: int, permutations: int = 8, **settings: Any) -> IDMPNN:
    """Relational pooling: all nodes labeled, in so many random permutations for each pass.

    Args:
        max_nodes: the size of the largest graph.
        permutations: how many of the ``max_nodes!`` permutations a pass tries.
        settings: those of :class:`Settings`.

    >>> model = relational_pooling(max_nodes=6, permutations=8, hidden=8)
    >>> model.settings.l, model.settings.permutations
    (6, 8)

    Reference: Murphy et al., "Relational pooling for graph representations", ICML 2019.
    """
    return _joint(max_nodes, All(max_nodes), permutations=permutations, **settings)


def gsn(patterns: int, **settings: Any) -> Baseline:
    """Graph substructure network: exact counts of ``patterns`` patterns as node features.

    The data needs :class:`klgnn.nn.SubstructureCounts` of so many patterns as a transform.

    >>> from klgnn.families import rook
    >>> from klgnn.nn import SubstructureCounts
    >>> counted = SubstructureCounts(["triangle", "clique4"])(rook(4).to("pyg"))
    >>> gsn(patterns=2, hidden=8)(counted).shape
    torch.Size([1, 1])

    Reference: Bouritsas et al., "Improving graph neural network expressivity via subgraph
    isomorphism counting", TPAMI 2022.
    """
    return Baseline(**{"extras": {"counts": patterns}, **settings})


def _joint(l: int, select: SetPolicy, **settings: Any) -> IDMPNN:
    return IDMPNN(**{"l": l, "select": select, "architecture": "a", **settings})


def _within(hops: int | None) -> int | str:
    return "full" if hops is None else hops
