"""Positional encodings: where in its graph a node is, from random walks or the Laplacian."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import scipy.linalg
import scipy.sparse
import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import mlp, reset

Array = npt.NDArray[np.float64]
DENSE = 512  # up to so many nodes random walks use dense matrices
EQUAL = 1e-8  # eigenvalues that differ by less are the same


@dataclass(frozen=True)
class RandomWalkEncoding:
    """How likely a random walk is back where it started after 1, 2, ..., steps steps.

    ``rwse[v, t - 1] = (P^t)[v, v]`` with ``P[u, v]`` the share of the edges of u that lead to v.

    A PyG transform that stores ``rwse``, ``(n, steps)``. A walk follows the direction of edges; it
    ends at a node that has none, so isolated nodes have 0. A repeated edge counts repeatedly.

    Args:
        steps: at least 1.

    >>> from klgnn import families
    >>> RandomWalkEncoding(4)(families.cycle(3).to("pyg")).rwse[0].tolist()
    [0.0, 0.5, 0.25, 0.375]

    Reference: Dwivedi et al., "Graph neural networks with learnable structural and positional
    representations", ICLR 2022.
    """

    steps: int
    key = "rwse"

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise GraphError(f"steps: got {self.steps}, expected 1 or more")

    @property
    def width(self) -> int:
        """How many columns the encoding has."""
        return self.steps

    def __call__(self, data: Any) -> Any:
        """A copy of a ``Data`` with ``rwse``."""
        adjacency = _adjacency(data)
        degree = np.asarray(adjacency.sum(1)).ravel()
        walk: Any = scipy.sparse.diags_array(1 / np.maximum(degree, 1)) @ adjacency
        if len(degree) <= DENSE:
            walk = walk.toarray()
        powers, columns = [walk], [walk.diagonal()]
        for t in range(2, self.steps + 1):
            half = (t + 1) // 2
            if len(powers) < half:
                powers.append(powers[-1] @ walk)
            # The diagonal of a product is the row sums of one factor times the other transposed.
            product = powers[half - 1] * powers[t - half - 1].T
            columns.append(np.asarray(product.sum(1)).ravel())
        return _stored(data, self.key, np.stack(columns, axis=1))


@dataclass(frozen=True)
class LaplacianEncoding:
    """Where a node stands in the k lowest eigenspaces of the normalized Laplacian.

    ``L = 1 - D^(-1/2) A D^(-1/2)`` of the graph without directions and repeats; isolated nodes have
    zero rows. A PyG transform that stores ``lappe``. Eigenvectors are only given up to sign, and in
    an eigenspace of several dimensions up to rotation. Of the two kinds

    - ``"invariant"``, ``(n, 2 k)``: for each of the k smallest *distinct* eigenvalues, 0 included,
      the length of the projection of the node to its eigenspace, then those eigenvalues. It depends
      on no choice. For a simple eigenvalue it is the absolute value of the eigenvector, which is
      all that a map of nodes with the same value for both signs can see.
    - ``"vectors"``, ``(n, k)``: the eigenvectors of the k smallest eigenvalues, counted with
      multiplicity, as the solver gives them. :class:`AddEncoding` flips their signs at random in
      training. It tells more and is not invariant.

    Where a graph has fewer than k, there are zeros. Time is n^3.

    Args:
        k: at least 1.
        kind: see above.

    >>> from klgnn import families
    >>> LaplacianEncoding(2)(families.cycle(3).to("pyg")).lappe[0]
    tensor([0.5774, 0.8165, 0.0000, 1.5000])

    References: Dwivedi et al., "Benchmarking graph neural networks", JMLR 2023; Lim et al., "Sign
    and basis invariant networks for spectral graph representation learning", ICLR 2023.
    """

    k: int
    kind: Literal["invariant", "vectors"] = "invariant"
    key = "lappe"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise GraphError(f"k: got {self.k}, expected 1 or more")
        if self.kind not in ("invariant", "vectors"):
            raise GraphError(f"kind: got {self.kind!r}, expected 'invariant' or 'vectors'")

    @property
    def width(self) -> int:
        """How many columns the encoding has."""
        return 2 * self.k if self.kind == "invariant" else self.k

    def __call__(self, data: Any) -> Any:
        """A copy of a ``Data`` with ``lappe``."""
        values, vectors = _eigen(_adjacency(data).toarray())
        encoding = np.zeros((len(values), self.width))
        if self.kind == "vectors":
            count = min(self.k, len(values))
            encoding[:, :count] = vectors[:, :count]
        elif len(values):
            starts = np.flatnonzero(np.diff(values, prepend=-1) > EQUAL)
            lengths = np.sqrt(np.add.reduceat(vectors**2, starts, axis=1))[:, : self.k]
            means = np.add.reduceat(values, starts) / np.diff(starts, append=len(values))
            encoding[:, : lengths.shape[1]] = lengths
            encoding[:, self.k : self.k + lengths.shape[1]] = means[: self.k]
        return _stored(data, self.key, encoding)


class AddEncoding(nn.Module):
    """Add a positional encoding to node features: ``h_v  <-  h_v + MLP(encoding_v)``.

    Args:
        dim: the width of a node's features.
        encoding: the transform that stored it.

    >>> from klgnn import families
    >>> encoding = RandomWalkEncoding(4)
    >>> data = encoding(families.path(5).to("pyg"))
    >>> AddEncoding(8, encoding)(torch.zeros(5, 8), data).shape
    torch.Size([5, 8])
    """

    def __init__(self, dim: int, encoding: RandomWalkEncoding | LaplacianEncoding) -> None:
        super().__init__()
        self.dim, self.encoding = dim, encoding
        self.mlp = mlp(encoding.width, 2 * dim, dim)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, h: Tensor, data: Any) -> Tensor:
        """``(nodes, dim)`` to ``(nodes, dim)``, with the encoding of a ``Data`` or ``Batch``."""
        key, width = self.encoding.key, self.encoding.width
        values = getattr(data, key, None)
        if values is None or tuple(values.shape) != (len(h), width):
            got = "none" if values is None else f"shape {tuple(values.shape)}"
            raise GraphError(
                f"{key}: got {got}, expected ({len(h)}, {width}); apply {self.encoding!r} to the"
                " data as a transform"
            )
        values = values.to(self.mlp[0].weight.dtype)
        if self.training and getattr(self.encoding, "kind", None) == "vectors":
            values = _flipped(values, getattr(data, "batch", None))
        added: Tensor = h + self.mlp(values)
        return added

    def extra_repr(self) -> str:
        """What was asked for."""
        return f"dim={self.dim}, encoding={self.encoding!r}"


def _flipped(values: Tensor, batch: Tensor | None) -> Tensor:
    """Random signs for each graph and column, from torch's own generator."""
    graphs = 1 if batch is None or not len(batch) else int(batch.max()) + 1
    signs = torch.randint(2, (graphs, values.shape[1]), device=values.device).to(values) * 2 - 1
    return values * (signs if batch is None else signs[batch])


def _adjacency(data: Any) -> Any:
    """How many edges lead from u to v, as a sparse array."""
    edge_index = getattr(data, "edge_index", None)
    if edge_index is None:
        raise GraphError(f"got {type(data).__name__} without edge_index, expected a PyG Data")
    n = int(data.num_nodes or 0)
    source, target = edge_index.detach().cpu().numpy()
    ones = np.ones(len(source))
    return scipy.sparse.coo_array((ones, (source, target)), shape=(n, n)).tocsr()


def _eigen(adjacency: Array) -> tuple[Array, Array]:
    """Eigenvalues of the normalized Laplacian, ascending, and eigenvectors as columns."""
    if not len(adjacency):
        return np.zeros(0), np.zeros((0, 0))
    linked = ((adjacency + adjacency.T) > 0).astype(np.float64)
    degree = linked.sum(1)
    root = 1 / np.sqrt(np.maximum(degree, 1))
    laplacian = np.diag((degree > 0).astype(np.float64)) - root[:, None] * linked * root
    values, vectors = scipy.linalg.eigh(laplacian)
    return np.where(values < EQUAL, 0, values), vectors


def _stored(data: Any, key: str, encoding: Array) -> Any:
    done = copy.copy(data)
    done[key] = torch.from_numpy(encoding).to(data.edge_index.device, torch.get_default_dtype())
    return done
