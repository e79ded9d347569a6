"""The benchmarks' own bookkeeping: turns, ratios, tables."""

import pytest

from benchmarks import __main__ as command
from benchmarks.table import Contender, Row, Table, race

ROWS = (Row("read", "klgnn.read", 100, 5000.4, 1.0), Row("read", "peer", 10, 250.0, 20.0016))
TABLE = Table("A title", "graphs", ROWS, "A note.")


def test_contenders_take_turns():
    calls = []
    contenders = [Contender(name, lambda name=name: calls.append(name), 5) for name in "ab"]
    rows = race("task", contenders, repeats=3)
    assert calls == list("ababab")
    assert [(row.task, row.name, row.items) for row in rows] == [("task", "a", 5), ("task", "b", 5)]


def test_the_best_turn_counts_and_shares_are_compared_by_rate(monkeypatch):
    seconds = iter([4.0, 1.0, 2.0, 3.0])
    monkeypatch.setattr("benchmarks.table._seconds", lambda run: next(seconds))
    ours, peer = race("task", [Contender("a", int, 100), Contender("b", int, 10)], repeats=2)
    assert (ours.rate, peer.rate) == (50.0, 10.0)
    assert (ours.ratio, peer.ratio) == (1.0, 5.0)


def test_text_and_rst():
    assert "peer            10                250                20 x" in TABLE.text()
    cells = [line.strip(" *-") for line in TABLE.rst().splitlines() if line.startswith("   ")]
    assert cells[-10:-5] == ["read", "klgnn.read", "100", "5,000", ""]
    assert cells[-5:] == ["", "peer", "10", "250", "20 x"]
    assert "A note." in TABLE.rst()


def test_an_unknown_name_fails_and_lists_the_known(capsys):
    with pytest.raises(SystemExit):
        command.main(["nonsense"])
    assert "expected any of: convert, engine" in capsys.readouterr().err
