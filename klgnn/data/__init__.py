"""Data sets by name: downloaded, read from a folder, or built; checked, and never unpickled.

``load`` gives a :class:`Dataset`: a list of PyG ``Data`` made from flat arrays on access, with the
official splits, a task with units, and the same graphs for the engine. ``prepared`` adds the label
sets of a selection policy and keeps them on disk. ``from_graphs`` makes a data set of your own.
``pack`` and ``verify`` write and check packs.
"""

from klgnn.data.dataset import Dataset
from klgnn.data.errors import DataError
from klgnn.data.listing import Listing, list_datasets
from klgnn.data.loading import load
from klgnn.data.making import from_graphs
from klgnn.data.packs import pack
from klgnn.data.places import cache_folder
from klgnn.data.preparing import prepared
from klgnn.data.splits import Splits
from klgnn.data.task import Target, Task
from klgnn.data.verifying import Report, verify

__all__ = [
    "DataError",
    "Dataset",
    "Listing",
    "Report",
    "Splits",
    "Target",
    "Task",
    "cache_folder",
    "from_graphs",
    "list_datasets",
    "load",
    "pack",
    "prepared",
    "verify",
]
