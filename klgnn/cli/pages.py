"""explore, demo and families: pages to look at, and the names of graphs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer, columns
from klgnn.cli.comparing import two_graphs
from klgnn.cli.many import on_terminal

Output = Annotated[Path, typer.Option("--output", "-o", help="The page to write.")]
Serve = Annotated[bool, typer.Option("--serve", help="Show it on this machine instead.")]
Port = Annotated[int, typer.Option(help="For --serve; default: any that is free.")]


def explore(
    g: o.Graph, h: o.Other, output: Output = Path("explorer.html"), max_k: o.MaxK = 3,
    max_l: o.MaxL = 2, seconds: o.Seconds = 10.0, form: o.Form = None, plain: o.Plain = False,
    serve: Serve = False, port: Port = 0, json: o.Json = False,
) -> Answer:  # fmt: skip
    """Write one page on which two graphs can be explored: labels, rounds, colors, verdicts.

    The function behind it is klgnn.report.explore.
    """
    from klgnn.report import explore as of
    from klgnn.report import explorer_page, serve_page

    one, two = two_graphs(g, h, form, plain)
    chosen: Any = {
        "names": (one.name, two.name),
        "max_k": max_k,
        "max_l": max_l,
        "max_seconds": seconds,
        "progress": on_terminal(),
    }
    if serve:
        page = explorer_page(one.graph, two.graph, **chosen)
        serve_page(page, port, announce=lambda url: _say_where(url, json))
        return Answer("")
    written = of(one.graph, two.graph, output, **chosen)
    return answer(f"{written}: open it in a browser", {"path": str(written)}, json)


def _say_where(url: str, json: bool) -> None:
    answer(f"{url}  (Ctrl-C ends it)", {"url": url}, json).show()


def demo(
    folder: Annotated[Path, typer.Argument(help="Where its pages go.")] = Path("demo"),
    train: Annotated[
        bool, typer.Option(help="Also train small networks, for some minutes.")
    ] = True,
    json: o.Json = False,
) -> Answer:
    """Write pages that show the classic hard graphs and trained networks, with pictures.

    The function behind it is klgnn.report.demo.
    """
    from klgnn.report import demo as of

    written = of(folder, train=train, announce=lambda line: typer.echo(line, err=True))
    return answer(f"{written}: open it in a browser", {"path": str(written)}, json)


def families(json: o.Json = False) -> Answer:
    """The families of graphs that may be named on the command line."""
    from klgnn.cli.named import FAMILIES

    rows = [["name", "what it is"]]
    rows += [[f"{n}:{f.usage}" if f.usage else n, f.title] for n, f in FAMILIES.items()]
    known = [{"name": n, "usage": f.usage, "title": f.title} for n, f in FAMILIES.items()]
    return answer(columns(rows, ""), {"families": known}, json)
