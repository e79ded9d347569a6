"""list_datasets: what there is, and where it would come from."""

from dataclasses import dataclass

from klgnn.data import sources
from klgnn.data.registry import ENTRIES


@dataclass(frozen=True)
class Listing:
    """A data set that klgnn knows by name.

    Args:
        name: its name.
        graphs: how many graphs.
        title: what it is.
        where: the file or folder it would be read from, or how it would be had; empty: it must be
            put somewhere by hand.
    """

    name: str
    graphs: int
    title: str
    where: str


def list_datasets(root: sources.Root = None) -> list[Listing]:
    """The data sets by name, and where each would come from; nothing is read or downloaded.

    Sets of the TU collection are not listed: ``tu:NAME`` takes any name that it has.

    >>> [(found.name, found.graphs) for found in list_datasets()][:3]
    [('sr25', 15), ('exp', 1200), ('csl', 150)]
    """
    return [
        Listing(entry.name, entry.graphs, entry.title, sources.where(entry, root))
        for entry in ENTRIES.values()
    ]
