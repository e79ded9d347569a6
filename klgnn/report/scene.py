"""Scenes: what a picture of a labeled graph shows, in colors that mean the same in each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph
from klgnn.select import FullGraph, RootedEgoNets
from klgnn.wl import Method, engine, hashing
from klgnn.wl.structure import structure_of

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Scene:
    """One labeled graph and the colors of its k-tuples.

    Attributes:
        graph: the whole graph.
        k: the length of the tuples.
        words: the colors of all k-tuples over ``nodes``, ``(m^k, 2)``.
        nodes: the nodes that the test looks at, ascending.
        label_tuple: which nodes carry labels; -1: not placed.
        marked: the k-tuples to highlight.
        root: the node whose ego net is looked at.
    """

    graph: Graph
    k: int
    words: hashing.Words
    nodes: Array
    label_tuple: tuple[int, ...] = ()
    marked: tuple[tuple[int, ...], ...] = ()
    root: int | None = None

    @property
    def diagonal(self) -> Array:
        """Where the k-tuples (v, ..., v) stand in ``words``."""
        m = len(self.nodes)
        step: int = sum(m**i for i in range(self.k))
        return np.arange(m) * step


def scene_of(
    graph: Graph,
    method: Method,
    label_tuple: Sequence[int] | None = (),
    rounds: int | None = None,
    root: int | None = None,
) -> Scene:
    """The colors of a graph labeled at a tuple, in the subgraph that a test looks at.

    Args:
        graph: the graph.
        method: the test; its k, variant, pooling and subgraphs count.
        label_tuple: which nodes carry labels. For label-tuple pooling the colors are those over all
            labelings, and the labels are only marked.
        rounds: after so many rounds; None: stable.
        root: the node whose ego net is looked at, for tests of ego nets.
    """
    labels = tuple(label_tuple or ())
    at = replace(method, rounds=rounds)
    if isinstance(method.subgraphs, RootedEgoNets):
        nodes = method.subgraphs.members(graph, root or 0)
        inside = replace(at, subgraphs=FullGraph())
        local = engine.local_labels(nodes, np.array(labels, np.int64))
        part = scene_of(graph.induced_subgraph(nodes), inside, local.tolist(), rounds)
        return replace(part, graph=graph, nodes=nodes, label_tuple=labels, root=root)
    if method.pooling == "lt" and method.l:
        words = np.zeros((graph.num_nodes**method.k, 2), np.uint64)
        present, found = engine.over_labelings(graph, at)
        words[present] = found
        return Scene(graph, method.k, words, np.arange(graph.num_nodes), labels)
    given = np.array(labels, np.int64)
    nodes = engine.subgraph_nodes(graph, method, given)
    refiner = engine.refiner(structure_of(graph).induced(nodes), at)
    refined = refiner(engine.local_labels(nodes, given)[None, :], True)
    if refined.colors is None:
        raise RuntimeError("colors were asked for")
    return Scene(graph, method.k, refined.colors[0], nodes, labels)


def numbered(scenes: Sequence[Scene]) -> list[Array]:
    """Class numbers of every scene's k-tuples, the same color the same number in all of them.

    The largest class is 0; among classes of one size the color's value decides, so that numbers do
    not depend on how nodes are numbered.
    """
    everything = np.concatenate([scene.words for scene in scenes])
    values, inverse, sizes = np.unique(everything, axis=0, return_inverse=True, return_counts=True)
    rank = np.empty(len(values), np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(values))
    ends = np.cumsum([len(scene.words) for scene in scenes])[:-1]
    return np.split(rank[inverse.reshape(-1)], ends)
