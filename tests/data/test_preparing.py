import logging
import multiprocessing
import os

import numpy as np
import pytest
import torch

from klgnn.data import DataError, load, pack, prepared, preparing
from klgnn.families import molecules
from klgnn.select import All, Constrained, Hierarchical, RandomSample, Rooted, prepare

POLICIES = [
    All(2),
    Constrained(3, max_distance=2),
    Hierarchical(3, "louvain"),
    Hierarchical(3, "blocks"),
    RandomSample(2, rate=0.3, seed=5),
    Rooted(3, hops=1),
]


def small_molecules(folder):
    graphs = list(molecules(20, seed=1))
    plain = []
    for graph in graphs:
        colors = np.unique(graph.node_colors, return_inverse=True)[1]
        bonds = np.unique(graph.edge_colors, return_inverse=True)[1]
        plain.append(graph.recolor(node_colors=colors, edge_colors=bonds))
    return load(str(pack(plain, folder / "molecules.npz", y=np.arange(20.0))))


@pytest.fixture
def dataset(tmp_path):
    return small_molecules(tmp_path)


@pytest.fixture
def sets_folder(cache):
    return cache / "sets"


def same(left, right):
    keys = ("label_index", "label_size", "label_count")
    return len(left) == len(right) and all(
        torch.equal(a[key], b[key]) for a, b in zip(left, right, strict=True) for key in keys
    )


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_the_sets_are_those_of_prepare(dataset, policy):
    expected = prepare(list(dataset), policy)
    assert same(prepared(dataset, policy), expected)
    assert same(prepared(dataset, policy), expected)  # from the cache
    assert same(prepared(dataset, policy, cache=False), expected)
    assert same(prepared(dataset, policy)[4:9], expected[4:9])
    assert same(prepared(dataset[4:9], policy), expected[4:9])


def test_one_file_per_policy_and_data_set(dataset, sets_folder, monkeypatch):
    for policy in POLICIES:
        prepared(dataset, policy)
        prepared(dataset, policy)
    assert len(list(sets_folder.iterdir())) == len(POLICIES)
    prepared(dataset, Constrained(3, max_distance=2, min_distance=2))
    prepared(dataset[:19], All(2))
    assert len(list(sets_folder.iterdir())) == len(POLICIES) + 2
    monkeypatch.setattr(preparing, "CACHE_VERSION", -1)
    prepared(dataset, All(2))
    assert len(list(sets_folder.iterdir())) == len(POLICIES) + 3


def test_the_second_time_nothing_is_selected(dataset, monkeypatch):
    first = prepared(dataset, All(2))
    monkeypatch.setattr(preparing, "_select", lambda *_: pytest.fail("selected again"))
    assert same(prepared(dataset, All(2)), first)


def test_load_selects(tmp_path, dataset):
    found = load(dataset.source, select=Rooted(2, 1))
    assert same(found, prepare(list(dataset), Rooted(2, 1)))
    assert "label sets" in repr(found)


def test_every_truncation_is_noticed_and_made_again(dataset, sets_folder, caplog):
    policy = Constrained(2, 1)
    first = prepared(dataset, policy)
    (path,) = sets_folder.iterdir()
    content = path.read_bytes()
    for length in range(0, len(content), 61):
        path.write_bytes(content[:length])
        caplog.clear()
        with caplog.at_level(logging.WARNING, "klgnn.data"):
            assert same(prepared(dataset, policy), first)
        assert "selected again" in caplog.text
        assert path.read_bytes() == content


def test_every_flipped_bit_is_noticed_or_means_nothing(dataset, sets_folder):
    policy = Constrained(2, 1)
    first = prepared(dataset, policy)
    (path,) = sets_folder.iterdir()
    content = path.read_bytes()
    for place in range(0, len(content), 17):
        broken = bytearray(content)
        broken[place] ^= 0x04
        path.write_bytes(broken)
        again = prepared(dataset, policy)
        for name, array in first.label_sets.arrays().items():
            np.testing.assert_array_equal(again.label_sets.arrays()[name], array)


def test_a_file_of_something_else_is_not_taken(dataset, sets_folder, caplog):
    prepared(dataset, All(1))
    (one,) = sets_folder.iterdir()
    content = one.read_bytes()
    first = prepared(dataset, All(2))
    (two,) = set(sets_folder.iterdir()) - {one}
    two.write_bytes(content)  # sound, under another's name
    with caplog.at_level(logging.WARNING, "klgnn.data"):
        assert same(prepared(dataset, All(2)), first)
    assert "something else" in caplog.text


def test_the_code_of_a_predicate_is_part_of_the_key(dataset, monkeypatch):
    import slow_policies

    policy = Constrained(2, 2, predicate=slow_policies.anything)
    key = preparing._key(dataset, policy)
    assert key == preparing._key(dataset, policy)
    monkeypatch.setattr(preparing.inspect, "getsource", lambda _: "def anything(): other")
    assert preparing._key(dataset, policy) != key

    def unknown(_):
        raise OSError

    monkeypatch.setattr(preparing.inspect, "getsource", unknown)
    assert preparing._key(dataset, policy) is None
    assert len(prepared(dataset, policy)) == 20  # selected, and not kept


def test_a_policy_that_draws_anew_is_refused(dataset):
    with pytest.raises(DataError, match="give it a seed, or use it as a transform"):
        prepared(dataset, RandomSample(2, rate=0.5))
    with pytest.raises(DataError, match="expected a selection policy"):
        prepared(dataset, 2)


def test_several_workers_choose_the_same(dataset, monkeypatch):
    from klgnn.select import prepare as module  # noqa: F401 - the function hides its module

    one = prepared(dataset, Constrained(3, 2), cache=False)
    two = prepared(dataset, Constrained(3, 2), n_jobs=2, cache=False)
    assert same(one, two)
    monkeypatch.setattr(preparing, "CHUNK", 3)
    assert same(one, prepared(dataset, Constrained(3, 2), cache=False))


def test_a_cache_that_cannot_be_written_is_no_error(dataset, cache, caplog):
    cache.mkdir(parents=True)
    (cache / "sets").write_text("a file where the folder would be")
    with caplog.at_level(logging.WARNING, "klgnn.data"):
        assert len(prepared(dataset, All(1))) == 20
    assert "are not kept" in caplog.text


def _prepare(folder, go):
    os.environ["XDG_CACHE_HOME"] = str(folder)
    dataset = load(str(folder.parent / "molecules.npz"))
    go.wait()
    for l in (1, 2, 1, 2):
        prepared(dataset, Constrained(l, 1))


def test_two_processes_at_once(dataset, cache, sets_folder):
    context = multiprocessing.get_context("spawn")
    go = context.Event()
    both = [context.Process(target=_prepare, args=(cache.parent, go)) for _ in range(2)]
    for process in both:
        process.start()
    go.set()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert len(list(sets_folder.iterdir())) == 2  # and nothing unfinished
    assert same(prepared(dataset, Constrained(2, 1)), prepare(list(dataset), Constrained(2, 1)))
