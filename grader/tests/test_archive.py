from __future__ import annotations

import io
import stat
import struct
import time
import zipfile
from contextlib import ExitStack

import pytest

from grader.submissions import _archive
from grader.submissions._archive import open_zip
from grader.submissions._tree import UnreadableSubmission, disk_file
from grader.tests.handed_in import zipped


def members(folder, prefix=""):
    """Every file below a folder, by its path in it."""
    listing = folder.contents()
    found = {prefix + file.name: file for file in listing.files}
    for inner in listing.folders:
        found |= members(inner, f"{prefix}{inner.name}/")
    return found


@pytest.fixture
def opened():
    """Opens the zip at a path; it closes when the test ends."""
    with ExitStack() as stack:
        yield lambda path: open_zip(disk_file(path), stack)


def refusal(file, limit=1 << 20):
    with pytest.raises(UnreadableSubmission) as error:
        file.read(limit)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_members_are_a_tree_of_readable_files(tmp_path, opened):
    root = opened(zipped(tmp_path / "ada.zip", {"a.py": "1", "b/c.py": "2", "b/d/": "", "b/e/f.ipynb": "3"}))
    found = members(root)
    assert root.name == "ada"
    assert {name: file.read(9) for name, file in found.items()} == {"a.py": b"1", "b/c.py": b"2", "b/e/f.ipynb": b"3"}
    assert found["b/c.py"].shown == f"{tmp_path}/ada.zip/b/c.py"


def test_names_that_lead_out_are_not_listed_and_told_of(tmp_path, opened):
    evil = [
        "../../evil.py",
        "/tmp/abs.py",
        "a/../../b.py",
        "C:\\x.py",
        "..\\..\\w.py",
        "c:y.py",
        "\\\\host\\share\\z.py",
    ]
    root = opened(zipped(tmp_path / "slip.zip", dict.fromkeys([*evil, "host_roundtrip.py"], "x = 1")))
    assert list(members(root)) == ["host_roundtrip.py"]
    (problem,) = root.contents().problems
    assert problem.reason.startswith("7 of its members have names that lead out of it")
    assert list(tmp_path.iterdir()) == [tmp_path / "slip.zip"]


def test_the_backslash_of_old_windows_tools_separates(tmp_path, opened):
    assert list(members(opened(zipped(tmp_path / "a.zip", {"ada\\03.py": "1"})))) == ["ada/03.py"]


def test_what_a_mac_or_a_cache_adds_is_ignored(tmp_path, opened):
    added = ["__MACOSX/._a.py", ".DS_Store", ".ipynb_checkpoints/a.ipynb", "b/__pycache__/a.py", "./a.py"]
    assert list(members(opened(zipped(tmp_path / "a.zip", dict.fromkeys(added, "1"))))) == ["a.py"]


def test_two_members_of_one_name_are_two_files(tmp_path, opened):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.py", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.py", "2")
    files = opened(tmp_path / "a.zip").contents().files
    assert [file.read(9) for file in files] == [b"1", b"2"]
    assert len({file.identity for file in files}) == 2


def test_links_and_special_files_refuse_to_be_read(tmp_path, opened):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, kind in (("link.py", stat.S_IFLNK), ("pipe.py", stat.S_IFIFO), ("plain.py", stat.S_IFREG)):
            info = zipfile.ZipInfo(name)
            info.external_attr = (kind | 0o644) << 16
            archive.writestr(info, "/etc/passwd")
    found = members(opened(tmp_path / "a.zip"))
    assert "is a link or a special file" in refusal(found["link.py"])
    assert "is a link or a special file" in refusal(found["pipe.py"])
    assert found["plain.py"].read(99) == b"/etc/passwd"


def test_an_encrypted_member_refuses_to_be_read(tmp_path, opened):
    data = bytearray(zipped(tmp_path / "a.zip", {"a.py": "1"}).read_bytes())
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(signature) + offset] |= 1
    (tmp_path / "a.zip").write_bytes(data)
    assert "is encrypted" in refusal(members(opened(tmp_path / "a.zip"))["a.py"])


def test_an_unusual_compression_refuses_to_be_read(tmp_path, opened):
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.py", "1")
    assert "deflate" in refusal(members(opened(tmp_path / "a.zip"))["a.py"])


def test_damage_inside_costs_that_member_alone(tmp_path, opened):
    path = zipped(tmp_path / "a.zip", {"a.py": "a = 1\n" * 99, "b.py": "b = 1"})
    data = bytearray(path.read_bytes())
    data[36] ^= 0xFF
    path.write_bytes(data)
    found = members(opened(path))
    assert "is damaged inside its zip" in refusal(found["a.py"])
    assert found["b.py"].read(99) == b"b = 1"


def test_a_member_larger_than_its_kind_may_be_is_not_inflated_further(tmp_path, opened):
    path = zipped(tmp_path / "bomb.zip", {"a.py": b"#" * (50 << 20)})
    start = time.process_time()
    assert "is larger than 1 MiB" in refusal(members(opened(path))["a.py"])
    assert time.process_time() - start < 0.5


def test_a_zip_that_inflates_to_far_more_than_its_size_is_stopped(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(_archive, "INFLATED_BYTES", 3 << 20)
    path = zipped(tmp_path / "bomb.zip", {f"{i}.py": b"#" * (1 << 20) for i in range(9)})
    found = members(opened(path))
    for name in ("0.py", "1.py", "2.py"):
        assert len(found[name].read(1 << 20)) == 1 << 20
    assert "like a bomb" in refusal(found["3.py"])


def test_a_zip_in_a_zip_is_opened_and_a_third_is_not(tmp_path, opened):
    def wrapped(name, inner):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr(name, inner)
        return stream.getvalue()

    path = zipped(tmp_path / "class.zip", {"ada.zip": wrapped("more.zip", wrapped("03.py", "1"))})
    with ExitStack() as stack:
        ada = open_zip(members(opened(path))["ada.zip"], stack)
        more = members(ada)["more.zip"]
        assert more.shown == f"{path}/ada.zip/more.zip"
        with pytest.raises(UnreadableSubmission, match="a zip inside a zip inside a zip"):
            open_zip(more, stack)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\5\6" + bytes(18), b"Rar!\x1a\x07" + bytes(99)])
def test_what_is_no_zip_gives_one_line(tmp_path, opened, data):
    (tmp_path / "a.zip").write_bytes(data)
    if data.startswith(b"PK\5\6"):  # an empty zip, which is one
        assert members(opened(tmp_path / "a.zip")) == {}
        return
    with pytest.raises(UnreadableSubmission, match=r"a\.zip: is not a zip file, or a damaged one"):
        opened(tmp_path / "a.zip")


def test_a_cut_off_zip_gives_one_line(tmp_path, opened):
    path = zipped(tmp_path / "a.zip", {"a.py": "1" * 999})
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(UnreadableSubmission, match="or a damaged one"):
        opened(path)


def test_too_many_members_give_one_line(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(_archive, "MAX_MEMBERS", 3)
    with pytest.raises(UnreadableSubmission, match="lists more than"):
        opened(zipped(tmp_path / "a.zip", {f"{i}.py": "" for i in range(4)}))


def test_a_list_of_members_of_absurd_length_is_not_even_read(tmp_path, opened):
    size = 64 << 20
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 0, 0)
    with (tmp_path / "a.zip").open("wb") as file:
        file.seek(size)  # a hole: this file has no blocks
        file.write(end)
    with pytest.raises(UnreadableSubmission, match="lists more than"):
        opened(tmp_path / "a.zip")


def test_absurd_names_are_not_listed(tmp_path, opened):
    root = opened(zipped(tmp_path / "a.zip", {"a/" * 13 + "b.py": "", "c" * 300 + ".py": "", "d.py": ""}))
    assert list(members(root)) == ["d.py"]
    assert root.contents().problems
