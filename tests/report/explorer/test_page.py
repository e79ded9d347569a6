"""The explorer's page as a file: whole, bounded, without a network, and text stays text."""

import http.client
import json
import re
import threading

import pytest

from klgnn import GraphError, distinguish, families
from klgnn.report import explore, explorer_page
from klgnn.report.explorer.page import as_inline_json
from klgnn.report.explorer.serve import page_server
from klgnn.report.explorer.views import view_of

HOSTILE = '</script><!--<img src=x onerror=alert(1)>"\u2028&{{STYLE}}'
CYCLES = families.hexagon_and_triangles()


def data_of(page):
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', page)[1]
    )


def test_a_name_cannot_leave_its_place():
    page = explorer_page(*CYCLES, names=(HOSTILE, "b"), max_k=1, max_l=0)
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page
    assert "onerror" in data_of(page)["names"][0]
    assert page.count(":root {") == 1  # {{STYLE}} in a name is only a name
    assert as_inline_json(HOSTILE).isascii()
    assert json.loads(as_inline_json(HOSTILE)) == HOSTILE


def test_a_page_asks_for_nothing_from_elsewhere():
    page = explorer_page(*CYCLES, max_k=1, max_l=0)
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?!data:)[\w/]""", page)
    assert "default-src 'none'" in page
    assert "unsafe" not in page


def test_a_page_is_the_same_twice(tmp_path):
    pages = [explore(*CYCLES, tmp_path / f"{i}.html", max_k=2).read_bytes() for i in (0, 1)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("max_bytes", [20_000, 200_000])
def test_a_page_stays_within_its_bound(max_bytes):
    pair = families.rook(4), families.shrikhande()
    page = explorer_page(*pair, max_bytes=max_bytes)
    assert len(json.dumps(data_of(page)["views"])) < 1.6 * max_bytes + 20_000


def test_what_does_not_fit_keeps_one_of_each_kind():
    verdict = distinguish(families.rook(4), families.shrikhande(), 1, 2)
    everything, some = view_of(verdict, 10**6), view_of(verdict, 2000)
    assert [len(rows) for rows in everything["tuples"]] == [256, 256]
    assert sum(len(rows) for rows in some["tuples"]) < 40
    for side in (0, 1):
        assert set(some["kinds"][side]) == set(everything["kinds"][side])
        start = some["tuples"][side][some["start"][side]]
        assert start == everything["tuples"][side][everything["start"][side]]
    assert view_of(verdict, 50) is None


@pytest.mark.parametrize(
    ("options", "part"),
    [({"max_bytes": 10}, "max_bytes"), ({"max_seconds": "x"}, "max_seconds"),
     ({"max_k": 0}, "max_k"), ({"max_l": -1}, "max_l")],
)  # fmt: skip
def test_refusals(options, part):
    with pytest.raises(GraphError, match=part):
        explorer_page(*CYCLES, **options)


def test_graphs_too_large_to_draw_are_counted():
    page = explorer_page(families.star(400), families.path(401), max_k=1, max_l=0)
    data = data_of(page)
    assert [graph["places"] for graph in data["graphs"]] == [None, None]
    assert sum(len(rows[0]) for rows in data["views"]["1,0-WL"]["classes"][0]) > 400


@pytest.fixture
def served():
    server = page_server("<p>a page")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [("/", None, 200), ("/", "localhost:{}", 200), ("/other", None, 404),
     ("/", "elsewhere.example:{}", 403), ("/", "127.0.0.1.elsewhere.example", 403)],
)  # fmt: skip
def test_a_page_is_served_to_this_machine_only(served, path, host, status):
    assert served.server_address[0] == "127.0.0.1"
    port = served.server_address[1]
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {} if host is None else {"Host": host.format(port)}
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == status
    assert (body == b"<p>a page") is (status == 200)


def test_a_port_that_is_taken(served):
    with pytest.raises(GraphError, match="leave it out for any that is free"):
        page_server("", served.server_address[1])
    with pytest.raises(GraphError, match="expected a number from 0 to 65535"):
        page_server("", 70_000)
