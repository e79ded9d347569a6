"""A view: for one test, the colors of the labeled graphs that a page shows, round by round."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from klgnn.report.deciding import scenes_of
from klgnn.report.explorer.labelings import Array, Labelings, Pair, labelings_of, position_of
from klgnn.wl import Method, Verdict, engine
from klgnn.wl.confirm import number_colors
from klgnn.wl.history import history
from klgnn.wl.structure import structure_of

MOST_ROUNDS = 60
LEAST_TUPLES = 2  # one labeled graph of each
MOST_TUPLES = 1500  # in each list: longer ones are of no use


@dataclass
class Told:
    """A labeled graph and its colors so far."""

    side: int
    position: int
    further: Iterator[Array]
    rounds: list[Array]

    def to(self, rounds: int) -> None:
        """Refine on."""
        while len(self.rounds) < rounds:
            self.rounds.append(next(self.further))


def view_of(verdict: Verdict, entries: int) -> dict[str, Any] | None:
    """What the page needs to show a test, in at most so many colors of tuples; None: too many.

    The test is the one that ran: 2,l-WL as 1,l-WL, k,l-WL as (k-1),l-FWL.
    """
    graphs, method = verdict.graphs, verdict.method.reduced()
    largest = max(graph.num_nodes for graph in graphs) ** method.k
    if largest * LEAST_TUPLES * 2 > entries or not min(g.num_nodes for g in graphs):
        return None
    found = labelings_of(graphs, method)
    start = _start(verdict, found)
    shown, complete = _shown(graphs, method, found.order(start), entries)
    numbers = _numbered(shown)
    sides = [[i for i, told in enumerate(shown) if told.side == side] for side in (0, 1)]
    for side in (0, 1):
        sides[side].sort(key=lambda i: shown[i].position)
    at = verdict.round
    last = len(shown[0].rounds) - 1
    return {
        "k": method.k,
        "l": method.l,
        "method": str(method),
        "rounds": last,
        "side": 0 if verdict.witness is None else verdict.witness.graph,
        "round": last if at is None or at < 0 else min(at, last),
        "settled": complete,
        "total": [len(kinds) for kinds in found.kinds],
        "counts": found.counts.tolist(),
        "tuples": [
            [found.label_tuples[side][shown[i].position].tolist() for i in sides[side]]
            for side in (0, 1)
        ],
        "kinds": [
            [int(found.kinds[side][shown[i].position]) for i in sides[side]] for side in (0, 1)
        ],
        "classes": [[numbers[i] for i in sides[side]] for side in (0, 1)],
        "start": [sides[0].index(0), sides[1].index(1)],
    }


def _start(verdict: Verdict, found: Labelings) -> tuple[int, int]:
    """The label tuples to begin with: those of the verdict."""
    labels: list[tuple[int, ...] | None] = [None, None]
    if verdict.method.l:
        labels = [scene.label_tuple or None for scene in scenes_of(verdict)]
    one, two = (
        position_of(rows, wanted) for rows, wanted in zip(found.label_tuples, labels, strict=True)
    )
    return one, two


def _shown(
    graphs: Pair, method: Method, order: list[tuple[int, int]], entries: int
) -> tuple[list[Told], bool]:
    """Labeled graphs as long as there is room, refined until all of them are stable.

    Returns:
        The labeled graphs, and whether all of them are stable at the end.
    """
    at = replace(method, rounds=None)
    refiners = [engine.refiner(structure_of(graph), at) for graph in graphs]
    tuples = [np.concatenate(list(method.label_tuples(graph))) for graph in graphs]
    shown: list[Told] = []
    longest, size, settled = 2, 0, True
    for side, position in order[: 2 * MOST_TUPLES]:
        told = Told(side, position, history(refiners[side], tuples[side][position]), [])
        stable = _refine(told)
        rounds = max(longest, len(told.rounds))
        more = graphs[side].num_nodes ** method.k
        if (size + more) * rounds > entries and len(shown) >= LEAST_TUPLES:
            break
        size, longest, settled = size + more, rounds, settled and stable
        shown.append(told)
    longest = max(min(longest, entries // max(size, 1)), 2)
    for told in shown:
        settled = settled and len(told.rounds) <= longest
        told.to(longest)
        del told.rounds[longest:]
    return shown, settled


def _refine(told: Told) -> bool:
    """Refine until no round makes a new color."""
    before = -1
    while len(told.rounds) <= MOST_ROUNDS:
        told.to(len(told.rounds) + 1)
        colors = int(number_colors(told.rounds[-1]).max(initial=-1)) + 1
        if colors == before:
            return True
        before = colors
    return False


def _numbered(shown: list[Told]) -> list[list[list[int]]]:
    """Per labeled graph and round, the colors as numbers that mean the same in all of them."""
    ends = np.cumsum([len(told.rounds[0]) for told in shown])[:-1]
    numbers: list[list[list[int]]] = [[] for _ in shown]
    for each in zip(*(told.rounds for told in shown), strict=True):
        split = np.split(number_colors(np.concatenate(each)), ends)
        for place, part in zip(numbers, split, strict=True):
            place.append(part.tolist())
    return numbers
