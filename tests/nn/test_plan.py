"""Plans: made beforehand, moved, pinned, or portion by portion as they are needed."""

import dataclasses

import pytest
import torch
from test_reference import build, molecule, selected
from torch_geometric.data import Batch

from klgnn import families
from klgnn.nn import plan as plans
from klgnn.select import All

MOLECULES = [molecule(graph, seed) for seed, graph in enumerate(families.molecules(3, seed=5))]


def a_batch(count=3):
    return Batch.from_data_list(selected(All(2), MOLECULES[:count]))


def tensors(value):
    """Every tensor in a plan, found without the plan's own code."""
    if torch.is_tensor(value):
        return [value]
    if isinstance(value, tuple):
        return [one for item in value for one in tensors(item)]
    if dataclasses.is_dataclass(value):
        parts = (getattr(value, field.name) for field in dataclasses.fields(value))
        return [one for part in parts for one in tensors(part)]
    return []


@pytest.mark.parametrize("execution", ["plain", "quotient"])
def test_all_of_a_plan_moves_with_its_batch(execution):
    model, batch = build("b"), a_batch()
    model.execution = execution
    batch.plan = model.plan(batch)
    assert batch.plan.to("cpu") is batch.plan  # and keeps what was sorted
    assert batch.to("cpu").plan is batch.plan
    moved = batch.to("meta").plan
    assert len(tensors(moved)) == len(tensors(batch.plan)) > 10
    assert {tensor.device.type for tensor in tensors(moved)} == {"meta"}


def test_all_of_a_plan_is_pinned(monkeypatch):
    pinned = []
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda t: pinned.append(t) or t)
    plan = build("b").plan(a_batch())
    assert isinstance(plan.pin_memory(), plans.Plan)
    assert {id(t) for t in pinned} == {id(t) for t in tensors(plan)}


@pytest.mark.parametrize("kind", ["a", "b"])
@pytest.mark.parametrize("execution", ["plain", "quotient"])
def test_portions_are_made_one_by_one_and_change_nothing(kind, execution, monkeypatch):
    model, batch = build(kind, layers=2).double().eval(), a_batch()
    model.execution = execution
    whole, rows, alive = model(batch).detach(), [], []
    wire = plans.wire

    def watched(labeled, *given):
        rows.append(labeled.num_rows * 2)
        alive.append(given[0])
        return wire(labeled, *given)

    monkeypatch.setattr("klgnn.nn.model.wire", watched)
    model.max_rows = 400
    with torch.no_grad():
        parts = model(batch)
    assert torch.allclose(parts, whole, rtol=1e-12, atol=1e-12)
    largest = max(data.num_nodes for data in MOLECULES)
    assert len(rows) > 3
    assert max(rows) <= 400 + 2 * largest


def test_no_more_than_a_few_portions_exist_at_a_time(monkeypatch):
    """Each one made counts up, each one forgotten counts down."""
    model, batch, number, most = build("b", layers=2).eval(), a_batch(), 0, 0

    class Counted(plans.Portion):
        def __init__(self, *given):
            nonlocal number, most
            super().__init__(*given)
            number += 1
            most = max(most, number)

        def __del__(self):
            nonlocal number
            number -= 1

    monkeypatch.setattr("klgnn.nn.model.Portion", Counted)
    model.max_rows = 200
    with torch.no_grad():
        model(batch)
        streamed = most
        many = len(model.plan(batch).portions)
    assert streamed <= 4 < many
    assert number == 0


def test_a_carried_plan_is_explained_as_it_is():
    """Thinned once, by the plan, and not a second time."""
    model, batch = build("b", labeling={"set_rate": 0.3}).train(), a_batch()
    batch.plan = model.plan(batch)
    sets = sum(len(portion.sets) for portion in batch.plan.portions)
    assert model.explain(batch).sets == sets < int(batch.label_count.sum())
    assert model.explain(batch, training=False).sets == int(batch.label_count.sum())
