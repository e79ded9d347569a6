from itertools import combinations

import numpy as np
import pytest

from klgnn import Graph, GraphError, encode
from klgnn.families import (
    cfi,
    cfi_pair,
    chi_block,
    complete,
    complete_bipartite,
    cycle,
    gamma,
    gamma_pair,
    omega,
    omega_block,
    omega_pair,
    path,
    star,
)

PRISM = Graph.from_edges(
    [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)],
    node_colors=["left"] * 3 + ["right"] * 3,
)
BASES = {
    "K3": complete(3),
    "K3 colored": complete(3, colored=True),
    "K4": complete(4),
    "K4 colored": complete(4, colored=True),
    "C5": cycle(5),
    "K3,3": complete_bipartite(3, 3),
    "prism": PRISM,
}
each_base = pytest.mark.parametrize("base", BASES.values(), ids=BASES.keys())
each_kind = pytest.mark.parametrize("kind", [cfi, omega])


@each_base
def test_sizes_follow_the_formula(base):
    degrees = base.degrees().tolist()
    assert cfi(base).num_nodes == sum(2 ** (d - 1) + 2 * d for d in degrees)
    assert omega(base).num_nodes == sum(2**d + 2 * d for d in degrees)
    assert cfi(base).num_edges == sum(2 ** (d - 1) * d for d in degrees) + 2 * base.num_edges
    assert omega(base).num_edges == sum(2**d * d for d in degrees) + 2 * base.num_edges


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("base", [complete(3), cycle(5), complete(4)], ids=["K3", "C5", "K4"])
def test_size_of_gamma(k, base):
    branch = cfi(complete(k + 1)).num_nodes
    straight, twisted = gamma_pair(k, base)
    expected = sum(2**d * (1 + branch) + 2 * d for d in base.degrees().tolist())
    assert straight.num_nodes == twisted.num_nodes == expected


@pytest.mark.parametrize("d", [2, 3, 4, 5])
@pytest.mark.parametrize("block", [chi_block, omega_block])
def test_blocks_have_exactly_the_automorphisms_of_the_lemma(block, d, nauty):
    assert nauty.num_automorphisms(block(d)) == 2 ** (d - 1)


def test_numbering_of_a_block():
    block = chi_block(3)
    numbers = [0b000, 0b011, 0b101, 0b110]  # even numbers of ones, ascending
    for node, number in enumerate(numbers, start=6):
        assert block.neighbors(node).tolist() == [2 * i + (number >> i & 1) for i in range(3)]
    roles = [("bit", i) for i in range(3) for _ in "ab"] + ["middle"] * 4
    assert block.node_colors.tolist() == encode([(None, role) for role in roles]).tolist()


def test_roles_of_omega():
    colors = omega_block(2).node_colors.tolist()
    roles = ["even", "odd", "odd", "even"]
    assert colors[4:] == encode([(None, role) for role in roles]).tolist()


def test_colors_name_the_base_color_and_drop_on_request():
    graph = cfi(complete(3, colored=True))
    assert graph.node_colors[6] == encode([(1, ("bit", 0))])[0]
    plain = cfi(complete(3, colored=True), colored=False)
    assert plain == graph.recolor()


def test_a_twist_crosses_one_edge():
    straight, twisted = (set(map(tuple, g.edges().tolist())) for g in cfi_pair(complete(3)))
    # Nodes 0 and 1 are the port of block 0 towards block 1, which starts at node 6.
    assert straight - twisted == {(0, 6), (1, 7)}
    assert twisted - straight == {(0, 7), (1, 6)}


@each_base
@each_kind
def test_only_the_parity_of_twists_matters(base, kind, nauty):
    even, odd = nauty.certificate(kind(base)), nauty.certificate(kind(base, 1))
    assert even != odd
    edges = [tuple(edge) for edge in base.edges().tolist()]
    for number in range(2, base.num_edges + 1):
        assert nauty.certificate(kind(base, number)) == (odd if number % 2 else even)
    for edge in edges:
        assert nauty.certificate(kind(base, [edge[::-1]])) == odd
    for two in combinations(edges, 2):
        assert nauty.certificate(kind(base, two)) == even
    for three in list(combinations(edges, 3))[:20]:
        assert nauty.certificate(kind(base, three)) == odd


@pytest.mark.parametrize("base", [complete(3), complete(4)], ids=["K3", "K4"])
def test_without_colors_twists_matter_for_cfi_only(base, nauty):
    certificates = [nauty.certificate(cfi(base, t, colored=False)) for t in range(4)]
    assert certificates[0] == certificates[2] != certificates[1] == certificates[3]
    straight, twisted = omega_pair(base, colored=False)
    assert nauty.certificate(straight) == nauty.certificate(twisted)


@pytest.mark.parametrize("base", [complete(3), complete(3, colored=True)], ids=["K3", "colored"])
def test_parity_of_twists_in_gamma(base, nauty):
    even, odd = (nauty.certificate(graph) for graph in gamma_pair(2, base))
    assert even != odd
    for edge in base.edges().tolist():
        assert nauty.certificate(gamma(2, base, [edge])) == odd
    assert nauty.certificate(gamma(2, base, 2)) == even
    assert nauty.certificate(gamma(2, base, 3)) == odd


def as_branch(graph):
    return graph.recolor(node_colors=[(None, ("branch", c)) for c in graph.node_colors.tolist()])


def test_branches_of_gamma(nauty):
    pair = cfi_pair(complete(3, colored=True))
    straight, twisted = (nauty.certificate(as_branch(graph)) for graph in pair)
    block = gamma(2, complete(3)).induced_subgraph(range(80))
    for number in range(4):
        reached = block.neighbors(4 + number)
        branch = block.induced_subgraph(reached[reached >= 8])
        is_odd = number.bit_count() % 2
        assert nauty.certificate(branch) == (straight if is_odd else twisted)
    assert len(set(block.node_colors[4:8].tolist())) == 1


def test_colors_of_the_base_survive_as_they_are():
    color = PRISM.node_colors[3].item()  # a text's color, which is negative
    assert cfi(PRISM).node_colors[30] == encode([(color, ("bit", 0))])[0]


def test_pairs_are_the_graph_and_one_twist():
    base = complete(4, colored=True)
    assert cfi_pair(base) == (cfi(base), cfi(base, 1))
    assert omega_pair(base, colored=False) == (omega(base).recolor(), omega(base, 1).recolor())
    assert gamma_pair(2, complete(3)) == (gamma(2, complete(3)), gamma(2, complete(3), 1))


def test_blocks_of_different_degree_fit_together(nauty):
    base = Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])  # a bow tie
    assert nauty.certificate(cfi(base, 2)) == nauty.certificate(cfi(base))
    assert nauty.certificate(cfi(base, [(3, 4)])) == nauty.certificate(cfi(base, 1))
    assert nauty.certificate(cfi(base, 1)) != nauty.certificate(cfi(base))


LOOP = Graph.from_edges([(0, 1), (1, 2), (2, 0), (0, 0)])


@pytest.mark.parametrize(
    ("base", "message"),
    [
        (path(3), "minimum degree 1"),
        (star(4), "minimum degree 1"),
        (Graph.from_edges([], 0), "no nodes"),
        (LOOP, "self-loops"),
        (Graph.from_edges([(0, 1), (1, 2), (2, 0)], directed=True), "directed"),
        (Graph.from_edges([(0, 1), (1, 2), (2, 0)], edge_colors=[1, 1, 2]), "edge colors"),
        (complete(23), r"degree 22, expected at most 20: .* nodes"),
        (complete(1100), "about inf nodes"),
        (complete(21), "GB"),
    ],
)
def test_refused_bases(base, message):
    for kind in (cfi, omega, lambda graph: gamma(2, graph)):
        with pytest.raises(GraphError, match=message):
            kind(base)


@pytest.mark.parametrize(
    "twist", [-1, 4, 1.5, [(0, 0)], [(0, 1), (1, 0)], [(0, 7)], [1], "ab", [(0, 1, 2)], None]
)
@each_kind
def test_refused_twists(kind, twist):
    with pytest.raises(GraphError, match="twist: got"):
        kind(complete(3), twist)


@pytest.mark.parametrize("k", [1, 21, 2.0])
def test_refused_k(k):
    with pytest.raises(GraphError, match="k: got"):
        gamma(k, complete(3))


@pytest.mark.parametrize("block", [chi_block, omega_block])
@pytest.mark.parametrize("d", [0, 21, "3"])
def test_refused_block_degrees(block, d):
    with pytest.raises(GraphError, match="d: got"):
        block(d)


def test_numpy_numbers_are_numbers():
    edge = np.array([0, 1])
    assert cfi(complete(3), [edge]) == cfi(complete(3), np.int64(1))
