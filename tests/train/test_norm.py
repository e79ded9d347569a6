"""PooledNorm: the batch in training, all training graphs afterwards."""

import pytest
import torch
from small_runs import small_config, small_data
from torch import nn

from klgnn.nn.encoders.norm import RowBatchNorm
from klgnn.train import Run, evaluate, fit
from klgnn.train.norm import EPSILON, PooledNorm, measure, measure_rows


def test_training_standardizes_the_batch_as_batch_norm_does():
    h = torch.randn(20, 5) * 3 + 7
    theirs = nn.BatchNorm1d(5, eps=EPSILON, affine=False)
    assert torch.allclose(PooledNorm(5)(h), theirs(h), atol=1e-5)


def test_evaluation_uses_all_graphs_whatever_the_batches():
    model = nn.Sequential(nn.Linear(3, 4), PooledNorm(4), nn.Linear(4, 4), PooledNorm(4))
    graphs = torch.randn(30, 3)
    measure(model, [graphs[:7], graphs[7:8], graphs[8:]])
    h = model[0](graphs)
    first = (h - h.mean(0)) / (h.var(0, correction=0) + EPSILON).sqrt()
    assert torch.allclose(model.eval()[1](h), first, atol=1e-5)
    assert model[1].seen is None
    assert not model.training


def test_the_second_norm_sees_what_the_first_gives_in_evaluation():
    """Both are measured in one pass: the second behind the first as it was before."""
    model = nn.Sequential(PooledNorm(2), PooledNorm(2))
    graphs = torch.randn(9, 2) * 5 + 3
    measure(model, [graphs])
    measure(model, [graphs])
    out = model.eval()(graphs)
    assert torch.allclose(out.mean(0), torch.zeros(2), atol=1e-5)


def test_a_run_with_it_comes_back(tmp_path):
    data = small_data()
    run = fit(small_config("model.norm=true"), tmp_path / "run", dataset=data)
    assert evaluate(run, dataset=data)["valid"] == run.summary["valid"]
    assert Run.of(run.path).config.model.norm


@pytest.mark.parametrize("value", [0.0, 3.0])
def test_what_never_differs_is_not_blown_up(value):
    out = PooledNorm(2)(torch.full((5, 2), value))
    assert torch.equal(out, torch.zeros(5, 2))


def test_measured_batch_norms_do_in_evaluation_what_they_did_to_the_batch():
    model = nn.Sequential(nn.Linear(3, 4), RowBatchNorm(4), nn.ReLU(), RowBatchNorm(4))
    graphs = torch.randn(12, 3) * 4 + 1
    measure_rows(model, [graphs])
    trained = model.train()(graphs)
    measure_rows(model, [graphs])
    assert torch.allclose(model.eval()(graphs), trained, atol=1e-6)
    assert (model[1].momentum, model[1].correction) == (0.1, 1)


def test_measured_batch_norms_take_the_mean_of_all_batches():
    model, batches = RowBatchNorm(2), torch.randn(3, 5, 2)
    model.mean.fill_(100.0)
    measure_rows(model, batches)
    assert torch.allclose(model.mean, batches.mean((0, 1)), atol=1e-6)
    assert torch.allclose(model.variance, batches.var(1, correction=0).mean(0), atol=1e-6)


def test_a_run_of_measured_norms_is_evaluated_as_it_was_trained(tmp_path):
    """One batch of all graphs: what training sees is what evaluation computes."""
    data = small_data()
    settings = ["model.measured=true", "model.norm=true", "batch_size=100", "lr=1e-30",
                "precision=64"]  # fmt: skip
    config = small_config(*settings, norm="batch")
    run = fit(config, tmp_path / "run", dataset=data)
    scores = evaluate(run, ["train"], dataset=data)
    assert scores["train"] == pytest.approx(run.curve()[-1]["train_loss"], rel=1e-9)
