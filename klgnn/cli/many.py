"""partition and fingerprint: many graphs of a file or a stream."""

import sys
from typing import Annotated

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer, columns

SHOWN = 20  # classes in the table
MEMBERS = 8  # graphs of a class in the table

Numbers = Annotated[bool, typer.Option("--numbers", help="One line per graph: its class.")]


def partition(
    graphs: o.Graphs, k: o.K = 1, l: o.L = 0, variant: o.Variant = "wl", pooling: o.Pooling = "tl",
    rounds: o.Rounds = None, test: o.Preset = None, exact: o.Exact = False, memory: o.Memory = None,
    jobs: o.Jobs = 1, checkpoint: o.Checkpoint = None, form: o.Form = None, plain: o.Plain = False,
    numbers: Numbers = False, json: o.Json = False,
) -> Answer:  # fmt: skip
    """Which graphs of a file look the same to a test?

    The function behind it is klgnn.partition.
    """
    from klgnn.cli.arguments import Arguments
    from klgnn.wl import partition as of

    method = o.method_of(k, l, variant, pooling, rounds, test)
    classes = of(
        Arguments(form, plain).all(graphs), method,
        mode="exact" if exact else "hashed", budget=o.bytes_of(memory),
        n_jobs=jobs, checkpoint=checkpoint,
    ).tolist()  # fmt: skip
    count = max(classes, default=-1) + 1
    data = {"method": str(method), "graphs": len(classes), "count": count, "classes": classes}
    if numbers:
        return answer(map(str, classes), data, json)
    return answer(_table(str(method), classes, count), data, json)


def fingerprint(
    graphs: o.Graphs, k: o.K = 1, l: o.L = 0, variant: o.Variant = "wl", pooling: o.Pooling = "tl",
    rounds: o.Rounds = None, test: o.Preset = None, memory: o.Memory = None, form: o.Form = None,
    plain: o.Plain = False, json: o.Json = False,
) -> Answer:  # fmt: skip
    """A key for every graph, equal exactly when the test cannot tell graphs apart.

    The function behind it is klgnn.fingerprint.
    """
    from tqdm import tqdm

    from klgnn.cli.arguments import Arguments
    from klgnn.wl import fingerprint as of

    method = o.method_of(k, l, variant, pooling, rounds, test)
    budget = o.bytes_of(memory)
    stream = tqdm(Arguments(form, plain).all(graphs), disable=not on_terminal(), unit="graph")
    keys = (of(graph, method, budget=budget) for graph in stream)
    if json:
        return Answer("", {"method": str(method), "fingerprints": list(keys)})
    return Answer(keys)


def on_terminal() -> bool:
    """Whether somebody watches the progress."""
    return sys.stderr is not None and sys.stderr.isatty()


def _table(method: str, classes: list[int], count: int) -> str:
    members: list[list[int]] = [[] for _ in range(count)]
    for position, number in enumerate(classes):
        members[number].append(position)
    graphs = f"{len(classes):,} graph{'' if len(classes) == 1 else 's'}"
    line = f"{graphs}, {count:,} class{'' if count == 1 else 'es'} under {method}"
    if count == len(classes):
        return f"{line}: every graph looks different." if count else line
    order = sorted(range(count), key=lambda number: (-len(members[number]), number))
    rows = [["class", "size", "graphs, counted from 0"]]
    for number in order[:SHOWN]:
        some = " ".join(map(str, members[number][:MEMBERS]))
        more = " ..." if len(members[number]) > MEMBERS else ""
        rows.append([str(number), f"{len(members[number]):,}", some + more])
    rest = f"\n  and {count - SHOWN:,} smaller classes" if count > SHOWN else ""
    return f"{line}\n\n{columns(rows)}{rest}"
