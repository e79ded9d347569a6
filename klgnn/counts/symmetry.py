"""The symmetries of a pattern, and the conditions that pick one of them."""

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


def conditions(adjacent: Bools) -> Bools:
    """Order conditions under which every occurrence of a pattern is met exactly once.

    Node i is fixed after nodes 0..i-1. Its orbit under the symmetries that fix them holds only
    later nodes, and each of those must get a larger image than i does:

        above[j, i] = True,  i < j  <=>  j lies in the orbit of i under Stab(0, ..., i - 1).

    Of the |Aut| maps onto one occurrence exactly one satisfies all conditions.

    Args:
        adjacent: adjacency matrix of the pattern, shape ``(p, p)``.

    Returns:
        ``above``, shape ``(p, p)``, strictly lower triangular.

    >>> triangle = ~np.eye(3, dtype=bool)
    >>> conditions(triangle).astype(int).tolist()
    [[0, 0, 0], [1, 0, 0], [1, 1, 0]]

    Reference: Grochow and Kellis, "Network motif discovery using subgraph enumeration and
    symmetry-breaking", RECOMB 2007.
    """
    size = len(adjacent)
    above = np.zeros((size, size), bool)
    for node in range(size):
        fixed = list(range(node))
        for other in range(node + 1, size):
            above[other, node] = extends_to_automorphism(adjacent, [*fixed, other])
    return above


def count_automorphisms(adjacent: Bools) -> int:
    """The order of the automorphism group: the product of the orbit sizes along the chain.

    >>> square = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]], bool)
    >>> count_automorphisms(square)
    8
    """
    orbits = conditions(adjacent).sum(axis=0) + 1
    return int(np.prod(orbits, dtype=object))


def extends_to_automorphism(adjacent: Bools, images: list[int]) -> bool:
    """Whether some automorphism maps node i to ``images[i]`` for every i that is listed.

    >>> path = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool)
    >>> extends_to_automorphism(path, [2]), extends_to_automorphism(path, [1])
    (True, False)
    """
    degrees = adjacent.sum(axis=1)
    for node, image in enumerate(images):
        if not _is_consistent(adjacent, degrees, images[:node], image):
            return False
    return _extend(adjacent, degrees, images)


def _extend(adjacent: Bools, degrees: Ints, images: list[int]) -> bool:
    if len(images) == len(adjacent):
        return True
    return any(
        _extend(adjacent, degrees, [*images, image])
        for image in range(len(adjacent))
        if _is_consistent(adjacent, degrees, images, image)
    )


def _is_consistent(adjacent: Bools, degrees: Ints, images: list[int], image: int) -> bool:
    """Whether the next node may go to ``image``, given where the nodes before it went."""
    node = len(images)
    if image in images or degrees[node] != degrees[image]:
        return False
    return bool((adjacent[node, :node] == adjacent[image, images]).all())
