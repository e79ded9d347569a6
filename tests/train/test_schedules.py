"""Each schedule is what torch's own scheduler does, epoch by epoch."""

import warnings

import numpy as np
import pytest
import torch
from torch.optim import lr_scheduler as torchs

from klgnn.train import Schedule

EPOCHS = 24


def rates_of(make, scores=()):
    """The learning rate torch would use in each epoch, from 1."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    scheduler, rates = make(optimizer), []
    for epoch in range(EPOCHS):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scheduler.step(scores[epoch]) if scores else scheduler.step()
    return rates


def ours(schedule, scores=(), higher=False):
    return [schedule.rate(e, EPOCHS, scores[:e], higher) for e in range(EPOCHS)]


def test_step():
    expected = rates_of(lambda o: torchs.StepLR(o, 5, 0.3))
    assert np.allclose(ours(Schedule("step", factor=0.3, every=5)), expected)


def test_cosine():
    expected = rates_of(lambda o: torchs.CosineAnnealingLR(o, EPOCHS))
    assert np.allclose(ours(Schedule("cosine")), expected)


def test_cosine_with_warmup():
    def make(optimizer):
        rise = torchs.LinearLR(optimizer, 1 / 4, 1, 3)
        fall = torchs.CosineAnnealingLR(optimizer, EPOCHS - 4)
        return torchs.SequentialLR(optimizer, [rise, fall], [4])

    assert np.allclose(ours(Schedule("cosine", warmup=4)), rates_of(make))


@pytest.mark.parametrize("higher", [False, True])
@pytest.mark.parametrize("patience", [0, 1, 3])
@pytest.mark.parametrize("seed", range(5))
def test_plateau(higher, patience, seed):
    scores = np.random.default_rng(seed).random(EPOCHS).round(1).tolist()

    def make(optimizer):
        return torchs.ReduceLROnPlateau(
            optimizer, "max" if higher else "min", 0.5, patience, threshold=1e-3, min_lr=0.05
        )

    schedule = Schedule("plateau", factor=0.5, patience=patience, threshold=1e-3, floor=0.05)
    assert np.allclose(ours(schedule, scores, higher), rates_of(make, scores))


def test_constant_floor_and_warmup_alone():
    assert ours(Schedule()) == [1.0] * EPOCHS
    assert ours(Schedule(warmup=2))[:3] == [0.5, 1.0, 1.0]
    assert min(ours(Schedule("cosine", floor=0.2))) == 0.2
