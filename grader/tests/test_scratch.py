"""A worker's private folder, filled by an enemy."""

from __future__ import annotations

import os

import pytest

from grader.worker import scratch


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    return scratch.make()


def dig(folder, depth):
    """Nest folders deeper than any path can name."""
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(depth):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    os.chdir(here)


def test_it_is_closed_to_others(folder):
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_nested_past_the_longest_path_is_removed(folder):
    dig(folder, 500)
    scratch.remove(folder)
    assert not folder.exists()


def test_a_closed_folder_is_removed(folder):
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b").chmod(0)
    (folder / "a").chmod(0)
    scratch.remove(folder)
    assert not folder.exists()


def test_a_link_is_removed_and_not_followed(folder, tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").touch()
    (folder / "a").mkdir()
    (folder / "a" / "link").symlink_to(tmp_path / "precious")
    scratch.remove(folder)
    assert (tmp_path / "precious" / "file").exists()


def test_usage_counts_bytes_on_disk_and_entries(folder):
    (folder / "a").mkdir()
    (folder / "a" / "file").write_bytes(bytes(1 << 20))
    (folder / "sparse").touch()
    os.truncate(folder / "sparse", 1 << 30)
    size, entries = scratch.usage(folder)
    assert (1 << 20) <= size < (2 << 20)
    assert entries == 3


def test_usage_counts_files_deleted_but_open(folder):
    with (folder / "file").open("wb") as file:
        file.write(bytes(1 << 20))
        file.flush()
        os.unlink(file.name)
        assert scratch.usage(folder)[0] == 0
        assert scratch.usage(folder, os.getpid())[0] >= 1 << 20


def test_usage_gives_up_on_a_folder_too_deep_or_too_full(folder, monkeypatch):
    dig(folder, 60)
    assert scratch.usage(folder)[1] > scratch.MAX_ENTRIES
    scratch.remove(folder)
    folder.mkdir()
    monkeypatch.setattr(scratch, "MAX_ENTRIES", 5)
    for n in range(9):
        (folder / str(n)).touch()
    assert scratch.usage(folder)[1] > 5
