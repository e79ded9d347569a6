"""KLRegressor: numbers for graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import RegressorMixin
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_array

from klgnn.data import Target, Task
from klgnn.train.estimators.base import Estimator, no_targets, read

Array = npt.NDArray[Any]


class KLRegressor(RegressorMixin, Estimator):  # type: ignore[misc]
    """A network that predicts numbers for graphs.

    ``fit`` and ``predict`` take lists of anything :func:`klgnn.as_graph` takes; colors are types
    of nodes and edges. ``score`` is the coefficient of determination.

    >>> from klgnn.families import cycle
    >>> graphs, y = [cycle(n) for n in range(3, 15)], list(range(3, 15))
    >>> model = KLRegressor("baseline", epochs=40, hidden=16, lr=0.01, random_state=0)
    >>> model.fit(graphs, y).score(graphs, y) > 0.9
    True
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def fit(self, X: Any, y: Any) -> KLRegressor:
        """Train a network.

        Args:
            X: graphs.
            y: one number or one row of numbers for each.
        """
        if y is None:
            raise ValueError(no_targets(self))
        graphs = read(X, self.form)
        values = check_array(y, ensure_2d=False, dtype=np.float64, input_name="y", estimator=self)
        check_consistent_length(graphs, values)
        self.single_ = values.ndim == 1
        values = values[:, None] if self.single_ else values
        targets = tuple(Target(f"y{column}") for column in range(values.shape[1]))
        self._fit(graphs, values, Task("regression", "MAE", targets), None)
        return self

    def predict(self, X: Any) -> Array:
        """A number or a row of numbers for each graph."""
        outputs = self._outputs(X)
        return outputs[:, 0] if self.single_ else outputs
