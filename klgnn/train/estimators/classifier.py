"""KLClassifier: classes of graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array

from klgnn.data import Target, Task
from klgnn.train.answers import sigmoid, softmax
from klgnn.train.errors import TrainingError
from klgnn.train.estimators.base import Estimator, no_targets, read

Array = npt.NDArray[Any]


class KLClassifier(ClassifierMixin, Estimator):  # type: ignore[misc]
    """A network that predicts classes of graphs.

    ``fit`` and ``predict`` take lists of anything :func:`klgnn.as_graph` takes; colors are types
    of nodes and edges. ``score`` is the accuracy.

    >>> from klgnn.families import cycle
    >>> graphs, y = [cycle(n) for n in range(3, 15)], ["small"] * 6 + ["large"] * 6
    >>> model = KLClassifier("baseline", epochs=40, hidden=16, lr=0.01, random_state=0)
    >>> model.fit(graphs, y).score(graphs, y) > 0.9
    True
    """

    def fit(self, X: Any, y: Any) -> KLClassifier:
        """Train a network.

        Args:
            X: graphs.
            y: the class of each, numbers or texts.
        """
        if y is None:
            raise ValueError(no_targets(self))
        graphs = read(X, self.form)
        values = column_or_1d(y, warn=True)
        check_array(values, ensure_2d=False, dtype=None, input_name="y", estimator=self)
        check_classification_targets(values)
        check_consistent_length(graphs, values)
        self.classes_, numbers = np.unique(values, return_inverse=True)
        count = len(self.classes_)
        if count < 2:
            raise TrainingError(
                f"y: got one class, {self.classes_[0]!r}, expected two or more: there is nothing to"
                " tell apart"
            )
        task = Task("multiclass", "accuracy", (Target("class"),), num_classes=count)
        if count == 2:
            task = Task("binary", "accuracy", (Target("class"),))
        self._fit(graphs, numbers[:, None], task, numbers)
        return self

    def decision_function(self, X: Any) -> Array:
        """Logits: of the second of two classes, or of each ``(graphs, classes)``."""
        outputs = self._outputs(X)
        return outputs[:, 0] if len(self.classes_) == 2 else outputs

    def predict_proba(self, X: Any) -> Array:
        """The probability of each class, ``(graphs, classes)``."""
        logits = self.decision_function(X)
        if logits.ndim == 2:
            return softmax(logits)
        second = sigmoid(logits)
        return np.stack([1 - second, second], axis=1)

    def predict(self, X: Any) -> Array:
        """The most likely class of each graph."""
        logits = self.decision_function(X)
        chosen = (logits > 0).astype(int) if logits.ndim == 1 else logits.argmax(1)
        found: Array = self.classes_[chosen]
        return found
