"""Networks of known power, pairs to try them on, and the engine's say beside theirs."""

from itertools import combinations

from klgnn import families
from klgnn.nn import MPNN, Features, Joint, Labeling, Pooling, power
from klgnn.nn.ladder import ladder
from klgnn.select import All

LADDER = {rung.name: rung for rung in ladder()}


def joint(l, layers=4, dim=16, nodes="deepsets"):
    """k,l-WL as the definition says: all ordered label tuples, tuples pooled before labels."""
    labeling = Labeling(l, All(l, ordered=True), permutations="identity")
    pooling = Pooling(dim, "tl", nodes=nodes)
    return Joint(MPNN(dim, layers), Features(dim), labeling, pooling)


def of_atlas(most):
    """All pairs of graphs of up to so many nodes, with the same number of nodes and edges."""
    graphs = families.atlas(most)[1:]
    alike = {}
    for graph in graphs:
        alike.setdefault((graph.num_nodes, graph.num_edges), []).append(graph)
    return [pair for group in alike.values() for pair in combinations(group, 2)]


def assert_equals_engine(model, pairs, k, l, **options):
    found = power(model, pairs, k=k, l=l, **options)
    assert found.reliable, found
    assert found.beyond(k, l) == [], found
    assert found.missing(k, l) == [], found
    assert {pair.tests[k, l] for pair in found.pairs} <= {True, False}
    return found
