"""compare, frontier and estimate: what a test says of one or two graphs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from klgnn.cli import options as o
from klgnn.cli.answers import Answer, answer, clean, colored, wrapped
from klgnn.errors import GraphError

if TYPE_CHECKING:
    from klgnn.cli.arguments import Given
    from klgnn.wl import Frontier, Verdict

Picture = Annotated[
    Path | None, typer.Option("--picture", help="Also draw it: a .svg, .png or .pdf file.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing: the exit code says it.")]


def compare(
    g: o.Graph, h: o.Other, k: o.K = 1, l: o.L = 0, variant: o.Variant = "wl",
    pooling: o.Pooling = "tl", rounds: o.Rounds = None, test: o.Preset = None,
    exact: o.Exact = False, memory: o.Memory = None, jobs: o.Threads = 1, form: o.Form = None,
    plain: o.Plain = False, picture: Picture = None, quiet: Quiet = False, json: o.Json = False,
) -> Answer:  # fmt: skip
    """Does a test tell two graphs apart, and why?

    Exit code 0: the same, 1: apart, 2: an error.

    The function behind it is klgnn.distinguish.
    """
    from klgnn.wl import distinguish

    method = o.method_of(k, l, variant, pooling, rounds, test)
    _check_picture(picture)
    pair = two_graphs(g, h, form, plain)
    mode: Any = "exact" if exact else "hashed"
    verdict = distinguish(
        pair[0].graph, pair[1].graph, method, mode=mode, budget=o.bytes_of(memory), n_jobs=jobs
    )
    if picture is not None:
        from klgnn.report import draw_pair

        draw_pair(verdict, names=(pair[0].name, pair[1].name), path=picture)
    code = int(verdict.apart)
    if quiet:
        return Answer("", None, code)
    data = _verdict_data(verdict, pair) if json else {}
    return answer("" if json else _verdict_text(verdict, pair), data, json, code)


def frontier(
    g: o.Graph, h: o.Other, max_k: o.MaxK = 3, max_l: o.MaxL = 2, variant: o.Variant = "wl",
    exact: o.Exact = False, memory: o.Memory = None, seconds: o.Seconds = 60.0,
    form: o.Form = None, plain: o.Plain = False, picture: Picture = None, json: o.Json = False,
) -> Answer:  # fmt: skip
    """What are the cheapest tests that tell two graphs apart?

    The function behind it is klgnn.frontier.
    """
    from klgnn.wl import frontier as find

    _check_picture(picture)
    pair = two_graphs(g, h, form, plain)
    chosen: Any = {"variant": variant, "mode": "exact" if exact else "hashed"}
    found = find(
        pair[0].graph, pair[1].graph, max_k, max_l,
        **chosen, budget=o.bytes_of(memory), max_seconds=seconds,
    )  # fmt: skip
    if picture is not None:
        from klgnn.report import draw_grid

        draw_grid(found, title=f"{pair[0].name} and {pair[1].name}", path=picture)
    data = {
        "graphs": [_graph_data(each) for each in pair],
        "variant": found.variant,
        "table": [{"k": k, "l": l, "apart": apart} for (k, l), apart in found.table.items()],
        "minimal": [{"k": k, "l": l} for k, l in found.minimal],
    }
    return answer(_frontier_text(found, pair), data, json)


def estimate(
    g: o.Graph, k: o.K = 1, l: o.L = 0, variant: o.Variant = "wl", pooling: o.Pooling = "tl",
    rounds: o.Rounds = None, test: o.Preset = None, exact: o.Exact = False, form: o.Form = None,
    plain: o.Plain = False, json: o.Json = False,
) -> Answer:  # fmt: skip
    """What will a test cost? Nothing is run but a few labeled graphs.

    The function behind it is klgnn.estimate.
    """
    from klgnn.cli.arguments import Arguments
    from klgnn.wl import estimate as of

    method = o.method_of(k, l, variant, pooling, rounds, test)
    given = Arguments(form, plain).one(g)
    found = of(given.graph, method, mode="exact" if exact else "hashed")
    data = {
        "graph": _graph_data(given),
        "method": str(found.method),
        "runs_as": str(found.runs),
        "label_tuples": found.label_tuples,
        "tuples": found.tuples,
        "bytes": found.bytes,
        "seconds": min(found.seconds, 1e300),
    }
    return answer(str(found), data, json)


def _check_picture(picture: Path | None) -> None:
    if picture is not None:
        from klgnn.report.figures import check_suffix

        check_suffix(picture)


def two_graphs(g: str, h: str, form: str | None, plain: bool) -> "tuple[Given, Given]":
    """Both graphs of a comparison, of one kind."""
    from klgnn.cli.arguments import Arguments

    arguments = Arguments(form, plain)
    one, two = arguments.one(g), arguments.one(h)
    for what in ("node_colors", "edge_colors"):
        has = [getattr(each.graph, what) is not None for each in (one, two)]
        if has[0] != has[1]:
            with_colors = (one, two)[has[1]].name
            raise GraphError(
                f"got {what.replace('_', ' ')} in {with_colors} and none in the other, expected"
                " both or neither; --plain passes over colors"
            )
    return one, two


def _verdict_text(verdict: "Verdict", pair: "tuple[Given, Given]") -> str:
    names = [clean(each.name) for each in pair]
    word, style = ("apart", "green") if verdict.apart else ("same", "yellow")
    lines = [f"{colored(word, 'bold', style)}  {verdict.method}", ""]
    lines += [f"  {name}: {_size(each)}" for name, each in zip(names, pair, strict=True)]
    sentence = str(verdict)
    for position, name in zip(("first", "second"), names, strict=True):
        sentence = sentence.replace(f"the {position} graph", name)
    lines += ["", wrapped(sentence)]
    if not verdict.apart:
        lines += ["", wrapped("What would tell them apart: klgnn frontier, with the same graphs.")]
    return "\n".join(lines)


def _frontier_text(found: "Frontier", pair: "tuple[Given, Given]") -> str:
    names = [clean(each.name) for each in pair]
    table, _, minimal = str(found).rpartition("\n")
    styled = table.replace("  apart", "  " + colored("apart", "bold", "green"))
    lines = [f"{names[0]} and {names[1]}", "", styled, ""]
    if found.minimal:
        lines.append("Cheapest tests that tell them apart, as (k,l):" + minimal.partition(":")[2])
    elif None in found.table.values():
        lines.append("No test that was run tells them apart; ? stands for too much time or memory.")
    else:
        lines.append("None of these tests tells them apart; the graphs may be isomorphic.")
    return "\n".join(lines)


def _size(given: "Given") -> str:
    return repr(given.graph).removeprefix("Graph(").removesuffix(")")


def _verdict_data(verdict: "Verdict", pair: "tuple[Given, Given]") -> dict[str, Any]:
    witness = verdict.witness
    return {
        "apart": verdict.apart,
        "method": str(verdict.method),
        "runs_as": str(verdict.method.reduced()),
        "mode": verdict.mode,
        "probability": verdict.probability,
        "graphs": [_graph_data(each) for each in pair],
        "text": str(verdict),
        "witness": None if witness is None else {
            "round": witness.round,
            "graph": witness.graph,
            "root": witness.root,
            "label_tuple": witness.label_tuple,
            "counts": witness.counts,
            "color_class": witness.color_class,
            "sizes": witness.sizes,
        },
    }  # fmt: skip


def _graph_data(given: "Given") -> dict[str, Any]:
    graph = given.graph
    return {
        "name": given.name,
        "nodes": graph.num_nodes,
        "edges": graph.num_edges,
        "directed": bool(graph.directed),
        "digest": graph.digest,
    }
