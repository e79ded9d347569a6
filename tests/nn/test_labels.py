"""Labels become vectors."""

import torch

from klgnn.nn import LabelEmbedding


def test_a_node_gets_the_sum_of_its_labels_or_no_label():
    labels = LabelEmbedding(3, 4).double()
    e, none = labels.vectors, labels.unlabeled
    given = torch.tensor([[0, 0, 0], [0, 1, 0], [1, 0, 1]])
    wanted = torch.stack([none, e[1], e[0] + e[2]])
    for dtype in (torch.float32, torch.float64, torch.int64, torch.bool):
        assert torch.equal(labels(given.to(dtype)), wanted)
    assert labels(torch.zeros(0, 3)).shape == (0, 4)


def test_trainable_or_as_drawn():
    fixed = LabelEmbedding(3, 4, trainable=False)
    assert [p.requires_grad for p in fixed.parameters()] == [False, False]
    assert set(fixed.state_dict()) == {"vectors", "unlabeled"}
    free = LabelEmbedding(3, 4)
    free(torch.eye(3)[:2]).sum().backward()
    assert free.vectors.grad.abs().sum(1).gt(0).tolist() == [True, True, False]
    assert not bool(free.unlabeled.grad.any())


def test_vectors_are_different_and_drawn_again():
    torch.manual_seed(0)
    labels = LabelEmbedding(4, 8)
    before = torch.cat([labels.vectors, labels.unlabeled.unsqueeze(0)]).detach().clone()
    assert len(before.unique(dim=0)) == 5
    labels.reset_parameters()
    assert not torch.equal(before[:4], labels.vectors)
    assert repr(labels) == "LabelEmbedding(l=4, dim=8, trainable=True)"
