"""What a comparison of two graphs says."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from klgnn.graph import Graph
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
    """

    apart: bool
    method: Method
    mode: str
    graphs: tuple[Graph, Graph]
    probability: float

    def __bool__(self) -> bool:
        return self.apart

    @cached_property
    def witness(self) -> Witness | None:
        """Where the graphs differ, found when first asked for; None if they do not."""
        return find_witness(*self.graphs, self.method) if self.apart else None

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
    witness = verdict.witness
    if witness is None or witness.round < 0:
        return ""
    text = f" in round {witness.round}"
    if witness.label_tuple is None:
        return text
    names = ("the first graph", "the second graph")
    here, there = names[witness.graph], names[1 - witness.graph]
    if verdict.method.l:
        a, b = witness.counts[witness.graph], witness.counts[1 - witness.graph]
        text += f": labels on {witness.label_tuple} of {here} give a labeled graph that occurs"
        text += f" {a} times there and {b} times in {there}"
    if not witness.color_class:
        return text
    k = verdict.method.reduced().k
    kind = "nodes" if k == 1 else f"{k}-tuples"
    example = witness.color_class[0][0] if k == 1 else witness.color_class[0]
    x, y = witness.sizes
    text += f"; in it, {x} {kind}" if verdict.method.l else f": {x} {kind} of {here}"
    return text + f" (such as {example}) have a color that {y} have in {there}"


def same_probability(compared: float) -> float:
    """A bound on the chance that among so many colors two different ones were taken for equal."""
    return float(min(1.0, compared * compared * 2.0**-hashing.BITS))
