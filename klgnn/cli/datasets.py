"""data: what data sets there are, packs of one's own, and whether a pack is sound."""

from pathlib import Path
from typing import Annotated

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer, columns

Root = Annotated[Path | None, typer.Option("--data", help="A folder with packs or original files.")]

app = typer.Typer(
    help="Data sets by name: list, pack and verify.", no_args_is_help=True, rich_markup_mode=None
)


@app.command("list")
def list_(root: Root = None, json: o.Json = False) -> Answer:
    """The data sets that klgnn knows, and where each would come from.

    The function behind it is klgnn.data.list_datasets.
    """
    from klgnn.data import list_datasets

    found = list_datasets(root)
    rows = [["name", "graphs", "what it is", "where"]]
    rows += [[e.name, f"{e.graphs:,}", e.title, e.where or "put it somewhere"] for e in found]
    keys = ("name", "graphs", "title", "where")
    data = {"datasets": [{key: getattr(each, key) for key in keys} for each in found]}
    return answer(columns(rows, ""), data, json)


@app.command()
def pack(
    source: Annotated[str, typer.Argument(help="A data set by name, or a file of graphs.")],
    path: Annotated[Path, typer.Argument(help="The pack to write, ending in .npz.")],
    root: Root = None,
    form: o.Form = None,
    json: o.Json = False,
) -> Answer:
    """Write a data set, or the graphs of a file, into one checked file.

    The function behind it is klgnn.data.pack.
    """
    from klgnn.cli.arguments import Arguments
    from klgnn.data import load, verify
    from klgnn.data import pack as write
    from klgnn.data.registry import ENTRIES

    known = source in ENTRIES or source.startswith("tu:")
    graphs = load(source, root) if known else list(Arguments(form).all(source))
    written = write(graphs, path)
    report = verify(written)
    return answer(f"{written}: {report.graphs:,} graphs", _data(report), json)


@app.command()
def verify(
    paths: Annotated[list[Path], typer.Argument(help="Packs.")], json: o.Json = False
) -> Answer:
    """Check packs: checksums, shapes, ranges. Exit code 1 if one is not sound.

    The function behind it is klgnn.data.verify.
    """
    from klgnn.data import verify as check

    reports = [check(path) for path in paths]
    data = {"packs": [_data(report) for report in reports]}
    code = int(not all(report.ok for report in reports))
    return answer("\n".join(map(str, reports)), data, json, code)


def _data(report: object) -> dict[str, object]:
    keys = ("path", "name", "graphs", "nodes", "edges", "manifest", "problems", "ok")
    return {key: getattr(report, key) for key in keys}
