"""Configurations: every key and type is checked, and text and record say the same."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klgnn.errors import GraphError
from klgnn.train import Config, OptimizerConfig, Schedule, TrainingConfig, TrainingError, toml


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"trainig": {}}, "'trainig', which does not exist; did you mean 'training'"),
        ({"training": {"epoch": 3}}, r"did you mean 'training\.epochs'"),
        (
            {"training": {"epochs": "many"}},
            r"training\.epochs: got 'many', expected a whole number",
        ),
        ({"training": {"epochs": True}}, r"training\.epochs: got True, expected a whole number"),
        ({"training": {"epochs": 0}}, r"training\.epochs: got 0, expected 1 or more"),
        ({"training": {"workers": -1}}, r"training\.workers: got -1, expected 0 or more"),
        ({"training": {"device": "tpu"}}, "got 'tpu', expected 'auto' or 'cpu' or 'cuda'"),
        ({"training": {"stop_at": "x"}}, r"training\.stop_at: got 'x', expected a number"),
        ({"training": 3}, "training: got 3, expected a table"),
        ({"data": {"target": "mu"}}, r"data\.target: got 'mu', expected a list"),
        ({"data": {"target": [1.5]}}, "expected a whole number or a text"),
        ({"model": {"settings": []}}, r"model\.settings: got \[\], expected a table"),
        ({"optimizer": {"lr": -1}}, "expected lr > 0"),
        ({"optimizer": {"beta2": 1.0}}, "0 < beta2 < 1"),
        ({"schedule": {"factor": 0}}, "expected 0 < factor <= 1"),
        ({"schedule": {"name": "cosin"}}, "'cosine'"),
    ],
)
def test_refusals(tables, message):
    with pytest.raises(TrainingError, match=message):
        Config.read(tables)


def test_numbers_that_are_whole_stand_for_floats_and_precision_may_be_a_number():
    config = Config.read({"optimizer": {"lr": 1}, "training": {"precision": 64}})
    assert config.optimizer.lr == 1.0
    assert isinstance(config.optimizer.lr, float)
    assert config.training.precision == "64"


def test_overrides_by_path_by_last_part_and_for_settings():
    config = Config().changed(
        ["training.epochs=3", "lr=1e-2", "hidden=8", "model.settings.layers=[1,2,3]", "seed=5",
         "data.name=qm9", "target=['mu', 3]", 'select={policy="All", l=2}', "name=mine"]
    )  # fmt: skip
    assert config.training.epochs == 3
    assert config.optimizer.lr == 0.01
    assert config.model.settings == {"hidden": 8, "layers": [1, 2, 3]}
    assert (config.training.seed, config.data.seed) == (5, 0)
    assert (config.data.name, config.data.target, config.name) == ("qm9", ("mu", 3), "mine")
    assert config.data.select == {"policy": "All", "l": 2}
    assert config.changed({"data.select.l": 3}).data.select == {"policy": "All", "l": 3}
    assert Config().training.epochs == 100  # and what was changed is another record


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("epoch=3", "did you mean 'epochs'"),
        ("training.epoch=3", r"did you mean 'training\.epochs'"),
        ("hiden=3", "did you mean 'hidden'"),
        ("optimiser.lr=3", r"did you mean 'optimizer\.lr'"),
        ("epochs", "expected key=value"),
        ("=3", "expected key=value"),
        ("zzz=1", "does not exist; known are"),
        ("epochs=abc", "got 'abc', expected a whole number"),
    ],
)
def test_wrong_overrides(override, message):
    with pytest.raises(TrainingError, match=message):
        Config().changed([override])


def test_the_digest_is_that_of_what_a_result_depends_on():
    config = Config()
    for same in ("seed=7", "workers=2", "save_every=1"):
        assert config.changed([same]).digest == config.digest
    for other in ("lr=0.5", "data.seed=1", "hidden=3", "epochs=7", "threads=2", "name=x"):
        assert config.changed([other]).digest != config.digest


def test_records_are_frozen():
    for record in (Config(), TrainingConfig(), OptimizerConfig(), Schedule()):
        with pytest.raises(AttributeError):
            record.name = "x"


SCALARS = st.one_of(
    st.booleans(), st.integers(-(2**62), 2**62), st.text(), st.floats(allow_nan=False)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3),
                                     st.dictionaries(st.text(), inner, max_size=3)), max_leaves=6
)  # fmt: skip


@given(st.dictionaries(st.text(), VALUES, max_size=5))
def test_toml_is_what_the_standard_reads(tables):
    assert tomllib.loads(toml.dumps(tables)) == tables


@given(
    st.dictionaries(st.text(min_size=1), SCALARS, max_size=3),
    st.floats(1e-300, 1e300), st.text(), st.lists(st.text() | st.integers(), max_size=3),
)  # fmt: skip
def test_a_configuration_survives_its_text(settings, lr, name, target):
    config = Config.read(
        {"name": name, "optimizer": {"lr": lr}, "model": {"settings": settings},
         "data": {"target": target, "select": {"policy": "All", "l": 2}},
         "training": {"stop_at": 0.1}}
    )  # fmt: skip
    assert Config.read(toml.loads(config.text, "there")) == config


def test_broken_toml_and_no_file(tmp_path):
    with pytest.raises(TrainingError, match=r"here: got .* expected TOML; mend that line"):
        toml.loads("a = = 3", "here")
    with pytest.raises(TrainingError, match="No such file"):
        toml.read_file(tmp_path / "nowhere.toml")
    with pytest.raises(TrainingError, match="expected a text, a number"):
        toml.dumps({"a": object()})
    assert isinstance(TrainingError("x"), GraphError)
