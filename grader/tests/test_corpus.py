"""Every reference passes, every stub is untouched, every known answer ends as it declares; with 1 and 3 devices."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.corpus import KnownAnswer, known_answers
from grader.course import find_course, read_text
from grader.grade import grade_many
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options
from grader.report import Report, Verdict
from grader.submissions import Submission

COURSE = find_course(Path(__file__).parent)
KNOWN = [answer for lesson in COURSE.lessons for answer in known_answers(lesson)]
DEVICES = (1, 3)
Reports = dict[tuple[str, str], Report]


def _all_submissions() -> list[Submission]:
    own = []
    for lesson in COURSE.lessons:
        own.append(Submission("reference", lesson.name, "py", (read_text(lesson.source),), "lesson.py"))
        own.append(Submission("stub", lesson.name, "py", (read_text(lesson.stub),), "lesson.py"))
    return own + [answer.submission() for answer in KNOWN]


@pytest.fixture(scope="module", params=DEVICES, ids=lambda n: f"{n}-devices")
def reports(request: pytest.FixtureRequest) -> Reports:
    settings = Settings(options=Options(devices=request.param), limits=Limits(load=20, call=3))
    outcomes = grade_many(_all_submissions(), COURSE, settings)
    found = {(submission.student, submission.lesson): outcome for submission, outcome in outcomes}
    assert all(isinstance(outcome, Report) for outcome in found.values()), found
    return found  # type: ignore[return-value]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_the_reference_earns_everything(reports: Reports, lesson):
    report = reports["reference", lesson.name]
    assert report.points == report.max_points == sum(e.points for e in lesson.exercises), report


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_the_stub_is_not_attempted_and_earns_nothing(reports: Reports, lesson):
    report = reports["stub", lesson.name]
    assert report.points == 0
    assert {c.verdict for e in report.exercises for c in e.checks} == {Verdict.NOT_ATTEMPTED}


@pytest.mark.parametrize("answer", KNOWN, ids=lambda answer: f"{answer.lesson}-{answer.name}")
def test_a_known_answer_ends_as_it_declares(reports: Reports, answer: KnownAnswer):
    report = reports[answer.submission().student, answer.lesson]
    if not answer.applies_to(report.backend):
        pytest.skip(f"declared for {answer.applies}")
    assert answer.contradictions(report) == []
