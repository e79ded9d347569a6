"""Substructure counting on Erdős–Rényi graphs: the benchmark's other set, not in the paper."""

from klgnn.experiments.recipe import Recipe, Row
from klgnn.experiments.recipes._parts import baseline
from klgnn.experiments.recipes.counting import BASE, COLUMNS, NOTES, OTHERS, OURS, SHORT

RECIPE = Recipe(
    "counting_er", "Counting substructures (MAE), Erdős–Rényi graphs", "",
    base={"data.name": "counting_er", **BASE}, columns=COLUMNS,
    rows=(
        # Run by us: 100 epochs on a CPU, 7 to 14 minutes each.
        Row("official", "IDMPNN, official code", ("5.0E-7", "3.4E-5", "1.5E-5", "2.4E-6")),
        Row("gcn", "GCN", (), baseline("gcn")),
        Row("idmpnn", "IDMPNN", (), OURS),
        *OTHERS,
    ),
    short=SHORT, source="official code", notes=NOTES,
)  # fmt: skip
