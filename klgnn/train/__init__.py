"""Training: one readable loop, runs that go on exactly where they stopped, and honest scores.

``fit`` trains what a :class:`Config` describes and writes a :class:`Run`, a folder with everything
that came of it.
"""

from klgnn.train.config import Config, DataConfig, ModelConfig, OptimizerConfig, TrainingConfig
from klgnn.train.errors import Interrupted, TrainingError
from klgnn.train.folder import Run
from klgnn.train.loop import fit
from klgnn.train.report import Report
from klgnn.train.schedules import Schedule

__all__ = [
    "Config",
    "DataConfig",
    "Interrupted",
    "ModelConfig",
    "OptimizerConfig",
    "Report",
    "Run",
    "Schedule",
    "TrainingConfig",
    "TrainingError",
    "fit",
]
