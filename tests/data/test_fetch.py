import hashlib
import multiprocessing

import numpy as np
import pytest
from local_server import serving

from klgnn.data import DataError, fetch, trust

BODY = np.random.default_rng(0).bytes(300_000)
SUM = hashlib.sha256(BODY).hexdigest()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(fetch, "PAUSE", 0.0)


@pytest.fixture
def server():
    with serving({"/file": BODY}) as (url, answers):
        yield url, answers


def test_a_file_comes_whole_with_its_checksum_noted(server, tmp_path):
    url, answers = server
    path = fetch.download(f"{url}/file", tmp_path / "sub" / "file", SUM)
    assert path.read_bytes() == BODY
    assert trust.note_of(path).read_text().split() == [SUM, "file"]
    assert {p.name for p in path.parent.iterdir()} == {"file", "file.sha256", "file.lock"}
    fetch.download(f"{url}/file", path)
    assert len(answers.requests) == 1  # there already


def test_a_cut_connection_goes_on_where_it_was_cut(server, tmp_path):
    url, answers = server
    answers.cut_after = [100_000, 50_000]
    path = fetch.download(f"{url}/file", tmp_path / "file", SUM)
    assert path.read_bytes() == BODY
    assert [asked for _, asked in answers.requests] == [None, "bytes=100000-", "bytes=150000-"]


def test_a_later_call_goes_on_too(server, tmp_path):
    url, answers = server
    answers.cut_after = [10_000] * fetch.TRIES
    with pytest.raises(DataError, match=r"40,000 bytes are kept; load again to go on"):
        fetch.download(f"{url}/file", tmp_path / "file", SUM)
    assert not (tmp_path / "file").exists()
    answers.requests.clear()
    assert fetch.download(f"{url}/file", tmp_path / "file", SUM).read_bytes() == BODY
    assert [asked for _, asked in answers.requests] == ["bytes=40000-"]


def test_a_server_without_ranges_sends_all_again(server, tmp_path):
    url, answers = server
    answers.cut_after, answers.ranges = [100_000], False
    assert fetch.download(f"{url}/file", tmp_path / "file", SUM).read_bytes() == BODY


def test_a_file_that_changed_meanwhile_is_not_glued_to_the_old_one(server, tmp_path):
    url, answers = server
    answers.cut_after = [100_000] * fetch.TRIES
    answers.ranges = False
    with pytest.raises(DataError, match="cut"):
        fetch.download(f"{url}/file", tmp_path / "file")
    answers.files["/file"], answers.tag, answers.ranges = b"new" * 100_000, '"two"', True
    assert fetch.download(f"{url}/file", tmp_path / "file").read_bytes() == b"new" * 100_000


def test_an_unfinished_file_of_another_address_is_thrown_away(server, tmp_path):
    url, answers = server
    answers.cut_after = [100_000] * fetch.TRIES
    answers.files["/other"] = b"x" * 900_000
    with pytest.raises(DataError):
        fetch.download(f"{url}/other", tmp_path / "file")
    answers.cut_after.clear()
    assert fetch.download(f"{url}/file", tmp_path / "file", SUM).read_bytes() == BODY


def test_an_unfinished_file_longer_than_the_real_one(server, tmp_path):
    url, answers = server
    answers.cut_after = [100_000] * fetch.TRIES
    answers.ranges = False
    with pytest.raises(DataError):
        fetch.download(f"{url}/file", tmp_path / "file")
    answers.files["/file"], answers.ranges = BODY[:50_000], True
    assert fetch.download(f"{url}/file", tmp_path / "file").read_bytes() == BODY[:50_000]


def test_a_wrong_checksum_leaves_nothing(server, tmp_path):
    url, _ = server
    with pytest.raises(DataError, match=f"got a file with SHA-256 {SUM}, expected {'0' * 64}"):
        fetch.download(f"{url}/file", tmp_path / "file", "0" * 64)
    assert [p.name for p in tmp_path.glob("file*") if p.suffix not in (".lock", ".json")] == []


def test_a_refusal_says_where_to_put_the_file(server, tmp_path):
    url, answers = server
    with pytest.raises(DataError, match=rf"got 404 .*put it at {tmp_path}/gone"):
        fetch.download(f"{url}/gone", tmp_path / "gone")
    assert len(answers.requests) == 1  # asking again would not help


def test_no_server(tmp_path):
    with pytest.raises(DataError, match=r"Connection refused.*put it at"):
        fetch.download("http://127.0.0.1:9/file", tmp_path / "file")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_only_http(url, tmp_path):
    with pytest.raises(DataError, match="expected http"):
        fetch.download(url, tmp_path / "file")


def _fetch(url, path):
    fetch.download(url, path, SUM)


def test_two_processes_at_once(server, tmp_path):
    url, answers = server
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "file"
    both = [context.Process(target=_fetch, args=(f"{url}/file", path)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert path.read_bytes() == BODY
    assert len(answers.requests) == 1  # the second waited for the first


def test_a_file_that_changes_on_disk_is_noticed(server, tmp_path):
    url, _ = server
    path = fetch.download(f"{url}/file", tmp_path / "file")
    trust.check(path)
    path.write_bytes(BODY[:-1])
    with pytest.raises(DataError, match="expected the noted"):
        trust.check(path)
    with pytest.raises(DataError, match="expected the published"):
        trust.check(path, "0" * 64)
