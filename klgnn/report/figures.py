"""Figures: made without a window, written whole or not at all, or as SVG inside of a page."""

import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from klgnn import _files
from klgnn.errors import GraphError, MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "klgnn", "font.size": 10, "text.parse_math": False}
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
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise GraphError(f"{path.name}: got an unknown suffix, expected {', '.join(SUFFIXES)}")
    with _files.replacing(path) as file:
        file.write(_drawn(figure, path.suffix.lower()[1:]))
    return path


def to_svg(figure: "Figure", title: str = "") -> str:
    """A figure as an ``<svg>`` element for a page; ``title`` is what a screen reader says."""
    text = _drawn(figure, "svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Ids are made from the content: different pictures on one page must not share them.
    salt = f"{abs(hash(text)) % 16**8:08x}"
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>p{salt}-", text)
    from html import escape

    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)


def _drawn(figure: "Figure", form: str) -> bytes:
    from matplotlib import rc_context

    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    buffer = io.BytesIO()
    with rc_context(STYLE):  # type: ignore[arg-type]
        figure.savefig(buffer, format=form, dpi=160, metadata=metadata)
    return buffer.getvalue()
