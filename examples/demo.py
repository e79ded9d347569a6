"""The classic hard graphs, and what it takes to tell them apart: ``make demo``.

Offline, on graphs that klgnn makes itself. Everything printed is computed here. Then the same with
pictures, and small networks trained on such graphs, on one page: ``demo/index.html``.
"""

import sys
import time

import networkx as nx

import klgnn
from klgnn import families, presets, report


def main() -> None:
    """Print every part, with the time it took."""
    for number, part in enumerate((two_graphs, tables, by_name, regular, formulas, files), 1):
        started = time.perf_counter()
        title, text = part()
        print(f"\n{number}. {title}\n")
        print("\n".join(f"   {line}" for line in text.splitlines()))
        print(f"\n   ({time.perf_counter() - started:.1f} s)")
    print("\nA page with pictures, explorers and trained networks\n")
    folder = sys.argv[1] if len(sys.argv) > 1 else "demo"
    page = report.demo(folder, announce=lambda line: print(f"   {line}", flush=True))
    print(f"\nOpen {page} in a browser.")


def two_graphs() -> tuple[str, str]:
    """Two molecules that no message passing network can tell apart."""
    decalin = nx.Graph([(i, i + 1) for i in range(9)] + [(0, 9), (0, 5)])
    bicyclopentyl = nx.Graph(
        [(i, (i + 1) % 5) for i in range(5)]
        + [(5 + i, 5 + (i + 1) % 5) for i in range(5)]
        + [(0, 5)]
    )
    lines = [
        str(klgnn.distinguish(decalin, bicyclopentyl, 1, 0)),
        str(klgnn.distinguish(decalin, bicyclopentyl, 1, 1)),
        "Cycles of length 5 and 6: "
        + ", ".join(
            f"{name} {[klgnn.counts.count(klgnn.as_graph(g), c) for c in ('cycle5', 'cycle6')]}"
            for name, g in (("decalin", decalin), ("bicyclopentyl", bicyclopentyl))
        ),
    ]
    return "Two networkx graphs: decalin and bicyclopentyl", "\n".join(lines)


def tables() -> tuple[str, str]:
    """Which k,l-WL tells the classic pairs apart."""
    pairs = {
        "6-cycle and two triangles": families.hexagon_and_triangles(),
        "4x4 rook's graph and Shrikhande graph": (families.rook(4), families.shrikhande()),
        "CFI graph of K4 and its twist": families.cfi_pair(families.complete(4, colored=True)),
    }
    parts = []
    for name, (g, h) in pairs.items():
        parts.append(f"{name}\n{klgnn.frontier(g, h, max_k=4, max_l=2, max_seconds=20)}")
    return "What it takes: k dimensions, l labels", "\n\n".join(parts)


def by_name() -> tuple[str, str]:
    """Tests by the names of networks."""
    pairs = {
        "hexagon": families.hexagon_and_triangles(),
        "rook": (families.rook(4), families.shrikhande()),
    }
    tests = {
        "1-WL (message passing)": presets.wl(1),
        "ID-GNN": presets.id_gnn(),
        "nested, 1 hop": presets.nested(1),
        "I²-GNN": presets.i2gnn(),
        "2-FWL (PPGN)": presets.fwl(2),
        "local relational pooling, l=3": presets.local_relational_pooling(3),
    }
    lines = [f"{'':<32}" + "".join(f"{name:>9}" for name in pairs)]
    for name, test in tests.items():
        apart = [bool(klgnn.distinguish(*pair, test)) for pair in pairs.values()]
        lines.append(f"{name:<32}" + "".join(f"{'apart' if a else 'same':>9}" for a in apart))
    return "Networks by name, on the first two pairs", "\n".join(lines)


def regular() -> tuple[str, str]:
    """The fifteen strongly regular graphs of parameters (25, 12, 5, 6), all constructed here."""
    graphs = families.srg_25_12_5_6()
    lines = ["test       classes (of 15 graphs)"]
    for test in [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1)]:
        method = klgnn.Method(*test)
        lines.append(f"{method!s:<10} {len(set(klgnn.partition(graphs, method, mode='exact')))}")
    return "Strongly regular graphs, with no probability left (exact mode)", "\n".join(lines)


def formulas() -> tuple[str, str]:
    """EXP-like pairs: formulas with opposite answers that 1-WL cannot tell apart."""
    pairs = families.exp_pairs(20, seed=0)
    lines = []
    for l in (0, 1):
        apart = sum(bool(klgnn.distinguish(g, h, 1, l)) for g, h in pairs)
        lines.append(f"{klgnn.Method(1, l)} tells apart {apart} of {len(pairs)} pairs")
    return "Pairs of planar formulas, one satisfiable and one not", "\n".join(lines)


def files() -> tuple[str, str]:
    """A stream of graphs, as graph6 lines, without holding them in memory."""
    molecules = families.molecules(2000, seed=0)
    lines = (molecule.recolor().to("graph6") for molecule in molecules)
    started = time.perf_counter()
    classes = klgnn.partition(klgnn.read_graphs(lines), 1, 1)
    seconds = time.perf_counter() - started
    text = (
        f"{len(classes)} molecule skeletons fall into {classes.max() + 1} classes under 1,1-WL"
        f" ({len(classes) / seconds:,.0f} graphs per second).\n"
        f"A key for a database: {klgnn.fingerprint(molecules[0], 1, 1)}"
    )
    return "A stream of graph6 lines", text


if __name__ == "__main__":
    main()
