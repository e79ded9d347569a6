"""Small data and networks, to train in a moment."""

import numpy as np

from klgnn.data import from_graphs
from klgnn.families import erdos_renyi
from klgnn.train import Config


def typed_graphs(count, seed=0):
    """Random graphs whose nodes and edges have types."""
    chance = np.random.default_rng(seed)
    found = []
    for number in range(count):
        plain = erdos_renyi(6 + number % 3, 0.4, seed=chance)
        edges = plain.edges()
        found.append(
            type(plain).from_edges(
                edges,
                plain.num_nodes,
                node_colors=chance.integers(0, 3, plain.num_nodes),
                edge_colors=chance.integers(0, 2, len(edges)),
            )
        )
    return found


def small_data(count=20, kind="regression", seed=0):
    """Graphs with the number of their edges to predict, or whether it is large."""
    graphs = typed_graphs(count, seed)
    sizes = np.array([graph.num_edges for graph in graphs])
    y = {
        "regression": np.stack([sizes / 4.0, -sizes + 1.0], axis=1),
        "binary": (sizes > np.median(sizes)).astype(int),
        "multiclass": np.digitize(sizes, np.quantile(sizes, [0.33, 0.66])),
    }[kind]
    return from_graphs(graphs, y, split=(np.arange(count) % 4 - 1).clip(0))


def small_config(*changes, **settings):
    """A network of a few hundred parameters."""
    tables = {
        "name": "small",
        "model": {
            "settings": {
                "l": 2,
                "hidden": 6,
                "layers": [2, 2, 1],
                "select": {"policy": "All", "l": 2},
                **settings,
            }
        },
        "training": {"epochs": 2, "batch_size": 4},
    }
    return Config.read(tables).changed(list(changes))
