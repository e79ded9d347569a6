"""The settings of ready-made models: typed, complete, and refused where wrong."""

from dataclasses import FrozenInstanceError, fields

import pytest

from klgnn import GraphError
from klgnn.nn import IDMPNN, IDPPGN, Settings


def test_the_defaults_are_the_papers_for_zinc():
    s = Settings()
    assert (s.l, s.hidden, s.architecture, s.layers) == (4, 64, "b", (5, 4, 4))
    assert (s.aggregator, s.join, s.order, s.subgraphs) == ("mpnn", "add", "paper", "full")
    model = IDMPNN().model
    counts = [model.base.num_layers, model.structure.num_layers, model.aggregator.then.num_layers]
    assert counts == [5, 4, 4]
    assert len(model.labeling.permutations()) == 24


def test_every_setting_reaches_the_model():
    """Each is changed alone, and the repr of the model changes with it."""
    from klgnn.select import Rooted

    changed = {
        "l": 3, "hidden": 32, "out": 2, "node_types": [3], "node_width": 2, "edge_types": [2],
        "edge_width": 2, "extras": {"rwse": 4}, "architecture": "a", "layers": (1, 1, 1),
        "conv": "gin", "combine": "concat", "join": "concat", "aggregator": "mlp", "marked": False,
        "trainable_labels": False, "select": Rooted(4, 1), "permutations": "cyclic",
        "permutation_rate": 0.5, "set_rate": 0.5, "subgraphs": "labeled", "order": "lt",
        "pool_permutations": "max", "pool_nodes": "max", "pool_sets": "max", "level": "node",
        "dropout": 0.5, "norm": "batch", "ensemble": 3, "max_rows": 100, "execution": "plain",
        "head": "linear",
    }  # fmt: skip
    left = {field.name for field in fields(Settings)} - set(changed)
    assert left == {"degrees", "ensemble_reduce"}
    small = {"hidden": 8, "layers": (2, 1, 1)}
    for name, value in changed.items():
        base = {**small, "architecture": "a"} if name in ("combine", "marked") else small
        before, after = IDMPNN(**base), IDMPNN(**{**base, name: value})
        same = repr(before) == repr(after)
        unmarked = name == "marked" and before.model.marked != after.model.marked
        assert unmarked or not same, name
    median = IDMPNN(**small, ensemble=2, ensemble_reduce="median").model
    assert median.ensemble_reduce == "median"
    pna = IDMPNN(**small, conv="pna", degrees=[0, 3, 4])
    assert pna.settings.degrees == [0, 3, 4]


def test_classes_have_defaults_of_their_own():
    model = IDPPGN(hidden=8)
    assert (model.settings.l, model.settings.architecture) == (2, "a")
    assert IDPPGN(hidden=8, l=1).settings.l == 1


def test_frozen_and_normalized():
    s = Settings(layers=[1, 2, 3], degrees=(1, 2))
    assert s.layers == (1, 2, 3)
    assert s.degrees == [1, 2]
    with pytest.raises(FrozenInstanceError):
        s.l = 3
    assert s == Settings.read({"layers": [1, 2, 3], "degrees": [1, 2]})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hiden": 8}, "got the setting 'hiden', which does not exist; did you mean 'hidden'?"),
        ({"labels": 2}, "got the setting 'labels'"),
        ({"zzz": 2}, "known are l, hidden, out"),
        ({"architecture": "c"}, "architecture: got 'c', expected 'a' or 'b'"),
        ({"aggregator": "gat"}, "aggregator: got 'gat', expected 'mpnn', 'mlp' or None"),
        ({"layers": 4}, "layers: got 4, expected three numbers"),
        ({"layers": (1, 2)}, r"layers: got \(1, 2\)"),
        ({"layers": (1, -2, 1)}, r"layers: got \(1, -2, 1\)"),
        ({"layers": (1, 2.0, 1)}, r"layers: got \(1, 2.0, 1\)"),
        ({"hidden": 0}, "hidden: got 0, expected 1 or more"),
        ({"out": 1.5}, "out: got 1.5"),
        ({"node_types": 2, "node_width": 2}, "x: got numbers of types and a width"),
        ({"conv": "gnn"}, "conv: got 'gnn'"),
        ({"ensemble": -1}, "got ensemble=-1"),
        ({"ensemble_reduce": "max"}, "ensemble_reduce: got 'max', expected 'mean' or 'median'"),
        ({"max_rows": 0}, "max_rows=0"),
        ({"execution": "fast"}, "execution: got 'fast'"),
        ({"norm": "group"}, "norm: got 'group'"),
    ],
)
def test_refusals(given, message):
    with pytest.raises(GraphError, match=message):
        IDMPNN(**given)
