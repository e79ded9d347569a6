"""Where in the k,l-WL hierarchy does a network stand?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from klgnn.errors import GraphError
from klgnn.nn.ladder import Test, ladder
from klgnn.nn.power import TESTS, Power, power


@dataclass(frozen=True)
class Place:
    """Where in the hierarchy a network stands, as far as the ladder shows.

    Attributes:
        power: every pair.
        dominates: the strongest (k, l) whose every pair the network tells apart too.
        dominated_by: the weakest (k, l) that tell apart whatever the network does.
    """

    power: Power
    dominates: tuple[Test, ...]
    dominated_by: tuple[Test, ...]

    def __str__(self) -> str:
        low, high = (_names(tests) for tests in (self.dominates, self.dominated_by))
        if self.dominates and self.dominates == self.dominated_by:
            text = f"exactly what {low} does"
        else:
            below = f"everything that {low} does" if low else "less than 1,0-WL does"
            above = f"nothing that {high} does not" if high else "more than all of these tests do"
            text = f"{below}, and {above}"
        text = f"On these {len(self.power.pairs)} pairs the network tells apart {text}."
        return f"{self.power}\n{text}"


def place(
    model: Any,
    *,
    max_nodes: int | None = None,
    prepare: Callable[[Any], Any] | None = None,
    seeds: int = 2,
    seed: int = 0,
) -> Place:
    """Where in the k,l-WL hierarchy does this network stand?

    Runs :func:`power` on a ladder of hard pairs, for each of which it is known which tests tell it
    apart, and says which tests the network dominates there, and which dominate it. Fewer than 5
    layers are too few for what some pairs take, and so is a mean or a sum of labeled graphs that no
    nonlinear map precedes. On regular graphs ReLUs without a norm are nearly linear, and miss some.

    Args:
        model: as :func:`power` takes it; the graphs have no attributes.
        max_nodes: leave out larger pairs; the largest have 76 nodes.
        prepare: see :func:`power`.
        seeds: see :func:`power`.
        seed: see :func:`power`.

    >>> from torch_geometric.nn import GIN
    >>> print(str(place(GIN(1, 16, num_layers=4))).splitlines()[-1])
    On these 12 pairs the network tells apart exactly what 1,0-WL does.
    """
    rungs = [r for r in ladder() if max_nodes is None or r.num_nodes <= max_nodes]
    if not rungs:
        raise GraphError(f"max_nodes: got {max_nodes}, expected 4 or more, the smallest pair's")
    found = power(
        model,
        {rung.name: rung.make() for rung in rungs},
        seeds=seeds,
        copies=1,
        prepare=prepare,
        max_seconds=0.0,
        seed=seed,
    )
    known = tuple(
        replace(pair, tests={test: rung.apart(*test) for test in TESTS})
        for pair, rung in zip(found.pairs, rungs, strict=True)
    )
    return place_among(Power(known, TESTS))


def place_among(found: Power) -> Place:
    """The tests next below and next above a network, from what it did on some pairs."""
    clear = [pair for pair in found.pairs if pair.apart is not None]
    own = frozenset(p.name for p in clear if p.apart)
    seen = {t: frozenset(p.name for p in clear if p.tests[t]) for t in found.tests}
    below = [t for t in found.tests if seen[t] <= own]
    above = [t for t in found.tests if seen[t] >= own]
    return Place(
        found,
        tuple(t for t in below if not any(seen[t] < seen[u] for u in below)),
        tuple(t for t in above if not any(seen[t] > seen[u] for u in above)),
    )


def _names(tests: Sequence[Test]) -> str:
    return " or ".join(f"{k},{l}-WL" for k, l in tests)
