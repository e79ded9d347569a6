"""PooledNorm: the batch in training, all training graphs afterwards."""

import pytest
import torch
from small_runs import small_config, small_data
from torch import nn

from klgnn.train import Run, evaluate, fit
from klgnn.train.norm import EPSILON, PooledNorm, measure


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
