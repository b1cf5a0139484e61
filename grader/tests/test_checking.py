"""`kata check`: an exercise, a lesson, a file, or all that was attempted."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import open_course
from grader.student import checking, progress
from grader.student.desk import Desk
from grader.tests.editions import RIGHT, WRONG, lesson_file, make_edition, write_answer

HALVED = "def halve(x):\n    return x / 2"


class _Shared(Desk):
    """One warm slot for all tests of this file: starting one takes seconds."""

    def close(self):
        pass


@pytest.fixture(scope="module")
def delivered(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        desk = _Shared()
        patch.setattr(checking, "Desk", lambda: desk)
        yield make_edition(tmp_path_factory.mktemp("course"))
        Desk.close(desk)


@pytest.fixture
def edition(delivered, monkeypatch):
    """As it was delivered, and the working folder."""
    monkeypatch.delenv("KATA_COURSE", raising=False)
    monkeypatch.chdir(delivered)
    for name in ("exercises/01_tiny/lesson.py", "notebooks/01_tiny.ipynb"):
        shutil.copy(delivered / ".kata" / "pristine" / name, delivered / name)
    (delivered / ".kata" / "progress.json").unlink(missing_ok=True)
    return delivered


def _check(*arguments):
    done = CliRunner().invoke(main, ["check", *map(str, arguments)])
    return done.exit_code, done.output


def line_of(file, text):
    """The number of the last line of `file` that begins with `text`."""
    return max(number for number, line in enumerate(file.read_text().splitlines(), 1) if line.startswith(text))


def _solved(edition):
    return progress.load(open_course(edition)).solved


def test_an_exercise_is_told_what_is_wrong_and_what_to_type_next(edition):
    write_answer(lesson_file(edition), "double", WRONG)
    status, text = _check("double")
    assert status == 1
    assert text.startswith("✗ double, failed: doubles 1\n\n  1 doubled is 2.\n")
    place = f"exercises/01_tiny/lesson.py:{line_of(lesson_file(edition), 'def double')}"
    do = f"→ Change it in {place}, save, then: kata check double"
    assert text.endswith(f"{do}\n  Hint 1 of 3: kata hint double\n")
    assert _solved(edition) == set()


def test_a_right_answer_is_recorded_and_the_next_exercise_named(edition):
    write_answer(lesson_file(edition), "double", RIGHT)
    status, text = _check("double")
    assert (status, _solved(edition)) == (0, {"double"})
    assert "→ Next: halve in exercises/01_tiny/lesson.py:" in text


def test_an_answer_that_no_longer_passes_is_no_longer_solved(edition):
    write_answer(lesson_file(edition), "double", RIGHT)
    _check("double")
    write_answer(lesson_file(edition), "double", WRONG)
    _check("double")
    assert _solved(edition) == set()


def test_a_lesson_is_the_first_problem_in_full_and_a_line_an_exercise(edition):
    write_answer(lesson_file(edition), "halve", "def halve(x):\n    return x")
    status, text = _check("tiny")
    assert status == 1
    assert text.startswith("✗ halve, failed: halves 4\n\n  4 halved is 2.")  # tried before what was not
    assert "○ not attempted  double\n  ✗ failed         halve (0 of 1 check)" in text


def test_without_a_name_only_what_was_attempted_counts(edition):
    write_answer(lesson_file(edition), "double", RIGHT)
    status, text = _check()
    assert status == 0 and "✓ double: all checks passed" in text and "→ Next: halve in" in text


def test_without_a_name_and_an_attempt_it_is_the_first_exercise(edition):
    status, text = _check()
    assert status == 1 and text.startswith("○ double, not attempted")


def test_all_solved_says_how_to_hand_in(edition):
    write_answer(lesson_file(edition), "double", RIGHT)
    write_answer(lesson_file(edition), "halve", HALVED)
    status, text = _check()
    assert status == 0 and "→ All solved." in text and "Hand in with `kata submit`." in " ".join(text.split())


@pytest.mark.parametrize("name", ["01_tiny.py", "mine.py", "mine.ipynb"])
def test_a_file_is_checked_wherever_it_is_and_changes_no_progress_there(edition, tmp_path, name):
    file = tmp_path / "elsewhere" / name
    file.parent.mkdir()
    cell = {"cell_type": "code", "source": f"{RIGHT}\n{HALVED}"}
    book = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]})
    file.write_text(book if name.endswith("ipynb") else cell["source"])
    status, text = _check(file, *([] if name.startswith("01") else ["--lesson", "tiny"]))
    assert status == 0 and "2/2 exercises" in text
    assert _solved(edition) == set()


def test_a_file_of_the_course_counts_as_progress(edition):
    write_answer(lesson_file(edition), "double", RIGHT)
    _check("exercises/01_tiny/lesson.py")
    assert _solved(edition) == {"double"}


def test_a_damaged_notebook_beside_a_sound_file_is_a_note(edition):
    (edition / "notebooks" / "01_tiny.ipynb").write_text("{")
    write_answer(lesson_file(edition), "double", RIGHT)
    status, text = _check("double")
    assert status == 0 and "Note: Not looked at:" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["doubel"], "There is no exercise or lesson 'doubel'. Did you mean 'double'?"),
        (["02"], "There is no exercise or lesson '02'. There are: 01_tiny."),
        (["none.py"], "none.py"),
        (["--lesson", "tinny"], "Did you mean 'tiny'?"),
        (["mine.py"], "mine.py"),
        (["double", "--lesson", "02"], "There is no lesson '02'. There are: 01_tiny."),
    ],
)
def test_wrong_use_is_one_line_and_status_2(edition, arguments, words):
    (edition / "mine.py").write_text(RIGHT)
    status, text = _check(*arguments)
    assert status == 2 and words in text and text.count("\n") == 1


def test_outside_a_course_it_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(tmp_path))
    status, text = _check()
    assert status == 2 and text.count("\n") == 1


def test_names_complete(edition, monkeypatch):
    from click.shell_completion import ShellComplete

    found = ShellComplete(main, {}, "kata", "_KATA_COMPLETE").get_completions(["check"], "")
    assert {item.value for item in found} == {"01_tiny", "double", "halve"}


def test_a_student_whose_checks_are_gone_is_told_how_to_have_them_back(edition):
    checks = edition / "exercises" / "01_tiny" / "test_public.py"
    text = checks.read_text()
    checks.unlink()
    status, said = _check("double")
    checks.write_text(text)
    assert status == 2 and said.count("\n") == 1
    assert "`kata start --update` puts it back" in said and "kata build" not in said
