"""Files are whole or absent, and what is no file is written to."""

import os
import threading

import pytest

from klgnn._files import replacing


def test_a_file_takes_its_name_when_it_is_whole(tmp_path):
    path = tmp_path / "a file"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines([b"half", None])
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a file"]


def test_an_error_names_the_file_that_was_asked_for(tmp_path):
    with (
        pytest.raises(FileNotFoundError, match=r"no_such_folder.page\.html'"),
        replacing(tmp_path / "no_such_folder" / "page.html"),
    ):
        pass
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError), replacing(tmp_path / "folder"):
        pass
    assert os.listdir(tmp_path) == ["folder"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_written_to_and_stays(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    with replacing(pipe) as file:
        file.write(b"all of it")
    reader.join()
    assert got == [b"all of it"]
    assert pipe.is_fifo()
