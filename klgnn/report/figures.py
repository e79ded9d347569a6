"""Figures: made without a window, written whole or not at all, or as SVG inside of a page."""

import hashlib
import io
import os
import re
import warnings
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from klgnn import _files
from klgnn.errors import GraphError, MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "klgnn"}
LONGEST = 60  # characters of a name
PathLike = str | os.PathLike[str]


def new_figure(width: float, height: float) -> "Figure":
    """A figure of so many inches that belongs to nobody's window."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError("matplotlib", "report", "drawing") from None
    return Figure(figsize=(width, height), facecolor="white", layout="constrained")


def finished(figure: "Figure", path: PathLike | None) -> "Figure":
    """The figure, written to a file if one was named."""
    if path is not None:
        save(figure, path)
    return figure


def save(figure: "Figure", path: PathLike) -> Path:
    """Write a figure as its suffix says: .svg, .png or .pdf; the same figure, the same bytes."""
    path = check_suffix(Path(path))
    with _files.replacing(path) as file:
        file.write(_drawn(figure, path.suffix.lower()[1:]))
    return path


def check_suffix(path: Path) -> Path:
    """Refuse a form that is not drawn, before anything is computed."""
    if path.suffix.lower() not in SUFFIXES:
        raise GraphError(f"{path.name}: got an unknown suffix, expected {', '.join(SUFFIXES)}")
    return path


def to_svg(figure: "Figure", title: str = "") -> str:
    """A figure as an ``<svg>`` element for a page; ``title`` is what a screen reader says."""
    text = _drawn(figure, "svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Ids are made from the content: different pictures on one page must not share them.
    salt = hashlib.sha256(text.encode()).hexdigest()[:8]
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>p{salt}-", text)
    label = escape(one_line(title, 1000))
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def one_line(text: str, most: int = LONGEST) -> str:
    r"""A name as it may stand in a picture: one line, nothing that drives a screen, not too long.

    >>> one_line("a\x1b[31m\nb"), one_line("x" * 100, 8)
    ('a\\x1b[31m b', 'xxxxx...')
    """
    line = " ".join(str(text).split())
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def _drawn(figure: "Figure", form: str) -> bytes:
    from matplotlib import rc_context

    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    buffer = io.BytesIO()
    with rc_context(STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        # A name in letters that the font lacks is shown as boxes; the file's text is right.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure.savefig(buffer, format=form, dpi=160, metadata=metadata)
    return buffer.getvalue()
