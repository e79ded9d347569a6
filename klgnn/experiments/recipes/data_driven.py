"""Ablation: label sets or labels that follow the data."""

from klgnn.experiments.recipe import Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

RECIPE = Recipe(
    "data_driven", "Comparison for data-driven methods on ZINC", "abalationflexible",
    base=ZINC, short=ZINC_SHORT,
    rows=(
        Row("gin", "GIN", "0.163±0.004", same="zinc/gin"),
        # Sets are chosen by I-MLE among those that the policy admits, a tenth of them.
        Row("osan", "OSAN", "0.187±0.004",
            {**idmpnn(3, 1.0, architecture="a"), "model.kind": "learned",
             "model.settings.rate": 0.1}),
        # One set per cluster, as many labels as it has nodes; 5, since 6! permutations are 720.
        Row("flexible", "Flexible label", "0.128±0.011",
            {**idmpnn(5, 1.0), "data.select": {"policy": "Flexible", "max_size": 5}}),
        Row("attention", "Attention-based label", "0.135±0.008",
            {"model.kind": "attention", "model.settings.l": 4}),
    ),
)  # fmt: skip
