"""Random sampling: some of all sets of l nodes, each as likely as any other."""

import hashlib
import sys
from dataclasses import dataclass
from math import comb

import numpy as np

from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select._checks import check_fits, check_number, check_whole
from klgnn.select._skeleton import skeleton
from klgnn.select._subsets import sample
from klgnn.select.policy import SetPolicy
from klgnn.select.sets import LabelSets


@dataclass(frozen=True, repr=False)
class RandomSample(SetPolicy):
    """A share of all C(n, l) sets, drawn uniformly without replacement; at least one set.

    Not invariant: only in expectation does it not depend on how nodes are numbered.

    Args:
        l: the number of labels, 1 or more.
        rate: the share, above 0 and at most 1. C(n, l) times the rate is rounded to a whole number.
        seed: a whole number: the same graph gets the same sets, in any process. None: new sets at
            each call, from torch's generator if torch is loaded, so ``torch.manual_seed`` rules it.

    >>> from klgnn.families import path
    >>> policy = RandomSample(3, rate=0.1, seed=0)
    >>> len(policy.label_sets(path(20)))
    114
    """

    l: int
    rate: float
    seed: int | None = None
    invariant = False

    def __post_init__(self) -> None:
        check_whole("l", self.l, 1, self)
        check_number("rate", self.rate, self)
        if self.rate > 1:
            raise GraphError(f"RandomSample: got rate={self.rate!r}, expected at most 1, a share")
        if self.seed is not None:
            check_whole("seed", self.seed, 0, self)
        object.__setattr__(self, "fresh", self.seed is None)

    def label_sets(self, graph: Graph) -> LabelSets:
        """The sample; of all sets of n nodes, which is one, if there are fewer than l."""
        structure = skeleton(graph)
        n = structure.num_nodes
        size = min(n, self.l)
        if size == 0:
            return LabelSets(np.zeros(0, np.int64), np.zeros(0, np.int64))
        total = comb(n, size)
        number = min(max(round(self.rate * total), 1), total)
        check_fits(number, size, self)
        return LabelSets.from_rows(sample(n, size, number, self._generator(structure)))

    def _generator(self, structure: Graph) -> np.random.Generator:
        if self.seed is not None:
            rows = (
                structure.indptr.astype("<i8").tobytes(),
                structure.indices.astype("<i8").tobytes(),
            )
            digest = hashlib.blake2b(b"".join(rows), digest_size=16).digest()
            return np.random.default_rng([int(self.seed), int.from_bytes(digest, "little")])
        torch = sys.modules.get("torch")
        if torch is None:
            return np.random.default_rng()
        return np.random.default_rng(int(torch.randint(2**62, (), device="cpu")))
