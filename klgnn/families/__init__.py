"""The graphs the theory needs, each from its definition."""

from klgnn.families.basic import (
    complete,
    complete_bipartite,
    cycle,
    grid,
    hexagon_and_triangles,
    path,
    star,
)
from klgnn.families.cai_furer_immerman import (
    cfi,
    cfi_pair,
    chi_block,
    gamma,
    gamma_pair,
    omega,
    omega_block,
    omega_pair,
)
from klgnn.families.exp import exp_pairs
from klgnn.families.molecular import molecule, molecules
from klgnn.families.random import erdos_renyi, random_regular, tree
from klgnn.families.skip_link import circular_skip_link
from klgnn.families.small import atlas
from klgnn.families.srg25 import srg_25_12_5_6
from klgnn.families.strongly_regular import (
    latin_square_graph,
    paley,
    rook,
    shrikhande,
    strongly_regular_parameters,
    triangular,
)
from klgnn.families.switching import godsil_mckay_switch, switch, two_graph_descendant

__all__ = [
    "atlas",
    "cfi",
    "cfi_pair",
    "chi_block",
    "circular_skip_link",
    "complete",
    "complete_bipartite",
    "cycle",
    "erdos_renyi",
    "exp_pairs",
    "gamma",
    "gamma_pair",
    "godsil_mckay_switch",
    "grid",
    "hexagon_and_triangles",
    "latin_square_graph",
    "molecule",
    "molecules",
    "omega",
    "omega_block",
    "omega_pair",
    "paley",
    "path",
    "random_regular",
    "rook",
    "shrikhande",
    "srg_25_12_5_6",
    "star",
    "strongly_regular_parameters",
    "switch",
    "tree",
    "triangular",
    "two_graph_descendant",
]
