"""`kata verify`: a course held to its own word, wherever it is and whoever changed it.

Every reference earns everything, every stub is untouched and earns nothing, and every file of right/ and wrong/ ends
as it declares. A change of course.toml, of a check or of JAX that breaks one is named by that file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.build import stub
from grader.corpus import judge_known, known_answers
from grader.course import Course, CourseError, Lesson, find_course, read_text
from grader.grade import grade_many
from grader.judge.bench import Settings
from grader.judge.program import Limits
from grader.outputs import words
from grader.report import Report, Verdict
from grader.submissions import Submission

REFERENCE, STUB = "reference", "stub"
LIMITS = Limits(load=20, call=3)  # CPU seconds: a wrong answer that loops for ever costs one call
LINE_EVERY = 25  # answers, where there is no terminal to draw a bar on


def verify_course(lesson: str | None, jobs: int | None = None) -> bool:
    """Judge the found course's own answers, or those of `lesson`, print what came of it and say whether all is well.

    Raises `CourseError` where there are no solutions, and `SlotFailed` where nothing can be judged.
    """
    course = find_course()
    lessons = [course.lesson(lesson)] if lesson is not None else list(course.lessons)
    for item in lessons:
        if not item.has_solutions:
            raise CourseError(f"{course.root} has no solutions/, so there is nothing to verify: use the author's copy.")
    problems = broken(course, lessons, jobs)
    for item in lessons:
        wrong = [line for name, line in problems if name == item.name]
        counts = f"{len(item.exercises)} exercises, {len(item.right)} right/ and {len(item.wrong)} wrong/"
        print(f"{item.name}: {'as declared' if not wrong else words.counted(len(wrong), 'problem')} ({counts})")
        for line in wrong:
            print(f"  {line}")
    return not problems


def broken(course: Course, lessons: Sequence[Lesson], jobs: int | None = None) -> list[tuple[str, str]]:
    """What is not as declared: the lesson, and a line that begins with the file."""
    settings = Settings(seed=course.seed, limits=LIMITS)
    answers = [answer for lesson in lessons for answer in known_answers(lesson)]
    problems = [(lesson.name, line) for lesson in lessons for line in _unmarked(lesson)]
    with _Bar(2 * len(lessons) + len(answers)) as bar:
        for submission, outcome in grade_many(_both_ends(lessons), course, settings, jobs):
            bar.advance()
            lines = _of_an_end(submission, outcome) if isinstance(outcome, Report) else [f"lesson.py: {outcome}"]
            problems += [(submission.lesson, line) for line in lines]
        for answer, result in judge_known(answers, course, settings, jobs):
            bar.advance()
            problems += [(answer.lesson, f"{answer.name}.py: {line}") for line in answer.contradictions(result)]
    return problems


def _both_ends(lessons: Sequence[Lesson]) -> list[Submission]:
    texts = [
        (lesson, who, read_text(lesson.source) if who == REFERENCE else stub(lesson))
        for lesson in lessons
        for who in (REFERENCE, STUB)
    ]
    return [Submission(who, lesson.name, "py", (text,), "lesson.py") for lesson, who, text in texts]


def _unmarked(lesson: Lesson) -> Iterator[str]:
    for exercise in lesson.exercises:
        if not exercise.points:
            yield f"test_hidden.py: {exercise.name} has no hidden check with points"


def _of_an_end(submission: Submission, report: Report) -> Iterator[str]:
    """What is wrong with a reference or a stub, a line for each check."""
    expected = Verdict.PASSED if submission.student == REFERENCE else Verdict.NOT_ATTEMPTED
    for exercise in report.exercises:
        for check in exercise.checks:
            if check.verdict not in (expected, Verdict.CANNOT_RUN):
                where = "test_hidden.py" if check.hidden else "test_public.py"
                said = f": {check.message}" if check.message else ""
                yield (
                    f"{where}: {exercise.name}, {check.name}: the {submission.student} should be"
                    f" {words.PHRASES[expected]} and {words.PHRASES[check.verdict]}{said}"
                )


class _Bar:
    """How far it has come, on standard error: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, total: int) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._progress.add_task("verifying", total=total)
        self._total = total
        self._done = 0

    def advance(self) -> None:
        """One more is judged."""
        self._done += 1
        self._progress.advance(self._task)
        if self._progress.disable and self._done % LINE_EVERY == 0:
            print(f"{self._done} of {self._total} judged", file=sys.stderr, flush=True)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
