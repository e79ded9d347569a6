"""Options of a wrong kind are refused in words that help."""

import pytest
from slow_sets import even_sum

from klgnn import GraphError
from klgnn.select import All, Constrained, Flexible, Hierarchical, RandomSample, Rooted
from klgnn.select._checks import name_of

LAMBDA = lambda graph, nodes: True  # noqa: E731 - to be refused


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: All(0), "All: got l=0, expected a whole number from 1 up"),
        (lambda: All(1.5), r"All: got l=1\.5"), (lambda: All(True), "All: got l=True"),
        (lambda: RandomSample("2", 0.1), "RandomSample: got l='2'"),
        (lambda: RandomSample(2, 0), "got rate=0, expected a number above 0"),
        (lambda: RandomSample(2, -0.5), "got rate=-0.5"),
        (lambda: RandomSample(2, 1.5), "at most 1"),
        (lambda: RandomSample(2, float("nan")), "got rate=nan"),
        (lambda: RandomSample(2, 0.5, -1), "got seed=-1"),
        (lambda: RandomSample(2, 0.5, 0.5), "got seed=0.5"),
        (lambda: Rooted(0, 1), "Rooted: got l=0"), (lambda: Rooted(2, -1), "got hops=-1"),
        (lambda: Constrained(0, 1), "Constrained: got l=0"),
        (lambda: Constrained(2, 0), "got max_distance=0"),
        (lambda: Constrained(2, 3, 0), "got min_distance=0"),
        (lambda: Constrained(2, 2, 3), "got min_distance=3 above max_distance=2"),
        (lambda: Constrained(2, 2, predicate=3), "got predicate=3, expected a function"),
        (lambda: Constrained(2, 2, predicate=LAMBDA), "which has no name"),
        (lambda: Constrained(2, 2, predicate=All(2).count), "which has no name"),
        (lambda: Hierarchical(2, "metis"), "got clusters='metis', expected one of 'louvain'"),
        (lambda: Hierarchical(2, None), "got clusters=None"),
        (lambda: Hierarchical(2, lambda graph: []), "which has no name"),
        (lambda: Hierarchical(2, resolution=0), "got resolution=0"),
        (lambda: Hierarchical(2, resolution="1"), "got resolution='1'"),
        (lambda: Hierarchical(2, seed=None), "got seed=None"),
        (lambda: Hierarchical(0), "Hierarchical: got l=0"),
        (lambda: Hierarchical(2, max_distance=1, min_distance=2), "above max_distance"),
        (lambda: Flexible(max_size=0), "Flexible: got max_size=0"),
        (lambda: Flexible("walktrap"), "Flexible: got clusters='walktrap'"),
    ],
)  # fmt: skip
def test_options_of_a_wrong_kind(make, match):
    with pytest.raises(GraphError, match=match):
        make()


def test_names():
    assert name_of(even_sum) == "slow_sets.even_sum"
    assert name_of(3) == "3"
