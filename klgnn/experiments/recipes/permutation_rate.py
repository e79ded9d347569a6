"""Ablation: the share of the l! permutations that a pass tries. Below 1, invariance is lost."""

from klgnn.experiments.recipe import Measure, Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

RECIPE = Recipe(
    "permutation_rate", "Comparison for ID-MPNN with different permutation sample rate on ZINC",
    "ablationpermutation", base=ZINC, short=ZINC_SHORT,
    measures=(Measure("train_loss", "train MAE"), Measure()),
    rows=(
        Row("1.0", "1.0", ("0.008±0.001", "0.083±0.003"), same="zinc/4-idmpnn-b"),
        Row("0.9", "0.9", ("0.010±0.003", "0.085±0.004"), idmpnn(4, 0.1, permutation_rate=0.9)),
        Row("0.5", "0.5", ("0.009±0.002", "0.097±0.008"), idmpnn(4, 0.1, permutation_rate=0.5)),
        Row("0.2", "0.2", ("0.007±0.001", "0.141±0.018"), idmpnn(4, 0.1, permutation_rate=0.2)),
    ),
    notes="Our train MAE is the mean over the steps of the chosen epoch.",
)  # fmt: skip
