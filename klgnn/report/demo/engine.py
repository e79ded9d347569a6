"""What the tests say: the classic pairs, networks by name, strongly regular graphs, formulas."""

from pathlib import Path

import numpy as np

from klgnn import families
from klgnn.graph import Graph
from klgnn.report.demo.sections import Section
from klgnn.report.explorer import explore
from klgnn.report.graphs import draw_graph, draw_pair, sentence
from klgnn.report.grid import draw_grid
from klgnn.wl import Method, distinguish, frontier, partition, presets

Pair = tuple[Graph, Graph]
NETWORKS = {
    "message passing (1-WL)": presets.wl(1),
    "ID-GNN": presets.id_gnn(),
    "nested GNN, 1 hop": presets.nested(1),
    "I²-GNN": presets.i2gnn(),
    "PPGN (2-FWL)": presets.fwl(2),
    "local relational pooling, l=3": presets.local_relational_pooling(3),
    "2-OSAN": presets.osan(2),
}


def pairs() -> dict[str, tuple[Pair, tuple[str, str]]]:
    """The classic pairs: a key for files, the graphs, their names."""
    return {
        "molecules": (_molecules(), ("decalin", "bicyclopentyl")),
        "hexagon": (families.hexagon_and_triangles(), ("hexagon", "two triangles")),
        "rook": ((families.rook(4), families.shrikhande()), ("4x4 rook's graph", "Shrikhande")),
        "cfi": (
            families.cfi_pair(families.complete(4, colored=True)),
            ("CFI graph of K4", "its twist"),
        ),
    }


def classic_pairs(folder: Path) -> Section:
    """Grids, deciding labelings and explorers of the classic pairs."""
    section = Section("What does it take to tell two graphs apart?")
    section.text(
        "k,l-WL marks l nodes with labels, in every possible way, and then compares the colors of"
        " k-tuples of nodes. k=1, l=0 is what any message passing network sees. In each grid, stars"
        " are the cheapest tests that tell the pair apart; beside it is why the first of them does."
    )
    for key, (graphs, names) in pairs().items():
        found = frontier(*graphs, max_k=4, max_l=2, max_seconds=20)
        title = " and ".join(names)
        verdict = distinguish(*graphs, *found.minimal[0])
        section.blocks.append(f"<h3>{title}</h3>")
        section.figures(
            (draw_grid(found, title=title), f"which k,l-WL tells {title} apart"),
            (draw_pair(verdict, names=names), sentence(verdict, names)),
        )
        explore(*graphs, folder / f"{key}.html", names=names, max_bytes=1_000_000)
        section.link(f"Explore {title}: rounds, labels, colors", f"{key}.html")
    return section


def networks_by_name() -> Section:
    """Which of the networks people know tell which pair apart."""
    section = Section("Networks by name")
    section.text("The same question for the tests that networks known by name amount to.")
    chosen = {key: pair for key, pair in pairs().items() if key != "cfi"}  # which takes minutes
    rows = [
        [
            name,
            *("apart" if distinguish(*graphs, test) else "same" for graphs, _ in chosen.values()),
        ]
        for name, test in NETWORKS.items()
    ]
    section.table(["", *(" / ".join(names) for _, names in chosen.values())], rows)
    section.code("klgnn compare rook:4 shrikhande --test i2gnn")
    return section


def strongly_regular() -> Section:
    """The fifteen graphs of SR25."""
    section = Section("Fifteen strongly regular graphs")
    section.text(
        "All graphs of parameters (25, 12, 5, 6), constructed here. Every two of them look the same"
        " to 3-WL; one label more and every one is different. In exact mode: no hash, no doubt."
    )
    graphs = families.srg_25_12_5_6()
    rows = []
    for k, l in [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1)]:
        classes = partition(graphs, k, l, mode="exact")
        rows.append(
            [str(Method(k, l)), len(set(classes.tolist())), int(np.bincount(classes).max())]
        )
    section.table(["test", "classes of 15 graphs", "graphs in the largest"], rows)
    section.figures(
        (draw_graph(graphs[0], name="sr25:0, 1,0-WL"), "a strongly regular graph in one color"),
        (
            draw_graph(graphs[0], label_tuple=[0, 1], name="sr25:0, labels on 0 and 1"),
            "the same graph with labels on two nodes, in many colors",
        ),
    )
    section.code("klgnn compare sr25:0 sr25:1 -k 3 -l 1 --picture sr25.png")
    return section


def formulas() -> Section:
    """EXP-like pairs."""
    section = Section("Formulas")
    section.text(
        "Planar formulas in pairs, one satisfiable and one not, made so that 1-WL takes both for"
        " one. One label settles all of them."
    )
    made = families.exp_pairs(20, seed=0)
    rows = [
        [str(Method(1, l)), f"{sum(bool(distinguish(g, h, 1, l)) for g, h in made)} of {len(made)}"]
        for l in (0, 1)
    ]
    section.table(["test", "pairs told apart"], rows)
    return section


def _molecules() -> Pair:
    """Two skeletons of ten carbon atoms, all bonds alike, with the colors of molecules."""
    decalin = [(i, i + 1) for i in range(9)] + [(0, 9), (0, 5)]
    rings = [(i, (i + 1) % 5) for i in range(5)]
    bicyclopentyl = rings + [(u + 5, v + 5) for u, v in rings] + [(0, 5)]
    made = [
        Graph.from_edges(edges, node_colors=[6] * 10, edge_colors=[1] * len(edges))
        for edges in (decalin, bicyclopentyl)
    ]
    return made[0], made[1]
