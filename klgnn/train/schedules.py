"""Learning rates: each a function of the epoch and of the scores so far, so there is no state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from klgnn.train.errors import TrainingError


@dataclass(frozen=True)
class Schedule:
    """How the learning rate changes from epoch to epoch.

    Args:
        name: ``"constant"``; ``"cosine"``: half a wave from 1 to 0 over the epochs after the
            warm-up; ``"step"``: times ``factor`` every ``every`` epochs; ``"plateau"``: times
            ``factor`` when the score has not improved for more than ``patience`` epochs.
        warmup: in so many first epochs the rate rises linearly to its full height.
        factor: of "step" and "plateau".
        every: of "step".
        patience: of "plateau".
        threshold: of "plateau": the relative change that counts as an improvement.
        floor: the share of the initial rate below which "cosine" and "plateau" do not go.

    >>> [round(Schedule("cosine", warmup=2).rate(e, 6), 3) for e in range(6)]
    [0.5, 1.0, 1.0, 0.854, 0.5, 0.146]
    """

    name: Literal["constant", "cosine", "step", "plateau"] = "constant"
    warmup: int = 0
    factor: float = 0.5
    every: int = 20
    patience: int = 10
    threshold: float = 1e-4
    floor: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.factor <= 1 or self.every < 1 or self.patience < 0 or self.warmup < 0:
            raise TrainingError(
                f"schedule: got {self!r}, expected 0 < factor <= 1, every >= 1, patience and"
                " warmup >= 0"
            )

    def rate(
        self, epoch: int, epochs: int, scores: Sequence[float] = (), higher: bool = False
    ) -> float:
        """The share of the initial learning rate in an epoch.

        Args:
            epoch: which, from 0.
            epochs: how many there are in all.
            scores: those of the validations so far.
            higher: whether a larger score is a better one.
        """
        if epoch < self.warmup:
            return (epoch + 1) / self.warmup
        if self.name == "cosine":
            share = (epoch - self.warmup) / max(epochs - self.warmup, 1)
            return max(self.floor, (1 + math.cos(math.pi * share)) / 2)
        if self.name == "step":
            return float(self.factor ** ((epoch - self.warmup) // self.every))
        if self.name == "plateau":
            return max(self.floor, self._plateau(scores, higher))
        return 1.0

    def _plateau(self, scores: Sequence[float], higher: bool) -> float:
        rate, best, bad = 1.0, -math.inf, 0
        for score in scores:
            value = score if higher else -score
            if best == -math.inf or value > best + self.threshold * abs(best):
                best, bad = value, 0
            else:
                bad += 1
            if bad > self.patience:
                rate, bad = rate * self.factor, 0
        return rate
