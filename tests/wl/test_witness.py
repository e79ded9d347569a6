"""Witnesses of tests with roots, nested labels and labels that are not placed.

Those of plain tests are in ``test_verdict``, held against the oracle.
"""

from collections import Counter

import pytest
from against_oracle import SmallSets, oracle_options, shuffled, union
from oracle import apart, graph_colors, tuple_colors

from klgnn import Graph, Method, distinguish, families, presets
from klgnn.select import ConnectedPairs, Constrained, EgoNets, RootedEgoNets

TRIANGLES = union(families.path(2), families.cycle(3), families.cycle(3))
HEXAGON = union(families.path(2), families.cycle(6))


@pytest.mark.parametrize("subgraphs", [None, EgoNets(2)], ids=repr)
@pytest.mark.parametrize("k", [1, 2])
def test_labels_that_are_not_placed(k, subgraphs):
    policy = Constrained(4, 1)  # no clique of four: smaller sets
    options = {"variant": "fwl", "labels": policy, "subgraphs": subgraphs}
    verdict = distinguish(TRIANGLES, HEXAGON, k, 4, **options)
    assert verdict
    witness = verdict.witness
    assert witness.round >= 0
    assert -1 in witness.label_tuple
    assert witness.counts[0] != witness.counts[1]
    assert witness.color_class
    assert str(verdict)


@pytest.mark.parametrize("subgraphs", [None, EgoNets(2)], ids=repr)
@pytest.mark.parametrize("k", [1, 2])
def test_one_node_more(k, subgraphs):
    edgeless = [Graph.from_edges([], 2), Graph.from_edges([], 3)]
    options = {"variant": "fwl", "labels": Constrained(2, 1), "subgraphs": subgraphs}
    verdict = distinguish(*edgeless, k, 2, **options)
    assert sorted(verdict.witness.label_tuple) in ([-1, 0], [-1, 1], [-1, 2])


def flowers(*words):
    """Hubs joined to one ornament per letter, the hexagon or two triangles."""
    edges, n = [], 0
    for word in words:
        hub, n = n, n + 1
        for letter in word:
            edges += [(n + u, n + v) for u, v in families.hexagon_and_triangles()[letter].edges()]
            edges += [(hub, n + v) for v in range(6)]
            n += 6
    return Graph.from_edges(edges, n)


@pytest.mark.parametrize("hops", [None, 1])
def test_i2gnn_names_a_root_that_the_other_graph_has_less_often(hops):
    one, two = flowers((0, 0), (1, 1)), flowers((0, 1), (1, 0))
    assert not distinguish(one, two, 1, 2, labels=ConnectedPairs())
    verdict = distinguish(one, two, presets.i2gnn(hops))
    witness = verdict.witness
    assert witness.root in (0, 13)  # the hubs: no other node sees two letters
    assert witness.label_tuple[0] == witness.root
    assert sorted(witness.counts) == [0, 1]
    assert f"with label 1 on node {witness.root} of the first graph" in str(verdict)
    assert f"labels on {witness.label_tuple} of the first graph show it" in str(verdict)


@pytest.mark.parametrize("mode", ["hashed", "exact"])
@pytest.mark.parametrize("labels", [None, ConnectedPairs(), SmallSets(2)], ids=repr)
@pytest.mark.parametrize("name", ["rings", "trees", "sizes"])
def test_nested_rounds_and_roots_are_the_oracles(name, labels, mode):
    one, two = {
        "rings": (families.cycle(7), union(families.cycle(3), families.cycle(4))),
        "trees": (families.path(7), families.tree(7, 5)),
        "sizes": (families.path(4), families.path(5)),
    }[name]
    method = Method(1, 2, pooling="nested", labels=labels)
    verdict = distinguish(one, two, method, mode=mode)
    options = {"pooling": "nested", **oracle_options(labels)}
    assert verdict.apart == apart(one, two, 1, 2, **options)
    first = next(t for t in range(9) if apart(one, two, 1, 2, rounds=t, **options))
    assert verdict.round == first
    counts = roots_alike(one, two, verdict.witness, options.get("tuples"))
    assert verdict.witness.counts == counts
    assert counts[verdict.witness.graph] > counts[1 - verdict.witness.graph]


def roots_alike(one, two, witness, tuples):
    """How many roots of each graph see what the witness's root sees, by the oracle."""
    labeled = tuple_colors([one, two], 1, 2, rounds=witness.round, tuples=tuples)
    seen = [
        {
            root: sorted(tuple(sorted(c.values())) for v, c in of_graph if v[0] == root)
            for root in {*range(graph.num_nodes), *(v[0] for v, _ in of_graph)}
        }
        for graph, of_graph in zip((one, two), labeled, strict=True)
    ]
    wanted = seen[witness.graph][witness.root]
    return tuple([*rows.values()].count(wanted) for rows in seen)


@pytest.mark.parametrize(("k", "l"), [(1, 0), (2, 0), (1, 1)])
def test_ego_nets_are_counted(k, l):
    one, two = union(families.rook(3), families.cycle(4)), families.random_regular(13, 4, 1)
    method = Method(k, l, "fwl", subgraphs=RootedEgoNets(1))
    witness = distinguish(one, two, method).witness
    nets = [graph.ego_net(root) for graph in (one, two) for root in range(graph.num_nodes)]
    colors = graph_colors(nets, k, l, "fwl", rounds=witness.round)
    mine, theirs = colors[: one.num_nodes], colors[one.num_nodes :]
    wanted = (mine, theirs)[witness.graph][witness.root]
    assert witness.counts == (Counter(mine)[wanted], Counter(theirs)[wanted])
    assert witness.counts[witness.graph] > witness.counts[1 - witness.graph]
    members = {witness.root, *(one, two)[witness.graph].neighbors(witness.root).tolist()}
    assert all({*v} <= members for v in witness.color_class)
    assert {*witness.label_tuple} <= members


def test_the_same_graph_has_no_witness():
    graph = families.rook(3)
    for method in (presets.i2gnn(), presets.nested(1), Method(1, 2, labels=Constrained(2, 1))):
        assert distinguish(graph, shuffled(graph, 1), method).witness is None


def test_a_localized_partner():
    # EgoNets strips labels that are not placed before it looks for balls.
    options = oracle_options(SmallSets(2), EgoNets(1))
    one, two = HEXAGON, TRIANGLES
    verdict = distinguish(one, two, 1, 2, labels=SmallSets(2), subgraphs=EgoNets(1))
    assert verdict.apart == apart(one, two, 1, 2, **options)
    assert apart(one, two, 1, 2, rounds=verdict.round, **options)
    if verdict.round:
        assert not apart(one, two, 1, 2, rounds=verdict.round - 1, **options)
