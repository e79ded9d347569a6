"""KLRegressor and KLClassifier do what scikit-learn expects of its own."""

import pickle
from functools import partial

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import r2_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import estimator_checks_generator
from sklearn.utils.validation import validate_data
from small_runs import typed_graphs

import klgnn
from klgnn.families import cycle, path
from klgnn.train import KLClassifier, KLRegressor, TrainingError

QUICK = {"kind": "baseline", "hidden": 8, "layers": (1, 0, 0), "epochs": 2, "random_state": 0}
GRAPHS = [make(n) for n in range(4, 16) for make in (cycle, path)]
SIZES = np.array([graph.num_nodes for graph in GRAPHS], float)


# Rows of numbers as graphs: so that scikit-learn's checks, which know only arrays, can run.


def graph_of(row):
    """Each number is the type of a node: its place, and in which of a few intervals it lies."""
    types = np.digitize(np.asarray(row, float), [-1, -0.3, 0, 0.3, 1, 3]) + 7 * np.arange(len(row))
    return path(max(len(row), 1)).recolor(node_colors=types if len(row) else [0])


class _OfTables:
    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        tags.no_validation = False
        return tags

    def fit(self, X, y):
        if y is None:
            return super().fit([], None)
        X = validate_data(self, X, skip_check_array=False)
        return super().fit([graph_of(row) for row in X], y)

    def _outputs(self, X):
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return super()._outputs([graph_of(row) for row in X])


class TableRegressor(_OfTables, KLRegressor):
    """A regressor of rows."""


class TableClassifier(_OfTables, KLClassifier):
    """A classifier of rows."""


QUICK_TABLES = {**QUICK, "unknown": "frequent"}
# These ask for a good fit, which takes more than two epochs.
LEARNING = ("check_regressors_train", "check_classifiers_train")
FAST = (
    "check_estimator_cloneable", "check_estimator_repr", "check_no_attributes_set_in_init",
    "check_parameters_default_constructible", "check_get_params_invariance", "check_set_params",
    "check_valid_tag_types", "check_mixin_order", "check_estimators_unfitted",
    "check_fit_check_is_fitted", "check_dict_unchanged", "check_dont_overwrite_parameters",
    "check_do_not_raise_errors_in_init_or_set_params", "check_requires_y_none",
)  # fmt: skip


def checks():
    for kind in (TableRegressor, TableClassifier):
        for estimator, check in estimator_checks_generator(kind(**QUICK_TABLES)):
            name = check.func.__name__
            marks = [] if name in FAST else [pytest.mark.slow]
            yield pytest.param(estimator, check, id=f"{kind.__name__}-{name}", marks=marks)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("estimator", "check"), [*checks()])
def test_scikit_learns_own_checks(estimator, check):
    assert isinstance(check, partial)
    if check.func.__name__ in LEARNING:
        estimator = clone(estimator).set_params(epochs=30, hidden=16, lr=0.02)
    check(estimator)


def test_tags():
    for kind in (KLRegressor, KLClassifier):
        tags = get_tags(kind())
        assert not tags.input_tags.two_d_array
        assert tags.target_tags.required
        assert tags.requires_fit
    assert get_tags(KLRegressor()).target_tags.multi_output
    assert get_tags(KLRegressor()).estimator_type == "regressor"
    assert get_tags(KLClassifier()).estimator_type == "classifier"


def test_a_regressor_learns_and_comes_back_from_a_pickle():
    model = KLRegressor(**{**QUICK, "epochs": 60, "lr": 0.02, "hidden": 16}).fit(GRAPHS, SIZES)
    found = model.predict(GRAPHS)
    assert found.shape == (24,)
    assert model.score(GRAPHS, SIZES) == pytest.approx(r2_score(SIZES, found))
    assert model.score(GRAPHS, SIZES) > 0.9
    assert model.n_iter_ == len(model.curve_) == 60
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict(GRAPHS), found)
    assert np.array_equal(clone(model).fit(GRAPHS, SIZES).predict(GRAPHS), found)
    other = clone(model).set_params(random_state=1).fit(GRAPHS, SIZES).predict(GRAPHS)
    assert not np.array_equal(other, found)


def test_several_targets():
    y = np.stack([SIZES, -SIZES], axis=1)
    assert KLRegressor(**QUICK).fit(GRAPHS, y).predict(GRAPHS[:3]).shape == (3, 2)


@pytest.mark.parametrize("count", [2, 3])
def test_a_classifier_gives_probabilities_of_its_classes(count):
    names = np.array(["small", "large", "medium"][:count])
    y = names[np.digitize(SIZES, np.quantile(SIZES, np.arange(1, count) / count))]
    model = KLClassifier(**{**QUICK, "epochs": 60, "lr": 0.03}).fit(GRAPHS, y)
    assert model.classes_.tolist() == sorted(names)
    assert model.score(GRAPHS, y) > 0.9
    sure = model.predict_proba(GRAPHS)
    assert sure.shape == (24, count)
    assert np.allclose(sure.sum(axis=1), 1)
    assert np.array_equal(model.classes_[sure.argmax(1)], model.predict(GRAPHS))
    logits = model.decision_function(GRAPHS)
    assert logits.shape == ((24,) if count == 2 else (24, count))


def test_anything_as_graph_takes(trained):
    import networkx as nx

    mixed = [nx.cycle_graph(5), "Bw", [(0, 1)], klgnn.as_graph("Bg")]
    model = KLRegressor(**QUICK).fit(mixed, [5, 3, 1, 2])
    assert np.isfinite(model.predict(["Bw", nx.path_graph(4)])).all()
    molecules = KLClassifier(**QUICK, form="smiles").fit(["CCO", "CCC", "CO", "CC"], [1, 0, 1, 0])
    assert molecules.predict(["CCCO"]).shape == (1,)
    _, data = trained()  # PyG Data and labels of its own network
    typed = KLRegressor(l=2, hidden=4, layers=(1, 1, 1), epochs=1, batch_size=7, validation=0.2)
    assert typed.fit(list(data), data.y).predict(list(data)[:2]).shape == (2, 2)


def test_types_that_fit_has_not_seen():
    graphs = typed_graphs(8)
    colors = graphs[0].node_colors.copy()
    colors[0] = 17
    foreign = graphs[0].recolor(node_colors=colors, edge_colors=graphs[0].edge_colors)
    model = KLRegressor(**QUICK).fit(graphs, np.arange(8.0))
    with pytest.raises(TrainingError, match="graph 0: node types: got type 17, which no graph of"):
        model.predict([foreign])
    model = model.set_params(unknown="frequent")
    assert np.isfinite(model.predict([foreign])).all()
    with pytest.raises(TrainingError, match="node types: got none, expected 1"):
        model.predict([cycle(3)])
    with pytest.raises(TrainingError, match="got some, expected none"):
        KLRegressor(**QUICK).fit(GRAPHS, SIZES).predict(graphs)


def test_text_colors_are_types_too():
    graphs = [path(3).recolor(node_colors=list(word)) for word in ("CCO", "CCC", "COC", "OOO")]
    model = KLRegressor(**{**QUICK, "epochs": 80, "lr": 0.03}).fit(graphs, [1, 0, 1, 3])
    assert model.score(graphs, [1, 0, 1, 3]) > 0.8


def test_cross_validation_grid_search_and_pipeline():
    y = np.array(["ring", "chain"] * 12)
    scores = cross_val_score(KLClassifier(**QUICK), GRAPHS, y, cv=2)
    assert scores.shape == (2,)
    assert np.isfinite(scores).all()
    search = GridSearchCV(KLRegressor(**QUICK), {"hidden": [4, 6], "lr": [0.01]}, cv=2)
    search.fit(GRAPHS, SIZES)
    assert search.best_params_["hidden"] in (4, 6)
    read = FunctionTransformer(lambda lines: [klgnn.as_graph(line) for line in lines])
    pipeline = make_pipeline(read, KLRegressor(**QUICK))
    lines = [graph.to("graph6") for graph in GRAPHS]
    assert pipeline.fit(lines, SIZES).predict(lines[:3]).shape == (3,)
    pipeline.set_params(klregressor__epochs=1).fit(lines, SIZES)
    assert pipeline[-1].n_iter_ == 1


@pytest.mark.parametrize(
    ("change", "X", "y", "message"),
    [
        ({}, GRAPHS, SIZES[:3], "inconsistent numbers of samples"),
        ({}, [], [], "got no graph"),
        ({}, "Bw", [1], "got str, expected a list of graphs"),
        ({}, 3, [1], "got int, expected a list of graphs"),
        ({}, [cycle(3), object()], [1, 2], "graph 1: got object"),
        ({}, [cycle(3)], [np.nan], "NaN"),
        ({"validation": 1.0}, GRAPHS, SIZES, "validation: got 1.0"),
        ({"patience": 3}, GRAPHS, SIZES, "patience: got 3 with validation=0"),
        ({"overrides": {"optimiser.lr": 1}}, GRAPHS, SIZES, r"did you mean 'optimizer\.lr'"),
        ({"settings": {"widht": 1}}, GRAPHS, SIZES, "'widht', which does not exist"),
        ({"kind": "idmpn"}, GRAPHS, SIZES, "did you mean 'idmpnn'"),
    ],
)
def test_refusals(change, X, y, message):
    with pytest.raises(ValueError, match=message):
        KLRegressor(**{**QUICK, **change}).fit(X, y)


def test_unfitted_and_one_class():
    with pytest.raises(NotFittedError):
        KLRegressor().predict(GRAPHS)
    with pytest.raises(ValueError, match="got one class"):
        KLClassifier(**QUICK).fit(GRAPHS, [1] * 24)
    with pytest.raises(ValueError, match="Unknown label type"):
        KLClassifier(**QUICK).fit(GRAPHS, SIZES + 0.5)


def test_validation_graphs_choose_the_epoch():
    model = KLClassifier(**{**QUICK, "epochs": 5, "validation": 0.25, "patience": 2, "lr": 1e-9})
    model.fit(GRAPHS, ["a", "b"] * 12)
    assert model.n_iter_ == 3  # the score cannot change
    assert all("valid" in row for row in model.curve_)
