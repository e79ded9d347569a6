"""Runs in processes of their own, which can be killed. They fork from a server that has torch."""

import multiprocessing
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


def train(folder, changes=(), kind="regression", said=None):
    """Train the small network in ``folder``; what Ctrl-C answers goes to the file ``said``."""
    torch.set_num_threads(1)
    try:
        fit(small_config(*changes), folder, dataset=small_data(kind=kind), report=Slow(quiet=True))
    except Interrupted as error:
        said.write_text(str(error))


def start(*arguments, **named):
    """The same in a new process."""
    process = CONTEXT.Process(target=train, args=arguments, kwargs=named)
    process.start()
    return process
