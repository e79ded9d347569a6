"""The scripts and notebooks of examples/ run, and show what they say."""

import json
import sys
import warnings
from pathlib import Path

import pytest
import torch

from klgnn import families

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
sys.path.insert(0, str(EXAMPLES.parent))

from examples import networks  # noqa: E402


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    book = json.loads(path.read_text())
    space = {"__name__": "__main__"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*torch.jit.script.*", DeprecationWarning)
        for number, cell in enumerate(book["cells"]):
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), space)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_outputs(path):
    book = json.loads(path.read_text())
    assert book["nbformat"] == 4
    assert any(cell["cell_type"] == "code" for cell in book["cells"])
    for cell in book["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize(("l", "expected"), [(0, 0.5), (1, 1.0)])
def test_trained_networks_tell_apart_what_they_can(l, expected):
    torch.manual_seed(0)
    graphs = families.hexagon_and_triangles()
    batch = networks.with_target(graphs, [0, 1], torch.long)
    turned = networks.with_target([g.relabel([3, 5, 0, 1, 4, 2]) for g in graphs], [0, 1])
    model = networks.network(l, 2)
    networks.classify(model, batch, batch, steps=30)
    assert networks.accuracy(model, batch) == networks.accuracy(model, turned) == expected


def test_counts_are_learned_with_a_label():
    [header, gin, labeled] = networks.counting(seconds=2.0, train=200, test=50)
    errors = [[float(cell) for cell in row[1:5]] for row in (gin, labeled)]
    assert header[1:5] == list(networks.PATTERNS)
    assert all(errors[1][i] < errors[0][i] for i in (0, 1, 3))  # stars are a matter of degrees


@pytest.mark.slow
def test_strongly_regular_graphs_take_two_labels():
    rows = [row for row in networks.isomorphism() if row[0] == "SR25"]
    assert [row[4] for row in rows] == ["6.7%", "6.7%", "100.0%"]


@pytest.mark.slow
def test_all_four_patterns_are_counted():
    [_, gin, labeled] = networks.counting(seconds=60.0)
    assert all(float(cell) < 0.01 for cell in labeled[1:5])
    assert all(float(gin[i]) > 0.1 for i in (1, 2, 4))
