"""Graphs by name: ``rook:4``, ``cfi:K4,twisted``, ``csl:41,3``."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from klgnn import families
from klgnn.errors import GraphError
from klgnn.graph import Graph

Maker = Callable[[list[str]], Graph]


@dataclass(frozen=True)
class Family:
    """A family that the command line knows.

    Args:
        usage: what follows the colon, as help texts show it.
        title: what it is, in a few words.
        make: from the arguments, as texts, to the graph.
    """

    usage: str
    title: str
    make: Maker


def _numbers(make: Callable[..., Graph], least: int, most: int | None = None) -> Maker:
    """A family whose arguments are so many numbers."""
    most = least if most is None else most

    def made(given: list[str]) -> Graph:
        if not least <= len(given) <= most:
            count = f"{least}" if least == most else f"{least} to {most}"
            raise GraphError(f"got {len(given)} arguments, expected {count}")
        return make(*map(_number, given))

    return made


def _wired(make: Callable[..., Graph]) -> Maker:
    """A construction over a base graph: ``BASE``, then perhaps ``twisted`` and ``plain``."""

    def made(given: list[str]) -> Graph:
        rest = [word for word in given if word not in ("twisted", "plain")]
        graph = _base(",".join(rest))
        if "plain" in given:
            return make(graph, int("twisted" in given), False)
        colored = graph.recolor(node_colors=range(graph.num_nodes))
        return make(colored, int("twisted" in given), True)

    return made


def _gamma(given: list[str]) -> Graph:
    rest = [word for word in given if word != "twisted"]
    if len(rest) < 2:
        raise GraphError("got too few arguments, expected K,BASE such as gamma:2,K3")
    base = _base(",".join(rest[1:]))
    colored = base.recolor(node_colors=range(base.num_nodes))
    return families.gamma(_number(rest[0]), colored, int("twisted" in given))


def _exp(given: list[str]) -> Graph:
    numbers = [word for word in given if word not in ("sat", "unsat")]
    if len(numbers) != 1:
        raise GraphError("got no number, expected one such as exp:0 or exp:0,unsat")
    return families.exp_pairs(1, _number(numbers[0]))[0]["unsat" in given]


def _sr25(number: int) -> Graph:
    graphs = families.srg_25_12_5_6()
    if number >= len(graphs):
        raise GraphError(f"got {number}, expected a number from 0 to {len(graphs) - 1}")
    return graphs[number]


def _atlas(number: int) -> Graph:
    graphs = families.atlas()
    if number >= len(graphs):
        raise GraphError(f"got {number}, expected a number from 0 to {len(graphs) - 1}")
    return graphs[number]


def _erdos_renyi(nodes: int, degree: int, seed: int = 0) -> Graph:
    return families.erdos_renyi(nodes, degree=degree, seed=seed)


def _random_regular(nodes: int, degree: int, seed: int = 0) -> Graph:
    return families.random_regular(nodes, degree, seed)


def _tree(nodes: int, seed: int = 0) -> Graph:
    return families.tree(nodes, seed=seed)


def _first_pair() -> tuple[Graph, Graph]:
    return families.hexagon_and_triangles()


FAMILIES = {
    "atlas": Family("NUMBER", "graph of the atlas of small graphs", _numbers(_atlas, 1)),
    "cfi": Family("BASE[,twisted][,plain]", "CFI graph of K4, K3,3, C5, grid3x3, ...",
                  _wired(families.cfi)),
    "complete": Family("N", "complete graph", _numbers(families.complete, 1)),
    "complete_bipartite": Family("M,N", "complete bipartite graph",
                                 _numbers(families.complete_bipartite, 2)),
    "csl": Family("N,R", "circular skip link graph", _numbers(families.circular_skip_link, 2)),
    "cycle": Family("N", "cycle", _numbers(families.cycle, 1)),
    "erdos_renyi": Family("N,DEGREE[,SEED]", "random graph", _numbers(_erdos_renyi, 2, 3)),
    "exp": Family("NUMBER[,unsat]", "graph of a planar formula", _exp),
    "gamma": Family("K,BASE[,twisted]", "gamma graph of a base", _gamma),
    "grid": Family("M,N", "grid", _numbers(families.grid, 2)),
    "hexagon": Family("", "cycle of six nodes", _numbers(lambda: _first_pair()[0], 0)),
    "molecule": Family("ATOMS[,SEED]", "something like a molecule",
                       _numbers(families.molecule, 1, 2)),
    "omega": Family("BASE[,twisted]", "omega graph of a base", _wired(families.omega)),
    "paley": Family("Q", "Paley graph", _numbers(families.paley, 1)),
    "path": Family("N", "path", _numbers(families.path, 1)),
    "random_regular": Family("N,D[,SEED]", "random regular graph",
                             _numbers(_random_regular, 2, 3)),
    "rook": Family("M[,N]", "rook's graph", _numbers(families.rook, 1, 2)),
    "shrikhande": Family("", "Shrikhande graph", _numbers(families.shrikhande, 0)),
    "sr25": Family("NUMBER", "strongly regular graph (25,12,5,6), number 0 to 14",
                   _numbers(_sr25, 1)),
    "star": Family("LEAVES", "star", _numbers(families.star, 1)),
    "tree": Family("N[,SEED]", "random tree", _numbers(_tree, 1, 2)),
    "triangles": Family("", "two triangles", _numbers(lambda: _first_pair()[1], 0)),
    "triangular": Family("N", "triangular graph", _numbers(families.triangular, 1)),
}  # fmt: skip
BASES: list[tuple[str, Callable[..., Graph]]] = [
    (r"K([0-9]{1,3})", families.complete),
    (r"K([0-9]{1,3}),([0-9]{1,3})", families.complete_bipartite),
    (r"C([0-9]{1,5})", families.cycle),
    (r"grid([0-9]{1,3})x([0-9]{1,3})", families.grid),
]


def is_name(text: str) -> bool:
    """Whether a text is meant as the name of a family; no short word is graph6."""
    head, colon, _ = text.partition(":")
    like_a_name = re.fullmatch(r"[a-z_][a-z_0-9]{2,}", head)
    return head in FAMILIES or (bool(colon) and like_a_name is not None)


def named_graph(text: str) -> Graph:
    """The graph of a family's name and arguments.

    >>> named_graph("rook:4,4")
    Graph(16 nodes, 48 edges)
    >>> named_graph("cfi:K4,twisted")
    Graph(40 nodes, 60 edges, node colors)
    """
    head, _, rest = text.partition(":")
    if head not in FAMILIES:
        near = [_full_name(name) for name in get_close_matches(head, FAMILIES, n=1)]
        hint = f"did you mean {near[0]}?" if near else "see klgnn families"
        raise GraphError(f"got the family {head!r}, which does not exist; {hint}")
    family = FAMILIES[head]
    try:
        return family.make(rest.split(",") if rest else [])
    except GraphError as error:
        raise GraphError(f"{text}: {error}; the name is {_full_name(head)}") from None


def _full_name(name: str) -> str:
    usage = FAMILIES[name].usage
    return f"{name}:{usage}" if usage else name


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise GraphError(f"got {text[:30]!r}, expected a number")
    return int(text)


def _base(text: str) -> Graph:
    for pattern, make in BASES:
        if found := re.fullmatch(pattern, text):
            return make(*map(int, found.groups()))
    raise GraphError(f"got the base {text!r}, expected one such as K4, K3,3, C5 or grid3x3")
