"""What klgnn raises when the user can act on it."""


class GraphError(ValueError):
    """The input is not a graph klgnn can take.

    The message says what was got, what was expected and what to do.
    """


class AttributesIgnoredWarning(UserWarning):
    """A foreign graph has attributes that were neither chosen as colors nor declined.

    The message names them and says how to use them, and how to decline.
    """


class MissingDependencyError(ImportError):
    """An optional library is needed; the message names the extra that brings it."""

    def __init__(self, library: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {library}, which is not installed: pip install 'klgnn[{extra}]'",
            name=library,
        )
