"""The options that commands share, and the test they describe."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from klgnn.errors import GraphError

if TYPE_CHECKING:  # the engine loads numba, which --help does not wait for
    from klgnn.wl.method import Method

PRESETS = ("wl", "fwl", "id_gnn", "nested", "i2gnn", "osan", "swl", "local_relational_pooling")
UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def complete_graph(incomplete: str) -> list[tuple[str, str]]:
    """Families for the shell's completion."""
    from klgnn.cli.named import FAMILIES

    names = ((f"{name}:" if f.usage else name, f.title) for name, f in FAMILIES.items())
    return [(name, title) for name, title in names if name.startswith(incomplete)]


def complete_preset(incomplete: str) -> list[str]:
    """Presets for the shell's completion."""
    return [name for name in PRESETS if name.startswith(incomplete)]


GRAPH = "A family (rook:4), a file, a graph6 line, SMILES, or - for standard input."
Graph = Annotated[str, typer.Argument(help=GRAPH, autocompletion=complete_graph)]
Other = Annotated[str, typer.Argument(help="The other graph.", autocompletion=complete_graph)]
Graphs = Annotated[str, typer.Argument(help="A file, - for standard input, or one graph.")]
K = Annotated[int, typer.Option("-k", help="The dimension of the test.")]
L = Annotated[int, typer.Option("-l", help="How many nodes carry labels.")]
Variant = Annotated[str, typer.Option(help="wl, or fwl for the folklore test.")]
Pooling = Annotated[str, typer.Option(help="tl, lt or nested: what is pooled first.")]
Rounds = Annotated[int | None, typer.Option(help="So many rounds; default until stable.")]
Preset = Annotated[
    str | None,
    typer.Option("--test", help="A test by name, such as i2gnn, nested:2 or osan:3, for -k and -l.",
                 autocompletion=complete_preset),
]  # fmt: skip
Exact = Annotated[bool, typer.Option("--exact", help="No hash: 'same' is certain, too.")]
Memory = Annotated[str | None, typer.Option(help="Refuse what needs more, such as 500M or 2G.")]
Form = Annotated[str | None, typer.Option(help="The form of files: graph6, sparse6, smiles, ...")]
Plain = Annotated[bool, typer.Option("--plain", help="Pass over node and edge colors.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Jobs = Annotated[int, typer.Option("--jobs", help="Processes that share the work; -1: all cores.")]
Threads = Annotated[int, typer.Option("--jobs", help="Threads that share the work; -1: all cores.")]
Checkpoint = Annotated[
    str | None, typer.Option(help="A file to continue from after an interruption.")
]
Seconds = Annotated[float, typer.Option("--seconds", help="Leave out tests that take longer.")]
MaxK = Annotated[int, typer.Option("--max-k", help="The largest dimension.")]
MaxL = Annotated[int, typer.Option("--max-l", help="The largest number of labels.")]


def method_of(
    k: int, l: int, variant: str, pooling: str = "tl", rounds: int | None = None,
    preset: str | None = None,
) -> "Method":  # fmt: skip
    """The test that the options describe.

    >>> print(method_of(2, 1, "fwl"))
    2,1-FWL
    >>> print(method_of(1, 0, "wl", preset="osan:3"))
    1,3-WL
    """
    from klgnn.wl import presets
    from klgnn.wl.method import Method

    if preset is None:
        given: Any = {"variant": variant, "pooling": pooling}  # Method checks them
        return Method(k, l, rounds=rounds, **given)
    if (k, l, variant, pooling, rounds) != (1, 0, "wl", "tl", None):
        raise GraphError(f"--test {preset} stands for a whole test; leave out -k, -l and so on")
    name, _, rest = preset.partition(":")
    if name not in PRESETS or not re.fullmatch(r"([0-9]{1,4}(,[0-9]{1,4})?)?", rest):
        raise GraphError(
            f"--test: got {preset!r}, expected one of {', '.join(PRESETS)}, perhaps with numbers as"
            " in nested:2"
        )
    try:
        made: Method = getattr(presets, name)(*map(int, rest.split(",") if rest else []))
    except TypeError:
        raise GraphError(f"--test: got {preset!r}; {name} takes another count of numbers") from None
    return made


def bytes_of(memory: str | None) -> int | None:
    """A size in bytes.

    >>> bytes_of("2G") == 2 * 2**30
    True
    """
    if memory is None:
        return None
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)([KMGT]?)i?B?", memory.strip())
    if not found:
        raise GraphError(f"--memory: got {memory!r}, expected a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2]])
