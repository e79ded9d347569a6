"""Files of graphs, streamed: any number of lines in bounded memory."""

import gzip
import itertools
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from os import PathLike
from pathlib import Path
from typing import IO, Any, cast

from klgnn import _files
from klgnn._edges import Parallel
from klgnn.convert import _dense6, _text, digraph6, dimacs, graph6, sparse6
from klgnn.convert.dispatch import as_graph, form_module
from klgnn.convert.limits import MAX_LINE
from klgnn.convert.options import Options
from klgnn.errors import GraphError
from klgnn.graph import Graph

SUFFIXES = {
    ".g6": "graph6",
    ".s6": "sparse6",
    ".d6": "digraph6",
    ".smi": "smiles",
    ".smiles": "smiles",
    ".col": "dimacs",
    ".dimacs": "dimacs",
    ".bliss": "dimacs",
}
LINES_WITHOUT_COLORS = ("graph6", "sparse6", "digraph6")
CHUNK_BYTES = 2**14  # of text, decoded together: large enough to vectorize, small for the cache
_MARKS = {b":": "sparse6", b"&": "digraph6"}  # how a line says it is not graph6
PathOrLines = str | PathLike[str] | Iterable[bytes | str]


def read_graphs(
    source: PathOrLines,
    *,
    form: str | None = None,
    node_colors: Any = None,
    edge_colors: Any = None,
    parallel: Parallel | None = None,
) -> Iterator[Graph]:
    """The graphs of a file one after another, whatever its size.

    Args:
        source: a path (``.g6``, ``.s6``, ``.d6``, ``.smi``, ``.col``, ``.dimacs``, ``.bliss``,
            each also with ``.gz``), or lines. graph6, sparse6 and digraph6 lines may be mixed.
        form: the form, if the suffix does not tell.
        node_colors: what to read as colors where the form has a choice (SMILES), as for
            :func:`klgnn.as_graph`.
        edge_colors: likewise.
        parallel: what becomes of parallel edges (sparse6, DIMACS).

    Raises:
        GraphError: at the first malformed line, with its number.

    >>> [graph.num_edges for graph in read_graphs(["Bw", "Bg"], form="graph6")]
    [3, 2]
    """
    options = Options(node_colors, edge_colors, None, parallel)
    if not isinstance(source, str | PathLike):
        if not isinstance(source, Iterable):
            raise GraphError(f"got {type(source).__name__}, expected a path or lines of text")
        yield from _from_lines(source, form or "graph6", options)
        return
    path = Path(source)
    chosen = form or _form_of(path)
    with _opened(path) as file:
        yield from _from_lines(limited_lines(file), chosen, options)


def write_graphs(
    graphs: Iterable[Any], path: str | PathLike[str], *, form: str | None = None
) -> int:
    """Write graphs to a file, whole or not at all; returns how many.

    Each is a graph or anything :func:`klgnn.as_graph` takes. The suffix says the form (``.g6``,
    ``.s6``, ``.d6``, ``.col``); ``.gz`` compresses.
    """
    path = Path(path)
    chosen = form or _form_of(path)
    module = form_module(chosen)
    if chosen not in (*LINES_WITHOUT_COLORS, "dimacs"):
        raise GraphError(f"form: got {chosen!r}, which is read only; write .g6, .s6, .d6 or .col")
    if isinstance(graphs, Graph):
        raise GraphError("got a Graph, expected a list of graphs; write [graph]")
    count = 0
    with _files.replacing(path) as raw, _packed(raw, path) as file:
        for source in graphs:
            graph = as_graph(source)
            count += 1
            if chosen == "dimacs" and count > 1:
                raise GraphError("got a second graph, a DIMACS file holds one; write .g6")
            file.write(module.write(graph).rstrip("\n").encode() + b"\n")
    return count


def read_one(path: Any, options: Options) -> Graph:
    """The graph of a file that holds exactly one."""
    path = Path(path)
    form = _form_of(path)
    inside, beside = options, Options(directed=options.directed)
    if form in LINES_WITHOUT_COLORS:
        inside, beside = Options(parallel=options.parallel), options
    with _opened(path) as file:
        first = list(itertools.islice(_from_lines(limited_lines(file), form, inside), 2))
    if len(first) != 1:
        count = "no graph" if not first else "more than one graph"
        raise GraphError(f"{path.name}: got {count}, expected one; use klgnn.read_graphs")
    return _text.colored(first[0], beside)


def _from_lines(lines: Iterable[bytes | str], form: str, options: Options) -> Iterator[Graph]:
    numbered = enumerate((_as_bytes(line) for line in lines), 1)
    if form == "dimacs":
        yield dimacs.read((line.decode("utf-8", "replace") for _, line in numbered), options)
    elif form == "smiles":
        yield from _molecules(numbered, options)
    elif form in LINES_WITHOUT_COLORS:
        for what in ("node_colors", "edge_colors"):
            if options.colors(what, None) is not None:
                raise GraphError(
                    f"{what}: got a choice for {form}, which holds no colors; color each graph by"
                    " klgnn.as_graph(graph, ...)"
                )
        for chunk in _chunks(numbered):
            yield from _decode(chunk, options)
    else:
        raise GraphError(f"form: got {form!r}, expected one of {sorted(set(SUFFIXES.values()))}")


def _decode(chunk: list[tuple[int, bytes]], options: Options) -> Iterator[Graph]:
    """A chunk of lines, runs of one form together."""
    for kind, run in itertools.groupby(chunk, lambda item: _MARKS.get(item[1][:1], "graph6")):
        numbers, lines = zip(*run, strict=True)
        if kind == "sparse6":
            yield from sparse6.decode_lines(lines, numbers, options.repeats())
        elif kind == "digraph6":
            yield from _dense6.decode([line[1:] for line in lines], numbers, directed=True)
        else:
            yield from _dense6.decode(lines, numbers, directed=False)


def _chunks(numbered: Iterable[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    """Lines without headers and line ends, empty ones left out, each with its number."""
    chunk: list[tuple[int, bytes]] = []
    size = 0
    for number, line in numbered:
        body = line.strip()
        if body.startswith(b">>"):
            body = _without_header(body)
        if not body:
            continue
        chunk.append((number, body))
        size += len(body)
        if size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _without_header(line: bytes) -> bytes:
    for header in (graph6.HEADER, sparse6.HEADER, digraph6.HEADER):
        line = line.removeprefix(header)
    return line


def _molecules(numbered: Iterable[tuple[int, bytes]], options: Options) -> Iterator[Graph]:
    module = form_module("smiles")
    for number, line in numbered:
        words = line.decode("utf-8", "replace").split()
        if not words:
            continue
        try:
            yield module.read(words[0], options)  # a name may follow
        except GraphError as error:
            raise GraphError(f"line {number}: {error}") from None


def _packed(raw: IO[bytes], path: Path) -> AbstractContextManager[IO[bytes] | gzip.GzipFile]:
    if path.suffix != ".gz":
        return nullcontext(raw)
    return gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0)  # same graphs, same bytes


def _as_bytes(line: Any) -> bytes:
    if not isinstance(line, bytes | str):
        raise GraphError(
            f"got {type(line).__name__} among the lines, expected text or bytes; graphs that are"
            " no text: klgnn.as_graph"
        )
    return line.encode("utf-8", "replace") if isinstance(line, str) else line


def _form_of(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    if not suffixes or suffixes[-1] not in SUFFIXES:
        raise GraphError(
            f"{path.name}: got an unknown suffix, expected one of {', '.join(SUFFIXES)}"
            " (also with .gz); or pass form="
        )
    return SUFFIXES[suffixes[-1]]


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    if not path.exists():
        raise GraphError(f"{path}: no such file")
    if path.is_dir():
        raise GraphError(f"{path}: got a folder, expected a file")
    try:
        with path.open("rb") as raw:
            yield cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if path.suffix == ".gz" else raw
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise GraphError(f"{path.name}: got a damaged gzip file ({error})") from None


def limited_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; one too long to be a graph is refused before it is held in memory."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise GraphError(f"line {number}: got more than {MAX_LINE} bytes; is it a graph file?")
        yield line
