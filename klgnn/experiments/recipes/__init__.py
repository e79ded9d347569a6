"""One recipe per table of the paper, a file each."""

from difflib import get_close_matches

from klgnn.experiments.recipe import SIZES, Column, Recipe, Row
from klgnn.experiments.recipes import (
    aggregator,
    architecture,
    counting,
    counting_er,
    data_driven,
    isomorphism,
    molhiv,
    num_labels,
    permutation_rate,
    qm9,
    running_time,
    set_rate,
    zinc,
)
from klgnn.train import TrainingError

RECIPES: dict[str, Recipe] = {
    module.RECIPE.name: module.RECIPE
    for module in (
        isomorphism, counting, counting_er, qm9, zinc, molhiv, architecture, aggregator,
        num_labels, set_rate, permutation_rate, running_time, data_driven,
    )
}  # fmt: skip


def find(name: str) -> tuple[Recipe, tuple[Row, ...], tuple[Column, ...]]:
    """What ``recipe``, ``recipe/row`` or ``recipe/row/column`` names.

    >>> recipe, rows, columns = find("qm9/4-idmpnn/mu")
    >>> recipe.name, len(rows), len(columns)
    ('qm9', 1, 1)
    """
    first, *rest = str(name).strip("/").split("/")
    recipe = RECIPES[one_of("recipe", first, [*RECIPES])]
    rows, columns = tuple(row for row in recipe.rows if row.runs), recipe.columns
    if rest:
        of_row = {row.name: row for row in rows}
        rows = (of_row[one_of(f"row of {first}", rest.pop(0), [*of_row])],)
    if rest:
        of_column = {column.name: column for column in columns if column.name}
        columns = (of_column[one_of(f"column of {first}", rest.pop(0), [*of_column])],)
    if rest:
        raise TrainingError(f"recipe: got {name!r}, expected recipe/row/column at most")
    return recipe, rows, columns


def one_of(what: str, given: str, known: list[str]) -> str:
    """A name that is known; others are refused with the likely one."""
    if given in known:
        return given
    near = get_close_matches(given.lower(), known, 1, 0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    expected = f"one of {', '.join(known)}" if known else "none: there is one only"
    raise TrainingError(f"{what}: got {given!r}, {hint}expected {expected}")


def size_of(given: str) -> str:
    """A size that is known."""
    return one_of("size", given, [*SIZES])
