"""evaluate and predict: the chosen network comes back, and refuses what it cannot know."""

import json
import shutil

import numpy as np
import pytest
import torch
from small_runs import small_config, small_data, typed_graphs

import klgnn
from klgnn.cli.training import plain
from klgnn.data import from_graphs, load, pack
from klgnn.families import cycle
from klgnn.train import Config, TrainingError, evaluate, fit, predict


@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_evaluate_finds_what_the_run_wrote(trained, kind):
    run, data = trained(kind)
    scores = evaluate(run.path, ["train", "valid", "test"], dataset=data)
    assert scores["valid"] == run.summary["valid"]
    assert scores["test"] == run.summary["test"]
    assert scores.graphs == {"train": 10, "valid": 5, "test": 5}
    assert scores.by_target.get("test", {}) == run.summary["test_by_target"]
    assert scores.epoch == run.summary["chosen_epoch"]
    assert run.summary["metric"] in str(scores)
    assert "valid" in str(scores)
    assert json.loads(json.dumps(plain(scores)))["scores"]["test"] == scores["test"]


@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_predict_gives_what_the_run_wrote(trained, kind):
    run, data = trained(kind)
    found = predict(run, data, split="test")
    rows = [row for row in run.predictions() if row["split"] == "test"]
    written = [[float(v) for n, v in row.items() if n.startswith("predicted")] for row in rows]
    assert np.array_equal(found.raw, written)
    assert [int(row["graph"]) for row in rows] == data.splits.test.tolist()
    assert len(str(found).splitlines()) == len(found) + 1
    assert found.targets is not None
    json.dumps(plain(found))


def test_graphs_of_any_form_predict_the_same(trained, tmp_path):
    run, data = trained()
    expected = predict(run, data[np.arange(20)]).values
    assert np.allclose(predict(run, typed_graphs(20)).values, expected, atol=1e-6)
    assert np.allclose(predict(run, list(data)).values, expected, atol=1e-6)
    path = pack(data, tmp_path / "mine.npz")
    assert np.array_equal(predict(run, path).values, expected)
    assert np.array_equal(predict(run, str(path)).values, expected)
    assert np.allclose(predict(run, data, batch_size=1).values, expected, atol=1e-5)


def test_probabilities_and_classes(trained):
    run, data = trained("binary")
    found = predict(run, data)
    assert np.allclose(found.values, torch.sigmoid(torch.from_numpy(found.raw)).numpy())
    assert np.array_equal(found.classes, found.values > 0.5)
    run, data = trained("multiclass")
    found = predict(run, data)
    assert np.allclose(found.values, torch.softmax(torch.from_numpy(found.raw), 1).numpy())
    assert np.array_equal(found.classes, found.values.argmax(1))
    assert str(found).split()[1:3] == ["class", "p(0)"]


def test_a_file_for_a_network_without_types(tmp_path):
    graphs = [cycle(n) for n in range(3, 11)]
    data = from_graphs(graphs, np.arange(8.0), split=[0, 0, 0, 0, 1, 1, 2, 2])
    run = fit(small_config("epochs=1"), tmp_path / "run", dataset=data)
    klgnn.write_graphs(graphs, tmp_path / "some.g6")
    found = predict(run, tmp_path / "some.g6")
    assert np.allclose(found.values, predict(run, graphs).values)
    assert found.graphs == "some.g6"
    assert predict(run, ["CCO"], form="smiles").values.shape == (1, 1)  # no type is looked at
    with pytest.raises(TrainingError, match=r"graph 1: node types: .*such as 2.*would not look"):
        predict(run, [cycle(3), cycle(3).recolor(node_colors=[0, 2, 2])])


@pytest.mark.parametrize(
    ("graphs", "message"),
    [
        ([cycle(4)], "graph 0: node types: got none, expected 1 column of types below 3"),
        ([cycle(4).recolor(node_colors=[0, 1, 2, 2])], "edge types: got none"),
        ([], "got no graph"),
        (cycle(4), "got Graph, expected a file, .* put one graph into a list"),
        (["Bw", "nonsense!"], "graph 1: graph6"),
        ("nowhere.g6", r"nowhere.g6: no such file"),
        ("csl", "got .* node types and .* edge types, expected"),
    ],
)
def test_refusals(trained, graphs, message):
    run, _ = trained()
    with pytest.raises(klgnn.GraphError, match=message):
        predict(run, graphs)


def test_a_type_that_is_unknown_is_named(trained):
    run, data = trained()
    graph = typed_graphs(1)[0]
    colors = graph.node_colors.copy()
    colors[3] = 7
    foreign = klgnn.Graph.from_edges(
        graph.edges(), graph.num_nodes, node_colors=colors, edge_colors=[0] * graph.num_edges
    )
    with pytest.raises(TrainingError, match=r"graph 0: node types: got type 7, .* below 3"):
        predict(run, [foreign])
    named = data[0]
    named.x = torch.cat([named.x, named.x], dim=1)
    with pytest.raises(TrainingError, match="got 2 columns, expected 1 column of types below 3"):
        predict(run, [named])
    named.x = torch.rand(named.num_nodes, 1)
    with pytest.raises(klgnn.GraphError, match="graph 0: x: got numbers with fractions"):
        predict(run, [named])


def test_molecules_for_a_set_without_rules(trained, tmp_path):
    run, _ = trained()
    (tmp_path / "few.smi").write_text("CCO ethanol\n")
    with pytest.raises(TrainingError, match=r"few.smi, line 1: got molecules for graphs"):
        predict(run, tmp_path / "few.smi")


def test_evaluate_refuses_other_data(trained, tmp_path):
    run, data = trained()
    with pytest.raises(TrainingError, match=r"was given as it was .* pass dataset="):
        evaluate(run)
    other = small_data(seed=1)
    with pytest.raises(TrainingError, match="targets or splits other than those of the run"):
        evaluate(run, dataset=other)
    with pytest.raises(TrainingError, match="expected train, valid or test"):
        evaluate(run, ["tset"], dataset=data)
    shutil.copytree(run.path, tmp_path / "copy")
    (tmp_path / "copy" / "best.safetensors").unlink()
    with pytest.raises(TrainingError, match=r"got no best.safetensors"):
        predict(tmp_path / "copy", data)
    with pytest.raises(TrainingError, match=r"got no config.toml there"):
        evaluate(tmp_path)


def test_a_data_set_by_name(tmp_path, shared_data, monkeypatch):
    shared_data("qm9.npz")
    monkeypatch.setenv("KLGNN_DATA", str(shared_data("qm9.npz").parent))
    config = Config.read(
        {
            "data": {"name": "qm9", "limit": 6, "target": ["mu", "homo"]},
            "model": {"kind": "baseline", "settings": {"hidden": 4, "layers": [1, 1, 1]}},
            "training": {"epochs": 1, "standardize": True},
        }
    )
    run = fit(config, tmp_path / "run")
    assert evaluate(run)["test"] == run.summary["test"]
    found = predict(run, ["C", "N", "CCO"], form="smiles")
    assert found.units == ("D", "eV")
    first = predict(run, load("qm9")[:2])
    assert np.allclose(first.values, found.values[:2], rtol=1e-4)  # methane and ammonia
    assert len(predict(run, "qm9", split="test")) == 6
    (tmp_path / "few.smi").write_text("C methane\n\nCCl chloromethane\n")
    with pytest.raises(TrainingError, match=r"few.smi, line 3: got an atom of number 17"):
        predict(run, tmp_path / "few.smi")
