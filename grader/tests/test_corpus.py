"""Every reference passes, every stub is untouched, every known answer ends as it declares; with 1 and 3 devices.

What is said of each wrong answer is kept in solutions/NN_topic/messages/, so that new words are seen in a review.
"""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.corpus import Heard, KnownAnswer, hear_known, known_answers
from grader.course import Course, Lesson, find_course, read_text
from grader.grade import grade_many
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options
from grader.report import ExerciseResult, Report, Verdict
from grader.submissions import Submission

COURSE = find_course(Path(__file__).parent)
KNOWN = [answer for lesson in COURSE.lessons for answer in known_answers(lesson)]
# Scope "module": the tests that share `heard` then run together.
LESSONS = pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name, scope="module")
DEVICES = pytest.mark.parametrize(
    "devices", [1, pytest.param(3, marks=pytest.mark.slow)], ids="{}-devices".format, scope="module"
)
LOCKED = re.search(r"^jax==([\d.]+)", read_text(COURSE.root / "requirements.lock"), re.MULTILINE)


def _settings(devices: int) -> Settings:
    return Settings(options=Options(devices=devices), limits=Limits(load=20, call=6))


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


@pytest.fixture(scope="module")
def heard(lesson: Lesson, devices: int) -> dict[KnownAnswer, Heard]:
    """Every known answer of a lesson, judged once for all tests below."""
    answers = [answer for answer in KNOWN if answer.lesson == lesson.name]
    return dict(hear_known(answers, COURSE, _settings(devices)))


@LESSONS
@DEVICES
@pytest.mark.timeout(900)
def test_every_known_answer_ends_as_it_declares(lesson: Lesson, heard: dict[KnownAnswer, Heard]):
    judged = {answer: said.result for answer, said in heard.items()}
    contradictions = {answer.name: answer.contradictions(result) for answer, result in judged.items()}
    assert {name: lines for name, lines in contradictions.items() if lines} == {}
    _covers(lesson, judged)


@LESSONS
@DEVICES
@pytest.mark.timeout(900)
def test_every_wrong_answer_fails_a_public_check(lesson: Lesson, heard: dict[KnownAnswer, Heard]):
    """So that whoever hands in what was green loses no points to a mistake that could have been seen."""
    green = [
        answer.name
        for answer, said in heard.items()
        if answer.caught_by and all(check.hidden or check.verdict is Verdict.PASSED for check in said.result.checks)
    ]
    assert green == []


@LESSONS
@pytest.mark.parametrize("devices", [1], ids="{}-devices".format, scope="module")
@pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")  # the name is the exercise's
@pytest.mark.timeout(900)
def test_what_is_said_of_wrong_answers_is_what_was_reviewed(lesson: Lesson, heard: dict[KnownAnswer, Heard], request):
    pytest.importorskip("syrupy", reason="the `test` extra has syrupy, which compares the messages")
    if LOCKED is None or version("jax") != LOCKED[1]:
        pytest.skip("messages quote what JAX does: they are compared on the first JAX of requirements.lock")
    if {said.backend.platform for said in heard.values()} != {"cpu"}:
        pytest.skip("messages name devices: they are compared on the CPU")
    from grader.tests.golden import MessagesExtension, messages

    snapshot = request.getfixturevalue("snapshot").use_extension(MessagesExtension)
    for exercise in lesson.exercises:
        wrong = {answer: said for answer, said in heard.items() if answer.caught_by}
        mine = {answer: said for answer, said in wrong.items() if answer.exercise == exercise.name}
        assert messages(mine) == snapshot(name=exercise.name)


@LESSONS
@pytest.mark.parametrize("devices", [1], ids="{}-devices".format, scope="module")
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_hidden_message_depends_on_the_hidden_input(lesson: Lesson, heard: dict[KnownAnswer, Heard]):
    again = dict(hear_known([answer for answer in heard if answer.caught_by], COURSE, replace(_settings(1), seed=1)))
    changed = {
        f"{answer.name}: {was.name}": (was.message, now.message)
        for answer, said in again.items()
        for was, now in zip(heard[answer].result.checks, said.result.checks, strict=True)
        if was.hidden and was.message != now.message
    }
    assert changed == {}


def _covers(lesson: Lesson, judged: dict) -> None:
    """At least four wrong and two unusual right answers an exercise, and every check that has points catches one."""
    for exercise in lesson.exercises:
        mine = [answer for answer in judged if answer.exercise == exercise.name]
        assert sum(bool(answer.caught_by) for answer in mine) >= 4, exercise
        assert sum(not answer.caught_by for answer in mine) >= 2, exercise
        result: ExerciseResult = next(result for answer, result in judged.items() if answer.exercise == exercise.name)
        caught = {name for answer in mine for name in answer.caught_by}
        assert {check.name for check in result.checks if check.hidden} <= caught, exercise
