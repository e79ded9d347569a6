"""The pictures of these pages, drawn when the pages are built: what they show is computed.

python docs/figures.py FOLDER
"""

import sys
from pathlib import Path

import networkx as nx

import klgnn
from klgnn import families, report


def decalin_and_bicyclopentyl():
    """Two molecules with the same atoms and bonds, as networkx graphs."""
    decalin = nx.Graph([(i, i + 1) for i in range(9)] + [(9, 0), (0, 5)])
    rings = [(i, (i + 1) % 5) for i in range(5)]
    bicyclopentyl = nx.Graph([*rings, *((u + 5, v + 5) for u, v in rings), (0, 5)])
    return decalin, bicyclopentyl


def draw(folder):
    """All of them, as SVG."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    molecules, names = decalin_and_bicyclopentyl(), ("decalin", "bicyclopentyl")
    hexagon, rings = families.hexagon_and_triangles(), ("hexagon", "two triangles")
    regular = (families.rook(4), families.shrikhande()), ("4x4 rook's graph", "Shrikhande graph")

    def pair(file, graphs, titles, k, l):
        verdict = klgnn.distinguish(*graphs, k, l)
        report.draw_pair(verdict, names=titles, path=folder / f"{file}.svg")

    pair("molecules-same", molecules, names, 1, 0)
    pair("molecules-apart", molecules, names, 1, 1)
    pair("hexagon-same", hexagon, rings, 1, 0)
    pair("hexagon-apart", hexagon, rings, 1, 1)
    pair("rook-same", *regular, 1, 1)
    pair("rook-apart", *regular, 1, 2)
    tree = families.tree(12, seed=3)
    for rounds, name in enumerate(("at first", "after a round", "after two rounds")):
        report.draw_graph(tree, rounds=rounds, name=name, path=folder / f"tree-{rounds}.svg")
    found = klgnn.frontier(*regular[0], max_k=4, max_l=2)
    report.draw_grid(found, title=" and ".join(regular[1]), path=folder / "rook-grid.svg")


if __name__ == "__main__":
    draw(sys.argv[1])
