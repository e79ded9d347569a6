"""Models go to files and come back; what is no model of ours is refused in one sentence."""

import json

import pytest
import torch
from test_reference import EDGE_TYPES, GRAPHS, NODE_TYPES
from torch import nn

from klgnn import GraphError
from klgnn.nn import IDMPNN, IDPPGN, Baseline, IDTransformer, load, presets, save
from klgnn.select import Constrained, Hierarchical

safetensors = pytest.importorskip("safetensors.torch")

SMALL = {
    "hidden": 8, "layers": (2, 2, 1), "node_types": NODE_TYPES, "edge_types": EDGE_TYPES,
}  # fmt: skip
MODELS = {
    "mpnn": lambda: IDMPNN(l=2, select=Constrained(2, 3, 1), **SMALL),
    "pna": lambda: IDMPNN(l=1, conv="pna", degrees=[0, 2, 4], **SMALL),
    "hierarchical": lambda: IDMPNN(l=3, select=Hierarchical(3, "blocks"), norm="batch", **SMALL),
    "ppgn": lambda: IDPPGN(l=1, **SMALL),
    "transformer": lambda: IDTransformer(l=1, **SMALL),
    "baseline": lambda: Baseline("transformer", **SMALL),
    "preset": lambda: presets.i2gnn(2, **SMALL),
}


def written(model, folder):
    path = folder / "model.safetensors"
    save(model, path)
    return path


@pytest.mark.parametrize("name", MODELS)
def test_round_trip(name, tmp_path):
    torch.manual_seed(1)
    model = MODELS[name]().eval()
    back = load(written(model, tmp_path))
    assert type(back) is type(model)
    assert back.settings == model.settings
    assert not back.training
    with torch.no_grad():
        assert torch.equal(back(GRAPHS[5]), model(GRAPHS[5]))


def test_one_file_of_tensors_and_text(tmp_path):
    path = written(MODELS["mpnn"](), tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    size = int.from_bytes(path.read_bytes()[:8], "little")
    header = json.loads(path.read_bytes()[8 : 8 + size])
    assert header["__metadata__"]["format"] == "klgnn-model-1"
    assert json.loads(header["__metadata__"]["model"])["settings"]["select"]["policy"] == (
        "Constrained"
    )


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = written(MODELS["baseline"](), tmp_path)
    before = path.read_bytes()

    def fails(*_):
        raise OSError("no space left")

    monkeypatch.setattr(safetensors, "save", fails)
    with pytest.raises(OSError, match="no space"):
        save(MODELS["mpnn"](), path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


class Mine(IDMPNN):
    pass


def near(graph, u, v):
    return True


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: nn.Linear(1, 1), "model: got Linear, expected one of IDMPNN, IDPPGN"),
        (lambda: Mine(l=1, hidden=8), "model: got Mine"),
        (
            lambda: IDMPNN(l=2, hidden=8, select=Constrained(2, 2, predicate=near)),
            "settings: .*not JSON serializable",
        ),
    ],
)
def test_what_a_file_cannot_hold(make, message, tmp_path):
    with pytest.raises(GraphError, match=message):
        save(make(), tmp_path / "model.safetensors")
    assert list(tmp_path.iterdir()) == []


def changed(path, **metadata):
    state = safetensors.load_file(path)
    given = {"format": "klgnn-model-1", **metadata}
    safetensors.save_file(state, path, {key: value for key, value in given.items() if value})


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"format": None}, "got format None, expected 'klgnn-model-1'"),
        ({"model": None}, "got KeyError"),
        ({"model": "{"}, "got JSONDecodeError"),
        ({"model": "[]"}, "got TypeError"),
        ({"model": '{"kind": "print", "settings": {}}'}, "kind 'print', expected one of IDMPNN"),
        ({"model": '{"kind": "IDMPNN", "settings": {"l": 2, "x": 1}}'}, "the setting 'x'"),
        (
            {"model": '{"kind": "IDMPNN", "settings": {"select": {"policy": "prepare"}}}'},
            "select: got 'prepare'",
        ),
        ({"model": '{"kind": "IDMPNN", "settings": {"l": 2}}'}, "got RuntimeError"),
    ],
)
def test_files_that_are_no_models_of_ours(metadata, message, tmp_path):
    path = written(Baseline(hidden=8, layers=(1, 1, 1)), tmp_path)
    changed(path, **metadata)
    with pytest.raises(GraphError, match=message):
        load(path)


def test_junk_and_nothing(tmp_path):
    path = tmp_path / "junk"
    for content in (b"", b"junk", b"\x80\x04K\x01.", b"\xff" * 100):
        path.write_bytes(content)
        with pytest.raises(GraphError, match=r"expected a file written by klgnn\.nn\.save"):
            load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere")
