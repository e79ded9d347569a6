"""What k,l-WL can tell apart, measured: the paper's tables, and pairs that separate its levels.

    python examples/capabilities.py

Every part is a function that returns text. ``X`` stands for "cannot", as in the paper's tables.
"""

from collections.abc import Iterable
from itertools import product

from klgnn import Graph, distinguish, families, frontier, partition
from klgnn.select import EgoNets, RootedEgoNets

Pair = tuple[Graph, Graph]
Cell = tuple[int, int]

SIGN = {True: "yes", False: "X", None: "?"}
# The paper's tables for k,l-FWL: k = 1 and 2 down, l = 0, 1 and 2 across.
PAPER = {
    "the hexagon and two triangles": ((False, True, True), (True, True, True)),
    "the rook's graph and the Shrikhande graph": ((False, False, True), (False, True, True)),
}


def cycles() -> Pair:
    """The hexagon and two triangles."""
    return families.hexagon_and_triangles()


def strongly_regular() -> Pair:
    """The 4 x 4 rook's graph and the Shrikhande graph."""
    return families.rook(4), families.shrikhande()


def flowers(l: int) -> Pair:
    """Two graphs that 2,l-WL cannot tell apart while 3-WL can.

    A flower is a hub joined to all nodes of l + 1 ornaments, each the hexagon or two triangles.
    The first graph has a flower for every word of l + 1 such letters with an even number of
    triangle letters, the second for the words with an odd number.
    """
    letters = families.hexagon_and_triangles()
    sides: tuple[list[Graph], list[Graph]] = ([], [])
    for word in product((0, 1), repeat=l + 1):
        sides[sum(word) % 2].append(_flower([letters[letter] for letter in word]))
    first, second = (side[0].disjoint_union(*side[1:]) for side in sides)
    return first, second


def tables() -> str:
    """Both capability tables of the paper, ours beside the paper's."""
    named = zip(PAPER, (cycles(), strongly_regular()), strict=True)
    return "\n\n".join(table(name, pair) for name, pair in named)


def table(name: str, pair: Pair) -> str:
    """One capability table: k,l-FWL beside the paper's, then k,l-WL."""
    fwl, wl = frontier(*pair, 2, 2, variant="fwl"), frontier(*pair, 4, 2)
    rows = [["", "l=0", "l=1", "l=2", "", "the paper's"]]
    for k, printed in enumerate(PAPER[name], 1):
        ours = [fwl.table[k, l] for l in range(3)]
        same = "the same" if tuple(ours) == printed else "DIFFERENT"
        signs = " ".join(f"{SIGN[p]:<3}" for p in printed)
        rows.append([f"k={k} FWL", *(SIGN[v] for v in ours), "", f"{signs} ({same})"])
    rows += [[f"k={k} WL", *(SIGN[wl.table[k, l]] for l in range(3))] for k in range(1, 5)]
    return f"{name}\n{_columns(rows)}"


def localized_table() -> str:
    """Rook and Shrikhande cut down to one-hop subgraphs, in three readings."""
    pair, rows = strongly_regular(), [["", "l=0", "l=1", "l=2"]]
    policies = {
        "full graph": None,
        "ball of every node, labels anywhere in it": RootedEgoNets(1),
        "balls around the labels": EgoNets(1),
    }
    for (name, policy), k in product(policies.items(), (1, 2)):
        signs = [
            "-" if l == 0 and isinstance(policy, EgoNets)
            else SIGN[bool(distinguish(*pair, k, l, variant="fwl", subgraphs=policy))]
            for l in range(3)
        ]  # fmt: skip
        rows.append([f"k={k}, {name}", *signs])
    return f"k,l-FWL on one-hop subgraphs of the same two graphs\n{_columns(rows)}"


def srg25_table() -> str:
    """How many of the 15 strongly regular graphs (25,12,5,6) each test tells apart."""
    graphs = families.srg_25_12_5_6()
    cells = [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1), (4, 0)]
    counts = [str(len(set(partition(graphs, k, l).tolist()))) for k, l in cells]
    rows = [["k,l-WL", *(f"{k},{l}" for k, l in cells)], ["classes of 15 graphs", *counts]]
    return f"strongly regular graphs (25,12,5,6)\n{_columns(rows)}"


def witnesses() -> dict[str, Pair]:
    """Pairs that separate one k,l-WL from the next."""
    triangle, clique = families.complete(3, colored=True), families.complete(4, colored=True)
    return {
        "chi(K3)": families.cfi_pair(triangle),
        "chi(K4)": families.cfi_pair(clique),
        "omega(K3)": families.omega_pair(triangle),
        "omega(K4)": families.omega_pair(clique),
        "gamma_2(K3)": families.gamma_pair(2, triangle),
        "flowers, l=1": flowers(1),
        "flowers, l=2": flowers(2),
    }


def witness_table() -> str:
    """Which k,l-WL tell each of these pairs apart."""
    cells = [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)]
    rows = [["pair", "nodes", *(f"{k},{l}" for k, l in cells)]]
    for name, pair in witnesses().items():
        signs = (SIGN[v] for v in _verdicts(pair, cells))
        rows.append([name, str(pair[0].num_nodes), *signs])
    return f"pairs that separate the levels of k,l-WL\n{_columns(rows)}"


def _verdicts(pair: Pair, cells: Iterable[Cell]) -> list[bool | None]:
    found = frontier(*pair, 4, 2).table
    return [found[cell] for cell in cells]


def _flower(parts: list[Graph]) -> Graph:
    edges, n = [], 1
    for part in parts:
        edges += [(n + u, n + v) for u, v in part.edges().tolist()]
        edges += [(0, n + v) for v in range(part.num_nodes)]
        n += part.num_nodes
    return Graph.from_edges(edges, n)


def _columns(rows: list[list[str]]) -> str:
    wide = max(len(row) for row in rows)
    padded = [row + [""] * (wide - len(row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*padded, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in padded
    )
    return "\n".join(f"  {line}".rstrip() for line in lines)


def main() -> None:
    """Print everything."""
    print("\n\n".join([tables(), localized_table(), srg25_table(), witness_table()]))


if __name__ == "__main__":
    main()
