"""klgnn train and klgnn table, as they are typed."""

import json

import pytest

from klgnn.cli.app import run


def typed(capsys, *words):
    code = run([*words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_row_is_trained_scored_again_and_shown(tmp_path, tiny_data, capsys):
    runs = ["--size", "smoke", "--out", str(tmp_path)]
    code, out, _ = typed(capsys, "train", "zinc/gin", *runs, "lr=0.01")
    assert code == 0
    assert "test MAE" in out
    code, out, _ = typed(capsys, "train", "zinc/gin", *runs, "--seeds", "2", "--json")
    *epochs, last = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {line["event"] for line in epochs} == {"epoch", "end"}
    assert [run["seed"] for run in last["runs"]] == [0, 1]
    code, out, _ = typed(capsys, "table", "zinc", "--runs", str(tmp_path))
    assert code == 0
    assert "0.163±0.004" in out
    assert "(smoke)" in out
    assert (tmp_path / "tables" / "zinc.png").exists()


def test_without_a_name_all_are_named(capsys):
    for command in ("train", "table"):
        code, out, _ = typed(capsys, command)
        assert code == 0
        assert "permutation_rate: " in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("train", "zink"), "did you mean 'zinc'"),
        (("train", "zinc/gin", "--size", "shor"), "did you mean 'short'"),
        (("train", "zinc/gin", "epoch=3"), "did you mean 'epochs'"),
        (("table", "isomorfism"), "did you mean 'isomorphism'"),
    ],
)
def test_a_slip_is_answered_in_a_line(words, says, capsys):
    code, out, err = typed(capsys, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
