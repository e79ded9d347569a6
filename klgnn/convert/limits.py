"""What a few bytes of text may claim, so that no input takes the machine's memory."""

import re

from klgnn.errors import GraphError

# A node costs some 24 bytes before its first edge: ten bytes of text may ask for 240 MB, no more.
# Graphs above this come in as arrays.
MAX_TEXT_NODES = 10_000_000

# One line of text; a graph6 line of 40,000 nodes has this length.
MAX_LINE = 2**27


def parse_int(text: str, low: int, high: int, what: str) -> int:
    """A decimal number in a range; anything else is refused."""
    if not re.fullmatch(r"[0-9]{1,19}", text) or not low <= int(text) <= high:
        raise GraphError(f"{what}: got {text[:30]!r}, expected a number from {low} to {high}")
    return int(text)
