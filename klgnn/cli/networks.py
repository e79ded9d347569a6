"""place: where a network stands among the tests."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer
from klgnn.errors import GraphError


def place(
    model: Annotated[
        str, typer.Argument(help="module:Model, a class or function without arguments.")
    ],
    max_nodes: Annotated[int | None, typer.Option(help="Leave out larger pairs.")] = None,
    seeds: Annotated[int, typer.Option(help="How many times weights are drawn.")] = 2,
    json: o.Json = False,
) -> Answer:
    """Where in the k,l-WL hierarchy does a network stand?

    The function behind it is klgnn.nn.place.
    """
    found_model = model_of(model)
    from klgnn.nn import place as of

    found = of(found_model, max_nodes=max_nodes, seeds=seeds)
    data = {
        "model": model,
        "dominates": [{"k": k, "l": l} for k, l in found.dominates],
        "dominated_by": [{"k": k, "l": l} for k, l in found.dominated_by],
        "pairs": [
            {"name": pair.name, "verdict": pair.verdict, "difference": pair.difference,
             "noise": pair.noise, "tests": {f"{k},{l}": v for (k, l), v in pair.tests.items()}}
            for pair in found.power.pairs
        ],
    }  # fmt: skip
    return answer(str(found), data, json)


def model_of(text: str) -> Any:
    """What ``module:Model`` names; modules of the current folder are found too."""
    module_name, colon, name = text.partition(":")
    if not (colon and module_name and name):
        raise GraphError(f"got {text!r}, expected module:Model, such as networks:MyGNN")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name not in (module_name, module_name.partition(".")[0]):
            raise
        raise GraphError(
            f"got the module {module_name!r}, which is not found; run klgnn in its folder, or"
            " install it"
        ) from None
    finally:
        sys.path.remove(str(Path.cwd()))
    if not hasattr(module, name):
        raise GraphError(f"got {text!r}, but {module_name} has no {name}")
    return getattr(module, name)
