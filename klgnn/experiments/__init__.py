"""The paper's experiments: one recipe per table, trained and scored by one loop.

``train("zinc/4-idmpnn-b", size="short")`` trains a row of a table, ``table("zinc")`` says what has
been run of it, with the paper's figures beside. Recipes are in ``klgnn/experiments/recipes``.
"""

from klgnn.experiments.recipe import Column, Measure, Recipe, Row
from klgnn.experiments.recipes import RECIPES
from klgnn.experiments.running import Listing, list_recipes, train
from klgnn.experiments.tables import Table, table
from klgnn.train import evaluate, predict

__all__ = [
    "RECIPES",
    "Column",
    "Listing",
    "Measure",
    "Recipe",
    "Row",
    "Table",
    "evaluate",
    "list_recipes",
    "predict",
    "table",
    "train",
]
