"""``python -m benchmarks [--rst] [name ...]``: run the named benchmarks, or all."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from benchmarks.table import Table

NAMES = ("convert", "engine", "labels", "memory", "nn", "scaling", "select")


def main(arguments: Sequence[str] | None = None) -> list[Table]:
    """Run benchmarks, print each table when it is ready, and return them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"any of: {', '.join(NAMES)}")
    parser.add_argument("--rst", action="store_true", help="print what docs/tables holds")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.error(f"got {unknown[0]!r}, expected any of: {', '.join(NAMES)}")
    tables = []
    for name in options.names or NAMES:
        table = import_module(f"benchmarks.{name}").run()
        print(table.rst() if options.rst else table.text(), flush=True)
        tables.append(table)
    return tables


if __name__ == "__main__":
    main()
