"""Imported first: says what to install where the networks' libraries are missing."""

from klgnn.errors import MissingDependencyError

try:
    import torch  # noqa: F401
    import torch_geometric  # noqa: F401
except ModuleNotFoundError as error:
    if error.name not in ("torch", "torch_geometric"):
        raise
    raise MissingDependencyError(error.name, "nn", "klgnn.nn") from None
