"""What architectures (a) and (b) share: ensembles, portions and refusals."""

import pytest
import torch
from test_reference import EDGE_TYPES, GRAPHS, NODE_TYPES
from torch_geometric.data import Batch

from klgnn.nn import IDMPNN

SMALL = {"hidden": 8, "layers": (2, 2, 1), "node_types": NODE_TYPES, "edge_types": EDGE_TYPES}


def model_of(**settings):
    torch.manual_seed(0)
    return IDMPNN(l=2, set_rate=0.3, **SMALL, **settings)


@pytest.mark.parametrize("number", [1, 3, 4])
@pytest.mark.parametrize("reduce", ["mean", "median"])
@torch.no_grad()
def test_an_ensemble_is_so_many_passes_as_in_training(number, reduce):
    batch = Batch.from_data_list(GRAPHS)
    model = model_of(ensemble=number, ensemble_reduce=reduce)
    torch.manual_seed(5)
    passes = [model.train()(batch) for _ in range(number)]
    torch.manual_seed(5)
    found = model.eval()(batch)
    ordered = torch.stack(passes).sort(0).values
    middle = (ordered[(number - 1) // 2] + ordered[number // 2]) / 2
    expected = torch.stack(passes).mean(0) if reduce == "mean" else middle
    assert torch.allclose(found, expected, atol=1e-5)
    assert number == 1 or not torch.allclose(passes[0], passes[1])


@torch.no_grad()
def test_without_an_ensemble_evaluation_takes_all_sets():
    batch = Batch.from_data_list(GRAPHS)
    model = model_of().eval()
    assert torch.equal(model(batch), model(batch))
    every = len(model.plan(batch).portions[0].sets)
    assert len(model.plan(batch, training=True).portions[0].sets) < every


@torch.no_grad()
def test_portions_bound_the_rows_and_change_nothing():
    batch = Batch.from_data_list(GRAPHS)
    whole, small = model_of().eval(), model_of(max_rows=20).eval()
    portions = small.plan(batch).portions
    assert len(portions) > 3
    assert torch.allclose(whole(batch), small(batch), atol=1e-5)
