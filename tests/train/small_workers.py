"""Runs in processes of their own, which can be killed. They fork from a server that has torch."""

import multiprocessing
import os
import socket
import time

import torch
from small_runs import small_config, small_data

from klgnn.train import Interrupted, Report, fit

CONTEXT = multiprocessing.get_context("forkserver")
# What is loaded once for all; the server does not find the tests' own modules.
CONTEXT.set_forkserver_preload(["klgnn.train.using", "lightning.fabric", "torch.utils.tensorboard"])


class Slow(Report):
    """A report that takes its time, so that a killer can aim."""

    def step(self, loss):
        time.sleep(0.02)


def train(folder, changes=(), kind="regression", count=20, said=None, environ=None):
    """Train the small network in ``folder``; what Ctrl-C answers goes to the file ``said``."""
    torch.set_num_threads(1)
    os.environ.update(environ or {})
    data = small_data(count, kind)
    try:
        fit(small_config(*changes), folder, dataset=data, report=Slow(quiet=True))
    except Interrupted as error:
        said.write_text(str(error))


def start(*arguments, **named):
    """The same in a new process."""
    process = CONTEXT.Process(target=train, args=arguments, kwargs=named)
    process.start()
    return process


def start_together(number, *arguments, **named):
    """The same in several processes that know of each other, as torchrun starts them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    shared = {
        "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": str(number),
        "LOCAL_WORLD_SIZE": str(number), "GROUP_RANK": "0", "TORCHELASTIC_RUN_ID": "test",
    }  # fmt: skip
    ranks = ({"RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(number))
    return [start(*arguments, environ={**shared, **rank}, **named) for rank in ranks]
