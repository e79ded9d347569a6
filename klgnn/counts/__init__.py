"""Exact counts of small connected substructures: per graph or per node, induced or not.

``count`` and ``count_many`` choose between two exact ways: closed forms for patterns of up to
four nodes and for stars (:mod:`klgnn.counts.formulas`), and a compiled backtracking search for
everything else (:mod:`klgnn.counts.kernel`). Importing this package loads no compiler.
"""

from klgnn.counts.counting import count, count_many
from klgnn.counts.patterns import PATTERNS, pattern

__all__ = ["PATTERNS", "count", "count_many", "pattern"]
