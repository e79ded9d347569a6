"""The last linear map by least squares: what numpy finds, and a target that is linear exactly."""

import numpy as np
import pytest
import torch
from small_runs import small_config, small_data
from torch import nn

from klgnn.train import TrainingError, evaluate, fit
from klgnn.train.readout import fit_readout


class Headed(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.head = nn.Linear(3, 4), nn.Sequential(nn.ReLU(), nn.Linear(4, 2))
        self.last_of_all = nn.Linear(1, 1)  # which is not the head's

    def forward(self, h):
        return self.head(self.first(h))


def test_it_is_the_least_squares_of_numpy():
    network, h, y = Headed().double(), torch.randn(20, 3).double(), torch.randn(20, 2).double()
    fit_readout(network, [(h[:7], y[:7]), (h[7:], y[7:])])
    rows = torch.relu(network.first(h)).detach().numpy()
    rows = np.concatenate([rows, np.ones((20, 1))], axis=1)
    expected = rows @ np.linalg.pinv(rows) @ y.numpy()
    assert np.allclose(network(h).detach().numpy(), expected)


def test_a_head_without_a_linear_map_at_its_end_is_refused():
    network = Headed()
    network.head = nn.Sequential(nn.Linear(4, 2), nn.ReLU())
    with pytest.raises(TrainingError, match="does not end in a linear map"):
        fit_readout(network, [])


def test_a_sum_over_label_sets_is_found_at_once(tmp_path):
    """The number of edges is one; the sets are pairs, each seen as its induced subgraph."""
    settings = {"architecture": "a", "subgraphs": "labeled", "pool_sets": "sum", "head": "linear",
                "norm": "none"}  # fmt: skip
    changes = ["model.readout=true", "precision=64", "epochs=1", "batch_size=50"]
    data = small_data(200)
    run = fit(small_config(*changes, **settings, layers=[2, 0, 0], hidden=24),
              tmp_path / "run", dataset=data)  # fmt: skip
    assert run.summary["test"] < 1e-8
    assert evaluate(run, dataset=data)["test"] == run.summary["test"]


def test_classes_are_refused(tmp_path):
    with pytest.raises(TrainingError, match="got a binary task, expected regression"):
        fit(small_config("model.readout=true"), tmp_path / "run", dataset=small_data(kind="binary"))
