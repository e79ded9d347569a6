"""Whatever is put into a command: one clear line, exit code 2, and nothing left behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from klgnn import families, write_graphs
from klgnn.cli import run
from klgnn.wl.compiling import MESSAGE

JUNK = b"\x00\xff\xfe\x80 not a graph \x1b[31m\n\xf0\x9f"
HUGE = b"~~" + b"~" * 6 + b"\n"  # a header that claims 2^36 - 1 nodes
READERS = {
    "compare": ("compare", "{}", "hexagon"),
    "frontier": ("frontier", "hexagon", "{}"),
    "partition": ("partition", "{}"),
    "fingerprint": ("fingerprint", "{}"),
    "estimate": ("estimate", "{}"),
    "pack": ("data", "pack", "{}", "out/pack.npz"),
}
FILES = {
    "junk.g6": JUNK,
    "junk.s6": b":" + JUNK,
    "junk.d6": b"&" + JUNK,
    "junk.col": JUNK,
    "junk.smi": JUNK,
    "junk.g6.gz": b"\x1f\x8b" + JUNK,
    "huge.g6": HUGE,
    "huge.col": b"p edge 999999999999999999 1\ne 1 2\n",
    "long.g6": b"~" * 100_000,
    "truncated.g6": b"~?@",
}


@pytest.fixture
def refused(capfd, tmp_path, monkeypatch):
    """Asserts that a command fails as it should, and gives its one line."""
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)

    def check(*words):
        code = run(words)
        out, err = capfd.readouterr()
        err = err.removeprefix(f"{MESSAGE}\n")  # which a slow machine gives
        assert (code, out) == (2, "")
        assert err.startswith("klgnn: ")
        assert err.count("\n") == 1
        assert err.removesuffix("\n").isprintable()
        assert len(err) < 700
        assert "Traceback" not in err
        assert not any((tmp_path / "out").iterdir())
        return err

    return check


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", READERS)
def test_files_that_are_no_graphs(refused, tmp_path, command, name):
    (tmp_path / name).write_bytes(FILES[name])
    assert name.partition(".")[0] in refused(*(word.format(name) for word in READERS[command]))


@pytest.mark.parametrize("command", READERS)
def test_files_that_cannot_be_read(refused, tmp_path, command):
    (tmp_path / "folder.g6").mkdir()
    (tmp_path / "loop.g6").symlink_to("loop.g6")
    for name in ("folder.g6", "absent.g6", "loop.g6", "\x1b[2J.g6", "x" * 5000 + ".g6"):
        refused(*(word.format(name) for word in READERS[command]))
    if os.getuid():  # root may read everything
        (tmp_path / "private.g6").touch(mode=0)
        refused(*(word.format("private.g6") for word in READERS[command]))


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "<script>alert(1)</script>", "\x1b[31mred", "rook:", "rook:x", "rook:-1",
     "rook:4,4,4", "rok:4", "cfi:", "cfi:K999", "cfi:K4,K5", "csl:41", "sr25:15", "gamma:2", "exp:",
     "path:999999999999", "g6:", "smiles:C1CC", "~~~~~~~~", "rook:4#0", ":", "&", "-5", "../", "/",
     "C" * 100_000],
)  # fmt: skip
def test_texts_that_are_no_graphs(refused, text):
    refused("compare", "hexagon", "--", text)


@pytest.mark.parametrize(
    "options",
    [("-k", "0"), ("-k", "x"), ("-l", "-1"), ("-k", "99999"), ("--variant", "<b>"),
     ("--pooling", ""), ("--rounds", "-1"), ("--test", "i3gnn"), ("--test", "wl:1,2"),
     ("--test", "wl:"), ("--memory", "1X"), ("--memory", "1K", "-k", "4"), ("--form", "pickle"),
     ("--picture", "x.exe"), ("--nonsense",), ("-l", "1001")],
)  # fmt: skip
def test_options_that_make_no_sense(refused, options):
    refused("compare", "rook:4", "shrikhande", *options)


def test_what_may_be_two_things_is_refused(refused):
    assert "write g6:CN or smiles:CN" in refused("compare", "CN", "hexagon")


def test_unknown_commands(refused):
    assert "Did you mean 'compare'" in refused("compaer")
    refused("compare")
    refused("compare", "hexagon")
    refused("compare", "hexagon", "hexagon", "hexagon")
    refused("evaluate", "no_such_run")
    refused("predict", "no_such_run", "hexagon")
    refused("data", "pack", "no_such_set", "out/x.npz")
    refused("data", "verify", "no_such_file.npz")


def test_pages_that_cannot_be_written(refused, tmp_path):
    (tmp_path / "folder.html").mkdir()
    for name in ("no_such_folder/page.html", "folder.html"):
        refused("explore", "hexagon", "triangles", "--output", name, "--max-k", "1")
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


def test_errors_name_the_file_that_was_asked_for(refused):
    pytest.importorskip("matplotlib")
    for words in (("explore", "hexagon", "triangles", "--max-k", "1", "--output"),
                  ("compare", "hexagon", "triangles", "--picture")):  # fmt: skip
        assert "no_such_folder/page.svg: No such file" in refused(*words, "no_such_folder/page.svg")


def test_folders_that_cannot_be_made(refused, tmp_path):
    (tmp_path / "file").touch()
    assert "file/demo: Not a directory" in refused("demo", "file/demo", "--no-train")


@pytest.mark.parametrize("port", ["-1", "99999", "x"])
def test_ports_that_do_not_exist(refused, port):
    refused("explore", "hexagon", "triangles", "--max-k", "1", "--serve", "--port", port)


# Below, real processes: what they do with their own standard streams.


def klgnn(*words, **options):
    """A process that runs a command."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "klgnn.cli", *words], **options)


def complaints(err):
    """The lines on standard error, but for the word on kernels that a slow machine gives."""
    return [line for line in err.splitlines() if line != MESSAGE.encode()]


@pytest.fixture
def many(tmp_path):
    """A file of so many graphs that their fingerprints do not fit into a pipe."""
    path = tmp_path / "many.g6"
    write_graphs([families.path(3)] * 4000, path)
    return path


def test_a_closed_pipe(many):
    process = klgnn("fingerprint", str(many))
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 2
    assert len(complaints(err)) == 1
    assert b"closed pipe" in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, a device of Linux")
@pytest.mark.parametrize("words", [
    ("families",), ("compare", "hexagon", "triangles", "--json"),
    ("fingerprint", "rook:4", "--json"), ("explore", "--help"),
])  # fmt: skip
def test_a_full_disk(words):
    with open("/dev/full", "wb") as full:
        process = klgnn(*words, stdout=full)
        _, err = process.communicate()
    assert process.returncode == 2
    assert len(complaints(err)) == 1
    assert b"No space left" in err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full, a device of Linux")
def test_a_page_on_a_full_disk():
    words = ("explore", "hexagon", "triangles", "--max-k", "1", "--output", "/dev/full")
    process = klgnn(*words)
    out, err = process.communicate()
    assert (process.returncode, out) == (2, b"")
    assert len(complaints(err)) == 1
    assert b"No space left" in err
    assert not os.path.isfile("/dev/full")  # still a device


def test_an_interrupted_command_leaves_nothing(tmp_path):
    words = ("explore", "cfi:K4", "cfi:K4,twisted", "--max-l", "3", "--seconds", "1e9")
    process = klgnn(*words, "--output", str(tmp_path / "page.html"))
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert complaints(err) == [b"klgnn: interrupted"]
    assert not list(tmp_path.iterdir())


def test_closed_standard_streams():
    command = f"{sys.executable} -m klgnn.cli"
    for line in (f"{command} compare - hexagon <&-", f"{command} families >&-"):
        done = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
        assert done.returncode == 2, line
        assert len(complaints(done.stderr)) == 1, done.stderr


def test_junk_on_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "klgnn.cli", "partition", "-"], input=JUNK, capture_output=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"klgnn: standard input: line 1: ")


def test_an_endless_line_is_refused_before_it_ends():
    process = klgnn("partition", "-", stdin=subprocess.PIPE)
    stopped = threading.Event()

    def feed():
        with contextlib.suppress(BrokenPipeError):
            while not stopped.is_set():
                process.stdin.write(b"~" * 2**20)

    feeder = threading.Thread(target=feed)
    feeder.start()
    err = process.stderr.read()
    assert process.wait(60) == 2
    stopped.set()
    feeder.join()
    for stream in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(BrokenPipeError):
            stream.close()
    assert len(complaints(err)) == 1
