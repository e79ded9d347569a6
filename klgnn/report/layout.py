"""Where nodes are drawn: distances on the page follow distances in the graph."""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.report import molecules

Array = npt.NDArray[Any]

MOST_NODES = 1000  # stress majorization takes a matrix of distances
STEPS = 120
GAP = 0.35  # between components, in widths of an edge


def positions(graph: Graph) -> Array:
    """A place for each node, shape ``(n, 2)``; the longer side of the drawing goes from 0 to 1.

    Molecules lie as rdkit draws them. In other graphs a component whose nodes are at most two
    steps apart is a circle; the rest minimizes the stress

        sum over pairs of (|x_u - x_v| - d(u, v))^2 / d(u, v)^2

    from a start that depends on the graph alone, so the same graph always looks the same.

    >>> from klgnn.families import path
    >>> positions(path(3))[:, 0].round(2).tolist()
    [0.0, 0.5, 1.0]
    """
    if graph.num_nodes > MOST_NODES:
        raise GraphError(
            f"got a graph of {graph.num_nodes:,} nodes to draw, expected at most {MOST_NODES:,};"
            " draw its quotient"
        )
    found = molecules.positions(graph)
    return _to_unit(_side_by_side(graph) if found is None else found)


def _side_by_side(graph: Graph) -> Array:
    """The components, the largest first, in rows."""
    number = graph.components()
    places = np.zeros((graph.num_nodes, 2))
    groups = [np.flatnonzero(number == c) for c in range(int(number.max(initial=-1)) + 1)]
    groups.sort(key=lambda nodes: (-len(nodes), int(nodes[0])))
    drawn = [_component(graph.induced_subgraph(nodes)) for nodes in groups]
    drawn = [points - points.min(axis=0) for points in drawn]
    area = sum(float(np.prod(points.max(axis=0) + 2 * GAP)) for points in drawn)
    limit = max(1.4 * area**0.5, max((float(p[:, 0].max()) for p in drawn), default=0.0))
    x = y = height = 0.0
    for nodes, points in zip(groups, drawn, strict=True):
        wide, high = points.max(axis=0)
        if x > 0 and x + wide > limit:
            x, y, height = 0.0, y + height + 2 * GAP, 0.0
        places[nodes] = points + np.array([x, y])
        x, height = x + wide + 2 * GAP, max(height, high)
    return places


def _component(graph: Graph) -> Array:
    n = graph.num_nodes
    if n < 3:
        return np.stack([np.arange(n, dtype=float), np.zeros(n)], axis=1)
    both = Graph.from_edges(graph.edges(), n, directed=False, parallel="collapse")
    distance = both.recolor().distances().astype(float)
    if n > 4 and distance.max() <= 2:
        return _circle(n)
    return _upright(_stress(distance))


def _circle(n: int) -> Array:
    angle = 2 * np.pi * np.arange(n) / n - np.pi / 2
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) * max(n / 8, 1.0)


def _stress(distance: Array) -> Array:
    """Stress majorization (Gansner, Koren & North 2004), from classical scaling."""
    n = len(distance)
    x = _scaling(distance)
    weight = 1 / np.where(distance > 0, distance, 1) ** 2
    np.fill_diagonal(weight, 0)
    laplacian = np.diag(weight.sum(axis=1)) - weight
    inverse = np.linalg.inv(laplacian + 1 / n) - 1 / n
    for _ in range(STEPS):
        gap = np.linalg.norm(x[:, None] - x[None, :], axis=2)
        ratio = -weight * distance / np.maximum(gap, 1e-9)
        np.fill_diagonal(ratio, 0)
        np.fill_diagonal(ratio, -ratio.sum(axis=1))
        x = inverse @ (ratio @ x)
    return x


def _scaling(distance: Array) -> Array:
    """The two main axes of the matrix of distances, a little off so that no two nodes coincide."""
    n = len(distance)
    center = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * center @ distance**2 @ center)
    axes = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0))
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    places: Array = axes * np.where(signs == 0, 1, signs) + 0.02 * _circle(n)
    return places


def _upright(points: Array) -> Array:
    """Turned so that the longest direction is level."""
    points = points - points.mean(axis=0)
    _, _, axes = np.linalg.svd(points, full_matrices=False)
    turned: Array = points @ axes.T
    signs = np.where(turned[-1] < turned[0], -1.0, 1.0)
    return turned * signs


def _to_unit(points: Array) -> Array:
    if not len(points):
        return points
    points = points - points.min(axis=0)
    return points / max(float(points.max()), 1e-9)
