"""`kata new`: a lesson that passes before its author has changed a word."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from grader.build import build, drift
from grader.cli import main
from grader.corpus import judge_known, known_answers
from grader.course import find_course
from grader.judge.bench import Settings
from grader.tests.tiny_course import write_course


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path)))
    return tmp_path


def test_a_new_lesson_builds_and_its_known_answers_hold(course):
    done = CliRunner().invoke(main, ["new", "my_topic"])
    assert done.exit_code == 0, done.output
    build(find_course())
    assert drift(find_course()) == []
    lesson = find_course().lesson("02")
    answers = [answer for answer in known_answers(lesson) if answer.lesson == "02_my_topic"]
    assert [answer.name for answer in answers] == ["wrong/my_topic_one__adds_nothing", "right/my_topic_one__subtracts"]
    for answer, judged in judge_known(answers, find_course(), Settings()):
        assert answer.contradictions(judged) == []


@pytest.mark.parametrize("name", ["tiny", "My Topic", "../x", "01_tiny"])
def test_a_name_that_is_taken_or_is_no_name_is_refused(course, name):
    done = CliRunner().invoke(main, ["new", name])
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
