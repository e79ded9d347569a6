"""Sphinx configuration; builds without a network."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

project = "klgnn"
author = "The klgnn developers"
copyright = "The klgnn developers"
version = release = installed("klgnn")

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build", "_templates"]
nitpicky = True
# Annotations name types of other libraries and private aliases, which have no page here.
nitpick_ignore_regex = [
    ("py:(class|data|obj|exc)", r".*"),
    ("py:mod", r"klgnn\.\w+\.\w+"),  # parts of a folder, which docstrings point the developer to
    ("py:func", r"[a-z_]+"),  # a neighbor in the same folder, likewise
    ("py:func", r"klgnn\.nn\.(encoders\._probe\.probe|labeled\.labeled_graphs)"),  # likewise
]

autosummary_generate = True
templates_path = ["_templates"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
# scikit-learn adds the second to its estimators, with references into its own pages.
autodoc_default_options = {"members": True, "exclude-members": "__init__, set_score_request"}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True

html_theme = "pydata_sphinx_theme"
html_title = "klgnn"
html_show_sourcelink = False
html_theme_options = {"navbar_end": ["theme-switcher"], "show_prev_next": False}


def show_formulas(app, what, name, obj, options, lines):
    """Our docstrings indent a formula and need no further mark: show it as it stands."""
    for i in range(len(lines) - 1, 1, -1):
        starts = lines[i].startswith("    ") and not lines[i - 1].strip()
        before = next((line for line in reversed(lines[: i - 1]) if line.strip()), "")
        plain = before[:1].strip() and not before.startswith(("*", "..", ">>>"))
        if starts and plain and not before.endswith("::"):
            lines[i:i] = ["::", ""]


def draw_figures(app):
    """Pictures are drawn by the code they are about."""
    sys.path.insert(0, str(app.confdir))
    from figures import draw

    draw(Path(app.confdir, "figures"))


def setup(app):
    app.connect("builder-inited", draw_figures)
    app.connect("autodoc-process-docstring", show_formulas, priority=100)  # before napoleon
