"""Several processes give what one gives at an equal global batch, within rounding."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file
from small_runs import small_config, small_data
from small_workers import start_together

from klgnn.train import Run, fit

EXACT = ("epochs=3", "precision=64")  # so that rounding stays far below what is compared


def assert_close(left, right):
    left, right = Run.of(left), Run.of(right)
    mine, theirs = load_file(str(left.last)), load_file(str(right.last))
    assert mine.keys() == theirs.keys()
    for name, tensor in mine.items():
        assert np.allclose(tensor, theirs[name], rtol=1e-5, atol=1e-8), name
    for one, other in zip(left.curve(), right.curve(), strict=True):
        for name in ("epoch", "lr", "train_loss", "valid"):
            assert one[name] == pytest.approx(other[name], rel=1e-6), name
    rows, others = left.predictions(), right.predictions()
    assert [(r["split"], r["graph"]) for r in rows] == [(r["split"], r["graph"]) for r in others]
    for one, other in zip(rows, others, strict=True):
        for name, text in one.items():
            if name != "split":
                assert float(text) == pytest.approx(float(other[name]), rel=1e-5, abs=1e-8)
    assert left.summary["test"] == pytest.approx(right.summary["test"], rel=1e-6)
    assert left.summary["graphs"] == right.summary["graphs"]


def together(number, *arguments, **named):
    processes = start_together(number, *arguments, **named)
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * number


# 19 graphs: 10 to train on in steps of 3 (the last one has 1), 5 and 4 to score in steps of 3.
UNEVEN = (*EXACT, "batch_size=3", "set_rate=0.5", "permutations=1", "clip=1")


@pytest.mark.parametrize(
    ("number", "kind", "changes"),
    [
        (2, "binary", UNEVEN),
        pytest.param(2, "regression", UNEVEN, marks=pytest.mark.slow),
        pytest.param(3, "multiclass", UNEVEN, marks=pytest.mark.slow),
        pytest.param(2, "regression", (*EXACT, "keep=true", "standardize=true"),
                     marks=pytest.mark.slow),
        pytest.param(2, "regression", (*UNEVEN[:3], "workers=1"), marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_processes_together_give_what_one_gives(tmp_path, number, kind, changes):
    fit(small_config(*changes), tmp_path / "one", dataset=small_data(19, kind))
    together(number, tmp_path / "more", changes, kind, 19)
    assert Run.of(tmp_path / "more").summary["processes"] == number
    assert_close(tmp_path / "one", tmp_path / "more")


@pytest.mark.slow
def test_killed_together_and_resumed(tmp_path):
    """What torchrun does when one process dies: the others are killed, all begin again."""
    changes = (*UNEVEN, "save_every=0")
    together(2, tmp_path / "whole", changes, "binary", 19)
    last = tmp_path / "cut" / "last.safetensors"
    for seconds in (0.02, 0.1):
        before = last.stat().st_mtime_ns if last.exists() else 0
        processes = start_together(2, tmp_path / "cut", changes, "binary", 19)
        while not last.exists() or last.stat().st_mtime_ns == before:
            time.sleep(0.005)
        time.sleep(seconds)
        for process in processes:
            os.kill(process.pid, signal.SIGKILL)
            process.join()
    together(2, tmp_path / "cut", changes, "binary", 19)
    whole, cut = load_file(str(tmp_path / "whole/last.safetensors")), load_file(str(last))
    assert all(np.array_equal(whole[name], cut[name]) for name in whole)
    assert Run.of(tmp_path / "cut").summary["sittings"] == 3


@pytest.mark.slow
def test_torchrun_itself(tmp_path):
    here = Path(__file__).parent
    code = (
        f"import sys; sys.path.insert(0, {str(here)!r})\n"
        "from pathlib import Path\nfrom small_workers import train\n"
        f"train(Path({str(tmp_path / 'two')!r}), {UNEVEN!r}, 'binary', 19)\n"
    )
    (tmp_path / "script.py").write_text(code)
    subprocess.run(
        [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
         str(tmp_path / "script.py")],
        check=True, capture_output=True, timeout=400,
    )  # fmt: skip
    fit(small_config(*UNEVEN), tmp_path / "one", dataset=small_data(19, "binary"))
    assert_close(tmp_path / "one", tmp_path / "two")
