"""The documentation names everything public, and its claims about constructions hold."""

import pkgutil
import re
from collections import Counter
from pathlib import Path

import pytest

import klgnn
from klgnn import (
    attributes,
    convert,
    counts,
    data,
    encode,
    experiments,
    families,
    nn,
    presets,
    report,
    select,
    train,
    wl,
)

ROOT = Path(__file__).parents[1]
MODULES = [klgnn, convert, families, counts, wl, select, nn, data, train, experiments, report]


def documented():
    """Full names in the API reference."""
    names, module = set(), ""
    for line in (ROOT / "docs" / "api.rst").read_text().splitlines():
        if match := re.fullmatch(r"\.\. (?:currentmodule|automodule):: ([\w.]+)", line):
            module = match[1]
            names.add(module)
        elif match := re.fullmatch(r"\.\. (?:data|autoclass):: ([\w.]+)", line):
            names.add(match[1])
        elif match := re.fullmatch(r"   (\w+)", line):
            names.add(f"{module}.{match[1]}")
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_name_is_in_the_reference(module):
    known = documented()
    for name in module.__all__:
        of_front = f"klgnn.{name}" in known and getattr(klgnn, name) is getattr(module, name)
        assert f"{module.__name__}.{name}" in known or of_front, name


def test_every_name_in_the_reference_exists():
    for name in documented() - {"klgnn"}:
        assert pkgutil.resolve_name(name) is not None
    assert "klgnn.attributes.encode_value" in documented()
    assert attributes.encode_value.__doc__


def test_every_family_and_pattern_function_is_in_the_guide():
    guide = (ROOT / "docs" / "families.rst").read_text()
    stems = {name.removesuffix("_pair").removesuffix("_block") for name in families.__all__}
    stems -= {"chi"}  # the block of cfi
    for name in stems:
        assert name in guide, name


def test_every_form_is_in_the_guide():
    guide = (ROOT / "docs" / "graphs.rst").read_text()
    titles = {"pyg": "PyTorch Geometric", "numpy": "Matrices", "edges": "Edge lists"}
    for form in [*convert.forms(), "smiles"]:
        assert titles.get(form, form).lower() in guide.lower(), form


@pytest.mark.parametrize(("module", "page"), [(presets, "engine"), (nn.presets, "expressive")])
def test_every_preset_is_in_the_reference_and_in_the_table(module, page):
    guide = (ROOT / "docs" / f"{page}.rst").read_text()
    made_here = {
        name for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }  # fmt: skip
    assert len(made_here) >= 7
    for name in made_here:
        assert f"{module.__name__}.{name}" in documented(), name
        assert f"``{name}(" in guide, name


def test_the_theory_shows_what_the_command_prints():
    guide = (ROOT / "docs" / "theory.rst").read_text()
    for part in ("table", "localized_table", "srg25_table", "witness_table"):
        assert f">>> print({part}(" in guide, part
    for name in re.findall(r"``(test_\w+)``", guide):
        laws = (ROOT / "tests" / "laws").glob("test_*.py")
        assert any(f"def {name}(" in file.read_text() or file.stem == name for file in laws), name


def same_with_one_label(left, right):
    """Whether color refinement after every placement of one label gives both the same colors."""
    shared = {}
    return one_label_colors(left, shared) == one_label_colors(right, shared)


def one_label_colors(graph, shared):
    rows = [graph.neighbors(v).tolist() for v in range(graph.num_nodes)]
    found = Counter()
    for label in range(graph.num_nodes):
        initial = [(c, v == label) for v, c in enumerate(graph.node_colors.tolist())]
        colors = [shared.setdefault(key, len(shared)) for key in initial]
        for _ in range(12):  # more rounds than the difference needs, the same for both graphs
            keys = [(colors[v], *sorted(colors[u] for u in row)) for v, row in enumerate(rows)]
            colors = [shared.setdefault(key, len(shared)) for key in keys]
        found[tuple(sorted(colors))] += 1
    return found


def with_parity_in_the_color(graph):
    """Gamma over K3 with k = 2: blocks of 80 nodes, whose nodes 4 to 7 are the middle ones."""
    colors = graph.node_colors.tolist()
    for block in range(3):
        for number in range(4):
            node = 80 * block + 4 + number
            colors[node] = int(encode([(colors[node], number.bit_count() % 2)])[0])
    return graph.recolor(node_colors=colors)


def test_the_middle_nodes_of_gamma_must_share_one_color():
    pair = families.gamma_pair(2, families.complete(3, colored=True))
    assert same_with_one_label(*pair)
    assert not same_with_one_label(*map(with_parity_in_the_color, pair))
