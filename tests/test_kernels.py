"""A kernel that numba has cached is compiled anew when anything it is made of changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from klgnn import _kernels
from klgnn.wl import hashing, labels

FIRST = "from klgnn.second import constant\n\n@njit()\ndef kernel():\n    return constant\n"
SECOND = "constant = 1\n\n@njit()\ndef other():\n    return 1\n"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.setattr(_kernels, "ROOT", tmp_path)
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(SECOND)
    yield tmp_path
    forget()


def forget():
    _kernels.stamp.cache_clear()
    _kernels.sources.cache_clear()


def test_a_stamp_is_that_of_all_files_a_kernel_is_made_of(tree):
    before = {name: _kernels.stamp(tree / f"{name}.py") for name in ("first", "second")}
    assert before["first"] != before["second"]
    (tree / "second.py").write_text(SECOND.replace("1\n", "2\n", 1))
    forget()
    assert _kernels.stamp(tree / "first.py") != before["first"]
    (tree / "second.py").write_text(SECOND)
    (tree / "first.py").write_text(FIRST + "# more\n")
    forget()
    assert _kernels.stamp(tree / "second.py") == before["second"]


def test_numba_is_told():
    """The attribute is numba's own affair; where it is gone, this says so."""
    path = Path(labels.__file__)
    assert labels.label._cache._cache_file._source_stamp == _kernels.stamp(path)
    assert _kernels.sources(path) >= {path, Path(hashing.__file__)}


@pytest.mark.slow
def test_an_edit_reaches_kernels_in_other_files(tmp_path):
    """What is cached before an edit, or not cached at all, computes the same after it."""
    warm, cold = copy(tmp_path / "warm"), copy(tmp_path / "cold")
    before = fingerprint(warm)
    for folder in (warm, cold):
        edited = folder / "klgnn" / "wl" / "hashing.py"
        assert "MULTIPLIER_1 = " in edited.read_text()
        edited.write_text(edited.read_text().replace("MULTIPLIER_1 = ", "MULTIPLIER_1 = 2 + "))
    assert before != fingerprint(warm) == fingerprint(cold)


def copy(folder):
    root = Path(_kernels.__file__).parent
    shutil.copytree(root, folder / "klgnn", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def fingerprint(folder):
    code = "import klgnn; print(klgnn.fingerprint(klgnn.families.path(5), 1, 1))"
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
