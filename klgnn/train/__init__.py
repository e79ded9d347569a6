"""Training: one readable loop, runs that go on exactly where they stopped, and honest scores.

``fit`` trains what a :class:`Config` describes and writes a :class:`Run`, a folder with everything
that came of it; ``evaluate`` and ``predict`` use the network of a run. :class:`KLRegressor` and
:class:`KLClassifier` do all of it in the style of scikit-learn.
"""

from typing import TYPE_CHECKING, Any

from klgnn.train.answers import Predictions, Scores
from klgnn.train.config import Config, DataConfig, ModelConfig, OptimizerConfig, TrainingConfig
from klgnn.train.errors import Interrupted, TrainingError
from klgnn.train.folder import Run
from klgnn.train.loop import fit
from klgnn.train.report import Report
from klgnn.train.schedules import Schedule
from klgnn.train.several import Several, fit_seeds, summarize
from klgnn.train.using import evaluate, predict

if TYPE_CHECKING:
    from klgnn.train.estimators import KLClassifier, KLRegressor

__all__ = [
    "Config",
    "DataConfig",
    "Interrupted",
    "KLClassifier",
    "KLRegressor",
    "ModelConfig",
    "OptimizerConfig",
    "Predictions",
    "Report",
    "Run",
    "Schedule",
    "Scores",
    "Several",
    "TrainingConfig",
    "TrainingError",
    "evaluate",
    "fit",
    "fit_seeds",
    "predict",
    "summarize",
]


def __getattr__(name: str) -> Any:
    if name in ("KLClassifier", "KLRegressor"):  # scikit-learn is met only here
        from klgnn.train import estimators

        return getattr(estimators, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
