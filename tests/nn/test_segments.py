"""Sums over members of groups, against loops; the kernels against plain torch."""

import pytest
import torch
from torch.autograd import gradcheck, gradgradcheck

from klgnn.nn import segments
from klgnn.nn.segments import Members


def members(rows, groups, entries=None, counts=False, seed=0):
    """Random ones; the last group is empty."""
    generator = torch.Generator().manual_seed(seed)
    number = rows if entries is None else entries
    group = torch.randint(groups - 1, (number,), generator=generator)
    source = None if entries is None else torch.randint(rows, (number,), generator=generator)
    count = torch.randint(1, 5, (number,), generator=generator) if counts else None
    return Members(group, groups, source, count)


def rows_of(rows, dim=3, seed=1, dtype=torch.float64):
    return torch.randn(rows, dim, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def by_group(m, h):
    """For each group its rows, repeated as often as they count."""
    found = [[] for _ in range(m.size)]
    for entry, g in enumerate(m.group.tolist()):
        row = entry if m.source is None else int(m.source[entry])
        found[g] += [h[row]] * (1 if m.count is None else int(m.count[entry]))
    return found


KINDS = {
    "one for one": members(7, 4),
    "sources": members(5, 4, 9),
    "counts": members(7, 4, counts=True),
    "sources and counts": members(5, 4, 9, counts=True),
    "nothing": Members(torch.zeros(0, dtype=torch.long), 3),
}
every = pytest.mark.parametrize("m", KINDS.values(), ids=KINDS)


def rows_for(m):
    return rows_of(5 if m.source is not None else len(m.group))


@every
@pytest.mark.parametrize("fused", [True, False])
def test_sum_mean_and_max(m, fused, monkeypatch):
    if not fused:
        monkeypatch.setattr(segments, "is_fused", lambda *tensors: False)
    h = rows_for(m)
    zero = torch.zeros(3, dtype=torch.float64)
    for name, what in (("sum", 0), ("mean", 1), ("max", 2)):
        reduce = [lambda t: t.sum(0), lambda t: t.mean(0), lambda t: t.max(0).values][what]
        slow = [reduce(torch.stack(of)) if of else zero for of in by_group(m, h)]
        assert torch.allclose(getattr(m, name)(h), torch.stack(slow), atol=1e-12), name
    sizes = m.sizes(h)
    assert sizes.dtype == h.dtype
    assert sizes.flatten().tolist() == [len(of) for of in by_group(m, h)]


@every
def test_shares_are_a_softmax_of_everybody_in_the_group(m):
    score = 40 * rows_for(m)  # exp of it would not fit without the largest taken off
    share = m.softmax(score)
    for g in range(m.size):
        mine = (m.group == g).nonzero().flatten()
        if len(mine):
            count = torch.ones(len(mine)) if m.count is None else m.count[mine]
            scores = m.gather(score)[mine] + count.double().log().unsqueeze(1)
            assert torch.allclose(share[mine], scores.softmax(0), atol=1e-12)
    assert bool(share.isfinite().all())


@every
def test_gradients(m, monkeypatch):
    h = rows_for(m).requires_grad_()
    weight = rows_of(len(m.group), 1).requires_grad_()
    if not len(h):
        assert m.sum(h).shape == (3, 3)
        return
    assert gradcheck(m.sum, h)
    assert gradcheck(m.mean, h)
    assert gradcheck(m.softmax, h)
    assert gradcheck(m.weighted_sum, (h, weight))
    monkeypatch.setattr(segments, "is_fused", lambda *tensors: False)
    assert gradgradcheck(m.sum, h)


def test_counts_that_are_learned_get_a_gradient():
    base = members(6, 3)
    h, count = rows_of(6).requires_grad_(), rows_of(6, 1, 2).flatten().requires_grad_()

    def run(h, count):
        return Members(base.group, 3, None, count).sum(h)

    assert gradcheck(run, (h, count))
    run(h, count).sum().backward()
    assert bool(count.grad.abs().min() > 0)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("counts", [False, True])
def test_many_rows_in_threads_and_both_ways(dtype, counts, monkeypatch):
    m = members(9000, 20000, 40000, counts)
    found = []
    for fused in (True, False):
        monkeypatch.setattr(segments, "is_fused", lambda *tensors, fused=fused: fused)
        h = rows_of(9000, 5, dtype=dtype).requires_grad_()
        done = m.sum(h)
        done.square().sum().backward()
        found.append((done.detach(), h.grad))
    tolerance = 1e-3 if dtype == torch.float32 else 1e-10
    for one, other in zip(*found, strict=True):
        assert one.dtype == dtype
        assert torch.allclose(one, other, rtol=tolerance, atol=tolerance)


def test_rows_that_are_not_contiguous_and_gradients_that_are_expanded():
    m, h = KINDS["sources"], rows_of(3, 5).t().requires_grad_()
    assert not h.is_contiguous()
    assert torch.allclose(m.sum(h), m.sum(h.contiguous()))
    (grad,) = torch.autograd.grad(m.sum(h).sum(), h)  # the gradient of a sum has stride 0
    times = torch.bincount(m.source, minlength=5).double().unsqueeze(1)
    assert torch.equal(grad, times.expand(-1, 3))
