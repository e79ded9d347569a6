"""Training: one readable loop, runs that go on exactly where they stopped, and honest scores.

``fit`` trains what a :class:`Config` describes and writes a :class:`Run`, a folder with everything
that came of it; ``evaluate`` and ``predict`` use the network of a run.
"""

from klgnn.train.answers import Predictions, Scores
from klgnn.train.config import Config, DataConfig, ModelConfig, OptimizerConfig, TrainingConfig
from klgnn.train.errors import Interrupted, TrainingError
from klgnn.train.folder import Run
from klgnn.train.loop import fit
from klgnn.train.report import Report
from klgnn.train.schedules import Schedule
from klgnn.train.using import evaluate, predict

__all__ = [
    "Config",
    "DataConfig",
    "Interrupted",
    "ModelConfig",
    "OptimizerConfig",
    "Predictions",
    "Report",
    "Run",
    "Schedule",
    "Scores",
    "TrainingConfig",
    "TrainingError",
    "evaluate",
    "fit",
    "predict",
]
