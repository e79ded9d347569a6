"""Which labeled graphs a pass runs on."""

from collections import Counter

import pytest
import torch
from test_reference import GRAPHS
from torch_geometric.data import Batch

from klgnn import GraphError, families
from klgnn.nn import Labeling
from klgnn.nn.inputs import read_inputs
from klgnn.nn.labeled import LabelSets
from klgnn.nn.labeling import drop_sets
from klgnn.select import All, Constrained, RandomSample, Rooted


def as_lists(sets):
    return sets.nodes.tolist(), sets.graph.tolist()


@pytest.mark.parametrize("policy", [None, Constrained(2, 2), Rooted(2, 1)], ids=repr)
def test_sets_chosen_here_are_those_of_the_transform(policy):
    labeling = Labeling(2, policy)
    plain = Batch.from_data_list(GRAPHS)
    chosen = Batch.from_data_list([(policy or All(2))(data) for data in GRAPHS])
    given = read_inputs(chosen, 2)
    found = labeling.label_sets(plain, read_inputs(plain, 2), drop=False)
    assert as_lists(found) == as_lists(given.sets)
    assert labeling.policy == (policy or All(2))
    assert labeling.label_sets(chosen, given, drop=True) is given.sets  # the rate is 1


def test_a_share_of_each_graph_at_least_one_and_unbiased():
    torch.manual_seed(0)
    sizes = (1, 2, 10, 0, 5)
    graph = torch.repeat_interleave(torch.arange(5), torch.tensor(sizes))
    sets = LabelSets(torch.arange(18).view(-1, 1), graph)
    seen = Counter()
    for _ in range(3000):
        some = drop_sets(sets, 0.3, 5)
        assert torch.bincount(some.graph, minlength=5).tolist() == [1, 1, 3, 0, 2]
        nodes = some.nodes.flatten().tolist()
        assert nodes == sorted(set(nodes))
        seen.update(nodes)
    shares = {0: 3000, **dict.fromkeys((1, 2), 1500), **dict.fromkeys(range(3, 13), 900),
              **dict.fromkeys(range(13, 18), 1200)}  # fmt: skip
    assert all(abs(seen[node] - share) < 150 for node, share in shares.items())
    assert drop_sets(sets, 1.0, 5) is sets


def test_sets_are_dropped_on_request_only():
    batch = Batch.from_data_list([All(2)(families.cycle(6).to("pyg"))])
    inputs, labeling = read_inputs(batch, 2), Labeling(2, set_rate=0.2)
    assert len(labeling.label_sets(batch, inputs, drop=False)) == 15
    assert len(labeling.label_sets(batch, inputs, drop=True)) == 3


def test_permutations_of_a_pass():
    torch.manual_seed(0)
    assert len(Labeling(4).permutations()) == 24
    assert len(Labeling(4, permutation_rate=0.25).permutations()) == 6
    labeling = Labeling(9, permutations=3)
    one, other = labeling.permutations(), labeling.permutations()
    assert one.shape == (3, 9)
    assert not torch.equal(one, other)
    assert Labeling(4).state_dict() == {}  # the group is no parameter to save


def test_hops():
    hops = [Labeling(2, subgraphs=s).hops for s in ("full", "labeled", 0, 3)]
    assert hops == [None, -1, 0, 3]


def test_a_policy_without_seed_draws_anew():
    batch = families.cycle(8).to("pyg")
    labeling = Labeling(2, RandomSample(2, 0.2))
    inputs = read_inputs(batch, 2)
    found = {str(as_lists(labeling.label_sets(batch, inputs, True))[0]) for _ in range(5)}
    assert len(found) > 1


def test_repr():
    text = repr(Labeling(2, Rooted(2, 1), set_rate=0.5))
    assert "l=2, select=Rooted(l=2, hops=1), permutations='symmetric'" in text
    assert "set_rate=0.5, subgraphs='full'" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"l": 0}, r"l: got 0, expected a whole number from 1 up.*klgnn.nn.Unlabeled"),
        ({"l": True}, "l: got True"),
        ({"l": 1.0}, "l: got 1.0"),
        ({"l": 2, "select": All(3)}, r"select: got All\(.*expected sets of at most l = 2"),
        ({"l": 2, "set_rate": 0.0}, "set_rate: got 0.0, expected a share above 0"),
        ({"l": 2, "permutation_rate": 1.5}, "permutation_rate: got 1.5"),
        ({"l": 2, "subgraphs": "ego"}, "subgraphs: got 'ego', expected 'full', 'labeled'"),
        ({"l": 2, "subgraphs": -1}, "subgraphs: got -1"),
        ({"l": 2, "subgraphs": True}, "subgraphs: got True"),
        ({"l": 2, "permutations": "all"}, "permutations: got 'all'"),
        ({"l": 12}, "479,001,600 permutations are too many"),
        ({"l": 2, "permutations": 0}, "permutations: got 0, expected 1 or more"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(GraphError, match=message):
        Labeling(**arguments).permutations()
