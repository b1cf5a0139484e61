"""`kata grade --nbgrader`: whatever a class hands in, every student has a row with the mark due or a stated reason."""

from __future__ import annotations

import copy
import csv
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")

from grader.tests.nbgrader_class import DROP_IN, LESSON, SEEN, WORTH, NbClass, hand_in_all_kinds

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def digests(folder: Path) -> dict[str, str]:
    """Of every file below `folder`."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class of all kinds, graded once: the class, the marks due, what was printed, submitted/ before."""
    group = NbClass(tmp_path_factory.mktemp("class"), DROP_IN)
    due = hand_in_all_kinds(group)
    before = digests(group.course / "submitted")
    said = group.grade(LESSON, expect=1)  # 1: one of them cannot be read
    return group, due, said, before


def test_every_student_has_a_row_with_the_mark_due(graded):
    group, due, said, _ = graded
    assert {student: row["score"] for student, row in group.rows().items()} == due
    assert all(f"\n{student}" in said for student in due)


def test_an_unreadable_notebook_is_a_zero_with_a_reason_everywhere(graded):
    group, _, said, _ = graded
    assert "truncated" in said and "cut off" in said
    assert "cut off" in group.rows()["truncated"]["comments"]["double"][0]
    assert "cut off" in (group.course / "autograded" / "truncated" / LESSON / f"{LESSON}.ipynb").read_text()
    with (group.course / ".kata" / "reports" / "summary.csv").open() as file:
        assert "cut off" in next(row["first_problem"] for row in csv.DictReader(file) if row["student"] == "truncated")


def test_what_was_handed_in_is_left_as_it_is(graded):
    group, _, _, before = graded
    assert digests(group.course / "submitted") == before


def test_each_repair_is_told(graded):
    group, _, said, _ = graded
    for words in ("Handed in as my answer.ipynb", "metadata was gone", "had been edited", "was missing", "a copy of"):
        assert words in said
    assert "had been edited" in (group.course / ".kata" / "remarks.csv").read_text()
    assert "had been edited" in (group.course / ".kata" / "reports" / "edited" / f"{LESSON}.json").read_text()


def test_feedback_shows_our_sentences_and_no_hidden_source(graded):
    group, due, _, _ = graded
    done = group.nbgrader("generate_feedback", LESSON)
    assert done.returncode == 0, done.stderr
    pages = {student: (group.course / "feedback" / student / LESSON / f"{LESSON}.html").read_text() for student in due}
    assert "The result is not doubled." in pages["wrong"]
    assert "raised ValueError" in pages["raising"]
    assert "This could not be graded" in pages["truncated"]
    for page in pages.values():
        assert "rng.normal" not in page and "test_hidden" not in page and "Traceback (most" not in page
        assert str(group.kata) not in page


def test_nbgrader_itself_gives_the_same_marks_with_our_two_steps(graded):
    group, due, _, _ = graded
    beyond = ("loop", "jaxloop", "truncated", "renamed")  # slow there, or out of a step's reach
    done_already = shutil.ignore_patterns("autograded", "gradebook.db", ".kata", "feedback", "loop", "jaxloop")
    copied = copy.copy(group)
    copied.course = group.folder / "copy"
    copied.database = f"sqlite:///{copied.course / 'gradebook.db'}"
    shutil.copytree(group.course, copied.course, ignore=done_already)
    assert copied.nbgrader("generate_assignment", LESSON, "--force").returncode == 0
    said = copied.nbgrader("autograde", LESSON).stderr
    assert "for student 'truncated'" in said and "for student 'renamed'" in said
    got = {student: row["score"] for student, row in copied.rows().items() if student not in beyond}
    assert got == {student: mark for student, mark in due.items() if student not in beyond}


@pytest.fixture
def pair(tmp_path):
    """Two right answers, not graded yet."""
    group = NbClass(tmp_path)
    for student in ("ada", "bob"):
        group.hand_in(student, group.answered())
    return group


def test_marks_and_comments_by_hand_outlive_a_regrade(pair):
    pair.grade()
    pair.by_hand("ada", 1.5, "Nearly.")
    pair.grade()
    assert pair.rows()["ada"]["grades"]["double-marks"] == [3.0, 1.5, False]  # nothing new: not even touched
    pair.hand_in("ada", pair.answered(double="return x"), seen="2026-11-02 10:00:00 UTC")
    pair.grade()
    row = pair.rows()["ada"]
    assert row["grades"]["double-marks"] == [0.0, 1.5, True]  # for the instructor to look at again
    assert row["comments"]["double"][1] == "Nearly."
    assert row["score"] == 4.5


def test_late_work_is_told_and_penalised_as_nbgrader_does(tmp_path):
    (tmp_path / "late_half.py").write_text(
        "from nbgrader.plugins import BasePlugin\n"
        "class Half(BasePlugin):\n"
        "    def late_submission_penalty(self, student_id, score, seconds): return score / 2\n"
    )
    plugin = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nc.AssignLatePenalties.plugin_class = 'late_half.Half'\n"
    )
    group = NbClass(tmp_path / "class", plugin)
    group.due("2026-11-01 08:00:00 UTC")
    group.hand_in("ada", group.answered(), seen=SEEN)
    assert "Handed in 2 h late." in group.grade()
    assert group.rows()["ada"]["late"] == WORTH / 2
    group.due("2026-11-01 12:00:00 UTC")
    assert "Handed in" not in group.grade()
    assert group.rows()["ada"]["late"] is None


def test_one_student_alone_can_be_graded(pair):
    said = pair.grade("--only", "bob")
    assert list(pair.rows()) == ["bob"] and "ada" not in said
    assert "no work of eve" in pair.grade("--only", "eve", expect=2)


def test_a_student_nbgrader_fails_on_stops_nobody(pair):
    (pair.course / "autograded").mkdir()
    (pair.course / "autograded" / "ada").write_text("a file where nbgrader wants a folder")
    said = pair.grade(expect=1)
    assert "ada: not recorded in the gradebook" in said
    assert pair.rows()["bob"]["score"] == WORTH


def test_a_second_run_judges_nothing_again(pair):
    pair.grade()
    reports = pair.course / ".kata" / "reports"
    seconds = {path: path.read_text() for path in reports.glob("*/*.json")}
    written = {path: path.stat().st_mtime_ns for path in (pair.course / "autograded").rglob("*.ipynb")}
    pair.grade()
    assert {path: path.read_text() for path in reports.glob("*/*.json")} == seconds  # `seconds` would differ
    assert {path: path.stat().st_mtime_ns for path in (pair.course / "autograded").rglob("*.ipynb")} == written


def test_a_killed_run_goes_on(tmp_path):
    group = NbClass(tmp_path)
    students = [f"student{number}" for number in range(5)]
    for student in students:
        group.hand_in(student, group.answered(double="import time; time.sleep(0.5); return 2 * x"))
    program = "import sys; from grader.cli import main; main()"
    command = [sys.executable, "-c", program, "grade", "--nbgrader", str(group.course), "--jobs", "1"]
    run = subprocess.Popen(command, cwd=group.folder, start_new_session=True, stdout=subprocess.DEVNULL)
    reports = group.course / ".kata" / "reports"
    deadline = time.monotonic() + 120
    while not list(reports.glob("*/*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    kept = {path: path.read_text() for path in reports.glob("*/*.json")}
    assert 0 < len(kept) < len(students)
    group.grade("--timeout", "10")
    assert {student: row["score"] for student, row in group.rows().items()} == dict.fromkeys(students, WORTH)
    assert all(path.read_text() == text for path, text in kept.items())


def test_wrong_use_is_one_line(tmp_path, pair):
    empty = tmp_path / "empty"
    empty.mkdir()
    no_course = pair.run("grader.cli:main", "grade", "--nbgrader", str(empty), cwd=tmp_path)
    assert no_course.returncode == 2 and "nbgrader_config.py" in no_course.stderr
    assert "no lesson" in pair.grade("nonsense", expect=2)
    (pair.course / "release" / LESSON / f"{LESSON}.ipynb").unlink()
    assert f"nbgrader generate_assignment {LESSON}" in pair.grade(expect=2)
    with (pair.course / "nbgrader_config.py").open("a") as file:
        file.write("c.CourseDirectory.db_url = 1 +\n")
    said = pair.grade(expect=2)
    assert len(said.strip().splitlines()) == 1 and "nbgrader_config.py" in said
