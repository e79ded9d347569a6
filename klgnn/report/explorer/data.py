"""What the explorer's page knows: drawings, the grid of verdicts, and a view for each test."""

import json
from typing import Any

import numpy as np
from tqdm import tqdm

from klgnn import _memory
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.report import molecules, palette
from klgnn.report.explorer.labelings import Pair
from klgnn.report.explorer.views import view_of
from klgnn.report.figures import one_line
from klgnn.report.graphs import sentence
from klgnn.report.layout import positions
from klgnn.wl import Frontier, Method, distinguish, frontier
from klgnn.wl.budget import estimate_method

MOST_DRAWN = 250  # nodes; an explorer of more shows colors as bars only
BYTES_PER_COLOR = 4  # a number and its comma
MOST_COLORS = 40  # in the palette of the page


def page_data(
    graphs: Pair,
    names: tuple[str, str],
    max_k: int,
    max_l: int,
    max_seconds: float,
    max_bytes: int,
    progress: bool = False,
) -> dict[str, Any]:
    """Everything the page shows, as JSON has it."""
    found = frontier(*graphs, max_k, max_l, max_seconds=max_seconds)
    keys = {cell: _key(cell) for cell in found.table}
    views: dict[str, Any] = {}
    cells = []
    for cell, apart in tqdm(found.table.items(), "tests", unit="test", disable=not progress):
        left = max_bytes - sum(len(json.dumps(view)) for view in views.values())
        room = left // BYTES_PER_COLOR // max(len({*keys.values()} - {*views}), 1)
        text = _words(found, cell, names, graphs, max_seconds, views, room)
        k, l = cell
        first = cell in found.minimal
        cells.append({"k": k, "l": l, "apart": apart, "minimal": first, "text": text,
                      "view": keys[cell]})  # fmt: skip
    return {
        "names": [one_line(name) for name in names],
        "graphs": [_drawing(graph) for graph in graphs],
        "max": [max_k, max_l],
        "cells": cells,
        "views": views,
        "colors": [palette.color_of(i) for i in range(MOST_COLORS)],
        "inks": [palette.ink_on(palette.color_of(i)) for i in range(MOST_COLORS)],
    }


def _key(cell: tuple[int, int]) -> str:
    """The test that runs in place of k,l-WL: several cells share its view."""
    return str(Method(*cell).reduced())


def _words(
    found: Frontier, cell: tuple[int, int], names: tuple[str, str], graphs: Pair,
    max_seconds: float, views: dict[str, Any], room: int,
) -> str:  # fmt: skip
    """Why a test tells the graphs apart, or not; its view is added if there is none yet."""
    method, apart = Method(*cell), found.table[cell]
    if apart is None:
        return (
            f"{method} was not run: it would take longer than {max_seconds:g} s, or more memory"
            " than is free."
        )
    if sum(estimate_method(graph, method, look=True).seconds for graph in graphs) > max_seconds:
        return (
            f"{method} tells the graphs apart, since a weaker test does." if apart
            else f"{method} cannot tell the graphs apart, since a stronger test cannot."
        )  # fmt: skip
    try:
        verdict = distinguish(*graphs, method)
        text = sentence(verdict, (one_line(names[0]), one_line(names[1])))
        key = _key(cell)
        if key not in views:
            views[key] = view_of(verdict, room)
    except _memory.MemoryBudgetError as error:
        return f"{method}: {error}."
    return text if views[key] is None else f"{text} {_kinds(views[key])}"


def _kinds(view: dict[str, Any]) -> str:
    """What the labeled graphs look like, all in all."""
    if view["l"] == 0:
        return ""
    counts = np.array(view["counts"])
    uneven = int((counts[:, 0] != counts[:, 1]).sum())
    total = max(view["total"])
    kinds = f"{len(counts):,} kind{'s' if len(counts) != 1 else ''}"
    text = f"All in all, {total:,} labelings of each graph give labeled graphs of {kinds}"
    if not uneven:
        return f"{text}, and each kind occurs equally often in both graphs."
    return f"{text}, of which {uneven:,} occur{'s' if uneven == 1 else ''} unequally often."


def _drawing(graph: Graph) -> dict[str, Any]:
    """Where nodes and edges are drawn."""
    small = graph.num_nodes <= MOST_DRAWN
    symbols = molecules.symbols(graph) if small else None
    bonds = None
    if symbols is not None and graph.edge_colors is not None:
        bonds = graph.edge_colors[graph.edge_entries()].tolist()
    return {
        "nodes": graph.num_nodes,
        "edges": graph.edges().tolist() if small else None,
        "size": graph.num_edges,
        "directed": bool(graph.directed),
        "places": positions(graph).round(4).tolist() if small else None,
        "symbols": symbols,
        "bonds": bonds,
    }


def check(max_bytes: int, max_seconds: float) -> None:
    """Refuse bounds that allow nothing."""
    if isinstance(max_bytes, bool) or not isinstance(max_bytes, int) or max_bytes < 10_000:
        raise GraphError(f"max_bytes: got {max_bytes!r}, expected a whole number, 10000 or more")
    if isinstance(max_seconds, bool) or not isinstance(max_seconds, int | float):
        raise GraphError(f"max_seconds: got {max_seconds!r}, expected a number of seconds")
