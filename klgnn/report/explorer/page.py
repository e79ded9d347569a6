"""explore: the page as one file, in which text from outside is only ever text."""

import base64
import hashlib
import json
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from klgnn import _files
from klgnn.report.explorer.data import check, page_data
from klgnn.report.figures import PathLike, one_line

MAX_BYTES = 4_000_000


def explore(
    g: Any,
    h: Any,
    path: PathLike = "explorer.html",
    *,
    names: tuple[str, str] = ("first graph", "second graph"),
    max_k: int = 3,
    max_l: int = 2,
    max_seconds: float = 10.0,
    max_bytes: int = MAX_BYTES,
    progress: bool = False,
) -> Path:
    """Write one page on which two graphs can be explored; it needs no network and no server.

    The page draws both graphs, labeled as one chooses, in their colors after any round, with the
    numbers of nodes (or of k-tuples) of each color side by side, the grid of verdicts over k and l,
    and a sentence that says why a test tells them apart or not.

    Args:
        g: a graph, or anything :func:`klgnn.as_graph` takes.
        h: the other graph.
        path: the file to write.
        names: what the graphs are called.
        max_k: the largest dimension.
        max_l: the largest number of labels.
        max_seconds: leave out tests whose estimated time for both graphs is longer.
        max_bytes: the size of the colors on the page. If all labelings do not fit, at least one of
            every kind is shown as long as there is room, and the page says so.
        progress: show a bar.

    Returns:
        The path of the page.
    """
    target = Path(path)
    page = explorer_page(
        g, h, names=names, max_k=max_k, max_l=max_l, max_seconds=max_seconds, max_bytes=max_bytes,
        progress=progress,
    )  # fmt: skip
    with _files.replacing(target) as file:
        file.write(page.encode())
    return target


def explorer_page(
    g: Any,
    h: Any,
    *,
    names: tuple[str, str] = ("first graph", "second graph"),
    max_k: int = 3,
    max_l: int = 2,
    max_seconds: float = 10.0,
    max_bytes: int = MAX_BYTES,
    progress: bool = False,
) -> str:
    """The page that :func:`explore` writes, as text.

    >>> from klgnn.families import hexagon_and_triangles
    >>> page = explorer_page(*hexagon_and_triangles(), max_k=1, max_l=1)
    >>> page[:15], "://" in page
    ('<!doctype html>', False)
    """
    from klgnn.convert import as_graph

    check(max_bytes, max_seconds)
    data = page_data(
        (as_graph(g), as_graph(h)), names, max_k, max_l, max_seconds, max_bytes, progress
    )
    title = " and ".join(escape(one_line(name)) for name in names)
    style, script = _part("explorer.css"), _part("explorer.js")
    parts = {
        "TITLE": title, "POLICY": policy(style, script), "STYLE": style, "SCRIPT": script,
        "DATA": as_inline_json(data),
    }  # fmt: skip
    first, *rest = _part("explorer.html").split("{{")
    pieces = [first]
    for piece in rest:  # one pass: a name that looks like a mark stays what it is
        mark, _, text = piece.partition("}}")
        pieces += [parts[mark], text]
    return "".join(pieces)


def as_inline_json(data: Any) -> str:
    r"""JSON that no browser takes for markup, whatever texts are in it.

    >>> as_inline_json("</script>")
    '"\\u003c/script\\u003e"'
    """
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def policy(style: str, script: str) -> str:
    """What the page may do: run its own script, apply its own style, and nothing else."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _part(name: str) -> str:
    return files("klgnn.report.explorer").joinpath(name).read_text("utf-8")
