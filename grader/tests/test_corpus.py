"""Every reference passes, every stub is untouched, every known answer ends as it declares; with 1 and 3 devices."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.corpus import judge_known, known_answers
from grader.course import Course, Lesson, find_course, read_text
from grader.grade import grade_many
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options
from grader.report import ExerciseResult, Report, Verdict
from grader.submissions import Submission

COURSE = find_course(Path(__file__).parent)
KNOWN = [answer for lesson in COURSE.lessons for answer in known_answers(lesson)]
DEVICES = pytest.mark.parametrize("devices", [1, pytest.param(3, marks=pytest.mark.slow)], ids="{}-devices".format)


def _settings(devices: int) -> Settings:
    return Settings(options=Options(devices=devices), limits=Limits(load=20, call=3))


def _grade(course: Course, devices: int, path: str) -> dict[str, Report]:
    submissions = [
        Submission("any", lesson.name, "py", (read_text(getattr(lesson, path)),), "lesson.py")
        for lesson in course.lessons
    ]
    outcomes = {s.lesson: outcome for s, outcome in grade_many(submissions, course, _settings(devices))}
    assert all(isinstance(outcome, Report) for outcome in outcomes.values()), outcomes
    return outcomes  # type: ignore[return-value]


@DEVICES
@pytest.mark.timeout(300)
def test_every_reference_earns_everything(devices):
    for lesson in COURSE.lessons:
        assert all(exercise.points > 0 for exercise in lesson.exercises), lesson
    for name, report in _grade(COURSE, devices, "source").items():
        missed = [check for e in report.exercises for check in e.checks if check.verdict is not Verdict.PASSED]
        assert missed == []
        assert report.points == sum(exercise.points for exercise in COURSE.lesson(name).exercises)


@DEVICES
@pytest.mark.timeout(300)
def test_every_stub_is_not_attempted_and_earns_nothing(devices):
    for report in _grade(COURSE, devices, "stub").values():
        assert report.points == 0
        assert {check.verdict for e in report.exercises for check in e.checks} == {Verdict.NOT_ATTEMPTED}


@DEVICES
@pytest.mark.timeout(900)
@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_every_known_answer_ends_as_it_declares(lesson: Lesson, devices):
    answers = [answer for answer in KNOWN if answer.lesson == lesson.name]
    judged = dict(judge_known(answers, COURSE, _settings(devices)))
    contradictions = {answer.name: answer.contradictions(result) for answer, result in judged.items()}
    assert {name: lines for name, lines in contradictions.items() if lines} == {}
    _covers(lesson, judged)


def _covers(lesson: Lesson, judged: dict) -> None:
    """At least four wrong and two unusual right answers an exercise, and every check that has points catches one."""
    for exercise in lesson.exercises:
        mine = [answer for answer in judged if answer.exercise == exercise.name]
        assert sum(bool(answer.caught_by) for answer in mine) >= 4, exercise
        assert sum(not answer.caught_by for answer in mine) >= 2, exercise
        result: ExerciseResult = next(result for answer, result in judged.items() if answer.exercise == exercise.name)
        caught = {name for answer in mine for name in answer.caught_by}
        assert {check.name for check in result.checks if check.hidden} <= caught, exercise
