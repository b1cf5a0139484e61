"""Whatever is handed in, the reader answers with submissions and lines: no traceback, no hang, no unsafe name."""

from __future__ import annotations

import json
import tempfile
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.submissions import SubmissionsError, UnreadableSubmission, read_file, read_submissions
from grader.submissions._names import SAFE
from grader.tests.handed_in import CODE, LESSON, LESSONS, cell, notebook

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None, exclude_categories=()), max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)
KEYS = ("nbformat", "cells", "cell_type", "source", "id", "metadata", "outputs", "worksheets")
NAMES = st.one_of(
    st.sampled_from(
        ["03_host_roundtrip", "host roundtrip (1)", "ada_03-host-roundtrip", "lesson", "conftest", "ada", ".."]
    ),
    st.text(st.characters(codec=None, exclude_categories=()), min_size=1, max_size=12),
)
SUFFIXES = st.sampled_from([".py", ".ipynb", ".zip", ".PY", "", ".txt"])
PATHS = st.builds(
    lambda folders, name, suffix: "/".join([*folders, name + suffix]), st.lists(NAMES, max_size=3), NAMES, SUFFIXES
)


@st.composite
def mutated(draw, original: bytes) -> bytes:
    """`original` with a few bytes changed, cut out, doubled or put in."""
    data = bytearray(original)
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 6]))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 30)))
        data[start:end] = draw(st.sampled_from([b"", b"x", b'"', bytes(data[start:end]) * 2]) | st.binary(max_size=8))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 4)) == 4 else data)


@st.composite
def tampered(draw) -> bytes:
    """A notebook with some of its values replaced by others of any type."""
    whole = json.loads(notebook(cell(CODE, id="a"), cell("text", "markdown"), cell(["a = 1\n", "b"], id="a")))
    for _ in range(draw(st.integers(1, 3))):
        cells = whole.get("cells")
        places = [whole, *(c for c in cells if isinstance(c, dict))] if isinstance(cells, list) else [whole]
        place = draw(st.sampled_from(places))
        place[draw(st.sampled_from(KEYS))] = draw(JSON)
    return json.dumps(whole).encode()


BYTES = st.binary(max_size=200)
CONTENTS = st.one_of(tampered(), tampered(), mutated(notebook()), mutated(notebook()), mutated(CODE.encode()), BYTES)


@st.composite
def archives(draw) -> bytes:
    """A zip of members of any name, then mutated."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w") as archive:
            for name in draw(st.lists(PATHS, max_size=5, unique=True)):
                info = zipfile.ZipInfo(name.encode("utf-8", "replace").decode() or "a")
                info.external_attr = draw(st.sampled_from([0, 0, 0, 0o100644 << 16, 0o120777 << 16, 0o040755 << 16]))
                info.compress_type = draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
                archive.writestr(info, draw(CONTENTS))
        file.seek(0)
        return draw(mutated(file.read()))


def must_be_one_line(text: str) -> None:
    assert len(text.splitlines()) == 1
    text.encode()


def check_file(data: bytes, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"any{suffix}")
        path.write_bytes(data)
        try:
            found = read_file(path, "ada", LESSON)
        except UnreadableSubmission as error:
            must_be_one_line(str(error))
        else:
            assert all("\0" not in one and "\r" not in one for one in found.cells)
            assert found.digest


def check_class(files: dict[str, bytes], lesson: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "class")
        (root / "good").mkdir(parents=True)
        (root / "good" / f"{LESSON}.py").write_text(CODE)
        for name, data in files.items():
            path = root / "x" / name if ".." in name.split("/") else root / name
            try:
                if not path.resolve().is_relative_to(root.resolve()):
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            except (OSError, ValueError):
                continue  # not a name of this file system
        before = sorted(Path(folder).rglob("*"))
        start = time.process_time()
        good, bad = read_submissions([root], LESSONS, lesson)
        assert time.process_time() - start < 5
        assert sorted(Path(folder).rglob("*")) == before
        assert len({(s.student.casefold(), s.lesson) for s in good}) == len(good)
        assert all(SAFE.match(s.student) and s.lesson in LESSONS for s in good)
        for unreadable in bad:
            must_be_one_line(f"{unreadable.filename}: {unreadable.reason}")
        assert all(u.student is None or SAFE.match(u.student) for u in bad)
        reached = [s for s in good if s.student == "good"] + [u for u in bad if "good" in u.reason + u.filename]
        assert reached  # no other file of the class takes the good one away


def check_zip(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "class.zip")
        path.write_bytes(data)
        try:
            read_submissions([path], LESSONS)
        except SubmissionsError as error:
            must_be_one_line(str(error))
        assert list(Path(folder).iterdir()) == [path]


FILES = st.dictionaries(PATHS, st.one_of(CONTENTS, archives()), max_size=5)
ONLY = st.sampled_from([None, LESSON])
QUICK = settings(
    max_examples=300, deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
LONG = settings(QUICK, max_examples=2_000, derandomize=False)


@QUICK
@given(CONTENTS, st.sampled_from([".py", ".ipynb"]))
def test_any_file_is_a_submission_or_a_line(data, suffix):
    check_file(data, suffix)


@QUICK
@given(archives())
def test_any_zip_is_submissions_and_lines(data):
    check_zip(data)


@settings(QUICK, max_examples=200)
@given(FILES, ONLY)
def test_any_class_is_submissions_and_lines(files, only):
    check_class(files, only)


@pytest.mark.slow
@LONG
@given(CONTENTS, st.sampled_from([".py", ".ipynb"]))
def test_many_more_files(data, suffix):
    check_file(data, suffix)


@pytest.mark.slow
@LONG
@given(archives())
def test_many_more_zips(data):
    check_zip(data)


@pytest.mark.slow
@LONG
@given(FILES, ONLY)
def test_many_more_classes(files, only):
    check_class(files, only)
