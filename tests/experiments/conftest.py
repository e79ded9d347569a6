"""No test of the experiments looks at the user's folders."""

import pytest
import tiny_sets

from klgnn.train import session


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("KLGNN_DATA", raising=False)


@pytest.fixture
def tiny_data(monkeypatch):
    """Data sets by name are tiny ones."""
    monkeypatch.setattr(session, "build_dataset", lambda config, *_: tiny_sets.tiny(config))
