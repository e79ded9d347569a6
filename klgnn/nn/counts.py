"""Exact counts of substructures as node features."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from klgnn import as_graph
from klgnn.counts import count
from klgnn.errors import GraphError


@dataclass(frozen=True)
class SubstructureCounts:
    """A PyG transform that stores, for each node, how many of each pattern contain it.

    Args:
        patterns: names as :func:`klgnn.counts.count` takes them.
        induced: count induced subgraphs only.
        log: store ``log(1 + count)``, which networks digest better.

    >>> from klgnn.families import cycle
    >>> SubstructureCounts(("triangle", "star3"), log=False)(cycle(3).to("pyg")).counts
    tensor([[1., 0.],
            [1., 0.],
            [1., 0.]])
    """

    patterns: Sequence[str]
    induced: bool = False
    log: bool = True
    key = "counts"

    def __post_init__(self) -> None:
        if isinstance(self.patterns, str) or not self.patterns:
            raise GraphError(f"patterns: got {self.patterns!r}, expected a tuple of names")
        object.__setattr__(self, "patterns", tuple(self.patterns))

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.patterns)

    def __call__(self, data: Any) -> Any:
        """A copy of a ``Data`` with ``counts``, ``(n, patterns)``."""
        graph = as_graph(data, node_colors=False, edge_colors=False)
        columns = [
            count(graph, pattern, induced=self.induced, per_node=True) for pattern in self.patterns
        ]
        values = np.stack(columns, axis=1).astype(np.float64)
        stored = torch.from_numpy(np.log1p(values) if self.log else values)
        data = copy.copy(data)
        data[self.key] = stored.to(torch.get_default_dtype())
        return data
