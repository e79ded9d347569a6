"""Attributes become vectors: categories by embedding, numbers by a linear map."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.modules import reset


class Features(nn.Module):
    """Rows of attributes to vectors of ``dim``.

    Args:
        dim: the width of the output.
        types: how many categories each column of whole numbers has; columns are embedded and
            added up.
        width: the number of columns of floats, mapped linearly. Neither: a constant vector,
            for graphs without attributes.
        what: how errors call it.

    >>> Features(8, types=[3])(torch.tensor([0, 2])).shape
    torch.Size([2, 8])
    """

    def __init__(
        self,
        dim: int,
        types: int | Sequence[int] | None = None,
        width: int | None = None,
        what: str = "x",
    ) -> None:
        super().__init__()
        if types is not None and width is not None:
            raise GraphError(
                f"{what}: got numbers of types and a width, expected one: whole numbers or floats"
            )
        self.dim, self.width, self.what = dim, width, what
        self.types = [types] if isinstance(types, int) else None if types is None else [*types]
        if self.types is not None:
            self.tables = nn.ModuleList(nn.Embedding(count, dim) for count in self.types)
        elif width is not None:
            self.linear = nn.Linear(width, dim)
        else:
            self.constant = nn.Parameter(torch.ones(dim))

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        reset(self)
        if self.is_constant:
            nn.init.ones_(self.constant)

    def forward(self, values: Tensor | None, rows: int | None = None) -> Tensor:
        """Attributes ``(rows,)`` or ``(rows, columns)`` to ``(rows, dim)``."""
        if self.is_constant:
            count = rows if values is None else len(values)
            return self.constant.expand(count or 0, -1)
        if values is None:
            raise GraphError(
                f"{self.what}: got none, expected {self.expected}; add it to the data, or build"
                " the model without"
            )
        values = values.unsqueeze(1) if values.dim() == 1 else values
        return self._embedded(values) if self.types is not None else self._mapped(values)

    def _embedded(self, values: Tensor) -> Tensor:
        types = self.types or []
        if values.is_floating_point() or values.dtype == torch.bool:
            raise GraphError(
                f"{self.what}: got {values.dtype}, expected {self.expected}; convert with .long(),"
                " or build the model for floats"
            )
        if values.dim() != 2 or values.shape[1] != len(types):
            raise GraphError(
                f"{self.what}: got shape {tuple(values.shape)}, expected {self.expected}"
            )
        limits = torch.tensor(types, device=values.device)
        if values.numel() and (bool((values < 0).any()) or bool((values >= limits).any())):
            low, high = int(values.min()), int(values.max())
            raise GraphError(
                f"{self.what}: got types from {low} to {high}, expected {self.expected}, numbered"
                " from 0"
            )
        embedded: Tensor = self.tables[0](values[:, 0])
        for column, table in enumerate(self.tables[1:], 1):
            embedded = embedded + table(values[:, column])
        return embedded

    def _mapped(self, values: Tensor) -> Tensor:
        if values.dim() != 2 or values.shape[1] != self.width:
            raise GraphError(
                f"{self.what}: got shape {tuple(values.shape)}, expected {self.expected}"
            )
        mapped: Tensor = self.linear(values.to(self.linear.weight.dtype))
        return mapped

    def blank(self, rows: int) -> Tensor | None:
        """Attributes of graphs that have none: type 0 everywhere, or ones."""
        if self.is_constant:
            return None
        if self.types is not None:
            return torch.zeros(rows, len(self.types), dtype=torch.long)
        return torch.ones(rows, self.width or 0)

    @property
    def is_constant(self) -> bool:
        """Whether attributes are not looked at."""
        return self.types is None and self.width is None

    @property
    def expected(self) -> str:
        """What the attributes should be, in words."""
        if self.types is not None:
            sizes = ", ".join(map(str, self.types))
            return f"{len(self.types)} column(s) of whole numbers below {sizes}"
        return f"{self.width} column(s) of floats"

    def extra_repr(self) -> str:
        """What was asked for."""
        kind = "constant" if self.width is None else f"width={self.width}"
        return f"dim={self.dim}, {kind if self.types is None else f'types={self.types}'}"
