"""Every test has a cache of its own and no folder of the user's."""

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "xdg"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.delenv("KLGNN_DATA", raising=False)
    return folder / "klgnn"
