"""What every test may use: the shared data, when it is there."""

import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("KLGNN_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def shared_data():
    """A function from a file name to its path; skips the test where the data is absent."""

    def find(name: str) -> Path:
        path = DATA / name
        if not path.exists():
            pytest.skip(f"needs {name}: set KLGNN_DATA to the folder that holds it")
        return path

    return find
