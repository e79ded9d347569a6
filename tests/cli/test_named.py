"""Graphs by name."""

import pytest

from klgnn import GraphError, families
from klgnn.cli import named_graph
from klgnn.cli.named import FAMILIES, is_name

EXAMPLES = {
    "atlas": "7", "cfi": "K3,3,twisted", "complete": "5", "complete_bipartite": "2,3",
    "csl": "41,3", "cycle": "6", "erdos_renyi": "20,3", "exp": "0,unsat", "gamma": "2,K3",
    "grid": "2,3", "hexagon": "", "molecule": "20", "omega": "K3", "paley": "13", "path": "4",
    "random_regular": "20,3,1", "rook": "4", "shrikhande": "", "sr25": "14", "star": "4",
    "tree": "9,2", "triangles": "", "triangular": "5",
}  # fmt: skip


def test_every_family_has_an_example_here():
    assert set(EXAMPLES) == set(FAMILIES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_family_makes_a_graph(name):
    text = f"{name}:{EXAMPLES[name]}".rstrip(":")
    assert is_name(text)
    assert named_graph(text).num_nodes > 1
    assert named_graph(text) == named_graph(text)  # random ones too: the seed has a default


def test_names_are_the_functions_of_the_families():
    assert named_graph("rook:4,4") == families.rook(4, 4)
    assert named_graph("csl:41,3") == families.circular_skip_link(41, 3)
    base = families.complete(4, colored=True)
    assert (named_graph("cfi:K4"), named_graph("cfi:K4,twisted")) == families.cfi_pair(base)
    assert (named_graph("omega:K3"), named_graph("omega:K3,twisted")) == families.omega_pair(
        families.complete(3, colored=True)
    )
    assert named_graph("exp:3") == families.exp_pairs(1, 3)[0][0]


@pytest.mark.parametrize(
    ("text", "part"),
    [("rok:4", "did you mean rook:M"), ("rook", "the name is rook:M"),
     ("cycle:a", "expected a number"), ("cfi:Q9", "expected one such as K4"),
     ("sr25:15", "from 0 to 14"), ("nothing:1", "klgnn families")],
)  # fmt: skip
def test_what_is_no_name_says_what_would_be(text, part):
    with pytest.raises(GraphError, match=part):
        named_graph(text)
