"""Every test has a cache of its own and no folder of the user's; trained networks to use."""

import pytest
from small_runs import small_config, small_data

from klgnn.train import fit


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("KLGNN_DATA", raising=False)


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """A function from a kind of task to a finished run and its data."""
    runs = {}

    def find(kind="regression"):
        if kind not in runs:
            data = small_data(kind=kind)
            folder = tmp_path_factory.mktemp("runs") / kind
            runs[kind] = fit(small_config(), folder, dataset=data), data
        return runs[kind]

    return find
