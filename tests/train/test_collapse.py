"""Label sets of one kind, kept once with their number, give what all of them give."""

import math
from collections import Counter
from itertools import combinations

import networkx as nx
import pytest
import torch
from small_runs import small_data
from torch_geometric.data import Batch

from klgnn.nn import IDMPNN
from klgnn.select import All
from klgnn.train.batches import Batches
from klgnn.train.collapse import collapse, collapses

SETTINGS = {"architecture": "a", "subgraphs": "labeled", "node_types": [3], "edge_types": [2]}


@pytest.mark.parametrize("pool", ["sum", "mean"])
@pytest.mark.parametrize("l", [2, 3])
def test_collapsed_is_equal(pool, l):
    torch.manual_seed(0)
    model = IDMPNN(l=l, hidden=6, layers=(2, 0, 0), pool_sets=pool, **SETTINGS).double().eval()
    assert collapses(model)
    from klgnn.data import prepared

    data = prepared(small_data(8), All(l), cache=False)
    batches = Batches(data, model, 4, 0, training=False)
    outputs = []
    for piece in batches.epoch():
        plain = Batch.from_data_list([data[int(row)] for row in piece.rows])
        with torch.no_grad():
            assert piece.batch.label_count.sum() < plain.label_count.sum()
            assert torch.allclose(model(piece.batch), model(plain), rtol=1e-10)
            outputs.append(model(plain))
    assert torch.cat(outputs).std() > 1e-6  # they are not all alike


@pytest.mark.parametrize("seed", range(4))
def test_kinds_are_isomorphism_types_of_induced_subgraphs(seed):
    data = All(3)(small_data(4, seed=seed)[seed])
    found = collapse(data)
    graph = nx.Graph()
    graph.add_nodes_from((v, {"t": int(data.x[v, 0])}) for v in range(data.num_nodes))
    for (u, v), t in zip(data.edge_index.T.tolist(), data.edge_attr[:, 0].tolist(), strict=True):
        graph.add_edge(u, v, t=t)
    same = {"node_match": lambda a, b: a == b, "edge_match": lambda a, b: a == b}
    kinds = []
    for chosen in combinations(range(data.num_nodes), 3):
        part = graph.subgraph(chosen)
        place = next((i for i, (other, _) in enumerate(kinds)
                      if nx.is_isomorphic(part, other, **same)), None)  # fmt: skip
        if place is None:
            kinds.append((part, 1))
        else:
            kinds[place] = (kinds[place][0], kinds[place][1] + 1)
    assert Counter(found.label_weight.tolist()) == Counter(float(count) for _, count in kinds)
    assert found.label_weight.sum() == math.comb(data.num_nodes, 3)


@pytest.mark.parametrize(
    "change",
    [{"subgraphs": "full"}, {"permutations": "cyclic"}, {"permutation_rate": 0.5},
     {"set_rate": 0.5}, {"pool_sets": "max"}, {"ensemble": 2}, {"extras": {"rwse": 3}},
     {"architecture": "b"}, {"level": "node"}],
)  # fmt: skip
def test_only_where_it_is_equal(change):
    assert not collapses(IDMPNN(l=2, hidden=4, **{**SETTINGS, **change}))
