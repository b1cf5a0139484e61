"""`kata submit`: one zip with answers, a manifest and a receipt, and `kata grade` reads it."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from pathlib import Path

import msgspec
import pytest

from grader.build import build
from grader.course import CourseError, read_course
from grader.edition.start import start
from grader.student import desk, submit
from grader.student.receipt import RECEIPT
from grader.submissions import read_submissions
from grader.submissions.manifest import MANIFEST, Manifest
from grader.tests.tiny_course import write_course

RIGHT = "return 2 * x"


@pytest.fixture
def mine(tmp_path, monkeypatch) -> Path:
    source = write_course(tmp_path / "source")
    build(read_course(source))
    start(tmp_path / "mine", read_course(source))
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def unjudged(monkeypatch):
    """No worker is started: every check is said to have failed to run."""

    def refuse(*_args):
        raise desk.CheckError("The checks could not run.")

    monkeypatch.setattr(desk.Desk, "ask", refuse)


def _answer(path: Path, name: str = "double", body: str = RIGHT) -> Path:
    text = path.read_text(encoding="utf-8")
    stub = f'raise NotImplementedError("{name}: your code goes here")'
    if path.suffix == ".ipynb":
        stub = json.dumps(stub)[1:-1]
    assert stub in text
    path.write_text(text.replace(stub, body), encoding="utf-8")
    return path


def _submit(mine: Path, *lessons: str, out: Path | None = None, name: str = "Ada Lovelace") -> submit.Handed:
    return submit.submit(read_course(mine), lessons, out, name, lambda line: None)


def _manifest(path: Path) -> Manifest:
    with zipfile.ZipFile(path) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(MANIFEST))
        return msgspec.json.decode(archive.read(name), type=Manifest)


def test_the_zip_says_what_the_public_checks_say(mine):
    answer = _answer(mine / "notebooks/01_tiny.ipynb")
    _answer(mine / "notebooks/01_tiny.ipynb", "halve", "return x")
    handed = _submit(mine)
    assert handed.path == Path("Ada_Lovelace.zip") and handed.path.is_file()
    (file,) = _manifest(handed.path).files
    assert file.sha256 == hashlib.sha256(answer.read_bytes()).hexdigest()
    assert [(e.name, e.attempted, e.passed, e.checks) for e in file.exercises] == [
        ("double", True, 1, 1),
        ("halve", True, 0, 1),
    ]
    assert _manifest(handed.path).backend.startswith("cpu") and _manifest(handed.path).versions["jax"][0].isdigit()
    assert "✓ double  1 of 1 public checks passed" in handed.receipt
    assert "✗ halve   0 of 1 public checks passed" in handed.receipt
    (failing,) = (warning for warning in handed.warnings if "public checks fail: halve" in warning)
    assert failing.endswith("If they pass in Jupyter, save the notebook and submit again.")
    with zipfile.ZipFile(handed.path) as archive:
        assert archive.read(f"Ada_Lovelace/{RECEIPT}").decode() == handed.receipt


@pytest.mark.parametrize("name", ["Ada Lovelace", "José Núñez", "a/b\\..", "", "ada", "王芳"])
def test_what_grades_reads_it_under_the_students_name_and_nothing_is_unreadable(mine, unjudged, name, tmp_path):
    _answer(mine / "exercises/01_tiny/lesson.py")
    handed = _submit(mine, name=name)
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / handed.path.name).write_bytes(handed.path.read_bytes())
    alone, problems = read_submissions([handed.path], ["01_tiny"])
    among, more = read_submissions([folder], ["01_tiny"])
    assert problems == more == []
    assert [s.student for s in alone] == [s.student for s in among] and len(alone) == 1
    assert RIGHT in alone[0].cells[0] and not any("receipt" in note for note in alone[0].notes)
    if name.isascii() and "/" not in name:
        assert alone[0].student == (name.replace(" ", "_") or "kata-submission")


def test_a_file_that_was_changed_after_the_receipt_has_a_note_and_a_mark(mine, unjudged, tmp_path):
    _answer(mine / "exercises/01_tiny/lesson.py")
    with zipfile.ZipFile(_submit(mine, name="ada").path) as archive:
        archive.extractall(tmp_path / "class")
    answer = tmp_path / "class" / "ada" / "01_tiny.py"
    (found,), problems = read_submissions([tmp_path / "class"], ["01_tiny"])
    assert found.notes == () and problems == []
    answer.write_text(answer.read_text() + "\n# later\n")
    (found,), problems = read_submissions([tmp_path / "class"], ["01_tiny"])
    assert problems == [] and "changed after `kata submit`" in found.notes[0]


@pytest.mark.parametrize("damage", [b"", b"[]", b"[" * 10_000, b'{"files": 3}', b"\xff" * 100])
def test_a_damaged_manifest_costs_nothing(mine, unjudged, tmp_path, damage):
    _answer(mine / "exercises/01_tiny/lesson.py")
    with zipfile.ZipFile(_submit(mine, name="ada").path) as archive:
        archive.extractall(tmp_path / "class")
    (tmp_path / "class" / "ada" / MANIFEST).write_bytes(damage)
    (found,), problems = read_submissions([tmp_path / "class"], ["01_tiny"])
    assert problems == [] and found.notes == ()


def test_without_answers_there_is_nothing_to_hand_in(mine):
    with pytest.raises(CourseError, match="nothing to hand in yet") as caught:
        _submit(mine)
    assert "\n" not in str(caught.value)
    assert list(mine.glob("*.zip")) == []


def test_checks_that_cannot_run_do_not_stop_a_submission(mine, unjudged):
    _answer(mine / "exercises/01_tiny/lesson.py")
    handed = _submit(mine)
    assert any("could not run" in warning for warning in handed.warnings)
    assert "double  answered; the public checks were not run" in handed.receipt
    assert "○ halve   not attempted" in handed.receipt
    assert any("not attempted: halve" in warning for warning in handed.warnings)


def test_answers_in_two_files_of_a_lesson_are_warned_of(mine, unjudged):
    _answer(mine / "exercises/01_tiny/lesson.py")
    _answer(mine / "notebooks/01_tiny.ipynb", "halve", "return x / 2")
    os.utime(mine / "exercises/01_tiny/lesson.py", (1000, 1000))
    handed = _submit(mine)
    assert [file.file for file in _manifest(handed.path).files] == ["01_tiny.ipynb"]
    assert any("double is answered in exercises/01_tiny/lesson.py only" in warning for warning in handed.warnings)


@pytest.mark.parametrize("beside", [".~01_tiny.ipynb", "#01_tiny.ipynb#"])
def test_changes_that_were_not_saved_are_warned_of_where_an_editor_leaves_a_trace(mine, unjudged, beside):
    book = _answer(mine / "notebooks/01_tiny.ipynb")
    assert not any("save it" in warning.lower() for warning in _submit(mine).warnings)
    (book.parent / beside).write_text("")
    assert any("save it" in warning.lower() for warning in _submit(mine).warnings)


def test_a_damaged_notebook_is_named_and_left_out(mine, unjudged):
    _answer(mine / "exercises/01_tiny/lesson.py")
    (mine / "notebooks/01_tiny.ipynb").write_text('{"cells"')
    assert any("01_tiny.ipynb: is cut off" in warning for warning in _submit(mine).warnings)


def test_another_file_is_never_overwritten_and_an_earlier_submission_is(mine, unjudged, tmp_path):
    _answer(mine / "exercises/01_tiny/lesson.py")
    other = tmp_path / "thesis.zip"
    other.write_bytes(b"years of work")
    with pytest.raises(CourseError, match="is no submission of jax-kata"):
        _submit(mine, out=other)
    assert other.read_bytes() == b"years of work"
    with pytest.raises(CourseError, match="let it end in .zip"):
        _submit(mine, out=tmp_path / "thesis.tex")
    assert _submit(mine).path == _submit(mine).path
    assert _submit(mine, out=tmp_path).path == tmp_path / "Ada_Lovelace.zip"
