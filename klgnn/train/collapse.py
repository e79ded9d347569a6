"""Label sets that must give the same representation are kept once, with their number.

Where messages pass among labeled nodes only (the paper's m = l) and every permutation is tried, a
label set is seen as its induced subgraph and nothing else. Sets whose induced subgraphs are
isomorphic, types included, have equal representations whatever the weights; a graph with 30 nodes
has 27,405 sets of four nodes, of eleven kinds at most. The result is equal, not approximate.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from klgnn.nn.models import KLGNN
from klgnn.train.building import labeling_of

Array = npt.NDArray[Any]


def collapses(model: nn.Module) -> bool:
    """Whether label sets of one kind have equal representations in this network."""
    labeling = labeling_of(model)
    if labeling is None or not isinstance(model, KLGNN):
        return False
    s = model.settings
    return (
        (s.architecture, s.subgraphs, s.permutations) == ("a", "labeled", "symmetric")
        and (s.permutation_rate, s.set_rate, s.level, s.ensemble) == (1, 1, "graph", 0)
        and (s.order in ("paper", "tl") and s.pool_sets in ("sum", "mean") and not s.extras)
        and not labeling.policy.ordered
    )


def collapse(data: Any) -> Any:
    """A copy of a ``Data`` with one label set of each kind, and ``label_weight``: how many.

    Args:
        data: with label sets, as :func:`klgnn.select.prepare` stores them.
    """
    sets, sizes = data.label_index.numpy(), data.label_size.numpy()
    starts = np.cumsum(sizes) - sizes
    adjacency = _types(data)
    kept, weights = [], []
    for size in np.unique(sizes):
        rows = sets[(starts[sizes == size])[:, None] + np.arange(size)]
        first, count = kinds(rows, adjacency, data.x.numpy())
        kept.append(rows[first])
        weights.append(count)
    data = data.clone()
    data.label_index = torch.from_numpy(np.concatenate([rows.reshape(-1) for rows in kept]))
    lengths = np.concatenate([np.full(len(rows), rows.shape[1]) for rows in kept])
    data.label_size, data.label_count = torch.from_numpy(lengths), torch.tensor([len(lengths)])
    data.label_weight = torch.from_numpy(np.concatenate(weights)).double()
    return data


def kinds(rows: Array, adjacency: Array, x: Array) -> tuple[Array, Array]:
    """One row of each kind, and how many there are of it.

    Args:
        rows: node sets of one size, ``(sets, l)``.
        adjacency: the type of each edge from 1, 0 where there is none, ``(n, n)``.
        x: node types, ``(n, columns)``.
    """
    l, pairs = rows.shape[1], list(combinations(range(rows.shape[1]), 2))
    node = np.unique(x, axis=0, return_inverse=True)[1].reshape(-1)
    columns = [node[rows[:, i]] for i in range(l)]
    columns += [adjacency[rows[:, i], rows[:, j]] for i, j in pairs]
    drawn, which, count = np.unique(
        np.stack(columns, axis=1), axis=0, return_index=True, return_counts=True
    )
    # Few distinct drawings are left; a drawing's name is the least under all orders of its nodes.
    place = {pair: l + number for number, pair in enumerate(pairs)}
    names: dict[tuple[int, ...], int] = {}
    first: list[Any] = []
    number = np.zeros(len(drawn), np.int64)
    for row, example, times in zip(drawn.tolist(), which, count, strict=True):
        name = min(
            tuple(
                [row[p] for p in order]
                + [row[place[min(order[i], order[j]), max(order[i], order[j])]] for i, j in pairs]
            )
            for order in permutations(range(l))
        )
        if name not in names:
            names[name] = len(first)
            first.append(example)
        number[names[name]] += times
    return np.array(first), number[: len(first)]


def _types(data: Any) -> Array:
    n, (sources, targets) = int(data.num_nodes), data.edge_index.numpy()
    matrix = np.zeros((n, n), np.int64)
    attributes = getattr(data, "edge_attr", None)
    if attributes is None:
        matrix[sources, targets] = 1
    else:
        found = np.unique(attributes.numpy(), axis=0, return_inverse=True)[1]
        matrix[sources, targets] = found.reshape(-1) + 1
    return matrix
