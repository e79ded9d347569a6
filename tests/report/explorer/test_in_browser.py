"""The explorer in a real browser: it loads, answers to mouse and keyboard, and tells the truth."""

import json

import numpy as np
import pytest
from browser import resize, start

from klgnn import Graph, color_history, families, frontier
from klgnn.report import explore

HOSTILE = '</script><img src=x onerror="window.hacked=1">{{DATA}}<b>\x1b[31m'
PAIRS = {
    "rook": (families.rook(4), families.shrikhande()),
    "cycles": families.hexagon_and_triangles(),
    "sizes": (families.path(3), families.star(5)),
    "directed": (
        Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 2)], directed=True),
        Graph.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], directed=True),
    ),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    driver = start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page on two graphs; at the end no error may be on the browser's console."""

    def go(pair, width=1100, **options):
        resize(browser, width)
        page = explore(*PAIRS.get(pair, pair), tmp_path / "page.html", **options)
        browser.get(page.as_uri())
        return browser

    yield go
    assert browser.get_log("browser") == []


def shown(browser, side):
    """The letters of the nodes of one drawing."""
    return browser.execute_script(
        f"return [...document.querySelectorAll('#drawings figure')[{side}].querySelectorAll("
        "'.node')].map((node) => node.dataset.color)"
    )


def said(browser, name):
    return browser.find_element("id", name).text


def to_round(browser, value):
    browser.execute_script(
        "const slider = document.getElementById('round'); slider.value = arguments[0];"
        "slider.dispatchEvent(new Event('input'))", value,
    )  # fmt: skip


def press(browser, *keys):
    for key in keys:
        browser.switch_to.active_element.send_keys(key)


def same_classes(letters, classes):
    return len(set(letters)) == len(set(classes)) == len(set(zip(letters, classes, strict=True)))


@pytest.mark.parametrize("pair", PAIRS)
def test_pages_load_and_the_grid_is_the_engines(opened, pair):
    browser = opened(pair)
    found = frontier(*PAIRS[pair], 3, 2)
    buttons = browser.find_elements("css selector", "#grid button")
    grid = {(int(b.get_attribute("data-k")), int(b.get_attribute("data-l"))): b for b in buttons}
    assert {cell: "apart" in button.text for cell, button in grid.items()} == found.table
    assert sorted(cell for cell, button in grid.items() if "★" in button.text) == found.minimal


@pytest.mark.parametrize("pair", ["cycles", "sizes"])
def test_the_slider_shows_the_engines_colors(opened, pair):
    browser = opened(pair, max_k=1, max_l=1)
    browser.find_element("css selector", "[data-k='1'][data-l='1']").click()
    labels = [int(v) for v in (browser.execute_script(
        f"return document.getElementById('labels-{side}').selectedOptions[0].textContent"
        ".split(' ')[1]") for side in (0, 1))]  # fmt: skip
    seen = set()
    for rounds in range(3):
        to_round(browser, rounds)
        for side, graph in enumerate(PAIRS[pair]):
            history = color_history(graph, 1, label_tuple=[labels[side]])
            classes = history[min(rounds, len(history) - 1)].classes.tolist()
            assert same_classes(shown(browser, side), classes)
        seen.add(tuple(shown(browser, 0)))
    assert len(seen) >= 2
    assert said(browser, "round-said").startswith("2 of ")


def test_bars_count_what_is_drawn(opened):
    browser = opened("rook")
    for row in browser.find_elements("css selector", ".bar"):
        for side, name in enumerate(("left", "right")):
            letter = row.get_attribute("data-letter")
            assert int(row.get_attribute(f"data-{name}")) == shown(browser, side).count(letter)
    assert "so labeled, the graphs look different" in said(browser, "said")
    assert len(browser.find_elements("css selector", ".halo")) == 2  # as the verdict says
    assert "2 nodes (such as 2) have a color that 0 have in second graph" in said(
        browser, "verdict"
    )


def test_the_same_is_said_to_be_the_same(opened):
    browser = opened("rook")
    browser.find_element("css selector", "[data-k='1'][data-l='1']").click()
    assert "cannot tell" in said(browser, "verdict")
    assert "each kind occurs equally often in both" in said(browser, "verdict")
    assert "the graphs still look the same" in said(browser, "said")
    assert not browser.find_elements("css selector", ".bar.unequal")


def test_pairs_of_nodes_in_two_dimensions(opened):
    browser = opened("rook")
    browser.find_element("css selector", "[data-k='3'][data-l='1']").click()
    assert "2,1-FWL" in said(browser, "look-title")
    total = [int(bar.get_attribute("data-left"))
             for bar in browser.find_elements("css selector", ".bar")]  # fmt: skip
    assert sum(total) == 256
    assert browser.find_elements("css selector", "line[stroke-dasharray]")


def test_the_keyboard_reaches_everything(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened("rook")
    press(browser, Keys.TAB)
    focused = browser.switch_to.active_element
    assert focused.get_attribute("role") == "radio"
    assert "solid" in focused.value_of_css_property("outline")
    press(browser, Keys.ARROW_LEFT)
    assert browser.switch_to.active_element.get_attribute("data-l") == "1"
    assert "1,1-WL cannot" in said(browser, "verdict")
    press(browser, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert "3,1-WL tells" in said(browser, "verdict")
    press(browser, Keys.TAB)
    slider, before = browser.switch_to.active_element, shown(browser, 0)
    assert slider.get_attribute("id") == "round"
    press(browser, Keys.HOME)
    assert said(browser, "round-said").startswith("0 of")
    assert shown(browser, 0) != before
    press(browser, Keys.ARROW_RIGHT)
    assert said(browser, "round-said").startswith("1 of")
    press(browser, Keys.TAB)
    assert browser.switch_to.active_element.get_attribute("id") == "labels-0"
    press(browser, Keys.ARROW_DOWN, Keys.TAB, Keys.TAB)
    bar = browser.switch_to.active_element
    letter = bar.get_attribute("data-letter")
    press(browser, Keys.ENTER)
    bar = browser.switch_to.active_element  # a new one, with the focus of the old
    assert (bar.get_attribute("data-letter"), bar.get_attribute("aria-pressed")) in (
        (letter, "true"), (letter, "false"),
    )  # fmt: skip


def test_labels_can_be_put_on_nodes(opened):
    browser = opened("cycles", max_k=1, max_l=1)
    browser.find_elements("css selector", "#drawings figure:first-child .node")[4].click()
    to_round(browser, 0)
    letters = shown(browser, 0)
    assert [i for i, letter in enumerate(letters) if letters.count(letter) == 1] == [4]


@pytest.mark.parametrize(("pair", "size"), [("rook", 2), ("cycles", 4)])
@pytest.mark.parametrize("width", [360, 1100])
def test_nothing_is_wider_than_the_screen(opened, pair, size, width):
    browser = opened(pair, width, max_k=2, max_l=size, names=("x" * 60, "a name " * 9))
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width
    heights = [b.rect["height"] for b in browser.find_elements("css selector", "#grid button")]
    assert min(heights) >= 40  # a finger needs as much


def test_hostile_names_are_text(opened):
    browser = opened("cycles", names=(HOSTILE, "b"))
    assert browser.execute_script("return window.hacked") is None
    assert not browser.find_elements("css selector", "img")
    assert "onerror" in said(browser, "names")
    assert "onerror" in browser.title


def test_a_page_that_cannot_show_everything_says_so(opened):
    pair = families.cfi_pair(families.complete(3, colored=True))
    browser = opened(pair, max_bytes=30_000, max_k=4, max_l=2)
    browser.find_element("css selector", "[data-k='1'][data-l='2']").click()
    assert "Too many labelings for one page" in said(browser, "note")
    browser.find_element("css selector", "[data-k='4'][data-l='0']").click()
    assert not browser.find_element("id", "view").is_displayed()
    assert "not on this page" in said(browser, "no-view")


def test_what_was_not_run_says_so(opened):
    browser = opened("rook", max_seconds=-1)
    assert {b.text for b in browser.find_elements("css selector", "#grid button")} == {"?"}
    assert "was not run" in said(browser, "verdict")


def test_what_the_page_holds_is_what_the_engine_computed(opened):
    browser = opened("rook", max_k=1, max_l=1)
    views = json.loads(
        browser.execute_script("return document.getElementById('data').textContent")
    )["views"]
    for side, graph in enumerate(PAIRS["rook"]):
        view = views["1,1-WL"]
        for row, classes in zip(view["tuples"][side], view["classes"][side], strict=True):
            for colors, numbers in zip(
                color_history(graph, label_tuple=row), classes, strict=False
            ):
                assert same_classes(numbers, colors.classes.tolist())
        assert np.array(view["counts"])[:, side].sum() == 16
