"""Ablation: the share of label sets that a training step takes; evaluation takes them all."""

from klgnn.experiments.recipe import Measure, Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

# "4-IDMPNN with a smaller parameter amount"; how small is not said. This is a quarter.
SMALLER = {"hidden": 32}

RECIPE = Recipe(
    "set_rate", "Comparison for ID-MPNN with different subgraph sample rate on ZINC",
    "ablationsubgraph", base=ZINC, short=ZINC_SHORT,
    measures=(Measure(), Measure("seconds_per_epoch", "s/epoch")),
    rows=(
        Row("1.0", "1.0", ("0.162±0.002", "98"), idmpnn(4, 1.0, **SMALLER)),
        Row("0.5", "0.5", ("0.161±0.003", "53"), idmpnn(4, 0.5, **SMALLER)),
        Row("0.25", "0.25", ("0.153±0.004", "29"), idmpnn(4, 0.25, **SMALLER)),
        Row("0.1", "0.1", ("0.150±0.004", "15"), idmpnn(4, 0.1, **SMALLER)),
        Row("0.05", "0.05", ("0.154±0.004", "9"), idmpnn(4, 0.05, **SMALLER)),
    ),
    notes="Seconds of the paper are of another machine and of epochs of all 10,000 graphs; ours,"
    " where full, count the validation after each epoch, too, which takes all sets.",
)  # fmt: skip
