"""Ablation: architectures (a), joint, and (b), parallel."""

from klgnn.experiments.recipe import Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

RECIPE = Recipe(
    "architecture", "Comparison for two architectures of l-IDMPNN on ZINC", "ablationarchitecture",
    base=ZINC, short=ZINC_SHORT,
    rows=(
        Row("a", "(a)", "0.105±0.004", idmpnn(4, 0.1, architecture="a")),
        Row("b", "(b)", "0.083±0.003", same="zinc/4-idmpnn-b"),
    ),
)  # fmt: skip
