"""The building blocks of CFI graphs: what replaces one node of the base.

In every block of degree d the nodes come in this order:

* ``2 i`` and ``2 i + 1``: the pair (a_i, b_i), the two values of bit i, for i = 0, ..., d - 1;
* the middle nodes, one per d-bit number in ascending order (for chi, the even numbers only),
  joined to the d bits of its number;
* for gamma, the branches, one per middle node in the same order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from klgnn.graph import Graph

Array = npt.NDArray[Any]
Role: TypeAlias = str | tuple[str, int]


@dataclass(frozen=True)
class Block:
    """A block of one degree.

    Args:
        edges: pairs of node numbers inside the block.
        roles: the distinct roles; a node's color is made from its role and the base node's color.
        role_of: position in ``roles``, one per node.
    """

    edges: Array
    roles: tuple[Role, ...]
    role_of: Array


BlockOfDegree = Callable[[int], Block]


def chi(degree: int) -> Block:
    """The block of Cai, Fürer and Immerman: middle nodes for the even numbers only."""
    numbers = np.arange(2**degree)
    numbers = numbers[_parity(numbers) == 0]
    return _block(degree, numbers, ("middle",), np.zeros(len(numbers), np.int64))


def omega(degree: int) -> Block:
    """Middle nodes for all numbers, the even and the odd ones told apart by color."""
    numbers = np.arange(2**degree)
    return _block(degree, numbers, ("even", "odd"), _parity(numbers))


def gamma(even: Graph, odd: Graph) -> BlockOfDegree:
    """Middle nodes for all numbers, told apart only by the branch each is joined to.

    Args:
        even: the branch of even numbers.
        odd: the branch of odd numbers, with as many nodes.
    """

    def block(degree: int) -> Block:
        numbers = np.arange(2**degree)
        # Even and odd middle nodes share one color on purpose: the lower bound of the paper swaps
        # a number with its neighbor of the other parity. With two colors the block would be omega
        # with ornaments, which k,l+1-WL does tell apart, and the theorem would be false.
        core = _block(degree, numbers, ("middle",), np.zeros(len(numbers), np.int64))
        branches = [odd if is_odd else even for is_odd in _parity(numbers).tolist()]
        return _with_branches(core, 2 * degree, branches)

    return block


def _block(degree: int, numbers: Array, middle_roles: tuple[str, ...], role_of: Array) -> Block:
    bits = numbers[:, None] >> np.arange(degree) & 1
    middle = np.broadcast_to(2 * degree + np.arange(len(numbers))[:, None], bits.shape)
    ports = 2 * np.arange(degree) + bits
    roles: list[Role] = [*(("bit", i) for i in range(degree)), *middle_roles]
    port_roles = np.repeat(np.arange(degree), 2)
    return Block(
        np.stack([middle.ravel(), ports.ravel()], axis=1),
        tuple(roles),
        np.concatenate([port_roles, degree + role_of]),
    )


def _with_branches(core: Block, first_middle: int, branches: list[Graph]) -> Block:
    """The block with one branch per middle node, all of whose nodes are joined to it."""
    roles: dict[Role, int] = {role: position for position, role in enumerate(core.roles)}
    edges, role_of, start = [core.edges], [core.role_of], len(core.role_of)
    for position, branch in enumerate(branches):
        nodes = start + np.arange(branch.num_nodes)
        edges.append(branch.edges() + start)
        edges.append(np.stack([np.full_like(nodes, first_middle + position), nodes], axis=1))
        colors = [0] * len(nodes) if branch.node_colors is None else branch.node_colors.tolist()
        role_of.append(np.array([roles.setdefault(("branch", c), len(roles)) for c in colors]))
        start += branch.num_nodes
    return Block(np.concatenate(edges), tuple(roles), np.concatenate(role_of))


def _parity(numbers: Array) -> Array:
    return (np.bitwise_count(numbers) & 1).astype(np.int64)
