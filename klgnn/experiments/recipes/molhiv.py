"""ogbg-molhiv, with OGB's scaffold split. Its settings are those of the paper's appendix."""

from klgnn.experiments.recipe import Column, Measure, Recipe, Row
from klgnn.experiments.recipes._parts import baseline, gps, idmpnn, preset

RECIPE = Recipe(
    "molhiv", "ogbg-molhiv results (AUC)", "OGB",
    base={
        "data.name": "molhiv",
        "model.settings.hidden": 96, "model.settings.layers": [6, 4, 4],
        "optimizer.lr": 0.001, "schedule.name": "step", "schedule.every": 20,
        "schedule.factor": 0.5, "training.epochs": 60, "training.batch_size": 32,
    },
    columns=(Column(scale=100),),
    measures=(Measure("test", "test AUC, %", higher=True),),
    rows=(
        Row("pna", "PNA", "79.05±1.32", baseline("pna")),
        Row("deep-lrp", "DeepLRP", "77.19±1.40"),
        Row("nested-gnn", "NGNN", "78.34±1.86", preset("nested_gnn")),
        Row("kp-gin", "KP-GIN+-VN", "78.40±0.87"),
        Row("i2-gnn", "I2-GNN", "78.68±0.93", preset("i2gnn", hops=3)),
        Row("cin", "CIN", "80.94±0.57"),
        Row("sun", "SUN(EGO)", "80.03±0.55"),
        Row("4-idmpnn", "4-IDMPNN", "79.31±0.63", idmpnn(4, 0.05)),
        Row("gin", "GIN", (), baseline("gine")),
        Row("gcn", "GCN", (), baseline("gcn")),
        Row("gps", "GPS", (), gps()),
    ),
    # Minutes: one graph in 33 to train by; validation takes all label sets.
    short={"data.limit": 1000, "training.epochs": 10, "training.validate_every": 5},
    smoke={"data.limit": 200, "training.batch_size": 100},  # fewer have no positive graph
)  # fmt: skip
