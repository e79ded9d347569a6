"""Which closed form belongs to which pattern, and how induced counts follow from all counts."""

from klgnn.counts import formulas
from klgnn.counts.formulas import Ints, Terms
from klgnn.graph import Graph

# Connected graphs of at most four nodes are told apart by their degrees.
_BY_DEGREES = {
    (1, 1): "edge",
    (2, 2, 2): "triangle",
    (2, 2, 1, 1): "path4",
    (2, 2, 2, 2): "cycle4",
    (3, 2, 2, 1): "tailed_triangle",
    (3, 3, 2, 2): "chordal_cycle",
    (3, 3, 3, 3): "clique4",
}

# Every occurrence spans a set of nodes whose induced subgraph holds the pattern a known number of
# times (a 4-clique holds three squares, ...). Solving that triangular system for the induced
# counts gives these coefficients, for totals and for each node alike.
INDUCED: dict[str, dict[str, int]] = {
    "edge": {"edge": 1},
    "triangle": {"triangle": 1},
    "star2": {"star2": 1, "triangle": -3},
    "chordal_cycle": {"chordal_cycle": 1, "clique4": -6},
    "cycle4": {"cycle4": 1, "chordal_cycle": -1, "clique4": 3},
    "tailed_triangle": {"tailed_triangle": 1, "chordal_cycle": -4, "clique4": 12},
    "star3": {"star3": 1, "tailed_triangle": -1, "chordal_cycle": 2, "clique4": -4},
    "path4": {
        "path4": 1,
        "tailed_triangle": -2,
        "cycle4": -4,
        "chordal_cycle": 6,
        "clique4": -12,
    },
}

_FORMULAS = {
    "edge": formulas.edge,
    "triangle": formulas.triangle,
    "path4": formulas.path4,
    "cycle4": formulas.cycle4,
    "tailed_triangle": formulas.tailed_triangle,
    "chordal_cycle": formulas.chordal_cycle,
}

# Closed forms pay between these numbers of walks of length two. Below, setting up sparse
# products (about 1 ms) takes longer than the search; beyond, multiplying out the rows of a few hubs
# takes a quarter of a minute or more, and the search need not.
MIN_WEDGES, MAX_WEDGES = 3_000, 10**9


def form_of(pattern: Graph) -> str | None:
    """The name of the closed form for a connected pattern, or None.

    >>> form_of(Graph.from_edges([(0, 1), (1, 2)]))
    'star2'
    """
    degrees = tuple(sorted(pattern.degrees().tolist(), reverse=True))
    leaves = len(degrees) - 1
    if leaves >= 2 and degrees == (leaves, *[1] * leaves):
        return f"star{leaves}"
    return _BY_DEGREES.get(degrees)


def is_fast(form: str, induced: bool, terms: Terms) -> bool:
    """Whether the closed form exists and is cheaper than the search on this graph."""
    if form in ("triangle", "clique4") or (induced and form not in INDUCED):
        return False  # few partial triangles are not triangles: the search is as good as it gets
    needs_degrees_only = form == "edge" or (form.startswith("star") and not induced)
    return needs_degrees_only or MIN_WEDGES <= terms.wedges <= MAX_WEDGES


def total(form: str, terms: Terms) -> int:
    """All occurrences in the graph, by the closed form."""
    if form.startswith("star"):
        return formulas.star_total(terms.d, int(form[4:]))
    nodes = {"edge": 2, "triangle": 3}.get(form, 4)
    return int(_FORMULAS[form](terms).sum()) // nodes


def per_node(form: str, terms: Terms) -> Ints:
    """The occurrences at each node, by the closed form."""
    if form.startswith("star"):
        return formulas.star_per_node(terms, int(form[4:]))
    return _FORMULAS[form](terms)
