"""Two rows become one."""

import pytest
import torch
from torch.autograd import gradcheck

from klgnn import GraphError
from klgnn.nn import Combiner

KINDS = ("add", "hadamard", "concat", "attention")


def rows(seed):
    return torch.randn(5, 4, generator=torch.Generator().manual_seed(seed)).double()


def one_by_one(module, left, right):
    if module.how == "add":
        return left + right
    if module.how == "hadamard":
        return left * right
    both = torch.cat([left, right])
    if module.how == "concat":
        return module.join[0].weight @ both + module.join[0].bias
    hidden = (module.score[0].weight @ both + module.score[0].bias).relu()
    one, two = (module.score[2].weight @ hidden + module.score[2].bias).exp()
    return (one * left + two * right) / (one + two)


@pytest.mark.parametrize("how", KINDS)
def test_against_loops(how):
    torch.manual_seed(0)
    module, left, right = Combiner(4, how).double(), rows(0), rows(1)
    slow = [one_by_one(module, a, b) for a, b in zip(left, right, strict=True)]
    assert torch.allclose(module(left, right), torch.stack(slow), atol=1e-12)
    assert module(left[:0], right[:0]).shape == (0, 4)
    assert gradcheck(module, (left.requires_grad_(), right.requires_grad_()))


def test_a_weighted_mean_is_between_the_two():
    module, left, right = Combiner(4, "attention").double(), rows(0), rows(1)
    done = module(left, right)
    assert bool((done >= torch.minimum(left, right)).all())
    assert bool((done <= torch.maximum(left, right)).all())
    assert torch.allclose(module(left, left), left)


def test_reset_and_repr():
    module = Combiner(4, "concat")
    before = module.join[0].weight.detach().clone()
    module.reset_parameters()
    assert not torch.equal(before, module.join[0].weight)
    assert repr(Combiner(4)) == "Combiner(dim=4, how='add')"


def test_refusal():
    with pytest.raises(GraphError, match="combine: got 'subtract', expected 'add', 'hadamard'"):
        Combiner(4, "subtract")
