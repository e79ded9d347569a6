"""Batches: every graph once, the same whoever makes them, shares that add up."""

import numpy as np
import pytest
import torch
from small_runs import small_config, small_data
from torch_geometric.data import Batch

from klgnn.nn import IDMPNN
from klgnn.select import All
from klgnn.train.batches import Batches, thinned
from klgnn.train.session import Session


def made(training=True, size=4, count=19, **options):
    settings = {name: options.pop(name) for name in ("set_rate", "permutations") if name in options}
    session = Session.open(small_config(**settings), dataset=small_data(count))
    data = session.dataset
    return Batches(data.part(np.arange(count)), session.model.network, size, 7,
                   training=training, **options)  # fmt: skip


def tensors(batch):
    found = {name: value for name, value in batch.to_dict().items() if torch.is_tensor(value)}
    plan = getattr(batch, "plan", None)
    if plan is not None:
        found["permutations"] = plan.permutations
        found |= {f"nodes{i}": portion.sets.nodes for i, portion in enumerate(plan.portions)}
    return found


def assert_same(left, right):
    assert np.array_equal(left.rows, right.rows)
    one, other = tensors(left.batch), tensors(right.batch)
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("world", [1, 2, 3])
def test_every_graph_comes_once(training, world):
    shares = [made(training, world=world, rank=rank) for rank in range(world)]
    steps = [list(share.epoch(2)) for share in shares]
    assert {len(pieces) for pieces in steps} == {5}
    rows = np.concatenate([piece.rows for pieces in steps for piece in pieces if piece.real])
    assert sorted(rows.tolist()) == list(range(19))
    for pieces in zip(*steps, strict=True):
        assert sum(len(piece.rows) for piece in pieces) == pieces[0].whole
        assert all(piece.batch.num_graphs == max(len(piece.rows), 1) for piece in pieces)


def test_a_share_may_be_empty_and_says_so():
    last = [list(made(world=4, rank=rank, size=6).epoch())[-1] for rank in range(4)]
    assert [piece.real for piece in last] == [True, False, False, False]
    assert {piece.whole for piece in last} == {1}


def test_shares_have_the_draws_of_the_whole():
    whole = made(set_rate=0.5, permutations=1)
    for rank in range(2):
        share = made(set_rate=0.5, permutations=1, world=2, rank=rank)
        for mine, everything in zip(share.epoch(3), whole.epoch(3), strict=True):
            assert np.array_equal(mine.rows, everything.rows[rank::2])
            assert torch.equal(mine.batch.plan.permutations, everything.batch.plan.permutations)
            for graph, data in enumerate(mine.batch.to_data_list()):
                other = everything.batch.to_data_list()[rank + 2 * graph]
                assert torch.equal(data.label_index, other.label_index)


@pytest.mark.slow
def test_workers_make_the_same_batches():
    for options in ({"training": True, "set_rate": 0.5, "permutations": 1}, {"training": False}):
        here = list(made(**options).epoch(1))
        there = list(made(workers=2, **options).epoch(1))
        for left, right in zip(here, there, strict=True):
            assert_same(left, right)


def test_an_epoch_may_begin_in_the_middle():
    batches = made(set_rate=0.5)
    for left, right in zip(list(batches.epoch(4))[2:], batches.epoch(4, start=2), strict=True):
        assert_same(left, right)


def test_epochs_differ_in_training_and_not_in_evaluation():
    training, evaluation = made(), made(training=False)
    orders = [np.concatenate([p.rows for p in training.epoch(e)]).tolist() for e in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    assert np.concatenate([p.rows for p in evaluation.epoch(5)]).tolist() == list(range(19))


def test_kept_batches_keep_their_graphs_and_change_places():
    batches = made(keep=True)
    first, second = list(batches.epoch(0)), list(batches.epoch(1))
    assert {id(piece) for piece in first} == {id(piece) for piece in second}
    assert [id(piece) for piece in first] != [id(piece) for piece in second]
    assert not made(keep=True, set_rate=0.5).keep  # something is drawn


def test_thinned_takes_a_share_of_the_sets_in_order():
    data = All(2)(small_data(1)[0])
    every = data.label_index.view(-1, 2).tolist()
    few = thinned(data, 0.3, np.random.default_rng(0))
    kept = few.label_index.view(-1, 2).tolist()
    assert len(kept) == round(0.3 * len(every)) == int(few.label_count)
    places = [every.index(pair) for pair in kept]
    assert places == sorted(set(places))
    assert len(thinned(data, 1e-9, np.random.default_rng(0)).label_size) == 1
    assert data.label_index.numel() == 2 * len(every)


def test_evaluation_has_all_sets_and_an_ensemble_makes_its_own_passes():
    assert all(int(piece.batch.label_count.sum()) == sum(
        n * (n - 1) // 2 for n in piece.batch.ptr.diff().tolist()
    ) for piece in made(training=False, set_rate=0.1).epoch())  # fmt: skip
    model = IDMPNN(l=2, hidden=4, ensemble=2, set_rate=0.5)
    data = small_data()
    assert not Batches(data, model, 4, 0, training=False).planned
    assert Batches(data, model, 4, 0, training=True).planned


def test_collapsed_sets_keep_their_weights_however_large_the_batch():
    settings = {"architecture": "a", "subgraphs": "labeled", "pool_sets": "sum", "max_rows": 1}
    config = small_config("precision=64", **settings)
    session = Session.open(config, dataset=small_data(8))
    data, model = session.dataset, session.model.network.eval()
    (piece,) = Batches(data, model, 8, 0, training=False).epoch()
    assert hasattr(piece.batch, "label_weight")
    whole = Batch.from_data_list([data[i] for i in range(8)])  # all sets, one by one
    with torch.no_grad():
        assert torch.allclose(model(piece.batch), model(whole))


def test_targets_in_float64_are_those_of_the_arrays():
    (piece,) = made(size=19, double=True).epoch()
    assert piece.batch.y.dtype == torch.float64
    assert np.array_equal(piece.batch.y.numpy(), small_data(19).y[piece.rows])
