"""Which file holds a student's answer, and whether there is one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grader.build import build
from grader.course import find_course
from grader.student.workspace import Workspace, attempted
from grader.submissions import UnreadableSubmission
from grader.tests.tiny_course import write_course

STUB = 'raise NotImplementedError("double: your code goes here")'


@pytest.fixture
def workspace(tmp_path, monkeypatch) -> Workspace:
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path)))
    build(find_course())
    return Workspace(find_course())


def _double(workspace):
    return workspace.answer(workspace.course.exercise("double"))


def _files(workspace) -> tuple[Path, Path]:
    """The lesson's `.py` and its notebook."""
    file, notebook = workspace.files(workspace.course.lessons[0])
    return file, notebook


def _write(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        old, new = json.dumps(old)[1:-1], json.dumps(new)[1:-1]
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_untouched_stubs_are_no_attempt(workspace):
    answer = _double(workspace)
    assert not answer.attempted
    assert (answer.path, answer.note) == (_files(workspace)[0], "")


@pytest.mark.parametrize("which", [0, 1], ids=["py", "ipynb"])
def test_the_file_that_was_written_in_is_taken(workspace, which):
    path = _files(workspace)[which]
    _write(path, STUB, "return 2 * x")
    answer = _double(workspace)
    assert answer.attempted and answer.path == path
    assert "return 2 * x" in "".join(answer.submission.cells)
    assert not workspace.answer(workspace.course.exercise("halve")).attempted


def test_of_two_answers_the_later_one_counts_and_it_is_said(workspace):
    for path in _files(workspace):
        _write(path, STUB, "return 2 * x")
    file, notebook = _files(workspace)
    os.utime(file, (1000, 1000))
    answer = _double(workspace)
    assert answer.path == notebook
    assert "exercises/01_tiny/lesson.py has an answer to double too" in answer.note
    os.utime(file, None)
    os.utime(notebook, (1000, 1000))
    assert _double(workspace).path == file


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("return 2 * x", True),
        (f"return 2 * x\n    {STUB}", True),
        (f"# double it\n\n    {STUB}   ", False),
        (f"{STUB}\n\ndef helper(x):\n    return x", False),
        (f"{STUB}\n\ndouble = lambda x: 2 * x", True),
        (f"{STUB}\n\ndouble(3) == 6", False),
        ("return 2 * (", True),
    ],
)
@pytest.mark.parametrize("known", [True, False], ids=["stub known", "stub not known"])
def test_an_attempt_is_told_from_the_stub_by_text(workspace, new, expected, known):
    if not known:
        (workspace.course.root / "solutions").rename(workspace.course.root / "elsewhere")
        if "return 2 * x\n" in new:
            pytest.skip("without its stub, an answer above the stub's line is not told from it")
    file, _ = _files(workspace)
    _write(file, STUB, new)
    assert ("double" in attempted(file, workspace.course.lessons[0])) is expected


def test_an_answer_in_another_cell_counts_and_stubs_of_other_exercises_do_not(workspace):
    file, _ = _files(workspace)
    with file.open("a", encoding="utf-8") as stream:
        stream.write("\n# %%\ndef double(x):\n    return 2 * x\n")
    assert attempted(file, workspace.course.lessons[0]) == {"double"}
    file.write_text(file.read_text().replace("# %%", "#"), encoding="utf-8")  # the headers are lost
    assert attempted(file, workspace.course.lessons[0]) == {"double"}


def test_a_damaged_file_beside_a_sound_one_is_told_of(workspace):
    file, notebook = _files(workspace)
    notebook.write_text('{"cells": [')
    assert _double(workspace).path == file
    assert "01_tiny.ipynb: is cut off" in _double(workspace).note
    file.write_text("")
    with pytest.raises(UnreadableSubmission, match="is empty") as caught:
        _double(workspace)
    assert "\n" not in str(caught.value)
    file.unlink()
    notebook.unlink()
    with pytest.raises(UnreadableSubmission, match="kata start --update"):
        _double(workspace)
