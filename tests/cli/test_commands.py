"""Every command, run as the program runs it: what it prints, as text and as JSON, and its code."""

import json
import signal
import subprocess
import sys
import urllib.request

import pytest

from klgnn import families, fingerprint, frontier, partition, write_graphs
from klgnn.cli import run
from klgnn.convert import to_form


@pytest.fixture
def klgnn(capsys):
    """Runs a command; its exit code, standard output and standard error."""

    def call(*words):
        code = run(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def klgnn_json(klgnn):
    def call(*words):
        code, out, err = klgnn(*words, "--json")
        assert err == ""
        assert out.count("\n") == 1
        return code, json.loads(out)

    return call


def test_compare_answers_by_its_exit_code(klgnn):
    assert klgnn("compare", "rook:4", "shrikhande", "--quiet") == (0, "", "")
    assert klgnn("compare", "rook:4", "shrikhande", "-l", "2", "--quiet") == (1, "", "")
    assert klgnn("compare", "rook:4", "shrikhande", "-k", "0", "--quiet")[0] == 2


def test_compare_says_why_with_the_names_that_were_given(klgnn):
    code, out, err = klgnn("compare", "rook:4", "shrikhande", "-l", "2")
    assert (code, err) == (1, "")
    assert out.startswith("apart  1,2-WL\n")
    assert "rook:4: 16 nodes, 48 edges" in out
    assert "the first graph" not in out
    assert "\x1b" not in out  # no color where nobody looks


def test_compare_in_json_agrees_with_the_text(klgnn_json):
    code, same = klgnn_json("compare", "hexagon", "triangles")
    assert (code, same["apart"], same["witness"]) == (0, False, None)
    assert 0 < same["probability"] < 1e-20
    code, exact = klgnn_json("compare", "hexagon", "triangles", "--exact")
    assert (code, exact["mode"], exact["probability"]) == (0, "exact", 0)
    code, apart = klgnn_json("compare", "hexagon", "triangles", "-l", "1")
    assert (code, apart["apart"]) == (1, True)
    assert apart["witness"]["counts"] == [6, 0]  # each node of the hexagon, none of the triangles
    assert [graph["nodes"] for graph in apart["graphs"]] == [6, 6]


@pytest.mark.parametrize(
    ("test", "apart"),
    [("wl:1", 0), ("id_gnn", 1), ("nested:1", 1), ("i2gnn", 1), ("osan:1", 1), ("fwl:2", 1)],
)
def test_tests_by_the_names_of_networks(klgnn, test, apart):
    assert klgnn("compare", "hexagon", "triangles", "--test", test, "-q")[0] == apart


def test_colors_are_told_about_and_can_be_passed_over(klgnn):
    code, _, err = klgnn("compare", "cfi:K4", "cfi:K4,plain")
    assert code == 2
    assert "node colors in cfi:K4 and none in the other" in err
    assert klgnn("compare", "cfi:K4", "cfi:K4,plain", "--plain", "-q")[0] == 0


def test_frontier_is_the_engines(klgnn, klgnn_json):
    rook, shrikhande = families.rook(4), families.shrikhande()
    code, out, _ = klgnn("frontier", "rook:4", "shrikhande")
    assert code == 0
    assert "(1,2), (3,1)" in out
    _, data = klgnn_json("frontier", "rook:4", "shrikhande", "--max-k", "2", "--variant", "fwl")
    found = frontier(rook, shrikhande, 2, 2, variant="fwl")
    assert {(c["k"], c["l"]): c["apart"] for c in data["table"]} == found.table
    assert [(c["k"], c["l"]) for c in data["minimal"]] == found.minimal


def test_frontier_of_isomorphic_graphs(klgnn):
    out = klgnn("frontier", "cycle:5", "cycle:5", "--max-k", "2")[1]
    assert "None of these tests" in out


@pytest.fixture
def few(tmp_path):
    """A file of three graphs, of which 1-WL takes the first two for one."""
    path = tmp_path / "few.g6"
    write_graphs([families.cycle(6), families.hexagon_and_triangles()[1], families.path(6)], path)
    return path


def test_partition_of_a_file(klgnn, klgnn_json, few):
    assert klgnn("partition", str(few))[1].startswith("3 graphs, 2 classes under 1,0-WL\n")
    assert klgnn("partition", "rook:4")[1].startswith("1 graph, 1 class under 1,0-WL")
    assert "every graph looks different" in klgnn("partition", str(few), "-l", "1")[1]
    assert klgnn("partition", str(few), "--numbers")[1] == "0\n0\n1\n"
    assert klgnn_json("partition", str(few))[1]["classes"] == partition(few).tolist()


def test_fingerprint_of_a_file(klgnn, klgnn_json, few):
    lines = klgnn("fingerprint", str(few), "-l", "1")[1].splitlines()
    assert lines[0] == fingerprint(families.cycle(6), 1, 1)
    assert len(set(lines)) == 3
    assert klgnn_json("fingerprint", str(few), "-l", "1")[1]["fingerprints"] == lines


def test_estimate(klgnn, klgnn_json):
    assert "256 labeled graphs" in klgnn("estimate", "rook:4", "-l", "2")[1]
    _, data = klgnn_json("estimate", "rook:4", "-k", "3", "-l", "1")
    assert (data["runs_as"], data["label_tuples"], data["tuples"]) == ("2,1-FWL", 16, 256)
    assert data["bytes"] > 0
    assert data["seconds"] > 0


def test_families_can_all_be_named(klgnn_json):
    _, data = klgnn_json("families")
    assert {"rook", "cfi", "csl", "sr25"} <= {each["name"] for each in data["families"]}


def test_compare_and_frontier_draw(klgnn, tmp_path):
    pytest.importorskip("matplotlib")
    for command, name in (("compare", "<b>$x.svg"), ("frontier", "grid.png")):
        path = tmp_path / name
        assert klgnn(command, "hexagon", "triangles", "--picture", str(path))[0] == 0
        assert path.stat().st_size > 1000
        path.unlink()
    assert not list(tmp_path.iterdir())


def test_explore_writes_a_page_with_the_names_that_were_given(klgnn, klgnn_json, tmp_path):
    path = tmp_path / "page.html"
    words = ("explore", "hexagon", "triangles", "--output", str(path), "--max-k", "1")
    code, data = klgnn_json(*words)
    assert (code, data["path"]) == (0, str(path))
    assert '"names":["hexagon","triangles"]' in path.read_text()
    assert klgnn(*words)[1] == f"{path}: open it in a browser\n"


def test_a_page_is_served_until_it_is_interrupted():
    words = ("explore", "hexagon", "triangles", "--max-k", "1", "--serve", "--json")
    process = subprocess.Popen(
        [sys.executable, "-m", "klgnn.cli", *words], stdout=subprocess.PIPE, text=True
    )
    with process:
        address = json.loads(process.stdout.readline())["url"]
        with urllib.request.urlopen(address) as page:
            assert b"klgnn explorer" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_data_sets_are_packed_and_verified(klgnn, klgnn_json, few, tmp_path):
    assert "sr25" in klgnn("data", "list")[1]
    pack = tmp_path / "few.npz"
    code, data = klgnn_json("data", "pack", str(few), str(pack))
    assert (code, data["graphs"], data["ok"]) == (0, 3, True)
    assert klgnn("data", "verify", str(pack))[0] == 0
    pack.write_bytes(pack.read_bytes()[:-7])
    code, _, err = klgnn("data", "verify", str(pack))
    assert code == 2 or (code == 1 and err == "")


def test_place_finds_a_model_of_this_folder(klgnn_json, tmp_path, monkeypatch):
    module = tmp_path / "model_to_place.py"
    module.write_text(
        "from torch import nn\n"
        "from torch_geometric.nn import GIN, global_add_pool\n"
        "class Model(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.gin = GIN(1, 8, 3)\n"
        "    def forward(self, x, edge_index, edge_attr=None, batch=None):\n"
        "        return global_add_pool(self.gin(x, edge_index), batch)\n"
    )
    monkeypatch.chdir(tmp_path)
    code, data = klgnn_json("place", "model_to_place:Model", "--max-nodes", "16", "--seeds", "1")
    assert code == 0
    assert {"k": 1, "l": 0} in data["dominated_by"]


def test_place_says_what_it_did_not_find(klgnn):
    for word, part in (("nonsense", "module:Model"), ("no_such_module:M", "is not found"),
                       ("json:Nothing", "json has no Nothing")):  # fmt: skip
        code, out, err = klgnn("place", word)
        assert (code, out) == (2, "")
        assert part in err


def test_standard_input_is_shared_by_all_dashes():
    lines = "".join(to_form(graph, "graph6") + "\n" for graph in families.hexagon_and_triangles())
    done = subprocess.run(
        [sys.executable, "-m", "klgnn.cli", "compare", "-", "-", "-l", "1", "--json"],
        input=lines, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert json.loads(done.stdout)["witness"]["counts"] == [6, 0]


def test_help_names_every_command_and_its_function(klgnn):
    text = klgnn("--help")[1]
    for command in ("compare", "frontier", "partition", "fingerprint", "estimate", "explore",
                    "place", "train", "evaluate", "predict", "table", "data", "demo"):  # fmt: skip
        assert command in text
        if command != "data":
            assert "klgnn." in klgnn(command, "--help")[1]


def test_version(klgnn):
    import klgnn as package

    assert klgnn("--version")[:2] == (0, f"klgnn {package.__version__}\n")


def test_help_is_light():
    """Nobody waits for torch or numba to read a help page."""
    code = "import sys; from klgnn.cli import run; run(['compare', '--help'])\n"
    code += "print(*[m for m in ('torch', 'numba', 'networkx', 'rdkit') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""
