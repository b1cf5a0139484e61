"""What an instructor with a course of their own sees of `kata grade`: its seed, names, and notes on odd input."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.overlay.compose import compose
from grader.report import from_json
from grader.tests.tiny_course import RIGHT, hand_in, write_course


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """A course of one's own on the tiny one, in the working folder."""
    write_course(tmp_path / "upstream")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/course.toml").write_text(
        'upstream = "../upstream"\nseed = 7\n[[lessons]]\nname = "01_tiny"\npoints = {double = 10}\n'
    )
    compose(tmp_path / "own")
    monkeypatch.delenv("KATA_COURSE", raising=False)
    monkeypatch.chdir(tmp_path / "own")
    return tmp_path / "own"


def grade(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["grade", *map(str, arguments), "--allow-unsandboxed", "--jobs", "1"])
    return done.exit_code, done.output


def test_points_seed_and_names_reach_the_report_and_a_damaged_one_is_said(own):
    hand_in(own / "class", **{"Anaïs B": RIGHT})
    hand_in(own / "reports", old="")
    shutil.move(own / "reports/old/01_tiny.py", own / "reports/old/01_tiny.json")
    status, output = grade("class")
    assert status == 0 and "damaged: old/01_tiny.json is not the report of this submission" in output
    (path,) = (own / "reports").glob("Anais_B+*/01_tiny.json")
    report = from_json(path.read_bytes())
    assert (report.points, report.max_points, report.name) == (13, 13, "Anaïs B")
    rows = list(csv.DictReader((own / "reports/summary.csv").read_text().splitlines()))
    assert [(row["name"], row["points"]) for row in rows] == [("Anaïs B", "13"), ("", "")]
    first = report.key
    grade("class", "--seed", 0)
    assert from_json(path.read_bytes()).key != first


def test_an_empty_lesson_is_one_line(own):
    hand_in(own / "class", ada=RIGHT)
    assert grade("class", "--lesson", "") == (2, "kata: There is no lesson ''. There are: 01_tiny.\n")


def test_the_courses_own_folders_are_noted(own):
    status, output = grade("build/course/solutions", "--lesson", "")
    assert status == 2 and "note: build/course/solutions is the course's own" in output
