"""Grids, curves and tables as figures, and colors that everybody can tell apart."""

import csv

import pytest

pytest.importorskip("matplotlib")

from klgnn import GraphError, families, frontier
from klgnn.report import draw_curves, draw_grid, draw_table, palette

ROWS = [{"epoch": i, "train_loss": 1 / i, "valid": 2 / i} for i in range(1, 6)]


def test_the_grid_says_what_the_frontier_says():
    found = frontier(families.rook(4), families.shrikhande(), 3, 2)
    axes = draw_grid(found, title="a $pair$").axes[0]
    said = {(round(t.get_position()[1]), round(t.get_position()[0])): t.get_text()
            for t in axes.texts}  # fmt: skip
    assert {cell: "apart" in text for cell, text in said.items()} == found.table
    assert sorted(cell for cell, text in said.items() if "★" in text) == found.minimal


def test_what_was_not_run_is_a_question_mark():
    found = frontier(families.rook(4), families.shrikhande(), 1, 0, max_seconds=-1)
    assert draw_grid(found).axes[0].texts[0].get_text() == "?"


@pytest.fixture
def folder(tmp_path):
    with (tmp_path / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ROWS[0])
        writer.writeheader()
        writer.writerows([*ROWS[:4], {**ROWS[4], "valid": ""}])  # not validated in this epoch
    return tmp_path


def test_curves_of_folders_and_of_rows(folder):
    for runs, count in ((folder, 4), ([folder], 4), ({"a": folder}, 4), (ROWS, 5)):
        train, valid = draw_curves(runs).axes
        assert valid.lines[0].get_ydata().tolist() == [2 / i for i in range(1, count + 1)]
        assert train.lines[0].get_xdata().tolist() == [1, 2, 3, 4, 5]
    both = draw_curves({"GIN": ROWS, "_lifted": ROWS}, values=["valid"], log=True).axes[0]
    assert [text.get_text() for text in both.get_legend().get_texts()] == ["GIN", "lifted"]
    assert both.get_yscale() == "log"


def test_curves_that_are_not_there(tmp_path):
    for runs, part in ((tmp_path, r"no curve\.csv"), (3, "got int")):
        with pytest.raises(GraphError, match=part):
            draw_curves(runs)
    with pytest.raises(GraphError, match="no column 'loss', expected one of"):
        draw_curves(ROWS, values=["loss"])
    with pytest.raises(GraphError, match="expected a list of columns"):
        draw_curves(ROWS, values="valid")


def test_tables():
    figure = draw_table([{"test": "1,0-WL", "share": 0.123456, "x": None}], title="all")
    cells = [text.get_text() for text in figure.axes[0].texts]
    assert cells == ["test", "share", "x", "1,0-WL", "0.1235", ""]
    assert len(draw_table([[1, 2], [3, 4]], columns=["a", "b"]).axes[0].texts) == 6
    for rows, part in (([], "got none"), ([[1], [1, 2]], "different lengths"),
                       ([[1]] * 999, "at most 200")):  # fmt: skip
        with pytest.raises(GraphError, match=part):
            draw_table(rows)


def lab(color):
    """CIELAB of a color of the web."""
    rgb = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = ((c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in rgb)
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# Machado, Oliveira and Fernandes (2009), severity 1.
BLINDNESS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def seen(color, matrix):
    linear = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in linear]
    mixed = [sum(m * c for m, c in zip(row, linear, strict=True)) for row in matrix]
    mixed = [min(max(c, 0), 1) for c in mixed]
    back = [12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in mixed]
    return "#" + "".join(f"{round(255 * c):02x}" for c in back)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_hues_differ_for_color_blind_people(kind):
    hues = [lab(seen(palette.color_of(i), BLINDNESS[kind])) for i in range(8)]
    for i, one in enumerate(hues):
        for two in hues[:i]:
            assert sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5 > 15


def test_letters_stand_out_from_their_color():
    for i in range(24):
        color = palette.color_of(i)
        light, ink = (luminance(c) for c in (color, palette.ink_on(color)))
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) > 3.9
    assert len({palette.letter_of(i) for i in range(1000)}) == 1000


def luminance(color):
    return ((lab(color)[0] + 16) / 116) ** 3
