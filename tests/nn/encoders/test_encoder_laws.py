"""What holds for every encoder."""

import copy

import pytest
import torch
from encoder_zoo import (
    ENCODERS,
    GLOBAL,
    LOCAL,
    TYPES,
    conv,
    data_of,
    labeled_wiring,
    make,
    mixed,
    one_way,
    quotient,
    rows_for,
    wiring_of,
)  # fmt: skip

from klgnn import GraphError, families
from klgnn.nn.encoders.ppgn import PPGN
from klgnn.nn.encoders.transformer import Transformer

every = pytest.mark.parametrize("name", ENCODERS)


def close(a, b):
    return torch.allclose(a, b, rtol=1e-9, atol=1e-9)


def test_the_local_ones():
    assert [name for name in ENCODERS if make(name).local] == list(LOCAL)


@every
def test_rows_keep_their_place_and_graphs_do_not_mix(name):
    encoder, graphs = make(name), mixed()
    wiring = wiring_of(graphs)
    h = rows_for(wiring)
    done = encoder(h, wiring)
    assert done.shape == h.shape
    for number, data in enumerate(graphs):
        mine = wiring.graph == number
        assert close(encoder(h[mine], wiring_of([data])), done[mine])


@every
def test_relabeling_nodes_and_edges(name):
    encoder, graphs = make(name), mixed()
    generator = torch.Generator().manual_seed(1)
    wiring = wiring_of(graphs)
    h = rows_for(wiring)
    moved, where, first = [], [], 0
    for data in graphs:
        n, m = data.num_nodes, data.edge_index.shape[1]
        nodes, edges = (torch.randperm(k, generator=generator) for k in (n, m))
        other = copy.copy(data)
        other.edge_index = nodes[data.edge_index][:, edges]
        other.edge_attr = data.edge_attr[edges]
        moved.append(other)
        where.append(nodes + first)
        first += n
    place = torch.cat(where)
    relabeled = torch.empty_like(h)
    relabeled[place] = h
    assert close(encoder(relabeled, wiring_of(moved))[place], encoder(h, wiring))


@every
def test_labeled_graphs_one_by_one(name):
    encoder, graphs = make(name), [families.path(3), families.cycle(4), families.star(2)]
    datas = [data_of(graph, seed) for seed, graph in enumerate(graphs)]
    for hops in (None, 1):
        wiring = labeled_wiring(datas, hops)
        h = rows_for(wiring)
        done = encoder(h, wiring)
        step = wiring.steps[0]
        for number in range(wiring.num_graphs):
            mine = (wiring.graph == number).nonzero().flatten()
            edges = torch.isin(step.edge_index[1], mine)
            ends = torch.searchsorted(mine, step.edge_index[:, edges])
            alone = one_way(len(mine), ends.t().tolist())
            alone.edge_attr = wiring.edge_attr[step.edge[edges]]
            assert close(encoder(h[mine], wiring_of([alone])), done[mine])


@pytest.mark.parametrize("name", LOCAL)
def test_quotients(name):
    wiring = wiring_of([*mixed(), *mixed()])
    colors = torch.randint(2, (len(wiring.node),), generator=torch.Generator().manual_seed(0))
    small, start = quotient(wiring, colors.tolist(), 2)
    assert small.steps[0].size < small.steps[1].size < len(wiring.node)
    h = rows_for(wiring)[:2][colors]
    encoder = make(name)
    assert close(encoder(h[start], small)[small.last], encoder(h, wiring))


def test_quotients_weigh_batch_statistics():
    wiring = wiring_of(mixed())
    small, start = quotient(wiring, [0] * len(wiring.node), 2)
    h = torch.ones(len(wiring.node), 8, dtype=torch.float64)
    encoder = conv("gine", norm="batch").double().train()
    assert close(encoder(h[start], small)[small.last], encoder(h, wiring))


@pytest.mark.parametrize("name", [*GLOBAL, "ppgn", "transformer of all"])
def test_others_refuse_quotients(name):
    wiring = wiring_of(mixed())
    small, start = quotient(wiring, [0] * len(wiring.node), 2)
    with pytest.raises(GraphError, match="got a quotient, expected every labeled graph in full"):
        make(name)(rows_for(wiring)[start], small)


@every
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_gradients_are_finite(name, dtype):
    encoder = make(name).to(dtype).train()
    for graphs in (mixed(), [one_way(1, [])], [one_way(3, [])], [one_way(2, []), one_way(1, [])]):
        wiring = wiring_of(graphs)
        h = rows_for(wiring, dtype=dtype).requires_grad_()
        done = encoder(h, wiring)
        assert done.dtype == dtype
        done.square().sum().backward()
        gradients = [h.grad, *(p.grad for p in encoder.parameters() if p.grad is not None)]
        assert all(bool(g.isfinite().all()) for g in gradients)
    silent = [key for key, p in encoder.named_parameters() if p.grad is None]
    assert silent == []


@every
def test_float32_is_close(name):
    wiring = wiring_of(mixed())
    h = rows_for(wiring)
    encoder = make(name)
    exact = encoder(h, wiring)
    rough = encoder.float()(h.float(), wiring).double()
    assert ((rough - exact).abs() <= 1e-4 * (1 + exact.abs())).all()


@every
def test_reset_parameters(name):
    encoder = ENCODERS[name]()
    before = {key: p.clone() for key, p in encoder.named_parameters()}
    with torch.no_grad():
        for p in encoder.parameters():
            p.fill_(7.0)
    encoder.reset_parameters()
    assert all(not bool((p == 7).any()) for p in encoder.parameters())
    drawn = [key for key, p in before.items() if p.numel() > 1 and len(p.unique()) > 1]
    assert drawn
    assert all(not torch.equal(dict(encoder.named_parameters())[key], before[key]) for key in drawn)


@every
def test_no_rows(name):
    wiring = wiring_of([one_way(0, []), one_way(0, [])])
    assert make(name)(torch.zeros(0, 8, dtype=torch.float64), wiring).shape == (0, 8)


@every
def test_under_no_grad_and_autocast(name):
    encoder, wiring = make(name).float(), wiring_of(mixed())
    h = rows_for(wiring, dtype=torch.float32)
    with torch.no_grad():
        quiet = encoder(h, wiring)
    assert torch.allclose(quiet, encoder(h, wiring), atol=1e-5)
    if "attention" in name or "ppgn" in name or name == "transformer of all":
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            assert encoder(h, wiring).isfinite().all()


@pytest.mark.parametrize(
    "build",
    [lambda **options: PPGN(8, 2, **options), lambda **options: Transformer(8, 2, **options)],
)
@pytest.mark.parametrize("norm", ["layer", "batch", None])
def test_norms_in_training(build, norm):
    """Portions change nothing, batch statistics included."""
    wiring = wiring_of(mixed())
    h = rows_for(wiring)
    torch.manual_seed(0)
    encoder = build(edge_types=TYPES, norm=norm).double().train()
    other = copy.deepcopy(encoder)
    other.max_pairs = 5
    assert close(encoder(h, wiring), other(h, wiring))
    assert close(encoder.eval()(h, wiring), other.eval()(h, wiring))


@every
def test_nothing_is_made_on_another_device(name):
    """What is made without saying where would be on the default device, here meta."""
    encoder, wiring = make(name), wiring_of(mixed())
    h = rows_for(wiring)
    with torch.device("meta"):
        assert encoder(h, wiring).device.type == "cpu"
