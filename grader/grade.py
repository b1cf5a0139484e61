"""One submission to a `Report`; many, through any `concurrent.futures.Executor`."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import msgspec

from grader import course as course_module
from grader.course import Course, CourseError, Lesson
from grader.judge.bench import Settings
from grader.judge.program import Source
from grader.judge.protocol import Answer, Hello, Request
from grader.report import Report, Verdict, from_json
from grader.slots import Slot, SlotFailed
from grader.submissions import Submission

TRIES = 2  # a submission whose slot dies is judged once more, in a new one


class NotForGrades(Exception):
    """The sandbox is not good enough for marks and nobody said that this is all right."""


@dataclass
class Slots:
    """One slot a thread, each for the same tests."""

    settings: Settings
    files: tuple[Path, ...]
    _local: threading.local = field(default_factory=threading.local)
    _all: list[Slot] = field(default_factory=list)

    def mine(self) -> Slot:
        """This thread's slot, started when first asked for."""
        if getattr(self._local, "slot", None) is None:
            self._local.slot = Slot(self.settings, self.files)
            self._all.append(self._local.slot)
        return self._local.slot

    def replace(self) -> None:
        """Give up this thread's slot; the next use starts another."""
        self.mine().close()
        self._local.slot = None

    def close(self) -> None:
        """End all slots."""
        for slot in self._all:
            slot.close()


def hidden_and_public(lessons: Sequence[Lesson]) -> tuple[Path, ...]:
    """The test files that marks come from. Raises `CourseError` where a lesson's solutions are absent."""
    for lesson in lessons:
        if not lesson.hidden_tests.is_file():
            raise CourseError(
                f"Lesson {lesson.name} has no solutions/{lesson.name}/test_hidden.py here, so it cannot be graded."
                " Grade in a copy of the course that has solutions/."
            )
    return tuple(path for lesson in lessons for path in (lesson.public_tests_source, lesson.hidden_tests))


def grade_one(submission: Submission, lesson: Lesson, slots: Slots) -> Report:
    """Judge one submission in this thread's slot. Raises `SlotFailed` if a slot dies `TRIES` times over it."""
    request = Request(lesson=lesson.name, source=Source(submission.kind, submission.cells))
    for last in (False, True):
        slot = slots.mine()
        try:
            hello = slot.hello()
            return _report(submission, lesson, slots.settings, hello, slot.ask(request))
        except SlotFailed:
            slots.replace()
            if last:
                raise
    raise AssertionError("unreachable")


def grade_many(
    submissions: Sequence[Submission],
    course: Course,
    settings: Settings,
    jobs: int | None = None,
    known: Callable[[Submission, str], Report | None] = lambda submission, key: None,
    executor: Executor | None = None,
) -> Iterator[tuple[Submission, Report | SlotFailed]]:
    """Reports as they are finished. `known` may give a former report for a key, which is then not made again."""
    lessons = {name: course.lesson(name) for name in dict.fromkeys(s.lesson for s in submissions)}
    slots = Slots(settings, hidden_and_public(list(lessons.values())))

    def work(submission: Submission) -> Report | SlotFailed:
        lesson = lessons[submission.lesson]
        try:
            former = known(submission, key_of(submission, lesson, settings, slots.mine().hello()))
            return former or grade_one(submission, lesson, slots)
        except SlotFailed as error:
            slots.replace()
            return error

    fit = os.cpu_count() if settings.options.platform == "cpu" else 1  # an accelerator's memory is shared by all slots
    own = None if executor else ThreadPoolExecutor(min(jobs or fit or 1, len(submissions) or 1))
    try:
        futures = {(executor or own).submit(work, submission): submission for submission in submissions}  # type: ignore[union-attr]
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        if own:
            own.shutdown(cancel_futures=True)
        slots.close()


def reusable(folder: Path) -> Callable[[Submission, str], Report | None]:
    """For `grade_many`: the report in `folder` if its key is the same and no clock or crash decided it."""

    def known(submission: Submission, key: str) -> Report | None:
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            report = from_json((folder / submission.student / f"{submission.lesson}.json").read_bytes())
            verdicts = {check.verdict for exercise in report.exercises for check in exercise.checks}
            if report.key == key and not verdicts & {Verdict.TIMEOUT, Verdict.CRASHED}:
                return report
        return None

    return known


def _report(submission: Submission, lesson: Lesson, settings: Settings, hello: Hello, answer: Answer) -> Report:
    assert hello.backend is not None
    return Report(
        student=submission.student,
        lesson=lesson.name,
        exercises=answer.exercises,
        sandbox=hello.sandbox,  # type: ignore[arg-type]
        backend=hello.backend,
        key=key_of(submission, lesson, settings, hello),
        seconds=answer.seconds,
        notes=(*submission.notes, *answer.notes),
        name=submission.name,
    )


def key_of(submission: Submission, lesson: Lesson, settings: Settings, hello: Hello) -> str:
    """The hash of everything a mark depends on: equal keys mean equal marks."""
    parts = [
        submission.digest,
        lesson.name,
        *(_digest(path) for path in (lesson.source, lesson.public_tests_source, lesson.hidden_tests)),
        _grader_digest(),
        version("jaxlib"),
        sys.version,
        msgspec.json.encode([settings.seed, settings.options, settings.limits, hello]).decode(),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@functools.cache
def _grader_digest() -> str:
    """This grader, by its text: a version number would not change while a check is being mended."""
    root = Path(course_module.__file__).parent
    files = [root / "wire.py", *sorted(root.glob("judge/*.py")), *sorted(root.glob("worker/*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
