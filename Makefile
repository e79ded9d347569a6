# The two commands a newcomer needs: make demo, make test. Everything else is below.
# `make venv` is what they share; it does nothing when pyproject.toml has not changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-all lint bench bench-nn docs venv chromium clean

demo: venv
	$(BIN)/python examples/demo.py

test: lint chromium
	$(BIN)/python -m pytest

test-all: lint chromium
	$(BIN)/python -m pytest -m "slow or not slow"

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: venv
	$(BIN)/python -m benchmarks

bench-nn: venv
	$(BIN)/python -m benchmarks nn

docs: venv
	$(BIN)/sphinx-build -W --keep-going -q docs docs/_build/html
	@echo "docs/_build/html/index.html"

# For the tests of pages in a real browser, which are skipped without it.
APT := timeout 120 apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=5
chromium:
	@command -v chromedriver > /dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get && $(APT) update && \
	    DEBIAN_FRONTEND=noninteractive $(APT) install -y chromium chromium-driver; \
	  } > /dev/null 2>&1 || echo "no Chromium here: tests in a browser are skipped"

venv: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "klgnn needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --editable '.[all,dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis docs/_build docs/api docs/figures dist demo
