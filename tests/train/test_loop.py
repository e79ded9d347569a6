"""The loop: what it learns, when it ends, and what stops it."""

import json

import numpy as np
import pytest
import torch
from small_runs import small_config, small_data, typed_graphs

from klgnn.data import DataError, from_graphs, pack
from klgnn.train import Report, Run, TrainingError, fit
from klgnn.train.session import Session


def test_it_learns(tmp_path):
    """The number of edges is a sum over nodes, which any of these networks can give."""
    config = small_config("epochs=40", "lr=0.02", "standardize=true", 'kind="baseline"')
    run = fit(config, tmp_path / "run", dataset=small_data(40))
    curve = run.curve()
    assert curve[-1]["train_loss"] < 0.35 * curve[0]["train_loss"]
    assert run.summary["valid"] == min(row["valid"] for row in curve)
    assert run.summary["chosen_epoch"] == 1 + int(np.argmin([row["valid"] for row in curve]))


@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_one_step_is_that_of_torch_alone(tmp_path, kind):
    """The loop's first epoch, one batch, transcribed with torch."""
    config = small_config("epochs=1", "batch_size=10", "clip=0.01", "lr=0.1", "weight_decay=0.1")
    data = small_data(kind=kind)
    fit(config, tmp_path / "run", dataset=data)
    session = Session.open(config, dataset=data)
    batch = next(iter(session.batches(session.dataset.train, training=True).epoch(0))).batch
    model, loss = session.model.network, {
        "regression": torch.nn.L1Loss(), "binary": torch.nn.BCEWithLogitsLoss(),
        "multiclass": torch.nn.CrossEntropyLoss(),
    }[kind]  # fmt: skip
    optimizer = torch.optim.AdamW(model.parameters(), 0.1, weight_decay=0.1)
    loss(model(batch), batch.y).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.01)
    optimizer.step()
    from safetensors.torch import load_file

    saved = load_file(str(tmp_path / "run" / "last.safetensors"))
    for name, tensor in model.state_dict().items():
        assert torch.allclose(saved[f"model/network.{name}"], tensor, atol=1e-6), name


def test_early_stop_and_a_score_to_stop_at(tmp_path):
    data = small_data()
    run = fit(
        small_config("epochs=30", "lr=1e-12", "training.patience=2"), tmp_path / "one", dataset=data
    )
    best = run.summary["chosen_epoch"]
    assert len(run.curve()) == best + 2
    assert "no better validation score in 2 validations" in run.summary["stopped"]
    run = fit(small_config("epochs=30", "stop_at=1000"), tmp_path / "two", dataset=data)
    assert len(run.curve()) == 1
    assert "reached 1000" in run.summary["stopped"]
    run = fit(small_config("epochs=5", "validate_every=2"), tmp_path / "three", dataset=data)
    assert [row["epoch"] for row in run.curve() if "valid" in row] == [2, 4, 5]


def test_the_test_set_is_scored_once_by_the_chosen_network(tmp_path, monkeypatch):
    from klgnn.train import loop, records

    seen = []
    for module in (loop, records):
        real = module.scored

        def counted(session, batches, rows, real=real):
            seen.append(tuple(rows))
            return real(session, batches, rows)

        monkeypatch.setattr(module, "scored", counted)
    data = small_data()
    fit(small_config("epochs=4"), tmp_path / "run", dataset=data)
    assert seen.count(tuple(data.splits.test)) == 1
    assert seen.count(tuple(data.splits.valid)) == 5
    assert tuple(data.splits.train) not in seen


def test_test_labels_do_not_matter_for_training(tmp_path):
    """Other targets of the test graphs change the test score and nothing else."""
    graphs, split = typed_graphs(20), (np.arange(20) % 4 - 1).clip(0)
    y = np.array([graph.num_edges for graph in graphs], float)
    other = np.where(split == 2, 100.0, y)
    runs = [fit(small_config("ensemble=3", "set_rate=0.5"), tmp_path / name,
                dataset=from_graphs(graphs, values, split=split))
            for name, values in (("one", y), ("other", other))]  # fmt: skip
    assert runs[0].summary["test"] != runs[1].summary["test"]
    assert runs[0].summary["valid"] == runs[1].summary["valid"]
    predicted = [[row["predicted_y"] for row in run.predictions()] for run in runs]
    assert predicted[0] == predicted[1]


@pytest.mark.parametrize("changes", [("lr=1e30", "epochs=4"), ("lr=1e30", "batch_size=100")])
def test_numbers_that_are_none(tmp_path, changes):
    with pytest.raises(TrainingError, match=r"NaN or infinite|got a loss of (nan|inf)"):
        fit(small_config(*changes, "epochs=5"), tmp_path / "run", dataset=small_data())
    last = Run(tmp_path / "run").last
    if last.exists():
        from safetensors.torch import load_file

        assert all(bool(tensor.isfinite().all()) for tensor in load_file(str(last)).values())


def test_a_loss_that_is_nan_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    data, config = small_data(), small_config("epochs=4")
    from klgnn.train.loop import _Loop

    real = _Loop.targets

    def poisoned(self, batch, output):
        y = real(self, batch, output)
        return y * float("nan") if self.progress.epoch == 2 else y

    monkeypatch.setattr(_Loop, "targets", poisoned)
    with pytest.raises(TrainingError, match=r"got a loss of nan in epoch 3, step 1.* still .*last"):
        fit(config, tmp_path / "run", dataset=data)
    monkeypatch.setattr(_Loop, "targets", real)
    run = fit(config, tmp_path / "run", dataset=data)  # it was not the data: it goes on
    assert len(run.curve()) == 4
    whole = fit(config, tmp_path / "whole", dataset=data)
    assert run.best.read_bytes() == whole.best.read_bytes()


def test_targets_that_are_missing(tmp_path):
    from dataclasses import replace

    data = small_data()
    y = data.arrays.y.copy()
    y[3, 1] = np.nan
    holes = replace(data, arrays=replace(data.arrays, y=y))
    with pytest.raises(TrainingError, match=r"got 1 targets that are NaN .* the first is number 3"):
        fit(small_config(), tmp_path / "run", dataset=holes)
    with pytest.raises(TrainingError, match="got no targets"):
        fit(
            small_config(),
            tmp_path / "run",
            dataset=from_graphs(typed_graphs(4), split=[0, 0, 1, 2]),
        )


def test_a_data_file_that_vanished(tmp_path):
    path = pack(small_data(), tmp_path / "mine.npz")
    config = small_config(f'data.name="{path}"', "epochs=3")
    with pytest.raises(TrainingError, match="nothing goes on"):
        fit(config, tmp_path / "run", report=Breaking())
    state = (tmp_path / "run" / "last.safetensors").read_bytes()
    path.rename(tmp_path / "away.npz")
    with pytest.raises(DataError, match=r"mine\.npz: got no such file, expected an \.npz pack"):
        fit(config, tmp_path / "run")
    assert (tmp_path / "run" / "last.safetensors").read_bytes() == state
    (tmp_path / "away.npz").rename(path)
    assert fit(config, tmp_path / "run").finished


class Breaking(Report):
    """Ends a run after its first epoch."""

    def epoch(self, row):
        raise TrainingError("nothing goes on")


def test_one_folder_one_process(tmp_path):
    from klgnn.train.folder import locked

    (tmp_path / "run").mkdir()
    with (
        locked(tmp_path / "run"),
        pytest.raises(TrainingError, match="another process is training"),
    ):
        fit(small_config(), tmp_path / "run", dataset=small_data())
    fit(small_config(), tmp_path / "run", dataset=small_data())


def test_folders_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingError, match="expected a folder to write to"):
        fit(small_config(), tmp_path / "file" / "run", dataset=small_data())
    empty = from_graphs(typed_graphs(3), [1.0, 2.0, 3.0], split=[0, 0, 2])
    with pytest.raises(TrainingError, match="got no validation graphs"):
        fit(small_config(), tmp_path / "run", dataset=empty)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (['kind="idmpn"'], "got 'idmpn', expected .* did you mean 'idmpnn'"),
        (["model.settings.hiden=3"], "did you mean 'hidden'"),
        (['model.settings.select={policy="Al", l=2}'], "got 'Al', expected a policy"),
        (["model.settings.select={l=2}"], "expected policy and its fields"),
        (["loss=bce"], r"training\.loss: got 'bce'"),
        (['kind="learned"', "set_rate=0.5"], "set_rate"),
    ],
)
def test_networks_that_cannot_be(tmp_path, changes, message):
    with pytest.raises(Exception, match=message) as caught:
        fit(small_config(*changes), tmp_path / "run", dataset=small_data())
    assert type(caught.value).__name__ in ("GraphError", "TrainingError")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("precision", ["bf16", "64"])
def test_precision(tmp_path, precision):
    run = fit(small_config(f"precision={precision}"), tmp_path / precision, dataset=small_data())
    exact = fit(small_config(), tmp_path / "32", dataset=small_data())
    difference = abs(run.curve()[0]["train_loss"] - exact.curve()[0]["train_loss"])
    assert 0 < difference < (0.05 if precision == "bf16" else 1e-5)


def test_lines_for_machines(tmp_path, capsys):
    fit(small_config(), tmp_path / "run", dataset=small_data(), report=Report(lines=True))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == ["epoch", "epoch", "end"]
    assert lines[-1]["test"] == Run(tmp_path / "run").summary["test"]
    fit(small_config(), tmp_path / "bar", dataset=small_data(), report=Report(progress=True))
    assert "step/s" in capsys.readouterr().err or True
