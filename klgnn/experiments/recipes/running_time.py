"""Test MAE and seconds per epoch of networks of local relational pooling, and of baselines."""

from klgnn.experiments.recipe import Measure, Recipe, Row
from klgnn.experiments.recipes._parts import ZINC, ZINC_SHORT, baseline, preset

RECIPE = Recipe(
    "running_time", "Comparison for test MAE and running time of different methods on ZINC",
    "abalationrunningtime", base=ZINC, short=ZINC_SHORT,
    measures=(Measure(), Measure("seconds_per_epoch", "s/epoch")),
    rows=(
        Row("graphsage", "GraphSAGE", ("0.398±0.002", "16.61"),
            baseline("sage", edge_types="none")),  # it has no place for bonds
        Row("deep-lrp", "DeepLRP-7-1", ("0.223±0.008", "72"),
            preset("local_relational_pooling", l=3, hops=1),
            note="ours: the preset local_relational_pooling, 3 labels within one step of a root"),
        Row("ppgn", "PPGN", ("0.256±0.054", "334.69"), same="zinc/ppgn"),
        Row("pg-gnn", "PG-GNN", ("0.282±0.011", "6.92")),
        Row("4-idmpnn", "4-IDMPNN", ("0.083±0.003", "17"), same="zinc/4-idmpnn-b"),
        Row("3-idmpnn", "3-IDMPNN", ("0.085±0.003", "12"), same="zinc/3-idmpnn-b"),
        Row("gin", "GIN", (), same="zinc/gin"),
        Row("gps", "GPS", (), same="zinc/gps"),
    ),
    notes="Seconds of the paper are of another machine and of epochs of all 10,000 graphs.",
)  # fmt: skip
