"""The fifteen strongly regular graphs with parameters (25, 12, 5, 6), by construction.

Each is a descendant of a regular two-graph on 26 points, and there are four of those (the lists
are complete: Paulus 1973, Rozenfeld 1973). So four graphs on 26 nodes and the points at which to
take descendants are the whole recipe.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from klgnn.families._matrix import from_matrix
from klgnn.families.strongly_regular import latin_square_graph, paley
from klgnn.families.switching import godsil_mckay_switch, two_graph_descendant
from klgnn.graph import Graph

Array = npt.NDArray[Any]

# One point from each orbit of the two-graph's automorphism group. How they were found: isomorphism
# classes among all 26 descendants; and for the last graph, the first 4-set in lexicographic order
# for which Godsil-McKay switching of the third one gives eight new descendants.
PALEY_POINTS = (25,)
LATIN_SQUARE_POINTS = (0, 2, 5, 25)
BICIRCULANT_POINTS = (0, 13)
SWITCHED_POINTS = (0, 1, 2, 4, 7, 13, 17, 20)
SWITCHING_SET = (0, 15, 18, 19)

# Of order 5 there are two Latin squares up to isotopy; the cyclic one only gives Paley's graph.
LATIN_SQUARE = ((0, 1, 2, 3, 4), (1, 0, 3, 4, 2), (2, 3, 4, 0, 1), (3, 4, 1, 2, 0), (4, 2, 0, 1, 3))


def srg_25_12_5_6() -> list[Graph]:
    """All fifteen strongly regular graphs with parameters (25, 12, 5, 6), the SR25 data set.

    No two are isomorphic, and 2-FWL cannot tell any two of them apart.

    >>> graphs = srg_25_12_5_6()
    >>> len(graphs), graphs[0]
    (15, Graph(25 nodes, 150 edges))

    References:
        Paulus (1973), Conference matrices and graphs of order 26. Godsil & McKay (1982),
        Constructing cospectral graphs.
    """
    bicirculant = _bicirculant()
    recipe = (
        (_with_isolated_node(paley(25)), PALEY_POINTS),
        (_with_isolated_node(latin_square_graph(LATIN_SQUARE)), LATIN_SQUARE_POINTS),
        (bicirculant, BICIRCULANT_POINTS),
        (godsil_mckay_switch(bicirculant, SWITCHING_SET), SWITCHED_POINTS),
    )
    return [two_graph_descendant(graph, point) for graph, points in recipe for point in points]


def _with_isolated_node(graph: Graph) -> Graph:
    return graph.disjoint_union(Graph.from_edges([], 1))


def _bicirculant() -> Graph:
    """Two copies of Z13: squares join the first, non-squares the second, {0, 1, 3, 9} the two.

    All three sets are unions of cosets of {1, 3, 9}, so few candidates had to be tried.
    """
    across = _circulant((0, 1, 3, 9))
    squares, others = _circulant((1, 3, 4, 9, 10, 12)), _circulant((2, 5, 6, 7, 8, 11))
    return from_matrix(np.block([[squares, across], [across.T, others]]))


def _circulant(differences: tuple[int, ...]) -> Array:
    node = np.arange(13)
    return np.isin((node - node[:, None]) % 13, differences)
