"""fingerprint: values that mean the same in every process, pinned for HASH_VERSION = 1."""

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
    # GOLDEN
]


@pytest.mark.parametrize(("graph", "method", "expected"), GOLDEN)
def test_golden_values(graph, method, expected):
    assert hashing.HASH_VERSION == 1
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
