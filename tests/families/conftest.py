"""Canonical forms by nauty: an independent judge of isomorphism."""

from types import SimpleNamespace

import numpy as np
import pytest


def _as_nauty(pynauty, graph):
    adjacency = {v: graph.neighbors(v).tolist() for v in range(graph.num_nodes)}
    coloring = []
    if graph.node_colors is not None:
        colors = graph.node_colors
        coloring = [set(np.flatnonzero(colors == c).tolist()) for c in np.unique(colors)]
    return pynauty.Graph(graph.num_nodes, adjacency_dict=adjacency, vertex_coloring=coloring)


@pytest.fixture(scope="session")
def nauty():
    """``nauty.certificate(graph)``, equal iff isomorphic, and ``nauty.num_automorphisms(graph)``.

    A certificate is that of the graph and its color classes in ascending order, so it comes
    with the colors and their numbers.
    """
    pynauty = pytest.importorskip("pynauty")

    def certificate(graph):
        colors = None
        if graph.node_colors is not None:
            colors = tuple(np.sort(graph.node_colors).tolist())
        return graph.num_nodes, colors, pynauty.certificate(_as_nauty(pynauty, graph))

    def num_automorphisms(graph):
        _, mantissa, exponent, _, _ = pynauty.autgrp(_as_nauty(pynauty, graph))
        return mantissa * 10**exponent

    return SimpleNamespace(certificate=certificate, num_automorphisms=num_automorphisms)
