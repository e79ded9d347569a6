"""What holds for every model: the graphs decide, and nothing around them."""

import copy
import io

import pytest
import torch
from model_zoo import BY_NODE, MODELS, batch_of, make
from test_reference import GRAPHS

from klgnn.nn import assert_invariant

every = pytest.mark.parametrize("name", MODELS)


def run(model, graphs=GRAPHS):
    with torch.no_grad():
        return model(batch_of(graphs))


def close(one, other, tolerance=1e-9):
    scale = max(float(one.detach().abs().max()), 1.0)
    return one.shape == other.shape and torch.allclose(one, other, 0, tolerance * scale)


@every
def test_the_numbering_the_order_and_the_batch_do_not_matter(name):
    """On one node, isolated nodes, loops, repeated and directed edges, several components."""
    assert assert_invariant(make(name), GRAPHS, trials=1) < 1e-10


@every
def test_one_row_per_graph_or_node_and_the_same_by_itself(name):
    model = make(name).double().eval()
    torch.set_default_dtype(torch.float64)
    try:
        whole = run(model)
        alone = torch.cat([run(model, [data]) for data in GRAPHS])
    finally:
        torch.set_default_dtype(torch.float32)
    rows = sum(data.num_nodes for data in GRAPHS) if name in BY_NODE else len(GRAPHS)
    assert len(whole) == rows
    assert close(whole, alone)


@every
def test_nothing_is_made_on_another_device(name):
    """What is made without saying where would be on the default device, here meta."""
    model, batch = make(name), batch_of()
    for mode in (True, False):
        model.train(mode)
        with torch.device("meta"):
            done = model(batch)
        assert done.device.type == "cpu"
        done.sum().backward()


@every
def test_state_dict_round_trip(name):
    one, other = make(name, 0).eval(), make(name, 1).eval()
    assert not torch.equal(run(one), run(other))
    file = io.BytesIO()
    torch.save(one.state_dict(), file)
    file.seek(0)
    other.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(run(one), run(other))


@every
def test_reset_parameters_draws_everything_again(name):
    model = make(name)
    drawn = {
        key for key, p in model.named_parameters() if p.numel() > 1 and len(p.detach().unique()) > 1
    }
    with torch.no_grad():
        for p in model.parameters():
            p.fill_(7.0)
    model.reset_parameters()
    kept = [key for key, p in model.named_parameters() if bool((p == 7).any())]
    assert kept == []
    again = [key for key, p in model.named_parameters() if len(p.detach().unique()) > 1]
    assert drawn <= set(again)


@every
def test_gradients_are_finite_and_reach_every_parameter(name):
    model = make(name).train()
    reached = set()
    for graphs in (GRAPHS, GRAPHS[1:2], GRAPHS[5:]):
        model.zero_grad()
        model(batch_of(graphs)).square().sum().backward()
        given = {key: p.grad for key, p in model.named_parameters() if p.requires_grad}
        assert [key for key, g in given.items() if g is None] == []  # distributed training waits
        assert all(bool(g.isfinite().all()) for g in given.values())
        reached |= {key for key, g in given.items() if bool(g.any())}
    silent = {key for key, p in model.named_parameters() if p.requires_grad} - reached
    # Not: a bias before a batch norm or of scores, "no label" where there are only labeled nodes.
    allowed = ("score", "unlabeled") if "batch norm" not in name else ("bias",)
    assert {key for key in silent if not any(part in key for part in allowed)} == set()


@every
def test_float32_and_autocast_are_close(name):
    model = make(name).eval()
    rough = run(model)
    with torch.autocast("cpu", torch.bfloat16):
        half = run(model)
    torch.set_default_dtype(torch.float64)
    try:
        exact = run(copy.deepcopy(model).double())
    finally:
        torch.set_default_dtype(torch.float32)
    assert rough.dtype == torch.float32
    assert close(exact, rough.double(), 1e-4)
    assert close(exact, half.double(), 0.2)
    assert not torch.equal(half.double(), exact)


@every
def test_training_repeats_with_the_seed(name):
    found = []
    for _ in range(2):
        model = make(name).train()
        optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
        torch.manual_seed(3)
        for _ in range(2):
            optimizer.zero_grad()
            model(batch_of()).abs().mean().backward()
            optimizer.step()
        found.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
    assert torch.equal(*found)


@every
def test_the_repr_says_what_was_asked_for(name):
    text = repr(make(name))
    assert " object at " not in text
    assert text.count("\n") > 3
