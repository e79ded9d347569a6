"""What klgnn.train raises when the user can act on it."""

from klgnn.errors import GraphError


class TrainingError(GraphError):
    """A run cannot begin, or cannot go on.

    The message says what was got, what was expected and what to do.
    """


class Interrupted(TrainingError):  # noqa: N818 - it is not an error
    """Ctrl-C: all is saved, and the message says how to go on."""
