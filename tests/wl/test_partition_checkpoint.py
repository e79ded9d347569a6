"""A partition that is interrupted continues where it was."""

import json

import numpy as np
import pytest

from klgnn import GraphError, families, partition, write_graphs
from klgnn.wl import checkpoint as module

GRAPHS = [families.erdos_renyi(7, 0.4, seed=i % 11) for i in range(40)]
GRAPHS = [
    graph.relabel([6, 5, 4, 3, 2, 1, 0]) if i % 2 else graph for i, graph in enumerate(GRAPHS)
]


class StopError(Exception):
    pass


def some(number, counted=None):
    """The first graphs, and then the power goes."""
    for i, graph in enumerate(GRAPHS):
        if i == number:
            raise StopError
        if counted is not None:
            counted.append(i)
        yield graph


@pytest.mark.parametrize("mode", ["hashed", "exact"])
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_an_interrupted_run_continues(tmp_path, mode, n_jobs, monkeypatch):
    path = tmp_path / "run"
    expected = partition(GRAPHS, 1, 1)
    for number in (0, 7, 31):
        with pytest.raises(StopError):
            partition(some(number), 1, 1, mode=mode, checkpoint=path, n_jobs=n_jobs)
    if n_jobs is None:
        assert json.loads(path.read_bytes().splitlines()[0])["graphs"] == 31
        colored = []
        real = module.Checkpoint.check_last
        monkeypatch.setattr(
            module.Checkpoint, "check_last", lambda *a: colored.append(a[1]) or real(*a)
        )
    found = partition(GRAPHS, 1, 1, mode=mode, checkpoint=path, n_jobs=n_jobs)
    assert np.array_equal(found, expected)
    if n_jobs is None:
        assert colored == [GRAPHS[30]]
    again = partition(GRAPHS, 1, 1, mode=mode, checkpoint=path)  # all is known
    assert np.array_equal(again, expected)
    assert np.array_equal(partition([*GRAPHS, *GRAPHS], 1, 1, mode=mode, checkpoint=path),
                          [*expected, *expected])  # fmt: skip


def test_what_is_known_is_not_computed_again(tmp_path, monkeypatch):
    path = tmp_path / "run"
    expected = partition(GRAPHS[:30], 1, 1, checkpoint=path)
    from klgnn.wl import engine

    calls, real = [], engine.graph_color
    monkeypatch.setattr(engine, "graph_color", lambda g, *a: calls.append(g) or real(g, *a))
    assert np.array_equal(partition(GRAPHS, 1, 1, checkpoint=path)[:30], expected)
    assert calls == GRAPHS[30:]


def test_a_file_of_graphs(tmp_path):
    write_graphs(GRAPHS, tmp_path / "some.g6")
    partition(GRAPHS[:13], 1, checkpoint=tmp_path / "run")
    found = partition(tmp_path / "some.g6", 1, checkpoint=tmp_path / "run")
    assert np.array_equal(found, partition(GRAPHS, 1))
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["run", "some.g6"]  # nothing half-done


def test_it_is_written_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.0)
    path = tmp_path / "run"

    def watched():
        for number, graph in enumerate(GRAPHS):
            if number:
                head = json.loads(path.read_bytes().splitlines()[0])
                assert head["graphs"] == number
            yield graph

    partition(watched(), 1, checkpoint=path)


def test_refusals(tmp_path):
    path = tmp_path / "run"
    partition(GRAPHS[:9], 1, checkpoint=path)
    for options in ({"l": 1}, {"mode": "exact"}, {"rounds": 1}):
        with pytest.raises(GraphError, match=r"run is of another run, with (test|mode) .* delete"):
            partition(GRAPHS, 1, checkpoint=path, **options)
    with pytest.raises(GraphError, match="is of other graphs"):
        partition([families.path(7)] * 12, 1, checkpoint=path)
    with pytest.raises(GraphError, match="got 3 graphs, expected the 9 or more it knows"):
        partition(GRAPHS[:3], 1, checkpoint=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(GraphError, match="is cut off"):
        partition(GRAPHS, 1, checkpoint=path)
    for text in (
        b"",
        b"[1]\n",
        b"hello",
        b'{"klgnn": 1}\n',
        whole.replace(b'"graphs": 9', b'"graphs": -9'),
    ):
        path.write_bytes(text)
        with pytest.raises(GraphError, match="is no checkpoint"):
            partition(GRAPHS, 1, checkpoint=path)
    with pytest.raises(GraphError, match="cannot name"):
        partition(GRAPHS, 1, 1, labels=lambda graph: [(0,)], checkpoint=tmp_path / "other")
