"""Every row of every recipe builds and trains at its smallest, with the paper's figures beside."""

import math
import re
from pathlib import Path

import pytest
from tiny_sets import tiny

from klgnn.experiments import RECIPES, list_recipes
from klgnn.experiments.running import planned
from klgnn.select import Flexible, Hierarchical
from klgnn.train import TrainingError, fit
from klgnn.train.building import selection

PAPER = Path(__file__).parents[2].parent / "shared" / "paper.tex"
SMOKE = {str(place): config for name in RECIPES for place, config in planned(name, "smoke")}
# One target stands for all of them, and one counting set for both.
FEW = sorted(
    place
    for place in SMOKE
    if re.match(r"isomorphism|counting/\S+/(triangle|chordal)|qm9/\S+/mu/", place)
    or place.split("/")[0] not in ("isomorphism", "counting", "counting_er", "qm9")
)


@pytest.mark.parametrize("place", FEW)
def test_each_row_trains_at_its_smallest(place, tmp_path):
    config = SMOKE[place]
    run = fit(config, tmp_path / "run", dataset=tiny(config.data))
    assert run.finished
    assert math.isfinite(run.summary["test"])
    assert config.training.epochs == 1
    assert config.model.settings["hidden"] == 8


def test_each_row_has_a_full_and_a_short_configuration():
    for name in RECIPES:
        full = dict(planned(name, "full"))
        short = dict(planned(name, "short"))
        assert len(full) == len(short) == len(dict(planned(name, "smoke")))
        for config in full.values():
            assert config.data.limit == 0
            selection(config.data)  # a policy that exists
        assert all(
            one.training.epochs < other.training.epochs
            for one, other in zip(short.values(), full.values(), strict=True)
        )


def test_settings_are_those_of_the_paper():
    (zinc,) = dict(planned("zinc/4-idmpnn-b", "full")).values()
    assert selection(zinc.data) == Hierarchical(4)
    settings, training = zinc.model.settings, zinc.training
    assert (settings["l"], settings["set_rate"], settings["hidden"]) == (4, 0.1, 64)
    assert settings["layers"] == [5, 4, 4]
    assert (training.epochs, training.batch_size, zinc.optimizer.lr) == (1000, 32, 0.001)
    assert (zinc.schedule.name, zinc.schedule.warmup) == ("cosine", 50)
    (qm9,) = dict(planned("qm9/4-idmpnn/mu", "full")).values()
    assert (qm9.model.settings["layers"], qm9.training.epochs) == ([6, 4, 4], 200)
    assert (qm9.schedule.name, qm9.schedule.patience, qm9.schedule.factor) == ("plateau", 7, 0.8)
    (hiv,) = dict(planned("molhiv/4-idmpnn", "full")).values()
    assert (hiv.model.settings["hidden"], hiv.model.settings["set_rate"]) == (96, 0.05)
    assert (hiv.schedule.name, hiv.schedule.every, hiv.training.epochs) == ("step", 20, 60)
    (flexible,) = dict(planned("data_driven/flexible", "full")).values()
    assert selection(flexible.data) == Flexible(max_size=5)


def test_a_row_of_another_recipe_is_the_same_run():
    (first,), (second,) = planned("architecture/b", "full"), planned("zinc/4-idmpnn-b", "full")
    assert first == second
    (isolated,) = dict(planned("isomorphism/2-idmpnn/exp", "full", seeds=1)).values()
    assert isolated.data.fold == 0
    folds = [c.data.fold for _, c in planned("isomorphism/2-idmpnn/exp", "full", seeds=3)]
    assert folds == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("zink", "did you mean 'zinc'"),
        ("zinc/4-idmpn-b", "did you mean '4-idmpnn-b'"),
        ("zinc/cin", "row of zinc: got 'cin'"),
        ("qm9/4-idmpnn/gapp", "did you mean 'gap'"),
        ("zinc/gin/mu", "expected none: there is one only"),
        ("qm9/4-idmpnn/gap/more", "expected recipe/row/column at most"),
    ],
)
def test_unknown_names_are_refused_with_the_likely_one(name, says):
    with pytest.raises(TrainingError, match=re.escape(says)):
        list(planned(name))


def test_unknown_sizes_and_settings_are_refused():
    with pytest.raises(TrainingError, match="size: got 'ful', did you mean 'full'"):
        list(planned("zinc", "ful"))
    with pytest.raises(TrainingError, match=r"did you mean 'training\.epochs'"):
        list(planned("zinc/gin", "full", ["training.epoch=3"]))


def test_listings_name_all_rows():
    found = {listing.name: listing for listing in list_recipes()}
    assert "4-idmpnn-b" in found["zinc"].rows
    assert "cin" not in found["zinc"].rows
    assert len(found["qm9"].columns) == 12
    assert "for: exp, sr25" in str(found["isomorphism"])


def figures(text):
    """The numbers of a printed figure; exponents as they are written."""
    return re.findall(r"\d+(?:\.\d+)?|-\d+", text)


@pytest.mark.skipif(not PAPER.exists(), reason="the paper's source is not there")
@pytest.mark.parametrize("name", [name for name in RECIPES if RECIPES[name].label])
def test_every_printed_figure_stands_in_the_papers_table(name):
    """Each row of ours has the numbers of one line of the table, in order."""
    source = re.sub(r"\\(?:text)?(?:bf|color\{red\})", "", PAPER.read_text())
    start = source.index(rf"\label{{{RECIPES[name].label}}}")
    body = source[start : source.index(r"\end{tabular}", start)]
    body = body[body.index(r"\midrule") :].replace("0. 226", "0.226")
    lines = [line for line in body.splitlines() if "&" in line]
    cells = [[figures(cell) for cell in line.split("&")[1:]] for line in lines]
    if name == "qm9":  # one column per target here, one line per target there
        cells = [list(column) for column in zip(*cells, strict=True)]
    rows = [row for row in RECIPES[name].rows if row.printed]
    printed = [(row.printed,) if isinstance(row.printed, str) else row.printed for row in rows]
    ours = [[figures(text) for text in texts] for texts in printed]
    for row, line in zip(rows, ours, strict=True):
        assert line in cells, row.name
    assert len(ours) == len(cells)
