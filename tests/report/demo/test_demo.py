"""The demo: its pages are whole, its text is only text, and what it says is what was computed."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from klgnn import distinguish, families, partition
from klgnn.report import demo
from klgnn.report.demo import engine
from klgnn.report.demo.sections import Section


class Cells(HTMLParser):
    """The texts of a page's table cells, row by row."""

    def __init__(self, html):
        super().__init__()
        self.rows = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        self.inside = tag in ("td", "th")
        if self.inside:
            self.rows[-1].append("")

    def handle_data(self, data):
        if getattr(self, "inside", False):
            self.rows[-1][-1] += data

    def handle_endtag(self, tag):
        self.inside = False


def test_what_is_put_into_a_section_is_text():
    section, bad = Section("<b>"), '"><script>alert(1)</script>'
    section.text(bad)
    section.link(bad, bad)
    section.code(bad)
    section.table([bad], [[bad, bad]])
    assert "<script" not in section.html()
    assert "<b>" not in section.html()


def test_formulas_are_counted():
    rows = Cells(engine.formulas().html()).rows
    assert rows[1:] == [["1,0-WL", "0 of 20"], ["1,1-WL", "20 of 20"]]


def test_networks_by_name_are_the_tests_of_the_engine():
    head, *rows = Cells(engine.networks_by_name().html()).rows
    assert len(head) == 4
    rook = families.rook(4), families.shrikhande()
    for name, *cells in rows:
        assert (cells[2] == "apart") is bool(distinguish(*rook, engine.NETWORKS[name]))
    assert {row[0]: row[2] for row in rows}["I²-GNN"] == "apart"


def test_the_molecules_are_drawn_as_molecules():
    from klgnn.report.molecules import symbols

    for graph in engine.pairs()["molecules"][0]:
        assert symbols(graph) == ["C"] * 10
        assert sorted(graph.degrees().tolist()) == [2] * 8 + [3] * 2


def test_what_networks_count_is_what_1_wl_cannot_see():
    pytest.importorskip("lightning")
    from klgnn.report.demo import networks

    data, deviation = networks.triangles()
    graphs = [data[i] for i in range(0, len(data), 45)]
    assert len(set(partition(graphs, 1, 0).tolist())) == 1
    for graph in graphs:
        dense = np.zeros((graph.num_nodes, graph.num_nodes), int)
        dense[tuple(graph.edge_index.numpy())] = 1
        triangles = np.trace(dense @ dense @ dense) / 6
        assert triangles == pytest.approx(float(graph.y[0, 0]) * deviation)


@pytest.mark.slow
def test_the_demo_without_training(tmp_path):
    told = []
    page = demo(tmp_path / "demo", train=False, announce=told.append)
    text = page.read_text()
    for name in re.findall(r'href="([\w.]+)"', text):
        assert (page.parent / name).read_text().startswith("<!doctype html>")
    assert text.count("<svg") >= 10
    assert "://" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", text)
    assert len(told) == 8


@pytest.mark.slow
def test_lifted_networks_learn_what_plain_ones_cannot(tmp_path):
    pytest.importorskip("lightning")
    from klgnn.report.demo.networks import trained

    rows = Cells(trained(tmp_path, lambda line: None).html()).rows
    error = {row[0]: float(row[1]) for row in rows[1:3]}
    assert error["GIN"] > 0.5
    assert error["GIN on 3 labels"] < 0.01
    accuracy = {tuple(row[:2]): row[2] for row in rows[4:]}
    assert (
        accuracy["sr25", "GIN on 2 labels"] == accuracy["formulas", "GIN on 1 label"] == "100.0 %"
    )
    assert accuracy["sr25", "GIN"] == "6.7 %"
    assert accuracy["formulas", "GIN"] == "50.0 %"
