"""fingerprint: values that mean the same in every process, pinned for HASH_VERSION = 2."""

import os
import subprocess
import sys

import pytest
from against_oracle import alike, atlas, atlas_classes, digraph, same_partition
from hypothesis import given, settings

from klgnn import Graph, GraphError, distinguish, families, fingerprint, presets
from klgnn.select import AllTuples, EgoNets, RootedTuples
from klgnn.wl import Method, hashing

COLORED = Graph.from_edges(
    [(0, 1), (1, 2), (2, 3)], node_colors=[7, 7, 8, 8], edge_colors=[1, 2, 1]
)
ARCS = Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)], 5, directed=True)

# A change of any value here is a change of HASH_VERSION.
GOLDEN = [
    (families.rook(4), Method(1), "klgnn:2:1,0-WL:undirected:7c49fb92469c2beb63a1ff198631d1d9"),
    (families.rook(4), Method(1, 2), "klgnn:2:1,2-WL:undirected:311e3c4486cd8609c3d49acb540ae64e"),
    (families.shrikhande(), Method(1, 2),
     "klgnn:2:1,2-WL:undirected:fea3aa7f6d8d41e6a7ed329d75f76d6e"),
    (families.rook(4), Method(2, 1, "fwl"),
     "klgnn:2:2,1-FWL:undirected:b49902c3d9e1c149e2ca954859db524d"),
    (families.cycle(6), Method(3, 1),
     "klgnn:2:3,1-WL:undirected:5c8969bf8c1085d24c685460e1c58e05"),
    (families.cycle(6), Method(3, 0, "fwl"),
     "klgnn:2:3,0-FWL:undirected:a64e835a4d00e41ab5e65d216bb5a07a"),
    (families.path(5), Method(2, 1, rounds=2),
     "klgnn:2:2,1-WL;rounds=2:undirected:c7600c08a3e221d571d5c1b97005034d"),
    (families.path(5), Method(1, 1, pooling="lt"),
     "klgnn:2:1,1-WL(LT):undirected:502d765188fd54cf5b0a494da8a4616e"),
    (families.path(300), Method(1), "klgnn:2:1,0-WL:undirected:922b5b1617cedbc0c124b82b0a6bd2a9"),
    (COLORED, Method(1, 1), "klgnn:2:1,1-WL:undirected:4f00ec847898ef730c4d163d7ccdbd16"),
    (COLORED, Method(2, 0, "fwl"), "klgnn:2:2,0-FWL:undirected:cdc41144f101a90c93bab6c13f637a10"),
    (ARCS, Method(1), "klgnn:2:1,0-WL:directed:92f55d574d034f1dac94c9745ed1d273"),
    (ARCS, Method(2, 1, "fwl"), "klgnn:2:2,1-FWL:directed:a7b488732ff332c830b280aa37745cfb"),
    (families.rook(3), presets.i2gnn(1),
     "klgnn:2:1,2-WL(nested);labels=ConnectedPairs();subgraphs=EgoNets(hops=1,;root_only=True):undirected:0eadb1c5c2a2e560d1c330c8c2d35f92"),
    (families.rook(3), presets.nested(1),
     "klgnn:2:1,0-WL;subgraphs=RootedEgoNets(hops=1):undirected:d950070bfb3b0e0dff734b729de0e0ac"),
]  # fmt: skip


@pytest.mark.parametrize(("graph", "method", "expected"), GOLDEN)
def test_golden_values(graph, method, expected):
    assert hashing.HASH_VERSION == 2
    assert fingerprint(graph, method) == expected


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_the_same_in_a_fresh_process(seed):
    code = (
        "from klgnn import fingerprint, families as f; from klgnn.wl import Method as M;"
        "print(fingerprint(f.rook(4), 1, 2), fingerprint(f.rook(4), 3), fingerprint(f.path(200)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed, "NUMBA_NUM_THREADS": "1"}
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    rook = families.rook(4)
    here = [fingerprint(rook, 1, 2), fingerprint(rook, 3), fingerprint(families.path(200))]
    assert found.stdout.split() == here


def test_different_tests_never_agree():
    graph = families.cycle(5)
    methods = [
        *(Method(k, l, v, p) for k in (1, 2, 3) for l in (0, 1) for v in ("wl", "fwl")
          for p in ("tl", "lt")),
        Method(1, 1, rounds=0), Method(1, 1, rounds=3), Method(1, 1, subgraphs=EgoNets(1)),
        Method(1, 1, subgraphs=EgoNets(2)), Method(1, 2, labels=AllTuples(distinct=True)),
        Method(1, 2, labels=RootedTuples(2)), presets.nested(1), presets.i2gnn(1),
    ]  # fmt: skip
    found = [fingerprint(graph, method) for method in methods]
    assert len(set(found)) == len(methods)
    assert fingerprint(graph, Method(1, 2)) == fingerprint(graph, 1, 2, labels=AllTuples())


def test_different_kinds_of_graphs_never_agree():
    edges = [(0, 1), (1, 2)]
    kinds = [
        Graph.from_edges(edges), Graph.from_edges(edges, directed=True),
        Graph.from_edges([*edges, (1, 0), (2, 1)], directed=True),
        Graph.from_edges(edges, node_colors=[0, 0, 0]),
        Graph.from_edges(edges, edge_colors=[0, 0]), Graph.from_edges([*edges, (1, 1)]),
    ]  # fmt: skip
    for k in (1, 2):
        assert len({fingerprint(graph, k, variant="fwl") for graph in kinds}) == len(kinds)


def test_it_names_version_test_and_kind():
    text = fingerprint(ARCS, 2, 1, variant="fwl", pooling="lt", rounds=3)
    version, test, kind, words = text.split(":")[1:]
    assert text.startswith("klgnn:")
    assert version == str(hashing.HASH_VERSION)
    assert test == "2,1-FWL(LT);rounds=3"
    assert kind == "directed"
    assert len(words) == 32
    assert int(words, 16) >= 0
    assert not set(text) & set(" \n\t")
    assert "EgoNets(hops=2)" in fingerprint(ARCS, presets.id_gnn(2))


def test_the_atlas_by_fingerprint():
    for k, l in [(1, 0), (1, 1), (2, 0)]:
        found = [fingerprint(graph, k, l, variant="fwl") for graph in atlas(6)]
        variant = "fwl" if k > 1 else "wl"
        assert same_partition(found, atlas_classes(6, k, l, variant)["tl"])


@settings(max_examples=40, deadline=None)
@given(graphs=alike(max_nodes=4, count=2))
def test_equal_exactly_when_not_distinguished(graphs):
    one, two = graphs
    for k, l in [(1, 0), (1, 1), (2, 0)]:
        equal = fingerprint(one, k, l) == fingerprint(two, k, l)
        assert equal != distinguish(one, two, k, l).apart


def test_functions_have_no_name():
    with pytest.raises(GraphError, match="cannot name"):
        fingerprint(families.path(3), 1, 1, labels=lambda graph: [(0,)])


def test_whatever_holds_a_graph():
    assert fingerprint("Bw") == fingerprint(families.complete(3))
    assert fingerprint(digraph(1), 1) != fingerprint(digraph(2), 1)
