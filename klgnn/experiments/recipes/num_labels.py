"""Ablation: the number of labels l."""

from klgnn.experiments.recipe import Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

RECIPE = Recipe(
    "num_labels", "Comparison for ID-MPNN with different number of IDs on ZINC", "ablationl",
    base=ZINC, short=ZINC_SHORT,
    rows=(
        Row("1", "1-IDMPNN", (), idmpnn(1, 0.1)),
        Row("2", "2-IDMPNN", (), idmpnn(2, 0.1)),
        Row("3", "3-IDMPNN", "0.085±0.003", same="zinc/3-idmpnn-b"),
        Row("4", "4-IDMPNN", "0.083±0.003", same="zinc/4-idmpnn-b"),
        Row("5", "5-IDMPNN", "0.089±0.004", idmpnn(5, 0.1)),  # 120 permutations of each set
        Row("6", "6-IDMPNN", "0.094±0.004", idmpnn(6, 0.1)),  # 720
    ),
    smoke={"data.limit": 2, "training.batch_size": 2},
)  # fmt: skip
