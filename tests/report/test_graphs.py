"""Figures of graphs: what is written on them, where, and how they are kept."""

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from klgnn import Graph, GraphError, as_graph, distinguish, families
from klgnn.report import draw_graph, draw_pair, to_svg
from klgnn.report.drawing import node_radius
from klgnn.report.layout import positions
from klgnn.report.quotient import quotient

HOSTILE = '</script><img src=x onerror="alert(1)">$x_1$\x1b[31m\n\x00 日本'


def texts(figure):
    found = [text.get_text() for axes in figure.axes for text in axes.texts]
    return found + [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_every_node_has_its_letter_and_the_legend_counts_them():
    shown = texts(draw_graph(families.star(5)))
    assert sorted(shown) == ["A"] * 5 + ["A: 5", "B", "B: 1"]


def test_labels_have_badges():
    assert {"1,3", "2"} <= set(texts(draw_graph(families.cycle(5), label_tuple=[0, 2, 0])))


def test_pairs_of_nodes_are_colored_for_two_dimensions():
    figure = draw_graph(families.path(4), k=2)
    assert "2-tuples of each color" in figure.legends[0].get_title().get_text()
    assert len(draw_graph(families.cycle(5), k=3).axes) == 1


def test_molecules_carry_their_symbols():
    pytest.importorskip("rdkit")
    shown = texts(draw_graph(as_graph("C#N", form="smiles")))
    assert {"C·A", "N·B"} <= set(shown) or {"C·B", "N·A"} <= set(shown)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_files_hold_what_their_suffix_says(tmp_path, suffix):
    path = tmp_path / f"picture{suffix}"
    draw_graph(families.cycle(5), path=path)
    first = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(first)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_an_unknown_suffix_leaves_nothing(tmp_path):
    with pytest.raises(GraphError, match=r"unknown suffix, expected \.svg"):
        draw_graph(families.cycle(5), path=tmp_path / "x.exe")
    assert not list(tmp_path.iterdir())


def test_hostile_names_are_text():
    figure = draw_pair(distinguish(*families.hexagon_and_triangles()), names=(HOSTILE, "b"))
    svg = to_svg(figure, HOSTILE)
    tree = ElementTree.fromstring(svg)
    assert "<img" not in svg
    assert any("$x_1$" in (node.text or "") for node in tree.iter())  # no formula
    assert not [node for node in tree.iter() if node.tag.endswith(("script", "img"))]


@pytest.mark.slow
def test_a_picture_is_the_same_in_every_process():
    code = (
        "from klgnn import families, report; import hashlib\n"
        "svg = report.to_svg(report.draw_graph(families.cycle(5)), 'five')\n"
        "print(hashlib.sha256(svg.encode()).hexdigest())"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]


def test_two_pictures_on_one_page_share_no_id():
    ids = [
        {node.get("id") for node in ElementTree.fromstring(to_svg(draw_graph(g), "x")).iter()}
        - {None}
        for g in (families.cycle(5), families.cycle(6))
    ]
    assert ids[0]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("graph", [
    Graph.from_edges([], 0), Graph.from_edges([], 1), Graph.from_edges([(0, 0)], 2),
    Graph.from_edges([(0, 1), (1, 0), (2, 2)], 3, directed=True), families.complete(60),
    families.erdos_renyi(120, degree=3, seed=1),
])  # fmt: skip
def test_odd_graphs_are_drawn(graph, tmp_path):
    draw_graph(graph, path=tmp_path / "odd.png")


@pytest.mark.parametrize("graph", [families.rook(4), families.tree(40, seed=2), families.path(9)])
def test_nodes_do_not_lie_on_each_other(graph):
    places = positions(graph)
    gap = np.linalg.norm(places[:, None] - places[None, :], axis=2) + np.eye(len(places))
    assert gap.min() > 1.2 * node_radius(places)
    assert places.min() >= 0
    assert places.max() <= 1 + 1e-9


def test_large_graphs_are_drawn_as_their_quotient():
    star = families.star(5000)
    shown = texts(draw_graph(star))
    assert "A\n5,000" in shown
    assert {"1", "5000"} <= set(shown)  # neighbors of a leaf, and of the center
    with pytest.raises(GraphError, match="draw a part of it, such as"):
        draw_graph(families.erdos_renyi(3000, degree=4, seed=0))
    with pytest.raises(GraphError, match="expected k=1 for a quotient"):
        draw_graph(families.cycle(5), k=2, quotient=True)


def test_the_quotient_counts_neighbors():
    graph = families.tree(30, seed=1)
    classes = np.minimum(graph.degrees(), 3)
    _, dense = np.unique(classes, return_inverse=True)
    found = quotient(graph, dense)
    for (a, b), least, most in zip(found.pairs, found.least, found.most, strict=True):
        counts = [
            sum(dense[u] == b for u in graph.neighbors(v)) for v in np.flatnonzero(dense == a)
        ]
        assert (min(counts), max(counts)) == (least, most)
    assert found.sizes.tolist() == np.bincount(dense).tolist()
