"""Tables from run folders: what is there, what is full, what is missing, nothing in our favor."""

import csv
import json

import pytest

from klgnn.experiments import table, train
from klgnn.experiments.cells import rounded
from klgnn.experiments.running import planned
from klgnn.train import TrainingError, toml


def pretend(runs, name, size="full", seed=0, ended=True, changes=(), **summary):
    """A folder as a run leaves it."""
    ((place, config),) = planned(name, size, [*changes, f"training.seed={seed}"])
    folder = runs / place
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(toml.dumps(config))
    (folder / "environment.json").write_text(json.dumps({"threads": 2}))
    (folder / "curve.csv").write_text("epoch,valid\n1,0.9\n2,0.7\n")
    whole = {"test": 0.5, "valid": 0.4, "train_loss": 0.1, "seconds_per_epoch": 3.0,
             "seconds": 30.0, "epochs": 10, "seed": seed, "peak_mib": 100.4, "parameters": 1234,
             "graphs": [10, 5, 5], **summary}  # fmt: skip
    if ended:
        (folder / "summary.json").write_text(json.dumps(whole))
    return folder


def cell(made, row, head):
    place = made.head.index(head)
    return next(line[place] for line in made.rows if line[0] == row)


def test_without_runs_the_paper_stands_alone(tmp_path):
    made = table("zinc", tmp_path)
    assert cell(made, "4-IDMPNN", "test MAE, paper") == "0.083±0.003"
    assert cell(made, "4-IDMPNN", "test MAE, ours") == ""
    assert "4-idmpnn-b" in made.missing
    assert "cin" not in made.missing
    assert "Not run: gin," in str(made)


def test_seeds_give_mean_and_deviation_and_full_is_not_marked(tmp_path):
    pretend(tmp_path, "zinc/4-idmpnn-b", test=0.08)
    pretend(tmp_path, "zinc/4-idmpnn-b", seed=1, test=0.09)
    pretend(tmp_path, "zinc/4-idmpnn-b", "short", test=0.01)
    pretend(tmp_path, "zinc/gin", "short", test=0.4)
    made = table("zinc", tmp_path)
    assert cell(made, "4-IDMPNN", "test MAE, ours") == "0.0850±0.0071"
    assert cell(made, "GIN", "test MAE, ours") == "0.400 (short)"
    sizes = [(line[0], line[2], line[3]) for line in made.runs]
    assert sizes == [("gin", "short", "0"), ("4-idmpnn-b", "full", "0, 1"),
                     ("4-idmpnn-b", "short", "0")]  # fmt: skip


def test_a_row_shared_by_tables_shows_in_all_of_them(tmp_path):
    pretend(tmp_path, "zinc/4-idmpnn-b", test=0.2, seconds_per_epoch=17.3)
    made = table("running_time", tmp_path)
    assert cell(made, "4-IDMPNN", "s/epoch, ours") == "17.3"
    assert cell(made, "4-IDMPNN", "s/epoch, paper") == "17"
    assert cell(table("architecture", tmp_path), "(b)", "test MAE, ours") == "0.200"


def test_scores_are_in_the_units_of_the_printed_figures(tmp_path):
    pretend(tmp_path, "qm9/4-idmpnn/homo", test=27.211386246)
    pretend(tmp_path, "qm9/4-idmpnn/mu", test=2.0)
    made = table("qm9", tmp_path)
    assert cell(made, "IDMPNN (l=4)", "homo, ours") == "1.00" or float(
        cell(made, "IDMPNN (l=4)", "homo, ours")
    ) == pytest.approx(1)
    assert float(cell(made, "IDMPNN (l=4)", "mu, ours")) == 2
    pretend(tmp_path, "isomorphism/2-idmpnn/sr25", test=1.0)
    assert cell(table("isomorphism", tmp_path), "l-IDMPNN (l>=2)", "SR25, ours") == "100"


def test_changed_and_unfinished_runs_are_told_below_the_table(tmp_path):
    pretend(tmp_path, "zinc/gin", "full", test=0.1, changes=["epochs=3"])
    pretend(tmp_path, "zinc/pna", "full", ended=False)
    made = table("zinc", tmp_path)
    assert cell(made, "GIN", "test MAE, ours") == ""
    assert made.runs[0][2].startswith("full-")
    assert "gin" in made.missing
    assert made.unfinished == ("pna full seed0: epoch 2 of 1000, validation 0.7",)


def test_tables_are_written_in_three_forms(tmp_path):
    pretend(tmp_path / "runs", "zinc/gin", test=0.2)
    made = table("zinc", tmp_path / "runs", tmp_path / "out")
    assert (tmp_path / "out" / "zinc.md").read_text() == str(made)
    with (tmp_path / "out" / "zinc.csv").open() as file:
        assert [tuple(row) for row in csv.reader(file)] == [made.head, *made.rows]
    assert (tmp_path / "out" / "zinc.png").read_bytes()[:4] == b"\x89PNG"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "zinc-runs.csv", "zinc.csv", "zinc.md", "zinc.png"]  # fmt: skip
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingError, match="expected a folder to write tables to"):
        table("zinc", tmp_path / "runs", tmp_path / "file" / "in")


def test_unknown_tables_are_refused_and_damaged_runs_are_told(tmp_path):
    with pytest.raises(TrainingError, match="table: got 'zinck', did you mean 'zinc'"):
        table("zinck", tmp_path)
    folder = pretend(tmp_path, "zinc/gin")
    (folder / "summary.json").write_text("{")
    assert "expected JSON" in table("zinc", tmp_path).unfinished[0]


@pytest.mark.parametrize(
    ("value", "higher", "text"),
    [
        (0.0830001, False, "0.0831"), (0.083, False, "0.0830"), (0.0839999, True, "0.0839"),
        (99.999, True, "99.9"), (100.0, True, "100"), (6.67, True, "6.67"), (17.0, False, "17"),
        (1234.1, False, "1240"), (7.201e-9, False, "7.21E-9"), (9.999e-5, False, "1.00E-4"),
        (0.0, False, "0.0"), (float("nan"), False, "nan"),
    ],
)  # fmt: skip
def test_nothing_is_rounded_in_our_favor(value, higher, text):
    assert rounded(value, higher) == text


def test_a_table_of_real_runs(tmp_path, tiny_data):
    runs = train("zinc/gcn", size="smoke", seeds=2, out=tmp_path, progress=False)
    assert [run.path.name for run in runs] == ["seed0", "seed1"]
    assert runs == train("zinc/gcn", size="smoke", seeds=2, out=tmp_path, progress=False)
    (line,) = table("zinc", tmp_path).runs
    assert line[:4] == ("gcn", "", "smoke", "0, 1")
    with pytest.raises(TrainingError, match="expected none"):
        train("zinc/gcn", size="smoke", out=tmp_path, progress=False, resume=False)
    with pytest.raises(TrainingError, match="seeds: got 0"):
        train("zinc/gcn", seeds=0)
    other = train("zinc/gcn", size="smoke", set=["epochs=2"], out=tmp_path, progress=False)
    assert other[0].path.parent.name.startswith("smoke-")
