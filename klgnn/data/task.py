"""Task: what is to be predicted, in which units, and how it is scored."""

from dataclasses import dataclass, replace
from typing import Literal

from klgnn.data.errors import DataError

Kind = Literal["regression", "binary", "multiclass", "pairs"]


@dataclass(frozen=True)
class Target:
    """One thing to predict.

    Args:
        name: what it is called.
        unit: the unit of the published quantity; empty for numbers without one.
        about: what it is, in words.
        scale: the targets of the data set are the quantity divided by this.

    >>> Target("gap", "eV", "HOMO-LUMO gap").scale
    1.0
    """

    name: str
    unit: str = ""
    about: str = ""
    scale: float = 1.0


@dataclass(frozen=True)
class Task:
    """What is to be predicted.

    Args:
        kind: ``"regression"``; ``"binary"``, one number per target; ``"multiclass"``, one number
            per class; ``"pairs"``: tell the two graphs of each pair apart, without targets.
        metric: what the test set is scored by: ``"MAE"``, ``"accuracy"``, ``"ROC-AUC"``.
        targets: the columns of ``y``.
        num_classes: of a multiclass task.
        note: what else one must know to compare scores.

    >>> Task("binary", "accuracy", (Target("satisfiable"),)).num_outputs
    1
    """

    kind: Kind
    metric: str
    targets: tuple[Target, ...] = ()
    num_classes: int = 0
    note: str = ""

    @property
    def num_outputs(self) -> int:
        """How many numbers a model gives for a graph."""
        return self.num_classes if self.kind == "multiclass" else len(self.targets)

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger score is a better one."""
        return self.metric != "MAE"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the targets."""
        return tuple(target.name for target in self.targets)

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of each target as ``y`` has it."""
        return tuple(_unit(target) for target in self.targets)

    def column(self, target: int | str) -> int:
        """The column of a target, by name or number."""
        if isinstance(target, str) and target in self.names:
            return self.names.index(target)
        if isinstance(target, int) and 0 <= target < len(self.targets):
            return target
        raise DataError(
            f"target: got {target!r}, expected one of {', '.join(self.names) or 'none'},"
            f" or a number below {len(self.targets)}"
        )

    def only(self, columns: list[int]) -> "Task":
        """The task of some of the targets."""
        return replace(self, targets=tuple(self.targets[column] for column in columns))


def _unit(target: Target) -> str:
    if target.scale == 1.0:
        return target.unit
    return f"{target.scale:.6g} {target.unit}".strip()
