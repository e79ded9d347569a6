import os
import pickle
from collections import OrderedDict

import numpy as np
import pytest
import torch

from klgnn.data import DataError, pickles
from klgnn.data.pickles import read_pickle


def read(tmp_path, content):
    path = tmp_path / "a.pickle"
    path.write_bytes(content)
    return read_pickle(path, "use the pack")


class Runs:
    """Pickles into a call of a function."""

    def __init__(self, function, *args):
        self.call = function, args

    def __reduce__(self):
        return self.call


TENSORS = [
    torch.arange(12).reshape(3, 4),
    torch.arange(12).reshape(3, 4).T,
    torch.arange(12)[4:9],
    torch.tensor([[1.5, -2.0]]),
    torch.tensor(3.5, dtype=torch.float64),
    torch.zeros(0, 5),
    torch.tensor([300, -1]),
    torch.tensor([True, False]),
    torch.arange(3, dtype=torch.int32).expand(4, 3)[:, :2].contiguous(),
]


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_tensors_come_back_as_arrays(tmp_path, protocol):
    for tensor in TENSORS:
        found = read(tmp_path, pickle.dumps([{"t": tensor, "n": 3}], protocol))
        assert found[0]["n"] == 3
        np.testing.assert_array_equal(found[0]["t"], tensor.numpy())


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (os.system, ("touch {}",)),
        (eval, ("open({!r}, 'w')",)),
        (open, ("{}", "w")),
        (torch.load, ("{}",)),
        (np.save, ("{}", 1)),
    ],
)
def test_a_hostile_pickle_is_not_executed(tmp_path, function, args):
    trace = tmp_path / "trace"
    args = tuple(a.format(str(trace)) if isinstance(a, str) else a for a in args)
    with pytest.raises(DataError, match=r"asks for .*which may run code.*use the pack"):
        read(tmp_path, pickle.dumps([Runs(function, *args)]))
    assert not trace.exists()


def test_a_hostile_pickle_inside_of_a_storage_is_not_executed(tmp_path):
    trace = tmp_path / "trace"
    inner = pickle.dumps(Runs(os.system, f"touch {trace}")) * 5
    hostile = Runs(torch.storage._load_from_bytes, inner)
    with pytest.raises(DataError, match="a storage asks for"):
        read(tmp_path, pickle.dumps(hostile))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("offset", "size", "stride"),
    [(0, (5,), (1,)), (2, (2,), (2,)), (-1, (2,), (1,)), (0, (2,), (-1,)), (0, (3, 3), (1,)),
     (0, (10**9,), (0,)), (0, (2.0,), (1,)), (5, (), ())],
)  # fmt: skip
def test_no_tensor_reaches_outside_of_its_storage(offset, size, stride):
    with pytest.raises(pickle.UnpicklingError, match="a tensor"):
        pickles._tensor(np.arange(4), offset, size, stride)


def test_other_classes_become_records(tmp_path, monkeypatch):
    import torch_geometric.data.data as module

    class Data:
        pass

    Data.__module__, Data.__qualname__ = module.__name__, "Data"
    old = Data()
    old.x, old.more = torch.ones(2, 1), OrderedDict(a=1)
    with monkeypatch.context() as patch:
        patch.setattr(module, "Data", Data)
        content = pickle.dumps(old)
    found = read(tmp_path, content)
    assert type(found) is pickles.Record
    assert found.more == {"a": 1}
    assert found.x.shape == (2, 1)


def test_a_pickle_cut_short(tmp_path):
    content = pickle.dumps([torch.arange(5)] * 3)
    for length in range(0, len(content), 7):
        with pytest.raises(DataError, match="got a pickle that is not read"):
            read(tmp_path, content[:length])
