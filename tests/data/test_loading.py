"""Where data comes from, what the options mean, and what is said when there is none."""

import logging
from dataclasses import replace

import numpy as np
import pytest
from data_files import write_ogb, write_tu, write_zinc, zipped
from local_server import serving

from klgnn.data import DataError, fetch, list_datasets, load, pack, registry, sources, trust
from klgnn.data.entry import Remote
from klgnn.data.sets import tu
from klgnn.families import cycle


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(fetch, "PAUSE", 0.0)


@pytest.fixture
def zinc(tmp_path, monkeypatch):
    """A server with a small ZINC, and the entry that points at it."""
    home = tmp_path / "official"
    write_zinc(home)
    archive = zipped(tmp_path / "molecules.zip", home, "molecules/")
    files = {"/molecules.zip": archive}
    for part in ("train", "val", "test"):
        files[f"/{part}.index"] = (home / f"{part}.index").read_bytes()
    with serving(files) as (url, answers):
        entry = registry.ENTRIES["zinc12k"]
        remotes = tuple(
            replace(remote, url=f"{url}/{remote.file}" + "?dl=1" * bool(remote.members))
            for remote in entry.remotes
        )
        entry = replace(entry, remotes=remotes, graphs=8, split_sizes=(4, 2, 2))
        monkeypatch.setitem(registry.ENTRIES, "zinc12k", entry)
        yield answers


def test_a_download_from_end_to_end(zinc, cache, tmp_path):
    zinc.cut_after = [500]
    found = load("zinc12k")
    assert found.splits.sizes() == (4, 2, 2)
    raw = cache / "raw" / "zinc12k"
    assert trust.note_of(raw / "train.pickle").exists()
    given = load("zinc12k", tmp_path / "official")
    assert given.arrays.digest == found.arrays.digest
    zinc.requests.clear()
    again = load("zinc12k", download=False)  # the pack in the cache
    assert again.arrays.digest == found.arrays.digest
    assert again.source.endswith("packs/zinc12k.npz")
    assert not zinc.requests


def test_a_damaged_pack_in_the_cache_is_made_again(zinc, cache, caplog):
    digest = load("zinc12k").arrays.digest
    path = cache / "packs" / "zinc12k.npz"
    for content in (path.read_bytes()[:-200], b""):
        path.write_bytes(content)
        with caplog.at_level(logging.WARNING, "klgnn.data"):
            assert load("zinc12k", download=False).arrays.digest == digest
        assert "it is made again" in caplog.text
        caplog.clear()
    load("zinc12k")
    assert not caplog.text


def test_a_damaged_original_in_the_cache_is_refused(zinc, cache):
    load("zinc12k")
    (cache / "packs" / "zinc12k.npz").unlink()
    pickle = cache / "raw" / "zinc12k" / "train.pickle"
    content = bytearray(pickle.read_bytes())
    content[-40] ^= 1
    pickle.write_bytes(content)
    with pytest.raises(DataError, match=r"train.pickle: got SHA-256 .* noted"):
        load("zinc12k")


def test_an_archive_with_a_wrong_checksum(zinc, monkeypatch):
    entry = registry.ENTRIES["zinc12k"]
    known = replace(entry.remotes[0], sha256="0" * 64)
    changed = replace(entry, remotes=(known, *entry.remotes[1:]))
    monkeypatch.setitem(registry.ENTRIES, "zinc12k", changed)
    with pytest.raises(DataError, match="expected 0000"):
        load("zinc12k")


def test_an_archive_put_into_a_folder_by_hand(tmp_path, monkeypatch):
    write_ogb(tmp_path / "official")
    (tmp_path / "mine").mkdir()
    zipped(tmp_path / "mine" / "hiv.zip", tmp_path / "official", "hiv/")
    entry = replace(registry.ENTRIES["molhiv"], graphs=3, split_sizes=None)
    monkeypatch.setitem(registry.ENTRIES, "molhiv", entry)
    assert len(load("molhiv", tmp_path / "mine", download=False)) == 3
    (tmp_path / "mine" / "hiv.zip").write_bytes(b"PK nothing")
    with pytest.raises(DataError, match=r"hiv.zip: got an archive that is not read"):
        load("molhiv", tmp_path / "mine", download=False)


def test_an_archive_cannot_write_outside(tmp_path, cache):
    write_tu(tmp_path / "official")
    zipped(tmp_path / "TOY.zip", tmp_path / "official", "../../../TOY/")
    entry = tu.entry("TOY")
    assert len(sources.obtain(entry, tmp_path, download=False)[0]) == 2
    written = set(tmp_path.rglob("TOY_A.txt"))
    assert written == {tmp_path / "official" / "TOY_A.txt", cache / "raw" / "tu-TOY" / "TOY_A.txt"}


def test_tu_by_download(tmp_path, monkeypatch):
    write_tu(tmp_path / "official")
    (tmp_path / "official" / "TOY_edge_labels.txt").unlink()  # some sets have none
    body = zipped(tmp_path / "TOY.zip", tmp_path / "official", "TOY/")
    with serving({"/TOY.zip": body}) as (url, _):
        remote = tu.entry("TOY").remotes[0]
        changed = replace(tu.entry("TOY"), remotes=(replace(remote, url=f"{url}/TOY.zip"),))
        monkeypatch.setattr(tu, "entry", lambda name: changed)
        found = load("tu:TOY", fold=3)
    assert len(found) == 2
    assert found.num_edge_types is None


def test_root_comes_before_the_variable_and_a_pack_before_the_files(tmp_path, monkeypatch):
    for folder, size in (("root", 5), ("variable", 6)):
        (tmp_path / folder).mkdir()
        pack([cycle(size)], tmp_path / folder / "tu-TOY.npz")
    write_tu(tmp_path / "variable" / "TOY")
    monkeypatch.setenv("KLGNN_DATA", str(tmp_path / "variable"))
    assert load("tu:TOY", tmp_path / "root").graphs() == [cycle(5)]
    assert load("tu:TOY").graphs() == [cycle(6)]
    (tmp_path / "variable" / "tu-TOY.npz").unlink()
    assert len(load("tu:TOY")) == 2


def test_a_damaged_pack_of_the_user_is_refused(tmp_path):
    (tmp_path / "qm9.npz").write_bytes(b"PK\3\4 nothing")
    with pytest.raises(DataError, match=r"qm9.npz: got a file that cannot be read"):
        load("qm9", tmp_path)


@pytest.mark.parametrize("name", ["exp", "brec", "qm9", "zinc12k", "molhiv", "counting_er"])
def test_offline_says_which_file_to_put_where(name, tmp_path, cache):
    with pytest.raises(DataError) as caught:
        load(name, tmp_path, download=False)
    message = str(caught.value)
    assert f"got nothing in {tmp_path}, {cache}" in message
    assert f"expected the pack {name}.npz" in message
    assert f"into {tmp_path} and pass it as root= or name it in KLGNN_DATA" in message
    for file in registry.ENTRIES[name].files:
        assert file.replace("|", " or ") in message


def test_without_network_the_message_names_the_address(monkeypatch, tmp_path):
    entry = registry.ENTRIES["brec"]
    remote = replace(entry.remotes[0], url="http://127.0.0.1:9/BREC_data_all.zip")
    monkeypatch.setitem(registry.ENTRIES, "brec", replace(entry, remotes=(remote,)))
    with pytest.raises(DataError, match=r"127.0.0.1:9/BREC_data_all.zip: got .*put it at"):
        load("brec")


def test_a_folder_that_is_none(tmp_path, monkeypatch):
    with pytest.raises(DataError, match=r"root: got .* which is no folder"):
        load("csl", tmp_path / "nowhere")
    monkeypatch.setenv("KLGNN_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataError, match=r"KLGNN_DATA: got .* which is no folder"):
        load("csl")


@pytest.mark.parametrize("name", ["zinc", "ZINC12K", "mutag", 5, ""])
def test_an_unknown_name(name):
    hint = "did you mean 'zinc12k'" if str(name).lower().startswith("zinc") else "such as|one of"
    with pytest.raises(DataError, match=hint):
        load(name)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("csl", {"seed": 3}, "seed=3, which means nothing here"),
        ("csl", {"induced": True}, "induced=True, which means nothing"),
        ("sr25", {"fold": 1}, "fold=1, which means nothing"),
        ("csl", {"fold": 5}, "fold=5, expected 0 to 4"),
        ("csl", {"normalize": "train"}, "multiclass task, expected regression"),
        ("csl", {"target": "mu"}, "expected one of skip"),
        ("csl", {"target": 1}, "a number below 1"),
        ("csl", {"target": []}, "at least one target"),
    ],
)
def test_options_that_mean_nothing_are_refused(name, options, message):
    with pytest.raises(DataError, match=message):
        load(name, **options)


def test_csl_and_sr25_need_no_file():
    csl = load("csl")
    assert [len(set(part.y[:, 0])) for part in (csl.train, csl.valid, csl.test)] == [10] * 3
    assert {graph.num_edges for graph in csl.graphs()} == {82}
    assert len({graph.digest for graph in csl.graphs()}) == 150
    tested = np.concatenate([load("csl", fold=fold).splits.test for fold in range(5)])
    assert sorted(tested.tolist()) == list(range(150))
    sr25 = load("sr25")
    assert sr25.source == "built by klgnn.families"
    assert [int(data.y) for data in sr25] == list(range(15))
    assert sr25.splits.sizes() == (15, 15, 15)


def test_the_list(tmp_path):
    pack([cycle(3)], tmp_path / "qm9.npz")
    write_ogb(tmp_path / "hiv")
    where = {found.name: found.where for found in list_datasets(tmp_path)}
    assert list(where) == list(registry.ENTRIES)
    assert where["qm9"] == str(tmp_path / "qm9.npz")
    assert where["molhiv"] == str(tmp_path / "hiv")
    assert where["csl"] == "built by klgnn.families"
    assert where["zinc12k"] == "to be downloaded"
    assert where["counting_er"] == ""


def test_every_address_is_encrypted():
    for entry in (*registry.ENTRIES.values(), tu.entry("MUTAG")):
        for remote in entry.remotes:
            assert isinstance(remote, Remote)
            assert remote.url.startswith("https://")
