"""Several seeds: mean, deviation, and predictions together."""

import statistics

import numpy as np
import pytest
from small_runs import small_config, small_data

from klgnn.train import TrainingError, fit, fit_seeds, predict, summarize


@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_mean_deviation_and_predictions_together(tmp_path, kind):
    data = small_data(kind=kind)
    config = small_config('kind="baseline"')
    found = fit_seeds(config, tmp_path, [3, 5, 8], dataset=data)
    scores = [predict_score(tmp_path / f"seed{seed}") for seed in (3, 5, 8)]
    assert found.test == tuple(scores)
    assert found.mean == pytest.approx(np.mean(scores))
    assert found.deviation == pytest.approx(statistics.stdev(scores))
    assert "3 seeds" in str(found)
    alone = [predict(run, data) for run in found.runs]
    together = found.predict(iter(data))
    assert np.allclose(together.values, np.mean([each.values for each in alone], axis=0))
    if kind == "multiclass":
        assert np.array_equal(together.classes, together.values.argmax(1))
    assert summarize(found.runs[:1]).test == found.test[:1]
    assert "±" not in str(summarize(found.runs[:1]))


def predict_score(folder):
    from klgnn.train import Run

    return Run.of(folder).summary["test"]


def test_refusals(tmp_path):
    data = small_data()
    one = fit(small_config('kind="baseline"', "epochs=1"), tmp_path / "one", dataset=data)
    other = fit(
        small_config('kind="baseline"', "epochs=1", "lr=1"), tmp_path / "other", dataset=data
    )
    with pytest.raises(TrainingError, match="a run of another configuration"):
        summarize([one, other])
    (one.path / "summary.json").unlink()
    with pytest.raises(TrainingError, match="a run that has not ended"):
        summarize([one])
    with pytest.raises(TrainingError, match="got no run"):
        summarize([])
