"""Networks for lists of graphs, in the style of scikit-learn, which is needed here only."""

from klgnn.train.estimators.base import Estimator
from klgnn.train.estimators.classifier import KLClassifier
from klgnn.train.estimators.regressor import KLRegressor

__all__ = ["Estimator", "KLClassifier", "KLRegressor"]
