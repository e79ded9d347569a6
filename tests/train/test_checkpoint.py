"""Checkpoints: whole or absent, and what is not one is refused."""

import errno
import os
import resource

import pytest
import torch
from safetensors.torch import save_file
from small_runs import small_config, small_data
from small_workers import CONTEXT
from torch import nn

from klgnn.train import TrainingError, checkpoint, fit
from klgnn.train.checkpoint import Progress


def trained_pair():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).sum().backward()
        optimizer.step()
    return model, optimizer


def test_all_comes_back(tmp_path):
    path, key = tmp_path / "last.safetensors", {"data": "d"}
    model, optimizer = trained_pair()
    progress = Progress(3, 1, 0.1 + 0.2, 7, [{"epoch": 1, "lr": 1e-3}], {"epoch": 1, "score": 0.5})
    checkpoint.save_state(path, model, optimizer, progress, key)
    torch.manual_seed(9)
    other = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    fresh = torch.optim.AdamW(other.parameters(), 0.01)
    assert checkpoint.load_state(path, other, fresh, key) == progress
    for (name, mine), theirs in zip(
        model.state_dict().items(), other.state_dict().values(), strict=True
    ):
        assert torch.equal(mine, theirs), name
    states = zip(optimizer.state_dict()["state"].values(), fresh.state_dict()["state"].values(),
                 strict=True)  # fmt: skip
    for mine, theirs in states:
        assert all(torch.equal(mine[name], theirs[name]) for name in mine)


def test_every_truncation_is_noticed(tmp_path):
    path = tmp_path / "last.safetensors"
    model, optimizer = trained_pair()
    checkpoint.save_state(path, model, optimizer, Progress(), {})
    whole = path.read_bytes()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for length in [*range(0, len(whole), 37), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(TrainingError, match="expected a checkpoint of klgnn"):
            checkpoint.load_state(path, model, optimizer, {})
    assert all(torch.equal(before[n], t) for n, t in model.state_dict().items())


def test_foreign_files_are_refused(tmp_path):
    path = tmp_path / "last.safetensors"
    model, optimizer = trained_pair()
    save_file({"a": torch.zeros(2)}, str(path))
    with pytest.raises(TrainingError, match="expected a checkpoint of klgnn"):
        checkpoint.load_state(path, model, optimizer, {})
    checkpoint.save_model(path, model, {"epoch": 1})
    with pytest.raises(TrainingError, match="expected a checkpoint of klgnn"):
        checkpoint.load_state(path, model, optimizer, {})
    with pytest.raises(TrainingError, match="got the parameters of another network"):
        checkpoint.load_model(path, nn.Linear(2, 2))
    path.write_bytes(b"\x80\x04cos\nsystem\n(S'exit 1'\ntR.")  # a pickle that would run
    with pytest.raises(TrainingError, match="expected a checkpoint of klgnn"):
        checkpoint.load_model(path, model)
    checkpoint.save_state(path, model, optimizer, Progress(), {"data": "a"})
    with pytest.raises(TrainingError, match="got a checkpoint with data 'a', expected 'b'"):
        checkpoint.load_state(path, model, optimizer, {"data": "b"})


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EACCES])
def test_a_disk_without_room(tmp_path, monkeypatch, number):
    path = tmp_path / "last.safetensors"
    model, _ = trained_pair()
    checkpoint.save_model(path, model, {"epoch": 1})
    before = path.read_bytes()

    def full(file):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("klgnn._files.os.fsync", full)
    expected = "expected to write it" if number == errno.EACCES else r"got no room for .* bytes"
    with pytest.raises(TrainingError, match=expected + r".*is still what it was before"):
        checkpoint.save_model(path, model, {"epoch": 2})
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


def limited(folder, said, size):
    """A run in a process that may write no larger file; that is how a full disk looks."""
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        fit(small_config("epochs=3"), folder, dataset=small_data())
        said.write_text("done")
    except TrainingError as error:
        said.write_text(str(error))


def test_a_run_on_a_full_disk(tmp_path):
    """The network fits in, its optimizer does not; with room the run goes on."""
    fit(small_config("epochs=3"), tmp_path / "whole", dataset=small_data())
    sizes = [
        (tmp_path / "whole" / f"{name}.safetensors").stat().st_size for name in ("best", "last")
    ]
    said, folder = tmp_path / "said", tmp_path / "run"
    process = CONTEXT.Process(target=limited, args=(folder, said, sum(sizes) // 2))
    process.start()
    process.join()
    assert "last.safetensors: got no room for" in said.read_text()
    assert "the run goes on from its last checkpoint" in said.read_text()
    assert not list(folder.glob(".*.part"))
    fit(small_config("epochs=3"), folder, dataset=small_data())
    for name in ("best.safetensors", "predictions.csv"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_full_disk_at_the_first_file(tmp_path):
    said = tmp_path / "said"
    process = CONTEXT.Process(target=limited, args=(tmp_path / "run", said, 0))
    process.start()
    process.join()
    assert not said.exists() or said.read_text() != "done"
