"""What klgnn.data raises when the user can act on it."""

from klgnn.errors import GraphError


class DataError(GraphError):
    """A data set is not where it was looked for, or not what it should be.

    The message says what was got, what was expected and what to do.
    """
