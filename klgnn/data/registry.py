"""The data sets by name."""

from difflib import get_close_matches

from klgnn.data.entry import Entry
from klgnn.data.errors import DataError
from klgnn.data.sets import brec, counting, csl, exp, molhiv, qm9, sr25, tu, zinc12k

ENTRIES: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        sr25.ENTRY,
        exp.ENTRY,
        csl.ENTRY,
        brec.ENTRY,
        counting.ER,
        counting.REGULAR,
        qm9.ENTRY,
        zinc12k.ENTRY,
        molhiv.ENTRY,
    )
}


def find(name: str) -> Entry:
    """The entry of a data set by name; ``tu:NAME`` for a set of the TU collection."""
    if not isinstance(name, str):
        raise DataError(f"load: got {type(name).__name__}, expected a name such as 'zinc12k'")
    if name.startswith("tu:"):
        return tu.entry(name.removeprefix("tu:"))
    if name not in ENTRIES:
        near = get_close_matches(name.lower(), ENTRIES, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise DataError(
            f"load: got {name!r}, expected one of {', '.join(ENTRIES)}, tu:NAME, or a file that"
            f" ends in .npz{hint}"
        )
    return ENTRIES[name]


def of_pack(file_name: str) -> Entry | None:
    """The entry whose pack has this file name."""
    return next((entry for entry in ENTRIES.values() if entry.pack == file_name), None)
