"""Metrics and losses against scikit-learn, brute force and torch."""

import numpy as np
import pytest
import torch
from sklearn.metrics import accuracy_score, mean_absolute_error, roc_auc_score

from klgnn.data import Target, Task
from klgnn.train import TrainingError
from klgnn.train.metrics import METRICS, Scale, loss_of, roc_auc, score

ONE = (Target("y"),)
TWO = (Target("a"), Target("b"))


@pytest.mark.parametrize("seed", range(20))
def test_roc_auc_is_how_often_a_pair_is_in_order(seed):
    chance = np.random.default_rng(seed)
    targets = np.r_[0, 1, chance.integers(0, 2, 30)]
    predictions = chance.normal(size=32).round(int(chance.integers(0, 3)))  # with many ties
    pairs = [
        1.0 if p > n else 0.5 if p == n else 0.0
        for p in predictions[targets == 1]
        for n in predictions[targets == 0]
    ]
    assert roc_auc(predictions, targets) == pytest.approx(np.mean(pairs))
    assert roc_auc(predictions, targets) == pytest.approx(roc_auc_score(targets, predictions))


def test_metrics_are_those_of_scikit_learn():
    chance = np.random.default_rng(0)
    p, y = chance.normal(size=(50, 2)), chance.normal(size=(50, 2))
    assert score(Task("regression", "MAE", TWO), p, y) == pytest.approx(mean_absolute_error(y, p))
    classes = chance.integers(0, 2, (50, 2))
    auc = roc_auc_score(classes, p, average="macro")
    assert score(Task("binary", "ROC-AUC", TWO), p, classes) == pytest.approx(auc)
    right = accuracy_score(classes.reshape(-1), p.reshape(-1) > 0)
    assert score(Task("binary", "accuracy", TWO), p, classes) == pytest.approx(right)
    logits, kinds = chance.normal(size=(50, 4)), chance.integers(0, 4, 50)
    task = Task("multiclass", "accuracy", ONE, num_classes=4)
    assert score(task, logits, kinds) == pytest.approx(accuracy_score(kinds, logits.argmax(1)))
    assert score(task, logits, kinds[:, None]) == score(task, logits, kinds)


def test_ogb_agrees():
    evaluator = pytest.importorskip("ogb.graphproppred").Evaluator("ogbg-molhiv")
    chance = np.random.default_rng(0)
    p, y = chance.normal(size=(60, 1)), chance.integers(0, 2, (60, 1))
    theirs = evaluator.eval({"y_true": y, "y_pred": p})["rocauc"]
    assert score(Task("binary", "ROC-AUC", ONE), p, y) == pytest.approx(theirs)


def test_refusals():
    task = Task("regression", "MAE", ONE)
    with pytest.raises(TrainingError, match="got no graph"):
        score(task, np.zeros((0, 1)), np.zeros((0, 1)))
    with pytest.raises(TrainingError, match=r"NaN or infinite for 2 of 3 graphs"):
        score(task, np.array([[1.0], [np.nan], [np.inf]]), np.zeros((3, 1)))
    with pytest.raises(TrainingError, match="got 3 positive and 0 negative graphs"):
        score(Task("binary", "ROC-AUC", ONE), np.ones((3, 1)), np.ones((3, 1)))
    for kind in METRICS:
        with pytest.raises(TrainingError, match=f"metric: got 'F1' for a {kind} task"):
            score(Task(kind, "F1", ONE), np.ones((3, 1)), np.ones((3, 1)))
    with pytest.raises(TrainingError, match=r"training\.loss: got 'bce', expected 'l1' or 'mse'"):
        loss_of(task, "bce")
    with pytest.raises(TrainingError, match="there is nothing to fit"):
        loss_of(Task("pairs", "accuracy"), None)


def test_losses_are_those_of_torch_graph_by_graph():
    from torch import nn

    torch.manual_seed(0)
    p, y, bits = torch.randn(7, 3), torch.randn(7, 3), torch.randint(0, 2, (7, 3)).float()
    kinds = torch.randint(0, 3, (7,))
    for name, task, target, theirs in (
        ("l1", Task("regression", "MAE"), y, nn.L1Loss()),
        ("mse", Task("regression", "MAE"), y, nn.MSELoss()),
        ("bce", Task("binary", "ROC-AUC"), bits, nn.BCEWithLogitsLoss()),
        ("ce", Task("multiclass", "accuracy"), kinds, nn.CrossEntropyLoss()),
    ):
        found = loss_of(task, name)(p, target)
        assert found.shape == (7,)
        assert torch.allclose(found.mean(), theirs(p, target))
        if name != "mse":
            assert torch.equal(found, loss_of(task, None)(p, target))


def test_scale_is_there_and_back_and_a_constant_target_is_left():
    y = np.array([[1.0, 5.0], [3.0, 5.0], [5.0, 5.0]])
    scale = Scale(y, 2)
    values = torch.tensor(y, dtype=torch.float32)
    assert torch.allclose(
        scale.standard(values)[:, 0], torch.tensor([-1.2247, 0, 1.2247]), atol=1e-4
    )
    assert torch.equal(scale.standard(values)[:, 1], torch.zeros(3))
    assert torch.allclose(scale(scale.standard(values)), values)
    assert torch.equal(Scale(None, 2)(values), values)
