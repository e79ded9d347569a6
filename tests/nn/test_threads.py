"""Work in threads: every row once, in order, and never behind its caller's back."""

import os
import subprocess
import sys
import threading
import time
from itertools import pairwise

import pytest
import torch

from klgnn.nn import threads
from klgnn.nn.threads import ahead, in_threads


@pytest.mark.parametrize("rows", [0, 1, 1023, 5000, 100_000])
@pytest.mark.parametrize("count", [1, 3])
def test_every_row_once_and_shares_that_the_rows_decide(rows, count, monkeypatch):
    monkeypatch.setattr(torch, "get_num_threads", lambda: count)
    shares = in_threads(lambda first, last: (first, last), rows)
    assert shares[0][0] == 0
    assert shares[-1][1] == rows
    assert all(one[1] == other[0] for one, other in pairwise(shares))
    assert len(shares) == min(max(rows // threads.SMALL, 1), threads.MOST)


def test_ahead_gives_the_same_items_made_elsewhere():
    makers = []

    def make():
        for item in range(5):
            makers.append(threading.current_thread().name)
            yield item

    assert list(ahead(make())) == [0, 1, 2, 3, 4]
    assert all(name.startswith("klgnn-ahead") for name in makers)
    assert list(ahead(iter([]))) == []


def test_ahead_takes_no_thread_from_its_caller():
    """In a process whose first operation of torch is still to come, where that is decided."""
    code = """
import torch
from klgnn.nn.threads import ahead
list(ahead(iter(range(3))))
print(torch.get_num_threads())"""
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["2"]


def test_ahead_stays_so_far_ahead_and_no_further():
    made = []

    def make():
        for item in range(10):
            made.append(item)
            yield item

    items = ahead(make(), 2)
    assert next(items) == 0
    end = time.monotonic() + 5
    while len(made) < 2 and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(0.02)
    assert made == [0, 1]  # the one that was given, and one that waits
    items.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("klgnn-ahead")]


def test_ahead_hands_errors_on():
    def make():
        yield 1
        raise ValueError("no more")

    items = ahead(make())
    assert next(items) == 1
    with pytest.raises(ValueError, match="no more"):
        next(items)
    assert torch.get_num_threads() >= 1
