"""What can a network with random weights tell apart, and what do k,l-WL tests?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from klgnn._memory import MemoryBudgetError
from klgnn.convert import as_graph, pyg
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.nn.ladder import Test
from klgnn.nn.probe import with_blanks
from klgnn.nn.redraw import Gap, example_of, measure
from klgnn.wl import Method, estimate, fingerprint

Outcome = Literal["apart", "same", "unclear", "unreliable"]
TESTS: tuple[Test, ...] = ((1, 0), (1, 1), (3, 0), (1, 2), (3, 1), (4, 0))
SHOWN = 40  # pairs in a table


@dataclass(frozen=True)
class PairPower:
    """What came out for one pair.

    Attributes:
        name: what the pair is called.
        verdict: ``"apart"``; ``"same"``; ``"unreliable"`` if copies of one graph differ too;
            ``"unclear"`` if the difference is larger than between copies, but not by enough.
        difference: between the two graphs, relative to their outputs.
        noise: between copies of one graph, in the same way.
        tests: whether each k,l-WL tells them apart; None where it would take too long.
    """

    name: str
    verdict: Outcome
    difference: float
    noise: float
    tests: dict[Test, bool | None]

    @property
    def apart(self) -> bool | None:
        """Whether the network tells the two graphs apart; None if that cannot be said."""
        return {"apart": True, "same": False}.get(self.verdict)


@dataclass(frozen=True)
class Power:
    """What a network tells apart, beside what the tests do.

    Attributes:
        pairs: one entry for each pair, in the order given.
        tests: which (k, l), in the order of the columns.
    """

    pairs: tuple[PairPower, ...]
    tests: tuple[Test, ...]

    @property
    def reliable(self) -> bool:
        """Whether there is an answer for every pair."""
        return all(pair.apart is not None for pair in self.pairs)

    def beyond(self, k: int, l: int) -> list[str]:
        """The pairs that the network tells apart and k,l-WL does not."""
        return [p.name for p in self.pairs if p.apart is True and p.tests[k, l] is False]

    def missing(self, k: int, l: int) -> list[str]:
        """The pairs that k,l-WL tells apart and the network does not."""
        return [p.name for p in self.pairs if p.apart is False and p.tests[k, l] is True]

    def __str__(self) -> str:
        sign = {True: "apart", False: "same", None: "?"}
        rows = [["pair", "network", "difference", "noise", *(f"{k},{l}-WL" for k, l in self.tests)]]
        rows += [
            [p.name, p.verdict, f"{p.difference:.1e}", f"{p.noise:.1e}"]
            + [sign[p.tests[test]] for test in self.tests]
            for p in self.pairs[:SHOWN]
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in rows
        ]
        if len(self.pairs) > SHOWN:
            lines.append(f"... and {len(self.pairs) - SHOWN} more")
        count = sum(p.apart is True for p in self.pairs)
        open_ = sum(p.apart is None for p in self.pairs)
        lines.append(
            f"The network tells {count} of {len(self.pairs)} pairs apart"
            + (f"; {open_} without a clear answer." if open_ else ".")
        )
        return "\n".join(lines)


def power(
    model: Any,
    pairs: Mapping[str, tuple[Any, Any]] | Iterable[tuple[Any, Any]],
    *,
    seeds: int = 3,
    copies: int = 2,
    tolerance: float = 1e-9,
    margin: float = 1e3,
    k: int | None = None,
    l: int | None = None,
    prepare: Callable[[Any], Any] | None = None,
    max_seconds: float = 60.0,
    seed: int = 0,
) -> Power:
    """Does this network, with random weights, tell these pairs of graphs apart?

    Draws the weights anew for each seed, in float64, and compares the outputs for two graphs with
    the outputs for relabeled copies of one of them: apart is what differs ``margin`` times more
    than copies do, however little that is. One seed that says apart is enough, since no weights can
    tell apart what the architecture cannot; "same" takes all seeds, and is no proof: a difference
    may be lost in the precision of float64. Node outputs are compared as multisets.

    Args:
        model: any network: of klgnn, or called as ``model(x, edge_index, edge_attr, batch)``; or
            a function without arguments that builds one with new weights.
        pairs: pairs of graphs, or of PyG ``Data``; with names or without.
        seeds: how many times weights are drawn.
        copies: how many relabeled copies of each graph are the control.
        tolerance: the largest relative difference of copies; above, the verdict is "unreliable".
        margin: how many times larger than that of copies a difference must be.
        k: with ``l``, the one test to compare with; default a ladder of them.
        l: see ``k``.
        prepare: from ``Data`` to ``Data``, for features or label sets; default: attributes that
            the model reads and graphs lack are filled in, columns of ones or type 0 everywhere.
        max_seconds: tests that are estimated to take longer are left out.
        seed: of the weights and copies.

    >>> from torch_geometric.nn import GIN
    >>> from klgnn.families import hexagon_and_triangles, path, star
    >>> pairs = {"hexagon": hexagon_and_triangles(), "trees": (path(4), star(3))}
    >>> found = power(GIN(1, 16, num_layers=3), pairs, k=1, l=0)
    >>> [(pair.name, pair.verdict, pair.tests) for pair in found.pairs]
    [('hexagon', 'same', {(1, 0): False}), ('trees', 'apart', {(1, 0): True})]
    """
    if (k is None) != (l is None):
        raise GraphError(f"got k={k}, l={l}, expected both or neither")
    tests = TESTS if k is None or l is None else ((k, l),)
    for name, value in (("seeds", seeds), ("copies", copies)):
        if value < 1:
            raise GraphError(f"{name}: got {value!r}, expected 1 or more")
    names, graphs, ends = _numbered(pairs)
    measured = measure(
        model,
        [graph.to("pyg") if isinstance(graph, Graph) else graph for graph in graphs],
        ends,
        with_blanks(prepare, example_of(model)),
        seeds=seeds,
        copies=copies,
        margin=margin,
        seed=seed,
    )
    judged = {test: _judged(graphs, ends, test, max_seconds) for test in tests}
    found = [
        PairPower(
            name,
            _verdict(one, tolerance, margin),
            one.difference,
            one.noise,
            {test: judged[test][i] for test in tests},
        )
        for i, (name, one) in enumerate(zip(names, measured, strict=True))
    ]
    return Power(tuple(found), tests)


def _numbered(pairs: Any) -> tuple[list[str], list[Any], list[tuple[int, int]]]:
    """Names of the pairs, each graph once, and which two each pair has."""
    items = list(pairs.items() if isinstance(pairs, Mapping) else enumerate(pairs))
    graphs: list[Any] = []
    position: dict[int, int] = {}
    ends = []
    for name, pair in items:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise GraphError(f"pair {name}: got {type(pair).__name__}, expected two graphs")
        for graph in pair:
            if id(graph) not in position:
                position[id(graph)] = len(graphs)
                graphs.append(graph)
        ends.append((position[id(pair[0])], position[id(pair[1])]))
    return [str(name) for name, _ in items], [_data(graph) for graph in graphs], ends


def _data(graph: Any) -> Any:
    """A ``Data`` as it is, anything else as a Graph."""
    return graph if pyg.recognizes(graph) else as_graph(graph)


def _verdict(gap: Gap, tolerance: float, margin: float) -> Outcome:
    if gap.worst > tolerance:
        return "unreliable"
    ratio = gap.difference / gap.noise
    if ratio > margin:
        return "apart"
    return "same" if ratio <= margin**0.5 else "unclear"


def _judged(
    graphs: list[Any], ends: list[tuple[int, int]], test: Test, max_seconds: float
) -> list[bool | None]:
    """Whether a test tells each pair apart, by the color of each graph."""
    colors: list[str | None] = []
    for graph in map(as_graph, graphs):
        method = Method(*test)
        known = None
        if estimate(graph, method).seconds <= max_seconds:
            with suppress(MemoryBudgetError):
                known = fingerprint(graph, method)
        colors.append(known)
    pairs = [(colors[i], colors[j]) for i, j in ends]
    return [None if None in pair else pair[0] != pair[1] for pair in pairs]
