"""Ablation: how base and structure join in architecture (b), and what follows."""

from klgnn.experiments.recipe import Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, idmpnn

RECIPE = Recipe(
    "aggregator", "Comparison for ID-MPNN with different aggregators on ZINC",
    "ablationaggregator", base=ZINC, short=ZINC_SHORT,
    rows=(
        Row("add", "add", "0.125±0.011", idmpnn(4, 0.1, aggregator="none")),
        Row("add-mpnn", "add + MPNN", "0.083±0.003", same="zinc/4-idmpnn-b"),
        Row("hadamard-mpnn", "hadamard product + MPNN", "0.084±0.002",
            idmpnn(4, 0.1, join="hadamard")),
        Row("concat-mpnn", "concat + MPNN", "0.086±0.003", idmpnn(4, 0.1, join="concat")),
        Row("add-mlp", "add + MLP", (), idmpnn(4, 0.1, aggregator="mlp")),
    ),
)  # fmt: skip
