"""A run that was killed ends as one that was not, bit by bit."""

import json
import os
import random
import signal
import time

import pytest
import torch
from safetensors import safe_open
from small_runs import small_config, small_data
from small_workers import start

from klgnn.train import Run, TrainingError, evaluate, fit

CHANGING = ("seconds", "seconds_per_epoch", "sittings", "peak_mib")


def tensors(path):
    with safe_open(str(path), "pt") as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


def assert_same(left, right):
    """Weights, optimizer, curve but for seconds, predictions and scores are the same bits."""
    left, right = Run.of(left), Run.of(right)
    for one, other in ((left.last, right.last), (left.best, right.best)):
        mine, theirs = tensors(one), tensors(other)
        assert mine.keys() == theirs.keys()
        assert any(name.startswith("optimizer/") for name in tensors(left.last))
        for name, tensor in mine.items():
            assert torch.equal(tensor, theirs[name]), name
    for mine, theirs in zip(left.curve(), right.curve(), strict=True):
        assert {**mine, "seconds": 0} == {**theirs, "seconds": 0}
    table = "predictions.csv"
    assert (left.path / table).read_bytes() == (right.path / table).read_bytes()
    mine, theirs = (
        {k: v for k, v in r.summary.items() if k not in CHANGING} for r in (left, right)
    )
    assert mine == theirs


def killed_and_resumed(folder, kills, changes, chance, longest):
    """Kill a run at random moments of its training, so many times, and let it end."""
    hit = 0
    while True:
        # The first kill comes after a checkpoint, others also while the run begins.
        name = (
            chance.choice(["environment.json", "last.safetensors"]) if hit else "last.safetensors"
        )
        watched = folder / name
        before = changed(watched)
        process = start(folder, changes)
        if hit < kills:
            while process.is_alive() and changed(watched) == before:
                time.sleep(0.005)
            process.join(chance.uniform(0, longest))
            if process.is_alive():
                os.kill(process.pid, signal.SIGKILL)
        process.join()
        hit += process.exitcode == -signal.SIGKILL
        if process.exitcode != -signal.SIGKILL:
            assert process.exitcode == 0
            return hit


def changed(path):
    return path.stat().st_mtime_ns if path.exists() else 0


def run_alone(folder, changes):
    """Train without being disturbed; returns the seconds of the training."""
    process = start(folder, changes)
    process.join()
    assert process.exitcode == 0
    return Run.of(folder).summary["seconds"]


# Dropped sets, drawn permutations, dropout and the plateau all depend on what came before.
HARD = (
    "epochs=6", "save_every=0", "dropout=0.2", "set_rate=0.5", "permutations=1", "clip=1",
    'schedule.name="plateau"', "schedule.patience=0", "lr=0.02",
)  # fmt: skip


@pytest.mark.parametrize(
    ("kills", "changes"),
    [
        (3, HARD),
        pytest.param(12, HARD, marks=pytest.mark.slow),
        pytest.param(8, (*HARD[:2], "keep=true", "model.norm=true"), marks=pytest.mark.slow),
        pytest.param(8, ('kind="learned"', *HARD[:2]), marks=pytest.mark.slow),
        pytest.param(8, ("epochs=6", "save_every=1000"), marks=pytest.mark.slow),
    ],
)
def test_killed_runs_end_as_one_that_was_not(tmp_path, kills, changes):
    seconds = run_alone(tmp_path / "whole", changes)
    chance = random.Random(kills)
    hit = killed_and_resumed(tmp_path / "killed", kills, changes, chance, seconds / 2)
    assert hit >= 2
    assert Run.of(tmp_path / "killed").summary["sittings"] > 1
    assert_same(tmp_path / "whole", tmp_path / "killed")


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path):
    changes = ("epochs=5",)
    run_alone(tmp_path / "whole", changes)
    process = start(tmp_path / "run", changes, said=tmp_path / "said")
    while not (tmp_path / "run" / "best.safetensors").exists():
        time.sleep(0.01)
    time.sleep(0.03)
    os.kill(process.pid, signal.SIGINT)
    process.join()
    assert process.exitcode == 0
    said = (tmp_path / "said").read_text()
    assert "everything is saved" in said
    assert "give the same command again to go on" in said
    assert not Run.of(tmp_path / "run").finished
    fit(small_config(*changes), tmp_path / "run", dataset=small_data())
    assert_same(tmp_path / "whole", tmp_path / "run")


class Stop(BaseException):
    """Stands for a kill, at a place that is known."""


@pytest.mark.parametrize("place", [1, 3, 6, 10, 12, 17])
def test_wherever_a_file_is_being_written(tmp_path, monkeypatch, place):
    """The n-th file of a run is not written, and neither is anything after it."""
    from klgnn.train import checkpoint, folder, records

    changes = ("epochs=2", "save_every=0")
    fit(small_config(*changes), tmp_path / "whole", dataset=small_data())
    real, written = checkpoint.write_bytes, []

    def write(path, data):
        written.append(path)
        if len(written) >= place:
            raise Stop
        real(path, data)

    for module in (checkpoint, folder, records):
        monkeypatch.setattr(module, "write_bytes", write)
    with pytest.raises(Stop):
        fit(small_config(*changes), tmp_path / "cut", dataset=small_data())
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    fit(small_config(*changes), tmp_path / "cut", dataset=small_data())
    assert_same(tmp_path / "whole", tmp_path / "cut")


def test_same_seed_twice_and_another_seed(tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        fit(small_config(*HARD[2:], f"seed={seed}"), tmp_path / name, dataset=small_data())
    assert_same(tmp_path / "one", tmp_path / "two")
    one, other = (Run(tmp_path / name).curve() for name in ("one", "other"))
    assert one[0]["train_loss"] != other[0]["train_loss"]


def test_a_run_that_has_ended_is_left_as_it_is(tmp_path, trained):
    run, data = trained()
    before = run.last.stat().st_mtime_ns
    again = fit(small_config(), run.path, dataset=data)
    assert again.last.stat().st_mtime_ns == before
    with pytest.raises(TrainingError, match="got a folder with a run, expected none"):
        fit(small_config(), run.path, dataset=data, resume=False)
    with pytest.raises(TrainingError, match="got the run of another configuration"):
        fit(small_config("lr=0.5"), run.path, dataset=data)
    with pytest.raises(TrainingError, match="got the run of another configuration"):
        fit(small_config("seed=1"), run.path, dataset=data)
    with pytest.raises(TrainingError, match="targets or splits other than those of the run"):
        fit(small_config(), run.path, dataset=small_data(seed=1))
    assert evaluate(run, dataset=data)["test"] == run.summary["test"]


def test_other_graphs_are_refused(tmp_path, monkeypatch):
    data = small_data()
    monkeypatch.setattr(
        "klgnn.train.records.Records.finish", lambda *_: (_ for _ in ()).throw(Stop)
    )
    with pytest.raises(Stop):
        fit(small_config("epochs=1"), tmp_path / "run", dataset=data)
    state = (tmp_path / "run" / "last.safetensors").read_bytes()
    with pytest.raises(TrainingError, match=r"got a checkpoint with data .* begin anew"):
        fit(small_config("epochs=1"), tmp_path / "run", dataset=small_data(seed=5))
    assert (tmp_path / "run" / "last.safetensors").read_bytes() == state


def test_the_folder_holds_what_it_promises(trained):
    run, _ = trained()
    environment = json.loads((run.path / "environment.json").read_text())
    assert environment["libraries"]["torch"] == torch.__version__.split("+")[0] or torch.__version__
    assert environment["data"]["digest"]
    assert run.config == small_config()
    assert {row["split"] for row in run.predictions()} == {"valid", "test"}
    assert [row["epoch"] for row in run.curve()] == [1, 2]
    assert list((run.path / "tensorboard").iterdir())
    assert not list(run.path.glob("*.part"))
    assert run.summary["seed"] == 0
    assert run.summary["chosen_epoch"] in (1, 2)
