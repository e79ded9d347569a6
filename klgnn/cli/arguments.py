"""What a graph may be on the command line: a name, a file, graph6, SMILES, or standard input."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from klgnn.cli.named import is_name, named_graph
from klgnn.convert import as_graph, read_graphs
from klgnn.convert.files import SUFFIXES, limited_lines
from klgnn.errors import GraphError
from klgnn.graph import Graph

# Text of these letters alone may be meant as a molecule even if it happens to be graph6.
_SMILES = re.compile(r"(Br|Cl|[BCNOPSFIbcnops])+")
# rdkit takes more than a minute for a chain of 100,000 atoms.
LONGEST_SMILES = 10_000
_PREFIXES = {"g6": "graph6", "graph6": "graph6", "smiles": "smiles", "sparse6": "sparse6"}


@dataclass(frozen=True)
class Given:
    """A graph as the user named it.

    Args:
        name: what was on the command line.
        graph: the graph.
        smiles: the text, if it was a molecule.
    """

    name: str
    graph: Graph
    smiles: str | None = None


class Arguments:
    """Reads the graphs that one command names; all its ``-`` share standard input.

    Args:
        form: the form of files and of standard input, if their suffix does not tell.
        plain: drop node and edge colors.

    >>> arguments = Arguments()
    >>> arguments.one("rook:4").graph, arguments.one("Bw").graph
    (Graph(16 nodes, 48 edges), Graph(3 nodes, 3 edges))
    >>> arguments.one("c1ccccc1").graph
    Graph(6 nodes, 6 edges, node colors, edge colors)
    """

    def __init__(self, form: str | None = None, plain: bool = False) -> None:
        forms = sorted(set(SUFFIXES.values()))
        if form is not None and form not in forms:
            raise GraphError(f"--form: got {shortened(form)!r}, expected one of {', '.join(forms)}")
        self.form, self.plain = form, plain

    def one(self, text: str) -> Given:
        """The graph that a text stands for.

        Args:
            text: a family's name (``rook:4``), a file, ``FILE#3`` for its fourth graph, a graph6,
                sparse6 or digraph6 line, SMILES, or ``-`` for the next graph of standard input.
                ``g6:`` and ``smiles:`` in front settle a doubt.
        """
        given = self._given(text)
        return replace(given, graph=given.graph.recolor()) if self.plain else given

    def all(self, text: str) -> Iterator[Graph]:
        """All graphs of a file or of standard input, or the one that the text stands for."""
        if text == "-":
            graphs = self._standard_input
        elif not is_name(text) and _looks_like_file(text) and not _file_and_number(text)[1]:
            graphs = _read(_existing(Path(text)), self.form)
        else:
            graphs = iter([self._given(text).graph])
        for graph in graphs:
            yield graph.recolor() if self.plain else graph

    def _given(self, text: str) -> Given:
        prefix, colon, rest = text.partition(":")
        if colon and prefix in _PREFIXES:
            return _text(rest, _PREFIXES[prefix])
        if text == "-":
            graph = next(self._standard_input, None)
            if graph is None:
                raise GraphError("standard input: got no further graph, expected one for each '-'")
            return Given("standard input", graph)
        if is_name(text):
            return Given(text, named_graph(text))
        if _looks_like_file(text):
            return Given(text, _of_file(text, self.form))
        return _guessed(text)

    @cached_property
    def _standard_input(self) -> Iterator[Graph]:
        if sys.stdin is None or sys.stdin.closed:
            raise GraphError("standard input: got none, it is closed; give a file")
        graphs = read_graphs(limited_lines(sys.stdin.buffer), form=self.form or "graph6")
        return _saying_where(graphs, "standard input")


def _text(text: str, form: str) -> Given:
    if form == "smiles" and len(text) > LONGEST_SMILES:
        raise GraphError(
            f"got SMILES of {len(text):,} characters, expected at most {LONGEST_SMILES:,}; put"
            " it into a .smi file"
        )
    graph = as_graph(text, form=form, node_colors=None, edge_colors=None)
    return Given(text, graph, text if form == "smiles" else None)


def _guessed(text: str) -> Given:
    """graph6 and its relatives, or SMILES; a text that may be either is refused."""
    try:
        graph = as_graph(text)
    except GraphError as error:
        first = error
    else:
        if _SMILES.fullmatch(text):
            raise GraphError(
                f"{text}: got a text that is graph6 and SMILES, expected one; write g6:{text} or"
                f" smiles:{text}"
            )
        return Given(text, graph)
    if text[:1] in (":", "&", ">", ""):
        raise GraphError(f"{shortened(text)!r}: {first}") from None
    try:
        return _text(text, "smiles")
    except ImportError:
        raise GraphError(
            _neither(text, "; SMILES are read with pip install 'klgnn[chem]'")
        ) from None
    except GraphError:
        raise GraphError(_neither(text, "")) from None


def _neither(text: str, more: str) -> str:
    return (
        f"got {shortened(text)!r}, expected a graph: a family such as rook:4, a file, a graph6"
        f" line, SMILES, or - for standard input{more}"
    )


def _looks_like_file(text: str) -> bool:
    """Whether a text names a file: it exists, or its form says that it should."""
    path = Path(text.partition("#")[0])
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    known = bool(set(suffixes) & set(SUFFIXES)) or suffixes[-1:] == [".npz"]
    return known or text.startswith(("./", "../", "/", "~")) or _exists(path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL inside: no file
        return False


def _existing(path: Path) -> Path:
    path = path.expanduser()
    if not _exists(path):
        raise GraphError(f"{shortened(str(path))}: no such file")
    return path


def _read(path: Path, form: str | None) -> Iterator[Graph]:
    return _saying_where(read_graphs(path, form=form), str(path))


def _saying_where(graphs: Iterator[Graph], name: str) -> Iterator[Graph]:
    """The graphs of a file, whose errors begin with its name."""
    try:
        yield from graphs
    except GraphError as error:
        named = str(error).startswith((name, Path(name).name))
        raise error if named else GraphError(f"{name}: {error}") from None


def _file_and_number(text: str) -> tuple[str, str]:
    """``FILE#3`` in its parts; a file whose own name has such a mark is a file."""
    name, mark, number = text.rpartition("#")
    return (name, number) if mark and not _exists(Path(text)) else (text, "")


def _of_file(text: str, form: str | None) -> Graph:
    name, number = _file_and_number(text)
    graphs = _read(_existing(Path(name)), form)
    if number:
        if not re.fullmatch(r"[0-9]{1,9}", number):
            raise GraphError(f"{text}: got {number[:30]!r}, expected a number after #, from 0")
        found = list(islice(graphs, int(number), int(number) + 1))
        if not found:
            raise GraphError(f"{name}: got no graph number {number} (they count from 0)")
        return found[0]
    found = list(islice(graphs, 2))
    if len(found) != 1:
        count = "no graph" if not found else "more than one graph"
        raise GraphError(f"{name}: got {count}, expected one; choose with {name}#0, {name}#1, ...")
    return found[0]


def shortened(text: str) -> str:
    """A text that fits into a message."""
    return text if len(text) <= 60 else text[:57] + "..."
