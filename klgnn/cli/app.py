"""The program ``klgnn``: its commands, and how it ends.

Every command is a function that returns an :class:`Answer`; only ``main`` prints. An error is one
line on standard error and exit code 2.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from klgnn.cli import comparing, datasets, many, networks, pages, training
from klgnn.cli.answers import Answer, clean
from klgnn.errors import GraphError

LONGEST_ERROR = 600
INTERRUPTED = 130  # as shells have it
CLOSED_PIPE = "output: got a closed pipe; its reader ended before klgnn did"

app = typer.Typer(
    name="klgnn",
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help starts in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    comparing.compare, comparing.frontier, comparing.estimate, many.partition, many.fingerprint,
    pages.explore, pages.demo, pages.families, networks.place, training.train, training.evaluate,
    training.predict, training.table,
):  # fmt: skip
    # Given by itself, since the first line of a docstring would be cut off in the list.
    app.command(short_help=(command.__doc__ or "").partition("\n")[0])(command)
app.add_typer(datasets.app, name="data")


def _version(asked: bool) -> None:
    if asked:
        import klgnn

        typer.echo(f"klgnn {klgnn.__version__}")
        raise typer.Exit


@app.callback()
def _front(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where in klgnn an error comes from.")
    ] = False,
) -> None:
    """Which graphs can a test, or a graph neural network, tell apart?

    A graph is a family's name (rook:4, cfi:K4,twisted; see klgnn families), a file, a graph6
    line, SMILES, or - for standard input. Exit codes: 0; compare: 0 same, 1 apart; 2 an error.
    """


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code.

    >>> run(["compare", "hexagon", "triangles", "--quiet"])
    0
    """
    traceback = "--traceback" in argv
    rest = [word for word in argv if word != "--traceback"]
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _one_line_warning
            return _shown(app(rest, prog_name="klgnn", standalone_mode=False))
    except (KeyboardInterrupt, typer.Abort):
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return _failed(CLOSED_PIPE)
    except SystemExit as ending:  # typer ends so on a closed pipe
        return _failed(CLOSED_PIPE) if ending.code == 1 else int(ending.code or 0)
    except Exception as error:
        if traceback:
            raise
        return _failed(_message(error))


def _shown(result: Any) -> int:
    if not isinstance(result, Answer):
        if result == INTERRUPTED:  # typer returns so on Ctrl-C
            raise KeyboardInterrupt
        return int(result or 0)
    try:
        result.show()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise GraphError(f"output: {error.strerror or error}; nothing more was written") from None
    return result.code


def _message(error: Exception) -> str:
    """What went wrong, for somebody who has not read this program."""
    if isinstance(error, TyperException):
        context = getattr(error, "ctx", None)
        return f"{error.format_message()} Try: {getattr(context, 'command_path', 'klgnn')} --help"
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename is not None else ""
        return f"{name}{error.strerror or error}"
    if isinstance(error, GraphError | MemoryError | ImportError):
        return str(error) or type(error).__name__
    return f"{type(error).__name__}: {error}; klgnn --traceback shows where"


def _failed(message: str, code: int = 2) -> int:
    _discard_output()
    line = clean(message)
    line = line if len(line) <= LONGEST_ERROR else f"{line[: LONGEST_ERROR - 3]}..."
    _to_stderr(f"klgnn: {line}")
    return code


def _one_line_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _to_stderr(f"klgnn: warning: {clean(str(message))[:LONGEST_ERROR]}")


def _to_stderr(line: str) -> None:
    with suppress(OSError, ValueError, AttributeError):  # if nobody listens, the exit code says it
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr, flush=True)


def _discard_output() -> None:
    """Give up what is still in the buffer, which Python would complain about when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        except (OSError, ValueError, AttributeError):
            sys.stdout = None
