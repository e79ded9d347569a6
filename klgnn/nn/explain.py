"""explain: how many rows a batch has, and how many colors stand for them."""

from __future__ import annotations

from dataclasses import dataclass

from klgnn.nn.plan import Plan


@dataclass(frozen=True)
class Explanation:
    """What a model computes for a batch.

    Attributes:
        sets: how many label sets.
        permutations: how many permutations of each.
        rows: how many labeled nodes, which plain execution computes in every layer.
        colors: how many rows are computed, layer by layer, from the labels on; None: all of them.

    >>> print(Explanation(2, 2, 100, (5, 20, 60)))
    2 label sets x 2 permutations: 100 labeled nodes
    layer   rows   colors
        1    100       20     5.0 x fewer
        2    100       60     1.7 x fewer
      all    200       80     2.5 x fewer
    """

    sets: int
    permutations: int
    rows: int
    colors: tuple[int, ...] | None

    def __str__(self) -> str:
        lines = [
            f"{self.sets:,} label sets x {self.permutations} permutations: {self.rows:,} labeled"
            " nodes"
        ]
        if self.colors is None:
            return f"{lines[0]}, each computed in every layer (plain execution)"
        counts = [(str(t), self.rows, c) for t, c in enumerate(self.colors[1:], 1)]
        counts.append(("all", self.rows * len(counts), sum(self.colors[1:])))
        wide = max(len(f"{self.rows * len(counts):,}") + 1, 7)
        lines.append(f"layer{'rows':>{wide}}{'colors':>{wide + 2}}")
        lines += [
            f"{name:>5}{rows:>{wide},}{colors:>{wide + 2},}{rows / max(colors, 1):>8.1f} x fewer"
            for name, rows, colors in counts
        ]
        return "\n".join(lines)


def explained(plan: Plan) -> Explanation:
    """Sum up a plan."""
    sets = sum(len(portion.sets) for portion in plan.portions)
    rows = sum(portion.rows.num_rows for portion in plan.portions) * plan.copies
    colors = None
    if plan.portions and all(portion.wiring.graph is None for portion in plan.portions):
        layers = [
            (len(p.wiring.node), *(step.size for step in p.wiring.steps)) for p in plan.portions
        ]
        colors = tuple(map(sum, zip(*layers, strict=True)))
    return Explanation(sets, plan.copies, rows, colors)
