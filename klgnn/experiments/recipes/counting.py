"""Substructure counting on random regular graphs. "We set m=l: message passing on the labeled"."""

from klgnn.experiments.recipe import Column, Recipe, Row
from klgnn.experiments.recipes._parts import baseline, gps, ppgn, preset

BASE = {
    "data.normalize": "all",  # published labels are counts over the deviation of all 5,000
    "model.settings.hidden": 32, "model.settings.layers": [3, 0, 0],
    "optimizer.lr": 0.001, "schedule.name": "cosine", "training.epochs": 100,
    "training.eval_batch_size": 500, "training.keep": True, "training.loss": "l1",
}  # fmt: skip
OURS = {
    "model.settings.architecture": "a", "model.settings.subgraphs": "labeled",
    # A count is a sum over label sets: sum them, and read it off by a linear map of standardized
    # sums, in float64, since what is looked for is a small difference of large sums.
    "model.settings.pool_sets": "sum", "model.settings.head": "linear", "model.norm": True,
    "training.precision": "64",
    # Without a norm the error on tailed triangles was 6E-3 after 4,000 steps, with it 4E-8 after
    # 1,500: it makes kinds of sets differ by about one from the start.
    "model.settings.norm": "batch", "model.measured": True,
    # All graphs at once: sets of one kind are computed once. The error follows the learning rate,
    # which is halved twenty times.
    "training.batch_size": 1500, "training.eval_batch_size": 2500, "optimizer.lr": 0.01,
    "schedule.name": "step", "schedule.every": 75, "training.epochs": 1500,
    "training.validate_every": 50,
}  # fmt: skip
# With 30 nodes there are 27,405 sets of four, a hundred times as many as with 10, and most are of
# a kind that does not matter: steps along the gradient got no further than 0.2. So the last linear
# map is fitted by least squares over the training graphs, and few epochs suffice.
EXACT = {
    **OURS, "model.readout": True, "optimizer.lr": 0.001, "schedule.name": "constant",
    "training.epochs": 10, "training.validate_every": 1,
}  # fmt: skip
COLUMNS = tuple(
    Column(name, shown, {"data.target": [target]}, {"model.settings.l": l})
    for name, shown, target, l in (
        ("triangle", "Tri.", "triangle", 3),
        ("tailed", "Tailed Tri.", "tailed_triangle", 4),
        ("star", "Star", "star3", 4),
        ("chordal", "Chordal Cycle", "chordal_cycle", 4),
    )
)
OTHERS = (
    Row("idmpnn-exact", "IDMPNN, last map by least squares", (), EXACT),
    Row("gin", "GIN", (), baseline("gin")),
    Row("ppgn", "PPGN", (), ppgn()),
    Row("gps", "GPS", (), gps(3)),
    Row("id-gnn", "ID-GNN", (), preset("id_gnn", 3)),
    Row("nested-gnn", "Nested GNN", (), preset("nested_gnn", 3)),
    Row("i2-gnn", "I2-GNN", (), preset("i2gnn", 3)),
)
SHORT = {"training.epochs": 20, "schedule.every": 1}
NOTES = (
    "Labels are exact counts of subgraphs over the deviation of all 5,000. The paper's 5.86E-46 and"
    " 1.49E-45 are at or below the smallest number of float32, 1.4E-45."
)

RECIPE = Recipe(
    "counting", "Counting substructures (MAE), random regular graphs", "Counting",
    base={"data.name": "counting_regular", **BASE}, columns=COLUMNS,
    rows=(
        Row("gcn", "GCN", ("4.19E-1", "3.25E-1", "1.80E-1", "2.82E-1"),
            baseline("gcn")),
        Row("kp-gin", "KP-GIN+", ("3.77E-2", "3.14E-2", "2.40E-3", "2.58E-2")),
        Row("gin-ak", "GIN-AK+", ("1.23E-2", "1.12E-2", "1.50E-2", "1.26E-2")),
        Row("deep-lrp", "DeepLRP", ("1.76E-7", "1.41E-5", "1.41E-5", "9.81E-5")),
        Row("idmpnn", "IDMPNN", ("5.86E-46", "2.25E-7", "7.67E-6", "1.49E-45"), OURS),
        *OTHERS,
    ),
    short=SHORT, notes=NOTES,
)  # fmt: skip
