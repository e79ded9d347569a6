"""frontier: the cheapest tests that tell two graphs apart."""

from dataclasses import dataclass
from typing import Any

from klgnn._memory import MemoryBudgetError
from klgnn.errors import GraphError
from klgnn.wl.budget import Mode, check_mode, estimate_method
from klgnn.wl.compare import distinguish
from klgnn.wl.method import Method, Variant, whole


@dataclass(frozen=True)
class Frontier:
    """Which k,l tell two graphs apart.

    Attributes:
        variant: ``"wl"`` or ``"fwl"``.
        table: for every (k, l) whether the test tells them apart; None where it was refused for
            want of memory or left out for want of time, and nothing implies the answer.
        minimal: the (k, l) that succeed while no smaller k or l does.
        ran: the (k, l) that were really run; the others follow from them.
    """

    variant: Variant
    table: dict[tuple[int, int], bool | None]
    ran: tuple[tuple[int, int], ...]

    @property
    def minimal(self) -> list[tuple[int, int]]:
        """The minimal successful (k, l), sorted."""
        return sorted(
            (k, l)
            for (k, l), apart in self.table.items()
            if apart and not self.table.get((k - 1, l)) and not self.table.get((k, l - 1))
        )

    def __hash__(self) -> int:
        return hash((self.variant, tuple(self.table.items()), self.ran))

    def __str__(self) -> str:
        ks = sorted({k for k, _ in self.table})
        ls = sorted({l for _, l in self.table})
        sign = {True: "apart", False: "same", None: "?"}
        name = f"k,l-{self.variant.upper()}"
        lines = [f"{name:<8}" + "".join(f"{f'l={l}':>7}" for l in ls)]
        lines += [
            f"{f'k={k}':<8}" + "".join(f"{sign[self.table[k, l]]:>7}" for l in ls) for k in ks
        ]
        found = ", ".join(f"({k},{l})" for k, l in self.minimal) or "none"
        return "\n".join([*lines, f"minimal: {found}"])


def frontier(
    g: Any,
    h: Any,
    max_k: int = 3,
    max_l: int = 2,
    *,
    variant: Variant = "wl",
    mode: Mode = "hashed",
    budget: int | None = None,
    max_seconds: float = float("inf"),
) -> Frontier:
    """All minimal (k, l) with k <= max_k, l <= max_l that tell two graphs apart.

    Runs the cheapest open test first and skips what the paper's order implies: more k or more l
    never hurts; k,l+1 is below k+1,l (for WL from k = 2 on); 1,l-WL is 2,l-WL.

    Args:
        g: a graph, or anything :func:`klgnn.as_graph` takes.
        h: the other graph.
        max_k: the largest dimension.
        max_l: the largest number of labels.
        variant: ``"wl"`` or ``"fwl"``.
        mode: ``"hashed"`` or ``"exact"``.
        budget: bytes of memory a test may take; default what is free.
        max_seconds: leave out tests whose estimated time for both graphs is longer.

    >>> from klgnn.families import rook, shrikhande
    >>> print(frontier(rook(4), shrikhande(), 2, 2, variant="fwl"))
    k,l-FWL     l=0    l=1    l=2
    k=1        same   same  apart
    k=2        same  apart  apart
    minimal: (1,2), (2,1)
    """
    from klgnn.convert import as_graph

    check_mode(mode)
    largest = Method(whole("max_k", max_k, 1), whole("max_l", max_l, 0), variant)
    max_k, max_l = largest.k, largest.l
    if isinstance(max_seconds, bool) or not isinstance(max_seconds, int | float):
        raise GraphError(f"max_seconds: got {max_seconds!r}, expected a number of seconds")
    graphs = as_graph(g), as_graph(h)
    cells = [(k, l) for k in range(1, max_k + 1) for l in range(max_l + 1)]
    table: dict[tuple[int, int], bool | None] = {}
    ran = []
    cost = {cell: _seconds(graphs, Method(*cell, variant), mode) for cell in cells}
    for cell in sorted(cells, key=lambda cell: (cost[cell], cell)):
        if cell in table or cost[cell] > max_seconds:
            continue
        try:
            apart = bool(distinguish(*graphs, *cell, variant=variant, mode=mode, budget=budget))
        except MemoryBudgetError:
            continue
        ran.append(cell)
        for other in cells:
            if (_is_below(cell, other, variant) and apart) or (
                _is_below(other, cell, variant) and not apart
            ):
                table[other] = apart
    return Frontier(variant, {cell: table.get(cell) for cell in cells}, tuple(ran))


def _is_below(weak: tuple[int, int], strong: tuple[int, int], variant: Variant) -> bool:
    """Whether the theorems say that ``strong`` tells apart whatever ``weak`` does."""
    (k, l), (m, p) = (_as_folklore(cell, variant) for cell in (weak, strong))
    # k,l is below k+1,l and k,l+1, and k,l+1 below k+1,l: so a label may become a dimension.
    return k <= m and k + l <= m + p


def _as_folklore(cell: tuple[int, int], variant: Variant) -> tuple[int, int]:
    """k,l-WL as (k-1),l-FWL, and 1,l-WL as 1,l-FWL."""
    k, l = cell
    return (k, l) if variant == "fwl" or k == 1 else (k - 1, l)


def _seconds(graphs: tuple[Any, Any], method: Method, mode: Mode) -> float:
    return sum(estimate_method(graph, method, mode=mode, look=True).seconds for graph in graphs)
