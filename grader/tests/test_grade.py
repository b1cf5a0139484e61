"""`kata grade`, from files to reports, on a small course."""

from __future__ import annotations

import csv
import json
import os
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import find_course
from grader.grade import Slots, grade_one, hidden_and_public
from grader.judge.bench import Settings
from grader.judge.program import Limits
from grader.report import Report, from_json
from grader.submissions import Submission
from grader.tests.tiny_course import HIDDEN, RIGHT, WRONG, hand_in, write_course

LOOP = "def double(x):\n    while True: pass\n\n\ndef halve(x):\n    return x / 2\n"
EXIT = "import os\n\n\ndef double(x):\n    os._exit(0)\n\n\ndef halve(x):\n    return x / 2\n"


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    root = write_course(tmp_path / "course")
    monkeypatch.setenv("KATA_COURSE", str(root))
    monkeypatch.chdir(tmp_path)
    return root


def _kata(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)
    return done.exit_code, done.output


def _grade(folder: Path, out: Path, *options: object) -> dict[str, Report]:
    _kata("grade", folder, "--out", out, "--timeout", 0.5, "--allow-unsandboxed", *options)
    return {path.parent.name: from_json(path.read_bytes()) for path in out.glob("*/01_tiny.json")}


def _marks(reports: dict[str, Report]) -> dict[str, list[tuple[str, str, float, str]]]:
    return {
        student: [(c.name, c.verdict.value, c.points, c.message) for e in report.exercises for c in e.checks]
        for student, report in reports.items()
    }


def test_a_class_is_graded_reported_and_summed_up(course, tmp_path):
    hand_in(
        tmp_path / "class",
        ada=RIGHT,
        bob=WRONG,
        eve=EXIT,
        kim=LOOP,
        zoe="def double(x):\n    raise NotImplementedError\n",
    )
    code, output = _kata("grade", "class", "--timeout", 0.5, "--allow-unsandboxed")
    assert code == 0, output
    reports = {p.parent.name: from_json(p.read_bytes()) for p in Path("reports").glob("*/01_tiny.json")}
    assert {s: r.points for s, r in reports.items()} == {"ada": 6, "bob": 3, "eve": 3, "kim": 3, "zoe": 0}
    verdicts = {s: [v for _, v, _, _ in checks] for s, checks in _marks(reports).items()}
    assert verdicts["bob"] == ["failed", "failed", "blocked", "passed", "passed"]
    assert verdicts["eve"] == ["crashed", "crashed", "blocked", "passed", "passed"]
    assert verdicts["kim"] == ["timeout", "blocked", "blocked", "passed", "passed"]
    assert set(verdicts["zoe"]) == {"not_attempted"}
    rows = list(csv.DictReader(Path("reports/summary.csv").read_text().splitlines()))
    assert [(row["student"], row["points"]) for row in rows] == [
        ("ada", "6"), ("bob", "3"), ("eve", "3"), ("kim", "3"), ("zoe", "0"),
    ]  # fmt: skip


def test_a_report_has_the_promised_fields(course, tmp_path):
    _grade(hand_in(tmp_path / "class", ada=WRONG), tmp_path / "out")
    report = json.loads((tmp_path / "out/ada/01_tiny.json").read_text())
    assert {
        "schema",
        "student",
        "lesson",
        "points",
        "max_points",
        "sandbox",
        "backend",
        "key",
        "seconds",
        "exercises",
    } <= set(report)
    assert set(report["backend"]) == {"platform", "devices", "jax", "numpy", "python"}
    assert report["incomplete"] is False
    check = report["exercises"][0]["checks"][1]
    assert set(check) == {"name", "title", "verdict", "points", "max_points", "message", "hidden"}
    assert check == {
        "name": "test_doubles", "title": "doubles", "verdict": "failed", "points": 0.0, "max_points": 2.0,
        "message": "The result is not doubled.", "hidden": True,
    }  # fmt: skip


def test_order_and_jobs_change_nothing_and_a_seed_changes_no_mark(course, tmp_path):
    answers = dict(ada=RIGHT, bob=WRONG, eve=EXIT, kim=LOOP)
    one = _marks(_grade(hand_in(tmp_path / "class", **answers), tmp_path / "one", "--jobs", 1))
    reversed_names = {f"z{9 - i}{name}": answers[name] for i, name in enumerate(answers)}
    two = _marks(_grade(hand_in(tmp_path / "other", **reversed_names), tmp_path / "two", "--jobs", 2))
    assert {name[2:]: marks for name, marks in two.items()} == one
    seeded = _marks(_grade(tmp_path / "class", tmp_path / "seeded", "--seed", 7))
    assert {s: [c[:3] for c in m] for s, m in seeded.items()} == {s: [c[:3] for c in m] for s, m in one.items()}


def test_an_unchanged_submission_is_not_graded_again(course, tmp_path):
    folder = hand_in(tmp_path / "class", ada=RIGHT, kim=LOOP)
    _grade(folder, tmp_path / "out")
    before = {s: (tmp_path / f"out/{s}/01_tiny.json").read_bytes() for s in ("ada", "kim")}
    _grade(folder, tmp_path / "out")
    after = {s: (tmp_path / f"out/{s}/01_tiny.json").read_bytes() for s in ("ada", "kim")}
    assert after["ada"] == before["ada"]
    assert after["kim"] != before["kim"]  # a clock decided it, so it is judged anew; its seconds differ
    first = from_json(after["ada"]).key
    _grade(folder, tmp_path / "out", "--seed", 1)
    assert from_json((tmp_path / "out/ada/01_tiny.json").read_bytes()).key != first


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("01_tiny.ipynb", b'{"cells": [', "cut off"),
        ("01_tiny.ipynb", b"hello", "JSON"),
        ("01_tiny.py", b"\xff\xfe\x00", "UTF-8"),
        ("01_tiny.ipynb", b'{"nbformat": 3, "worksheets": []}', "format 3"),
    ],
    ids=["truncated", "not a notebook", "encoding", "nbformat 3"],
)
def test_what_cannot_be_read_is_one_line_and_the_rest_is_graded(course, tmp_path, name, content, words):
    folder = hand_in(tmp_path / "class", ada=RIGHT)
    (folder / "bob").mkdir()
    (folder / "bob" / name).write_bytes(content)
    code, output = _kata("grade", folder, "--out", tmp_path / "out", "--allow-unsandboxed")
    assert code == 1
    assert words.lower() in " ".join(output.split()).lower() and "Traceback" not in output
    assert from_json((tmp_path / "out/ada/01_tiny.json").read_bytes()).points == 6


def test_a_file_that_can_no_longer_be_read_keeps_the_mark(course, tmp_path):
    folder = hand_in(tmp_path / "class", ada=RIGHT)
    _grade(folder, tmp_path / "out")
    (folder / "ada/01_tiny.py").write_bytes(b"\xff")
    assert _grade(folder, tmp_path / "out")["ada"].points == 6
    assert "earlier mark kept" in (tmp_path / "out/summary.csv").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere"),
        (["class", "--lesson", "tinny"], "'tiny'"),
        (["empty"], "empty"),
        (["class", "--jobs", "0"], "--jobs"),
        ([], "PATH"),
    ],
    ids=["no such path", "no such lesson", "empty folder", "jobs", "no path"],
)
def test_wrong_use_is_one_line_and_status_2(course, tmp_path, arguments, words):
    hand_in(tmp_path / "class", ada=RIGHT)
    (tmp_path / "empty").mkdir()
    code, output = _kata("grade", *arguments)
    assert code == 2
    assert words in output and "Traceback" not in output


@pytest.mark.parametrize("name", ["my [course]", "a::b"])
def test_a_course_folder_may_be_called_like_a_test_of_pytest(tmp_path, monkeypatch, name):
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path / name)))
    assert _grade(hand_in(tmp_path / "class", ada=RIGHT), tmp_path / "out")["ada"].points == 6


def test_a_report_that_cannot_be_written_costs_the_others_nothing(course, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "ada").write_text("a file where a folder is needed")
    code, output = _kata(
        "grade", hand_in(tmp_path / "class", ada=RIGHT, bob=RIGHT), "--out", "out", "--allow-unsandboxed"
    )
    assert code == 1 and "its report cannot be written" in " ".join(output.split()) and "Traceback" not in output
    assert from_json((tmp_path / "out/bob/01_tiny.json").read_bytes()).points == 6


def test_an_accelerator_that_does_not_start_is_wrong_use_and_nobodys_fault(course, tmp_path, monkeypatch):
    monkeypatch.setenv("JAX_PLATFORMS", "nonsense")
    code, output = _kata("grade", hand_in(tmp_path / "class", ada=RIGHT), "--out", "out", "--allow-unsandboxed")
    assert code == 2 and "JAX did not start on nonsense" in output and not list(tmp_path.glob("out/*"))


def test_a_course_without_solutions_cannot_grade(course, tmp_path):
    (course / "solutions/01_tiny/test_hidden.py").unlink()
    code, output = _kata("grade", hand_in(tmp_path / "class", ada=RIGHT), "--allow-unsandboxed")
    assert code == 2
    assert "test_hidden.py" in output


def test_a_course_inside_the_submissions_is_refused(tmp_path, monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)
    planted = write_course(tmp_path / "class" / "eve")
    monkeypatch.chdir(planted)
    code, output = _kata("grade", tmp_path / "class")
    assert code == 2
    assert "inside the submissions" in output


def test_a_check_that_breaks_or_cannot_run_costs_nothing_and_marks_the_report_incomplete(course, tmp_path):
    hidden = HIDDEN.replace(
        "x = rng.normal(size=5)\n        expect(submission.halve",
        "cannot_run('Needs a TPU.')\n        x = 1\n        expect(submission.halve",
    )
    hidden = hidden.replace('x = rng.normal(size=5).astype("float32")', "x = 1 / 0")
    (course / "solutions/01_tiny/test_hidden.py").write_text(hidden)
    report = _grade(hand_in(tmp_path / "class", ada=RIGHT), tmp_path / "out")["ada"]
    assert (report.points, report.max_points, report.incomplete) == (2, 6, True)
    said = {c.name: (c.verdict.value, c.message) for e in report.exercises for c in e.checks}
    assert said["test_halves"] == ("cannot_run", "Needs a TPU.")
    assert "itself broke" in said["test_keeps_float32"][1]


def test_a_slot_that_dies_is_replaced_and_the_submission_judged_again(course):
    lesson = find_course().lesson("tiny")
    slots = Slots(Settings(limits=Limits(20, 1)), hidden_and_public([lesson]))
    submission = Submission("ada", lesson.name, "py", (RIGHT,), "x.py")
    try:
        assert grade_one(submission, lesson, slots).points == 6
        os.kill(slots.mine().pid, signal.SIGKILL)
        assert grade_one(submission, lesson, slots).points == 6
    finally:
        slots.close()


def test_nothing_of_one_submission_is_left_for_the_next(course):
    lesson = find_course().lesson("tiny")
    slots = Slots(Settings(limits=Limits(20, 1)), hidden_and_public([lesson]))
    rude = "import jax, os\njax.config.update('jax_enable_x64', True)\nos.environ['X'] = '1'\nprint('SECRET')\n" + WRONG
    try:
        lone = grade_one(Submission("ada", lesson.name, "py", (RIGHT,), "x.py"), lesson, slots)
        grade_one(Submission("bob", lesson.name, "py", (rude,), "x.py"), lesson, slots)
        after = grade_one(Submission("ada", lesson.name, "py", (RIGHT,), "x.py"), lesson, slots)
    finally:
        slots.close()
    assert _marks({"a": lone}) == _marks({"a": after})
    assert lone.notes == after.notes


@pytest.mark.parametrize("value", ["nan", "1e400", "0"])
def test_a_timeout_that_is_no_time_is_wrong_use(course, tmp_path, value):
    code, output = _kata("grade", hand_in(tmp_path / "class", ada=RIGHT), "--timeout", value)
    assert code == 2
    assert "timeout" in output


def test_a_folder_that_cannot_hold_reports_is_told_of_before_grading(course, tmp_path):
    (tmp_path / "file").write_text("")
    code, output = _kata(
        "grade", hand_in(tmp_path / "class", ada=RIGHT), "--out", tmp_path / "file", "--allow-unsandboxed"
    )
    assert code == 2
    assert "--out" in output


def test_an_interrupted_run_keeps_and_sums_up_what_it_graded(course, tmp_path, monkeypatch):
    from grader import run

    real = run.grade_many

    def interrupted(*arguments):
        yield next(real(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "grade_many", interrupted)
    code, output = _kata("grade", hand_in(tmp_path / "class", ada=RIGHT, bob=WRONG), "--allow-unsandboxed")
    assert code == 130
    assert "1 of 2 are graded" in output
    assert len(list(csv.reader(Path("reports/summary.csv").read_text().splitlines()))) == 2


def test_a_students_odd_folder_name_is_no_reason_to_lose_a_mark(course, tmp_path):
    hand_in(tmp_path / "class", **{"..foo": RIGHT})
    _grade(tmp_path / "class", tmp_path / "out")
    assert [from_json(path.read_bytes()).points for path in (tmp_path / "out").glob("*/01_tiny.json")] == [6]
