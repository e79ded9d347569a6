"""One layer in one pass equals the same layer operation by operation."""

import numpy as np
import pytest
import torch
from torch.autograd import gradcheck

from klgnn.nn import MPNN, threads
from klgnn.nn._tile import ROWS, padded, product
from klgnn.nn.encoders.mpnn import MPNNLayer
from klgnn.nn.wiring import Step

KINDS = {
    "paper": {"edge_types": 3},
    "no edges": {},
    "no norm, no residual": {"edge_types": 3, "norm": None, "residual": False},
}


def a_layer(dim, dtype=torch.float64, **options):
    torch.manual_seed(0)
    layer = MPNN(dim, 1, **options).to(dtype).layers[0]
    for parameter in layer.parameters():
        torch.nn.init.normal_(parameter, 0, 0.4)
    return layer


def a_step(before, rows, arcs, root=True, seed=0):
    generator = torch.Generator().manual_seed(seed)

    def draw(below, count):
        return torch.randint(below, (count,), generator=generator)

    edge_index = torch.stack([draw(before, arcs), draw(max(rows - 1, 1), arcs)])
    return Step(edge_index, draw(4, arcs), rows, draw(before, rows) if root else None)


def results(layer, h, step):
    out = layer(h, step, torch.tensor([0, 2, 1, 2]) if layer.edges is not None else None)
    weight = torch.linspace(1, 2, out.numel(), dtype=out.dtype).view_as(out)
    wanted = [h, *layer.parameters()]
    return [out, *torch.autograd.grad((out * weight).sum(), wanted, allow_unused=True)]


@pytest.mark.parametrize("dim", [1, 8, 16, 30, 64])
@pytest.mark.parametrize("kind", KINDS)
def test_forward_and_gradients(kind, dim, monkeypatch):
    layer = a_layer(dim, **KINDS[kind])
    for before, rows, arcs, root in ((3, 1, 0, True), (40, 157, 300, True), (90, 90, 200, False)):
        h = torch.randn(before, dim, dtype=torch.float64, requires_grad=True)
        step = a_step(before, rows, arcs, root)
        fused = results(layer, h, step)
        with monkeypatch.context() as patched:
            patched.setattr(MPNNLayer, "_is_fused", lambda *given: False)
            slow = results(layer, h, step)
        assert fused[0].grad_fn.name() != slow[0].grad_fn.name()
        for one, other in zip(fused, slow, strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                assert torch.allclose(one, other, rtol=1e-9, atol=1e-9 * other.abs().max().item())


def test_gradients_by_differences():
    layer = a_layer(5, edge_types=3)
    h = torch.randn(6, 5, dtype=torch.float64, requires_grad=True)
    step, edge_attr = a_step(6, 9, 12), torch.tensor([0, 2, 1, 2])
    assert gradcheck(lambda h, *given: layer(h, step, edge_attr), (h, *layer.parameters()))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_threads_do_not_change_a_bit(dtype, monkeypatch):
    monkeypatch.setattr(threads, "SMALL", 32)
    layer, h = a_layer(16, dtype, edge_types=3), torch.randn(300, 16, dtype=dtype)
    h.requires_grad_()
    step, found = a_step(300, 500, 900), []
    for count in (1, 3):
        monkeypatch.setattr(torch, "get_num_threads", lambda count=count: count)
        found.append(results(layer, h, step))
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))


def test_what_is_no_number_stays_none():
    """A loss that is not finite must be seen, not cut off at zero."""
    h = torch.zeros(3, 8)
    h[1] = float("nan")
    out = a_layer(8, torch.float32, edge_types=3)(h, a_step(3, 3, 0, False), torch.tensor([0]))
    assert out.isnan().all(1).tolist() == [False, True, False]


@pytest.mark.parametrize("option", ["dropout", "activation", "batch norm"])
def test_other_layers_run_operation_by_operation(option):
    options = {
        "dropout": {"dropout": 0.5},
        "activation": {"activation": torch.nn.Tanh},
        "batch norm": {"norm": "batch"},
    }[option]
    layer, h = a_layer(8, torch.float32, **options), torch.randn(4, 8)
    assert "_Fused" not in layer(h, a_step(4, 6, 9), None).grad_fn.name()
    if option == "dropout":
        assert "_Fused" in layer.eval()(h, a_step(4, 6, 9), None).grad_fn.name()


def test_autocast_on_a_cpu_leaves_it_in_full_precision():
    layer, h, step = a_layer(8, torch.float32, edge_types=3), torch.randn(4, 8), a_step(4, 6, 9)
    with torch.autocast("cpu", torch.bfloat16):
        rough = layer(h.bfloat16(), step, torch.tensor([0, 2, 1, 2]))
    assert rough.dtype == torch.float32
    assert torch.equal(rough, layer(h.bfloat16().float(), step, torch.tensor([0, 2, 1, 2])))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [1, 16, 40, 64, 100])
def test_product(dtype, width):
    rng = np.random.default_rng(0)
    wide = padded(width, np.dtype(dtype).itemsize)
    assert wide >= width
    assert wide % ROWS == 0
    x, w, out = (rng.random(shape).astype(dtype) for shape in ((12, 7), (7, wide), (12, wide)))
    before = out.copy()
    product(x, 7, 1, 12, w, 7, out, False)
    assert np.allclose(out, before + x @ w)
    product(x, 7, 1, 12, w, 7, out, True)
    assert np.allclose(out, x @ w)
    across = np.zeros((8, wide), dtype)
    product(np.ascontiguousarray(x[:, :4]), 1, 4, 4, out, 12, across, True)
    assert np.allclose(across[:4], x[:, :4].T @ out)
