"""Sections of a page: text, tables and pictures, in which text is only ever text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from klgnn.report.figures import to_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NARROW = 6  # inches


@dataclass
class Section:
    """One part of a page.

    Args:
        title: its heading.
        blocks: HTML, made by the methods below.
    """

    title: str
    blocks: list[str] = field(default_factory=list)

    def text(self, words: str) -> None:
        """A paragraph."""
        self.blocks.append(f"<p>{escape(words)}</p>")

    def link(self, words: str, target: str) -> None:
        """A link to a page beside this one."""
        self.blocks.append(f'<p><a href="{escape(target)}">{escape(words)}</a></p>')

    def code(self, words: str) -> None:
        """Something to type."""
        self.blocks.append(f"<pre>{escape(words)}</pre>")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """A table; what a cell says of a test is also seen."""
        parts = [f'<th scope="col">{escape(name)}</th>' for name in head]
        lines = [f"<tr>{''.join(parts)}</tr>"]
        for first, *rest in rows:
            cells = "".join(f"<td{_class(cell)}>{escape(str(cell))}</td>" for cell in rest)
            lines.append(f'<tr><th scope="row">{escape(str(first))}</th>{cells}</tr>')
        self.blocks.append(f'<div class="wide"><table>{"".join(lines)}</table></div>')

    def figures(self, *figures: "tuple[Figure, str]") -> None:
        """Pictures beside each other, each with what a screen reader says."""
        each = (
            f'<figure class="{"narrow" if figure.get_size_inches()[0] < NARROW else "broad"}">'
            f"{to_svg(figure, title)}</figure>"
            for figure, title in figures
        )
        self.blocks.append(f'<div class="figures">{"".join(each)}</div>')

    def html(self) -> str:
        """The section."""
        return f"<section><h2>{escape(self.title)}</h2>{''.join(self.blocks)}</section>"


def _class(cell: Any) -> str:
    return f' class="{cell}"' if cell in ("apart", "same") else ""
