"""train, evaluate, predict and table: the paper's experiments, and networks of one's own."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer, columns

Run = Annotated[Path, typer.Argument(help="The folder of a run, as train wrote it.")]
Data = Annotated[Path | None, typer.Option("--data", help="A folder with packs or original files.")]
Settings = Annotated[
    list[str] | None, typer.Argument(help="Changes to the recipe, such as epochs=10 lr=0.01.")
]
Seeds = Annotated[int, typer.Option(help="So many runs of each, with seeds from 0 up.")]
Size = Annotated[str, typer.Option(help="How much of it: smoke, short or full.")]
Out = Annotated[Path, typer.Option("--out", help="Where runs go.")]
Runs = Annotated[Path, typer.Option("--runs", help="Where runs are.")]
Resume = Annotated[bool, typer.Option(help="Go on with a run that was interrupted.")]


def train(
    recipe: Annotated[
        str | None, typer.Argument(help="zinc, zinc/ROW or qm9/ROW/COLUMN; without, all are named.")
    ] = None,
    settings: Settings = None, size: Size = "short", seeds: Seeds = 1, data: Data = None,
    out: Out = Path("runs"), resume: Resume = True, json: o.Json = False,
) -> Answer:  # fmt: skip
    """Train a network as a recipe says; without a recipe, say which there are.

    The functions behind it are klgnn.experiments.train and list_recipes.
    """
    if recipe is None:
        return _told(_call("list_recipes"), "recipes", json)
    found = _call(
        "train", recipe, size=size, set=tuple(settings or ()), seeds=seeds, root=data, out=out,
        json=json, resume=resume,
    )  # fmt: skip
    runs = [{"run": str(run.path), **run.summary} for run in found]
    return answer(map(_outcome, runs), {"runs": runs}, json)


def evaluate(run: Run, data: Data = None, json: o.Json = False) -> Answer:
    """Score a trained network once more, on the splits of its data set.

    The function behind it is klgnn.experiments.evaluate.
    """
    return _told(_call("evaluate", run, root=data), "scores", json)


def predict(
    run: Run,
    graphs: Annotated[str, typer.Argument(help="A file of graphs, or a data set by name.")],
    data: Data = None,
    json: o.Json = False,
) -> Answer:
    """What a trained network predicts for graphs of a file.

    The function behind it is klgnn.experiments.predict.
    """
    return _told(_call("predict", run, graphs, root=data), "predictions", json)


def table(
    name: Annotated[str | None, typer.Argument(help="A table; without it, all are named.")] = None,
    runs: Runs = Path("runs"), json: o.Json = False,
) -> Answer:  # fmt: skip
    """One of the paper's tables, ours beside the paper's numbers, from the runs that are there.

    The function behind it is klgnn.experiments.table.
    """
    if name is None:
        return _told(_call("list_recipes"), "recipes", json)
    return _told(_call("table", name, runs=runs), "table", json)


def _outcome(run: Mapping[str, Any]) -> str:
    """What came of a run, in a line."""
    return (
        f"{run['run']}: test {run['metric']} {run['test']:.6g}, validation {run['valid']:.6g},"
        f" epoch {run['chosen_epoch']} of {run['epochs']}, {run['seconds']:.1f} s"
    )


def _call(function: str, *given: Any, **named: Any) -> Any:
    """A function of klgnn.experiments, which loads torch and so is met only here."""
    found: Callable[..., Any] = getattr(import_module("klgnn.experiments"), function)
    return found(*given, **named)


def _told(found: Any, name: str, json: bool) -> Answer:
    """What an experiment returned: its own text for people, its values for machines."""
    if json:
        values = found if isinstance(found, Mapping) else {name: plain(found)}
        return answer("", values, True)
    if isinstance(found, Mapping):
        return Answer(columns([[str(key), str(value)] for key, value in found.items()], ""))
    if isinstance(found, Iterable) and not isinstance(found, str):
        return Answer("\n".join(map(str, found)))
    return Answer("" if found is None else str(found))


def plain(value: Any) -> Any:
    """A value as JSON holds it: records become objects, arrays lists.

    >>> plain({"a": (1, 2)})
    {'a': [1, 2]}
    """
    if hasattr(value, "__dataclass_fields__"):
        fields = value.__dataclass_fields__
        return {key: plain(getattr(value, key)) for key in fields if not key.startswith("_")}
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
