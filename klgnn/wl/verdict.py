"""What a comparison of two graphs says."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from klgnn import _memory
from klgnn.graph import Graph
from klgnn.select import RootedEgoNets
from klgnn.wl import budget as budgets
from klgnn.wl import hashing
from klgnn.wl.method import Method
from klgnn.wl.witness import Witness, find_witness


@dataclass(frozen=True)
class Verdict:
    """Whether a test tells two graphs apart; true exactly if it does.

    Attributes:
        apart: the answer.
        method: the test that was asked for.
        mode: ``"hashed"`` or ``"exact"``.
        graphs: the two graphs.
        probability: a bound on the chance that a "same" is wrong; 0 for "apart" and in exact mode.
        budget: bytes of memory the witness may take; None: what is free.
    """

    apart: bool
    method: Method
    mode: str
    graphs: tuple[Graph, Graph]
    probability: float
    budget: int | None = None

    def __bool__(self) -> bool:
        return self.apart

    @cached_property
    def witness(self) -> Witness | None:
        """Where the graphs differ, found when first asked for; None if they do not."""
        if not self.apart:
            return None
        return find_witness(*self.graphs, self.method, self.budget)

    @property
    def round(self) -> int | None:
        """The round that decides."""
        return None if self.witness is None else self.witness.round

    @property
    def label_tuple(self) -> tuple[int, ...] | None:
        """The label tuple that decides."""
        return None if self.witness is None else self.witness.label_tuple

    @property
    def color_class(self) -> tuple[tuple[int, ...], ...] | None:
        """The color class that decides, as k-tuples of nodes."""
        return None if self.witness is None else self.witness.color_class

    def __str__(self) -> str:
        if not self.apart:
            chance = f" (wrong with probability {bound(self)})" if self.probability else ""
            return f"{self.method} cannot tell the graphs apart{chance}."
        return f"{self.method} tells the graphs apart{_reason(self)}."

    def __repr__(self) -> str:
        return f"Verdict(apart={self.apart}, method={self.method}, mode={self.mode!r})"


def bound(verdict: Verdict) -> str:
    """The probability in words."""
    return f"below 10^{int(np.floor(np.log10(verdict.probability))) + 1}"


def _reason(verdict: Verdict) -> str:
    try:
        witness = verdict.witness
    except _memory.MemoryBudgetError:
        return " (to say where takes more memory than allowed)"
    if witness is None or witness.round < 0:
        return ""
    runs = verdict.method.reduced()
    asked, ran = (budgets.name_of(method) for method in (verdict.method, runs))
    text = f" in round {witness.round}"
    if asked != ran:
        text += f" of {ran}, which is as strong"
    return text + _place(witness, runs) + _class(witness, runs)


def _place(witness: Witness, method: Method) -> str:
    """The root and the labeled graph."""
    here, there = _sides(witness)
    a, b = witness.counts[witness.graph], witness.counts[1 - witness.graph]
    root = witness.root
    text = ""
    if isinstance(method.subgraphs, RootedEgoNets):
        text = f": the ego net of node {root} of {here} occurs {_of(a, 'time')} there and"
        text += f" {_of(b, 'time')} in"
        text += f" {there}"
    elif root is not None:
        text = f": with label 1 on node {root} of {here}, labelings look as they do for"
        text += f" {_of(a, 'node')}"
        text += f" there and {b} in {there}"
    if not witness.label_tuple or method.pooling == "lt":
        return text
    if root is not None:
        return f"{text}; labels on {witness.label_tuple} of {here} show it"
    text = f": labels on {witness.label_tuple} of {here} give a labeled graph that occurs"
    return text + f" {_of(a, 'time')} there and {_of(b, 'time')} in {there}"


def _class(witness: Witness, method: Method) -> str:
    """The color class."""
    if not witness.color_class:
        return ""
    here, there = _sides(witness)
    kind = "node" if method.k == 1 else f"{method.k}-tuple"
    first = witness.color_class[0]
    example = first[0] if method.k == 1 else first
    x, y = witness.sizes
    inside = witness.root is not None or (method.pooling != "lt" and witness.label_tuple)
    text = f"; in it, {_of(x, kind)}" if inside else f": {_of(x, kind)} of {here}"
    text += f" ({'such as' if x > 1 else 'namely'} {example})"
    own, other = ("has" if count == 1 else "have" for count in (x, y))
    if method.pooling == "lt" and method.l:
        text += f" {own} colors over all labelings that {y} {other} in {there}"
        return text + (f"; labels on {witness.label_tuple} show it" if witness.label_tuple else "")
    return text + f" {own} a color that {y} {other} in {there}"


def _of(count: int, what: str) -> str:
    """A count and what it counts."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _sides(witness: Witness) -> tuple[str, str]:
    names = ("the first graph", "the second graph")
    return names[witness.graph], names[1 - witness.graph]


def same_probability(compared: float) -> float:
    """A bound on the chance that among so many colors two different ones were taken for equal."""
    return float(min(1.0, compared * compared * 2.0**-hashing.BITS))
